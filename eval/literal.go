package eval

import (
	"fmt"
	"regexp"
	"strings"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
)

// checkExpression looks at one expression of a policy file, before its types are known, for what would compile in
// stock CEL and yet can't be meant: struct literals, keys that a map has twice, and texts that are no duration,
// time or pattern.
func checkExpression(n Node) []Problem {
	if n.expr == nil {
		return nil
	}
	var problems []Problem
	walk(n.expr, func(e ast.Expr) {
		switch e.Kind() {
		case ast.StructKind:
			problems = append(problems, n.tree.problemAt(e, "%s{} can't stand inside an expression", e.AsStruct().TypeName()))
		case ast.MapKind:
			problems = append(problems, n.tree.repeatedKeys(e)...)
		case ast.CallKind:
			problems = append(problems, n.tree.checkCall(e)...)
		default: // the others hold nothing that their types do not tell
		}
	})
	return SortProblems(problems) // a macro may hold an expression twice
}

// repeatedKeys reports the keys of a map literal that an earlier one equals. Keys that are not literals are
// compared as written.
func (f *tree) repeatedKeys(e ast.Expr) []Problem {
	var problems []Problem
	seen := map[string]int32{}
	for _, entry := range e.AsMap().Entries() {
		key := entry.AsMapEntry().Key()
		from, to := f.span(key)
		text := f.slice(from, to)
		name := "as written " + text
		if key.Kind() == ast.LiteralKind {
			name = literalKey(key.AsLiteral())
		}
		if first, ok := seen[name]; ok {
			problems = append(problems, f.problem(from, "the key %s is in line %d already", text, f.pos(first).Line))
			continue
		}
		seen[name] = from
	}
	return problems
}

// literalKey returns a text that equal keys share: for a map, 1, 1u and 1.0 are one key.
func literalKey(v ref.Val) string {
	if d, ok := v.(types.Double); ok && float64(d) == float64(int64(d)) {
		v = types.Int(d)
	}
	switch v.(type) {
	case types.Int, types.Uint, types.Double:
		return fmt.Sprintf("number %v", v.Value())
	}
	return fmt.Sprintf("%s %v", v.Type().TypeName(), v.Value())
}

// checkCall checks the literal argument of a conversion or a match, and that a macro has the arguments it needs: with
// others the parser leaves it as a call of an unknown function.
func (f *tree) checkCall(e ast.Expr) []Problem {
	call := e.AsCall()
	args := call.Args()
	name := call.FunctionName()
	if usage, ok := macroUsage[name]; ok && len(args) == 3 && twoVariables[name] && args[1].Kind() == ast.IdentKind {
		return []Problem{f.problem(f.nameOf(e), "%s() with two variables is no part of the language: it takes one, as in %s", name, usage)}
	}
	if usage, ok := macroUsage[name]; ok && call.IsMemberFunction() == (name != "has") {
		return []Problem{f.problem(f.nameOf(e), "%s() is written %s", name, usage)}
	}
	if len(args) == 0 {
		return nil
	}
	last := args[len(args)-1]
	if last.Kind() != ast.LiteralKind {
		return nil
	}
	text, ok := last.AsLiteral().(types.String)
	if !ok {
		return nil
	}
	message := ""
	switch {
	case name == "duration" && !call.IsMemberFunction() && len(args) == 1:
		message = badDuration(text)
	case name == "timestamp" && !call.IsMemberFunction() && len(args) == 1:
		message = badTimestamp(text)
	case name == "matches" && (call.IsMemberFunction() || len(args) == 2):
		message = badPattern(text)
	}
	if message == "" {
		return nil
	}
	return []Problem{f.problemAt(last, "%s", message)}
}

// Misread reports the text of a duration("...") or timestamp("...") that is none.
func (n Node) Misread() []Problem {
	if n.expr == nil || n.expr.Kind() != ast.CallKind {
		return nil
	}
	return n.tree.checkCall(n.expr)
}

// macroUsage shows the macros of the language in use.
var macroUsage = map[string]string{
	"has":        "has(call.args.sku)",
	"all":        "list.all(x, x > 0)",
	"exists":     "list.exists(x, x > 0)",
	"exists_one": "list.exists_one(x, x > 0)",
	"existsOne":  "list.existsOne(x, x > 0)",
	"filter":     "list.filter(x, x > 0)",
	"map":        "list.map(x, x + 1)",
	"optMap":     "call.args.?qty.optMap(x, x + 1)",
	"optFlatMap": "call.args.?ship.optFlatMap(x, x.?zip)",
}

// twoVariables are the macros that other dialects of CEL have with an index or key and a value.
var twoVariables = map[string]bool{"all": true, "exists": true, "exists_one": true, "existsOne": true}

// nameOf returns where the name of a called function stands.
func (f *tree) nameOf(call ast.Expr) int32 {
	if open := f.tokenOf(call.ID()); open >= 0 {
		if name := f.prev(open); name >= 0 {
			return f.tokens[name].from
		}
	}
	from, _ := f.span(call)
	return from
}

func badDuration(text types.String) string {
	if _, ok := text.ConvertToType(types.DurationType).(types.Duration); ok {
		return ""
	}
	return fmt.Sprintf(`%q is no duration: write numbers with the units h, m, s and ms, as in "1m30s"; a day is "24h"`, string(text))
}

func badTimestamp(text types.String) string {
	if _, ok := text.ConvertToType(types.TimestampType).(types.Timestamp); ok {
		return ""
	}
	return fmt.Sprintf(`%q is no time: write date, time and zone, as in "2036-01-31T15:04:05Z" or "2036-01-31T15:04:05+01:00"`, string(text))
}

func badPattern(text types.String) string {
	_, err := regexp.Compile(string(text))
	if err == nil {
		return ""
	}
	return "this is no regular expression: " + strings.TrimPrefix(err.Error(), "error parsing regexp: ")
}

// problemAt makes a Problem at the first rune of an expression.
func (f *tree) problemAt(e ast.Expr, format string, args ...any) Problem {
	from, _ := f.span(e)
	return f.problem(from, format, args...)
}
