package eval

import (
	"context"
	"time"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/interpreter"

	"github.com/lacuna-go/lacuna/guard"
	"github.com/lacuna-go/lacuna/state"
)

// Input is the one typed context of a decision: everything that a rule can see, pinned. Which parts must be
// set depends on the hook; reading one that is not set is an error of the rule, never a default.
//
// An Input belongs to one goroutine. It may be reused for the next decision after [Input.Reset].
type Input struct {
	// Now is the decision's time.
	Now time.Time
	// Context bounds expressions that loop; nil never ends.
	Context context.Context

	Call  *Call
	Turn  *Turn
	Facts *Facts // the turn's, with the call's on top
	// TurnFacts are the turn's own, which the list hook sees; nil means Facts.
	TurnFacts *Facts
	Breaker   *state.View
	Latency   *state.Latency
	Failure   *state.Failure
	Entry     *state.Entry
	Step      *Target
	Claim     *guard.Claim
	Source    *guard.Source
	Evidence  []*guard.Source

	env     *Env
	memo    memo
	cost    uint64
	seen    []Sides              // by the branches of the expression that is watched just now
	objects *[objectCount]object // for cel-go, made when it is first needed
}

// Turn is what a rule sees of a turn. The zero strings are unset, and errors when read.
type Turn struct {
	ID, Conversation, Audience, Channel, Language, Zone string
	// Purpose is one of the declared purposes, in lower case.
	Purpose                    string
	Budget, Elapsed, Remaining time.Duration
	Attempts, Retries          int
	// Cached lists the servers that served a cached value in this turn, sorted.
	Cached []string
	// Location and Rendered are the zone (nil is UTC) and the language ("" is Language) in which texts are rendered, also where
	// the turn states none.
	Location *time.Location
	Rendered string
	// Trace notes what rules come to in the turn; nil, as usual, notes nothing.
	Trace *Trace
}

// Target is the step of a policy-level require: what would serve, and the breaker of a UseTool's target.
type Target struct {
	Kind         StepKind
	Server, Tool string
	Breaker      *state.View // nil for a Cached step
}

// Reset clears what the last decision left in the Input: its memo of vars and its cost. Fields stay.
func (in *Input) Reset() {
	in.memo.reset()
	in.cost = 0
}

// Forget drops the values of vars, for a part of the Input has changed.
func (in *Input) Forget() { in.memo.reset() }

// Cost returns what the evaluations since the last Reset have cost, in CEL's units.
func (in *Input) Cost() uint64 { return in.cost }

// ResolveName implements the activation of cel-go.
func (in *Input) ResolveName(name string) (any, bool) {
	switch name {
	case "now":
		return types.Timestamp{Time: in.Now}, true
	case "evidence":
		return in.sources(in.Evidence), true
	case "@in":
		return &inputValue{in}, true
	}
	id, ok := objectNames[name]
	if !ok {
		return nil, false
	}
	return in.object(id), true
}

// Parent implements the activation of cel-go: there is none.
func (in *Input) Parent() interpreter.Activation { return nil }

func (in *Input) location() *time.Location {
	if in.Turn == nil || in.Turn.Location == nil {
		return time.UTC
	}
	return in.Turn.Location
}

func (in *Input) language() string {
	if in.Turn == nil {
		return ""
	}
	if in.Turn.Rendered != "" {
		return in.Turn.Rendered
	}
	return in.Turn.Language
}

// RenderedLanguage returns the language in which texts of the decision are rendered.
func (in *Input) RenderedLanguage() string { return in.language() }
