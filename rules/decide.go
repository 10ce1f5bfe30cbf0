package rules

import (
	"time"

	"github.com/lacuna-go/lacuna/eval"
)

// epoch is where schedules without a start begin.
var epoch = time.Unix(0, 0).UTC()

// Decide says what becomes of a call, without running anything: it is admitted (d.Outcome stays none and the last moment
// says Attempt), refused, or what its chain serves. With in.Failure set it says what follows if every attempt came to that
// failure. It is pure: equal inputs and worlds give equal decisions, in whatever order files and policies stand.
func (s *Set) Decide(in *eval.Input, w World, d *Decision) {
	s.Plan(in.Call.Server, in.Call.Tool).Decide(in, w, d)
}

// Decide is [Set.Decide] for a call of the plan's own tool: the plan is the handle that spares the look-up.
func (p *Plan) Decide(in *eval.Input, w World, d *Decision) {
	in.Call.Effect = p.Effect
	in.Reset()
	failure := in.Failure
	in.Failure = nil
	d.Reset(p)
	switch p.Admit(in, w, d) {
	case Refuse:
		return
	case Attempt:
		if failure == nil {
			return
		}
		in.Failure = failure
		if action, _ := p.After(in, w, d, Attempted{}); action == Refuse || action == Stop {
			return
		}
	default:
	}
	p.Choose(in, w, 0, d)
}
