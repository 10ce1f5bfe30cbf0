package rules

import (
	"github.com/lacuna-go/lacuna/eval"
)

// kind says what the value of a field must be.
type kind uint8

const (
	kString kind = iota + 1
	kName
	kServer
	kTool
	kServers
	kTools
	kBool
	kInt
	kShare
	kRamp
	kDuration
	kTime
	kEnum
	kKinds
	kWords
	kCurrency
	kZone
	kPurposes
	kLanguages
	kFacts
	kBudgets
	kText
	kRefusals
	kArguments
	kStruct
	kSteps
	kOtherwise
	// The kinds from here on hold expressions.
	kExpr
	kConditions
	kDisclosure
	kArgs
	kVars
)

// literal reports whether the kind holds no expression.
func (k kind) literal() bool { return k < kExpr }

var kindWords = map[kind]string{
	kString:     "a string",
	kName:       "a string",
	kServer:     "the name of a server such as \"search\"",
	kTool:       "the name of a tool such as \"quote\"",
	kServers:    "the name of a server or a list of them",
	kTools:      `a list of tools such as ["quote", "search_*"]`,
	kBool:       "true or false",
	kInt:        "a whole number",
	kShare:      "a number such as 0.5",
	kRamp:       "a list of growing shares such as [0.1, 0.25, 0.5]",
	kDuration:   `a duration such as duration("2s")`,
	kTime:       `a timestamp such as timestamp("2036-01-01T00:00:00Z")`,
	kKinds:      "a list of kinds such as [Kind.MONEY]",
	kWords:      "a string or a list of strings",
	kCurrency:   `an ISO 4217 code such as "EUR"`,
	kZone:       `the name of a time zone such as "Europe/Berlin"`,
	kPurposes:   `a list of purposes such as ["chat", "order"]`,
	kLanguages:  `a list of languages such as ["en", "de"]`,
	kFacts:      `a map of names to types such as {"time_sensitive": bool}`,
	kBudgets:    `a map of servers to durations such as {"model": duration("90s")}`,
	kText:       `a text, "..." or {"en": "..."}`,
	kRefusals:   `a map of failures to texts such as {Failure.NOT_FOUND: "..."}`,
	kArguments:  "a map of names to literal values",
	kSteps:      "a list of steps: Cached{}, UseTool{}, Omit{}, HardFail{}",
	kOtherwise:  "Block{}, Regenerate{}, Redact{} or Flag{}",
	kConditions: `a map of names to conditions such as {"not in a chat": turn.purpose == Purpose.CHAT}`,
	kDisclosure: `a string, or a map such as {"en": "..."}`,
	kArgs:       `a map of names to values such as {"query": call.args.query}`,
	kVars:       `a map of names to expressions such as {"cheap": money("10", "EUR")}`,
}

var wantWords = map[eval.Want]string{
	eval.WantBool:     "a condition such as turn.purpose == Purpose.CHAT",
	eval.WantDuration: kindWords[kDuration],
	eval.WantString:   "a string",
	eval.WantKey:      "a list such as [call.args.sku]",
	eval.WantAny:      "a value",
}

// words says what the field takes.
func (f *field) words() string {
	switch f.kind {
	case kEnum:
		names := qualified(f.typ)
		if len(names) > 6 {
			return "a constant such as " + names[0]
		}
		return "one of " + join(names)
	case kStruct:
		return f.typ + "{}"
	case kExpr:
		return wantWords[f.want]
	default:
		return kindWords[f.kind]
	}
}

// part returns the row for a part of the field's value, such as an entry of a map.
func (f *field) part(name string, k kind) *field {
	one := *f
	one.name, one.kind = name, k
	return &one
}

// qualified lists the members of an enumeration as a rule writes them.
func qualified(typ string) []string {
	var names []string
	for _, m := range eval.EnumMembers(typ) {
		names = append(names, typ+"."+m)
	}
	return names
}

// sort says what a node is, for a message that a field does not take it.
func sort(n eval.Node) string {
	switch n.Shape() {
	case eval.Struct:
		return n.TypeName() + "{}"
	case eval.List:
		return "a list"
	case eval.Map:
		return "a map"
	case eval.Literal:
		return literalSort(n)
	case eval.Other:
		if _, ok := n.Ident(); ok {
			return n.Text()
		}
		if _, _, ok := n.Enum(); ok {
			return n.Text()
		}
	}
	return "an expression"
}

// computed reports whether a node is neither a literal nor a constant, so that it has a value only where it runs.
func computed(n eval.Node) bool {
	typ, _, ok := n.Enum()
	return n.Shape() == eval.Other && !(ok && eval.EnumMembers(typ) != nil)
}

func literalSort(n eval.Node) string {
	if _, ok := n.Str(); ok {
		return "a string"
	}
	if _, ok := n.Bool(); ok {
		return n.Text()
	}
	if _, ok := n.Duration(); ok {
		return "a duration"
	}
	if _, ok := n.Timestamp(); ok {
		return "a timestamp"
	}
	return n.Text()
}
