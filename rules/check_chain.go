package rules

// chain checks what can be said of a fallback chain by itself: it comes to an end, and only there.
func (d *decoder) chain(s Setting[[]Step]) {
	steps := s.Value()
	for i, step := range steps[:len(steps)-1] {
		if step.Ends() {
			d.unreached(step, steps[i+1])
			return
		}
	}
	switch last := steps[len(steps)-1]; {
	case last.Ends():
	case last.Serves():
		d.fail(s.Pos(), "when_unavailable ends in %s, which may have nothing to serve: end it in an Omit or a HardFail without require", stepName(last))
	default:
		d.fail(s.Pos(), "when_unavailable ends in %s with a require: end it in an Omit or a HardFail without one", stepName(last))
	}
}

// unreached reports the step that comes after the end of its chain, and how it is reached.
func (d *decoder) unreached(end, next Step) {
	way := "put it before the " + stepName(end)
	if next.Ends() {
		way = "leave it out, or give the " + stepName(end) + " a require"
	}
	d.fail(next.Pos, "%s is never reached: %s without require, at %s, is always taken; %s", stepName(next), stepName(end), end.Pos, way)
}

// stepName is the literal's name of a step.
func stepName(s Step) string { return chainNames[s.Kind-1] }
