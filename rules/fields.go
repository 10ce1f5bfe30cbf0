package rules

import (
	"fmt"
	"slices"
	"time"

	"github.com/lacuna-go/lacuna/eval"
)

// field is one row of the field table: everything that is known about a field of a struct literal. Decoding,
// the docs and the table of erring fields are all driven by it.
type field struct {
	in, name string
	kind     kind
	// typ names the enumeration of kEnum and the struct of kStruct.
	typ string
	// hook and want say how an expression is checked; they count for the kinds that hold one.
	hook eval.Hook
	want eval.Want
	span span
	// def is the default: a value of the field's Go type, or a note that says in words what holds without it.
	def      any
	required bool
	// setting: a policy with a when may not hold it.
	setting bool
	doc     string
	// erring says what an error in it counts as; "" for a literal, which can't err.
	erring string
}

// note is a default in words.
type note string

// What an error of an expression counts as: the rows of the table in docs/rules.md.
const (
	erringNotHolding = "not holding"
	erringApplies    = "holding, applying"
	erringNotStored  = "not stored"
	erringNotFound   = "neither stored nor found"
	erringNotDrilled = "not drilled"
	erringDefault    = "the default"
	erringSkipped    = "the step is skipped"
	erringHardFail   = "the engine's default HardFail"
	erringReader     = "an error in whatever reads it"
	erringTaken      = "holding: the HardFail is taken"
	erringNoData     = "not holding, and no later step serves data"
)

// span bounds a number or a duration; the zero span is none. Durations are in nanoseconds.
type span struct {
	lo, hi float64
	// open excludes lo itself.
	open bool
}

func upTo(hi time.Duration) span        { return span{0, float64(hi), true} }
func between(lo, hi time.Duration) span { return span{float64(lo), float64(hi), false} }
func count(lo, hi int) span             { return span{float64(lo), float64(hi), false} }
func (s span) none() bool               { return s == span{} }
func (s span) holds(x float64) bool     { return x <= s.hi && (x > s.lo || x == s.lo && !s.open) }
func (s span) text(k kind) string {
	show := func(x float64) string {
		if k == kDuration || k == kExpr || k == kBudgets {
			return briefly(time.Duration(x))
		}
		return fmt.Sprint(x)
	}
	if s.open {
		return "above " + show(s.lo) + ", at most " + show(s.hi)
	}
	return show(s.lo) + " to " + show(s.hi)
}

// rate is the span of a share of calls.
var rate = span{0, 1, true}

// fields is the field table, struct by struct, in the order of the docs.
var fields = slices.Concat(turnFields, policyFields, settingFields, stepFields, claimsFields)

// structNames lists the structs of the table, in its order.
func structNames() []string {
	var names []string
	for _, f := range fields {
		if !slices.Contains(names, f.in) {
			names = append(names, f.in)
		}
	}
	return append(names, "Flag")
}

// fieldOf returns the row of a field, which is not to be changed, or nil.
func fieldOf(in, name string) *field {
	for i := range fields {
		if f := &fields[i]; f.name == name && f.in == in {
			return f
		}
	}
	return nil
}

// fieldNames lists the fields of a struct.
func fieldNames(in string) []string {
	var names []string
	for _, f := range fields {
		if f.in == in {
			names = append(names, f.name)
		}
	}
	return names
}
