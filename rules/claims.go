package rules

import (
	"time"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/guard"
)

// Claims is one literal Claims{}: what the claims of some kinds must rest on. It is immutable.
type Claims struct {
	Name string
	// Pos of the literal, and of its name.
	Pos, NamePos eval.Pos

	// Kinds of claim that it covers, at least one, in the order of the file.
	Kinds []guard.Kind
	// On is SiteReply, or SiteArgs for the arguments of a write.
	On guard.Site
	// Tools whose arguments are checked; none is every tool. On a reply it is empty.
	Tools []Pattern
	// When narrows which claims it covers; nil is all of Kinds.
	When *eval.Expr

	// SourcedBy must all hold for one matching source; without any, a matching source is still needed.
	SourcedBy []Condition
	// Require must all hold for the claim.
	Require []Condition
	// Unless any of these holds.
	Unless []Condition

	Otherwise Otherwise
	// Mode is ModeEnforce or ModeShadow, never the zero Mode.
	Mode eval.Mode
}

// Known is one literal Known{}: a fixed, audited statement.
type Known struct {
	Name string
	// Pos of the literal, and of its name.
	Pos, NamePos eval.Pos
	Text         Text
	// Until is when it stops being true; the zero time is never.
	Until time.Time
}

// Otherwise is what happens when a claim does not pass: [Block], [Regenerate], [Redact] or [Flag].
type Otherwise interface{ otherwise() }

// Block withholds the reply, or refuses the call, and says Message instead.
type Block struct {
	// Message that is not given is the engine's.
	Message Text
	Handoff eval.Handoff
}

// Regenerate lets the model try again.
type Regenerate struct {
	// Note for the model; one that is not given is the engine's.
	Note Text
	// Max times, at least 1; then the reply is blocked with the engine's message.
	Max int
}

// Redact replaces the claim by With; one that is not given is the engine's.
type Redact struct{ With Text }

// Flag records the claim and lets it pass.
type Flag struct{}

func (Block) otherwise()      {}
func (Regenerate) otherwise() {}
func (Redact) otherwise()     {}
func (Flag) otherwise()       {}
