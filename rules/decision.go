package rules

import (
	"cmp"
	"slices"
	"time"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/state"
)

// Decision is what became of one call, and why. It is filled as the call goes on: admission, each retry and each
// choice of a step add a [Moment] with its own time. Texts are rendered on demand by whoever shows it.
type Decision struct {
	Outcome Outcome
	// Plan that the call ran under, never nil in a decision that was made.
	Plan *Plan
	// Step is the index of the chain's step that was taken, -1 for none.
	Step int
	// Target of the UseTool that was taken or is being tried.
	Target *Plan
	// Failure is the first real failure of the call's own tool, or why no attempt was made. The zero Failure is none.
	Failure state.Failure
	// Entry that was served.
	Entry *state.Entry
	// Reason of a refusal: the id of a condition, or the failure's kind.
	Reason string
	// Passed: a part of an answer that failed later has been passed on, so that no step serves data.
	Passed bool
	// Arguments is what Claims made of those of a write, nil where there was nothing to say.
	Arguments *Arguments
	// Disclosure is the text that must be said, "" for none.
	Disclosure string

	// Unmet conditions of the steps that were skipped: the false and the erring ones.
	Unmet []Finding
	// Faults are all errors that rules met, wherever they counted.
	Faults []Finding

	// Timeout and Expected of the call's own tool, and the budget that was left at admission.
	Timeout, Expected, Remaining time.Duration
	// Breaker and Latency as read at admission.
	Breaker  state.View
	Latency  state.Latency
	Attempts int
	Retries  int
	Moments  []Moment

	unavailable, forbidden held
	sets                   []uint64    // scratch of theirs
	target                 *eval.Input // scratch for the target of a UseTool, made when it is first needed
	step                   eval.Target
}

// Forbidden returns the conditions of forbid that held, or erred, sorted by id.
func (d *Decision) Forbidden() []Finding { return d.forbidden.findings(&d.Plan.forbid) }

// Unavailable returns the conditions of unavailable_when that held, or erred, sorted by id.
func (d *Decision) Unavailable() []Finding { return d.unavailable.findings(&d.Plan.unavailableWhen) }

// Moment is one decision within a call.
type Moment struct {
	At    time.Time
	Stage Stage
	// Tool that it is about: the call's own, or a UseTool's target.
	Server, Tool string
	Action       Action
	Failure      state.FailureKind
	// Wait before the next attempt.
	Wait time.Duration
}

// Stage says where in a call a moment belongs.
type Stage uint8

// The stages.
const (
	Admission Stage = iota + 1
	Retrying
	Choosing
)

// String returns the stage in lower case.
func (s Stage) String() string {
	return [...]string{"", "admission", "retry", "step"}[s]
}

// Action is what a moment decided.
type Action uint8

// The actions. Unavailable means that the chain is entered.
const (
	Attempt Action = iota + 1
	Unavailable
	Refuse
	Retried
	Serve
	Stop
)

// String returns the action in lower case.
func (a Action) String() string {
	return [...]string{"", "attempt", "unavailable", "refuse", "retry", "serve", "stop"}[a]
}

// Finding is a condition, or another part of a policy, that counted in a decision.
type Finding struct {
	// ID is "policy/key".
	ID  string
	Pos eval.Pos
	// Fault is the error that it met; nil for one that was plainly false, or true.
	Fault *eval.Fault
	// Note says more where the id alone does not: why a UseTool's target is not available. "" otherwise.
	Note string
}

// Reset empties the decision for another call, keeping its memory.
func (d *Decision) Reset(p *Plan) {
	unmet, faults, moments := d.Unmet[:0], d.Faults[:0], d.Moments[:0]
	unavailable, forbidden, sets, target := d.unavailable.emptied(), d.forbidden.emptied(), d.sets, d.target
	*d = Decision{}
	d.Plan, d.Step, d.Unmet, d.Faults, d.Moments = p, -1, unmet, faults, moments
	d.unavailable, d.forbidden, d.sets, d.target = unavailable, forbidden, sets, target
}

func (d *Decision) fault(id string, f *eval.Fault) {
	d.Faults = addFinding(d.Faults, Finding{ID: id, Pos: f.Pos, Fault: f})
}

func (d *Decision) unmet(id string, pos eval.Pos, f *eval.Fault) {
	d.Unmet = addFinding(d.Unmet, Finding{ID: id, Pos: pos, Fault: f})
	if f != nil {
		d.fault(id, f)
	}
}

// addFinding keeps a list sorted by id, each id once.
func addFinding(list []Finding, f Finding) []Finding {
	if n := len(list); n == 0 || list[n-1].ID < f.ID { // conditions are sorted, too
		return append(list, f)
	}
	i, found := slices.BinarySearchFunc(list, f.ID, func(g Finding, id string) int { return cmp.Compare(g.ID, id) })
	if found {
		return list
	}
	return slices.Insert(list, i, f)
}

func (d *Decision) moment(at time.Time, stage Stage, p *Plan, action Action, kind state.FailureKind, wait time.Duration) {
	d.Moments = append(d.Moments, Moment{at, stage, p.Server, p.Tool, action, kind, wait})
}

// ChosenStep returns the chain's step that was taken, or nil.
func (d *Decision) ChosenStep() *Step {
	if d.Plan == nil || d.Step < 0 || d.Step >= len(d.Plan.Chain) {
		return nil
	}
	return &d.Plan.Chain[d.Step]
}

// Drilled reports whether the call was drilled: nothing failed.
func (d *Decision) Drilled() bool { return d.Failure.Kind == state.Drill }

// Ending returns the HardFail that ended the turn: the step taken, or when_uncertain. Nil if the turn goes on.
func (d *Decision) Ending() *Step {
	switch d.Outcome {
	case Uncertain:
		return &d.Plan.WhenUncertain
	case HardFail:
		if s := d.ChosenStep(); s != nil {
			return s
		}
		return &defaultHardFail
	default:
	}
	return nil
}

var defaultHardFail = Step{Kind: eval.StepHardFail, Handoff: eval.HandoffNone}
