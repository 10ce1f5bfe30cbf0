package rules

// chain checks what can be said of a fallback chain by itself: it comes to an end, and only there.
func (d *decoder) chain(s Setting[[]Step]) {
	steps := s.Value
	for i, step := range steps[:len(steps)-1] {
		if step.Ends() {
			d.fail(steps[i+1].Pos, "no step comes after %s without require, at %s: it is always taken", stepName(step), step.Pos)
			return
		}
	}
	switch last := steps[len(steps)-1]; {
	case last.Ends():
	case last.Serves():
		d.fail(s.Pos, "when_unavailable ends in %s, which may have nothing to serve: end it in an Omit or a HardFail without require", stepName(last))
	default:
		d.fail(s.Pos, "when_unavailable ends in %s with a require: end it in an Omit or a HardFail without one", stepName(last))
	}
}

// stepName is the literal's name of a step.
func stepName(s Step) string { return chainNames[s.Kind-1] }
