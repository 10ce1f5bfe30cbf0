package rules

import (
	"strings"
	"time"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/state"
)

// Setting is a field of a policy that the most specific policy decides as a whole. The zero Setting is one that the file does not
// give: few policies give many.
type Setting[T any] struct{ given *given[T] }

type given[T any] struct {
	value T
	pos   eval.Pos
}

// Set reports whether the file gives the field.
func (s Setting[T]) Set() bool { return s.given != nil }

// Value returns the field's value, and the zero T, never a default, where the file does not give it. It is not to be changed.
func (s Setting[T]) Value() T {
	if s.given == nil {
		var none T
		return none
	}
	return s.given.value
}

// Pos returns the place of the field's name, the zero Pos if it is not set.
func (s Setting[T]) Pos() eval.Pos {
	if s.given == nil {
		return eval.Pos{}
	}
	return s.given.pos
}

// Turn is what every turn shares: the literal Turn{}, or the defaults of a set without one.
type Turn struct {
	// Pos of the literal; the zero Pos if no file has one.
	Pos eval.Pos
	// Budget of tool time, 8 s by default.
	Budget time.Duration
	// Budgets of servers with a clock of their own, by server.
	Budgets map[string]time.Duration
	// Purposes in lower case, in the order of the file; ["chat"] by default.
	Purposes []string
	// Languages, the first is the default; ["en"] by default.
	Languages []string
	// Zone renders and reads times; UTC by default, never nil.
	Zone *time.Location
	// Facts in the order of the file.
	Facts []eval.FactDecl
	// FreezeTools keeps the tool list of a turn fixed.
	FreezeTools bool
}

// Policy is one literal Policy{}. It is immutable.
type Policy struct {
	Name, Doc, Owner string
	// Pos of the literal, and of its name.
	Pos, NamePos eval.Pos

	// Servers that it applies to; none is every server.
	Servers []string
	// Tools that it applies to; none is every tool.
	Tools []Pattern
	// When is nil for a policy that always applies. A policy with When holds no settings.
	When *eval.Expr

	Effect          Setting[eval.Effect]
	Timeout         Setting[*eval.Expr]
	Expected        Setting[*eval.Expr]
	Retry           Setting[Retry]
	Breaker         Setting[Breaker]
	Store           Setting[Store]
	Evidence        Setting[Evidence]
	WhenUnavailable Setting[[]Step]
	// WhenUncertain is a step of kind HardFail without conditions.
	WhenUncertain Setting[Step]
	WhenRefused   Setting[map[state.FailureKind]Text]
	Drill         Setting[Drill]
	HideAfter     Setting[time.Duration]
	ShowAfter     Setting[time.Duration]

	// Conditions that accumulate over every applicable policy, in the order of the file.
	UnavailableWhen, Forbid, Require []Condition

	// Vars of this policy, nil if it has none.
	Vars *eval.Vars
}

// Pattern matches tools: one by its name, or those with a prefix.
type Pattern struct {
	// Text is the name, or the prefix without its "*".
	Text   string
	Prefix bool
	Pos    eval.Pos
}

// Match reports whether the pattern matches the tool.
func (p Pattern) Match(tool string) bool {
	return tool == p.Text || p.Prefix && strings.HasPrefix(tool, p.Text)
}

// String returns the pattern as written, "search_*".
func (p Pattern) String() string {
	if p.Prefix {
		return p.Text + "*"
	}
	return p.Text
}

// Condition is a named boolean of a policy or of a Claims.
type Condition struct {
	// ID is "policy/key", by which decisions report it.
	ID          string
	Policy, Key string
	// Pos of the key.
	Pos eval.Pos
	// Expr is never nil in a set that loads.
	Expr *eval.Expr
}
