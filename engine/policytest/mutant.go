package policytest

import (
	"cmp"
	"fmt"

	"github.com/lacuna-go/lacuna/eval"
)

// MutantKind says what a mutant changes.
type MutantKind string

// The kinds of mutants.
const (
	// DropCondition makes a condition, or an operand of && or ||, not count.
	DropCondition MutantKind = "drop condition"
	// Negate turns a condition, an operand, a comparison or a flag around.
	Negate MutantKind = "negate"
	// MoveThreshold moves a duration, a number, an amount or a time a little, or takes the edge of a comparison in or out.
	MoveThreshold MutantKind = "move threshold"
	SwapSteps     MutantKind = "swap steps"
	DropStep      MutantKind = "drop step"
	// DropMember takes a member out of the list of an in.
	DropMember MutantKind = "drop member"
	// ChangeOutcome changes an effect, a hand-off, a mode, or what a step or a Claims does.
	ChangeOutcome MutantKind = "change outcome"
)

// Mutant is one change of one policy file.
type Mutant struct {
	Kind MutantKind `json:"kind"`
	// Of names the literal that it changes, as "policy pricing".
	Of  string   `json:"of"`
	Pos eval.Pos `json:"-"`
	// At is Pos as file:line:col.
	At string `json:"at"`
	// Before and After are what is written there.
	Before string `json:"before"`
	After  string `json:"after"`
	// State is "killed", "survived", or "invalid" for one that does not load, which counts for nothing.
	State MutantState `json:"state"`
	// By is the case whose want fails, as "pricing_test.yaml/too old"; "" of a mutant that is not killed.
	By string `json:"by,omitempty"`
	// Hint says which test is lacking; "" of a mutant that did not survive.
	Hint string `json:"hint,omitempty"`

	from, to int      // rune offsets in the file
	within   eval.Pos // of the expression that it lies in; zero for a setting
	scope    scope
	flag     string // the setting, as Store.shared, where a literal true or false is turned around
}

// MutantState says what became of a mutant.
type MutantState string

// The states of mutants.
const (
	Killed   MutantState = "killed"
	Survived MutantState = "survived"
	Invalid  MutantState = "invalid"
)

// String says what was changed, as `policies/pricing.cel:20:16: move threshold: duration("15m") -> duration("16m30s")`.
func (m *Mutant) String() string {
	return fmt.Sprintf("%s: %s: %s", m.Pos, m.Kind, m.Change())
}

// Change says what was written and what is written instead, on one line, as `1 -> 2`; of long texts only how they begin.
func (m *Mutant) Change() string {
	switch {
	case m.Kind == SwapSteps:
		return "with the step behind it"
	case m.After == "" && m.Kind != Negate:
		return brief(m.Before)
	default:
		return brief(m.Before) + " -> " + cmp.Or(brief(m.After), "nothing")
	}
}

// maxBrief is how much of a text is shown, in runes.
const maxBrief = 60

func brief(s string) string {
	line := []rune(oneLine(s))
	if len(line) > maxBrief {
		return string(line[:maxBrief-1]) + "…"
	}
	return string(line)
}

// scope is the literal that a mutant changes.
type scope struct {
	typ, name string
	pos       eval.Pos
}

func (s scope) String() string {
	switch s.typ {
	case "Policy":
		return "policy " + s.name
	case "Claims":
		return "claims " + s.name
	case "Known":
		return "known statement " + s.name
	default:
		return "the turn"
	}
}

// hint says which test is lacking.
func (m *Mutant) hint(reached bool) string {
	if !reached {
		return "no case reaches it"
	}
	if m.flag == "Store.shared" {
		return "add a case without a turn.audience (null unsets it) whose first call is answered and whose second fails: one that is shared is found"
	}
	if m.flag != "" {
		return "no want depends on it: add a case that comes out otherwise without it"
	}
	switch m.Kind {
	case DropCondition:
		return "add a case in which this alone decides, and want what comes of it"
	case Negate:
		return "no want depends on it: add a case in which it holds and one in which it does not"
	case MoveThreshold:
		if edges[m.Before] != "" {
			return "add a case in which both sides are equal"
		}
		return "add a case right at " + brief(m.Before) + " and one just beyond it, or want the setting itself"
	case SwapSteps:
		return "add a case in which both steps could serve, and want the first"
	case DropMember:
		return "add a case that only this member lets through"
	case DropStep:
		return "add a case that only this step serves, and want its outcome"
	default:
		return "want what this decides: the outcome, the effect, the hand-off or the verdict"
	}
}
