package rules

import "github.com/lacuna-go/lacuna/eval"

// Step is one entry of a fallback chain. Which fields count depends on its Kind.
type Step struct {
	Kind eval.StepKind
	// Pos of the literal.
	Pos eval.Pos
	// Require must all hold for the step to be taken.
	Require []Condition

	// MaxAge of the entry that a Cached step serves, never nil there.
	MaxAge *eval.Expr

	// Server and Tool that a UseTool calls; Server "" is the call's own.
	Server, Tool string
	toolPos      eval.Pos // of the tool's name
	// Args overlay the call's arguments, sorted by name.
	Args []Arg

	// Disclose is what must be said when a Cached, UseTool or Omit is taken.
	Disclose Disclosure

	// Message that ends the turn at a HardFail; a Text that is not given is the engine's.
	Message Text
	// Handoff is never the zero Handoff in a HardFail.
	Handoff eval.Handoff
	// Queue that a hand-off goes to; "" is the embedder's default.
	Queue string
}

// Ends reports whether no later step can ever be taken: an Omit or HardFail without conditions.
func (s Step) Ends() bool {
	return (s.Kind == eval.StepOmit || s.Kind == eval.StepHardFail) && len(s.Require) == 0
}

// Serves reports whether the step serves data: Cached and UseTool.
func (s Step) Serves() bool { return s.Kind == eval.StepCached || s.Kind == eval.StepUseTool }

// Arg is one argument that a UseTool sets.
type Arg struct {
	Name string
	// Pos of the name.
	Pos  eval.Pos
	Expr *eval.Expr
}
