package eval

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"

	"github.com/lacuna-go/lacuna/internal/spelling"
)

// issues turns cel-go's findings into problems in our words, each at its first offending rune.
func (e *Env) issues(h Hook, w Want, v *Vars, n Node, iss *cel.Issues) []Problem {
	var problems []Problem
	halves := e.halves(h, v, n, iss)
	spurious := e.spurious(n, iss)
	for _, issue := range iss.Errors() {
		r := reporter{env: e, hook: h, want: w, vars: v, node: n}
		r.at = n.find(issue.ExprID)
		switch root, name := r.qualified(); {
		case halves[issue.ExprID] || spurious[issue.ExprID]:
		case root != nil && halves[root.ID()]:
			problems = append(problems, Problem{r.pos(), r.noFunction(name)})
		default:
			pos, message := r.report(issue.Message)
			problems = append(problems, Problem{pos, message})
		}
	}
	return SortProblems(problems)
}

// halves returns the undeclared names that are the first half of the name of a function that is not there, as in shop.is_open(now):
// one fault, not two.
func (e *Env) halves(h Hook, v *Vars, n Node, iss *cel.Issues) map[int64]bool {
	unknown := map[int64]bool{}
	for _, issue := range iss.Errors() {
		unknown[issue.ExprID] = unknown[issue.ExprID] || undeclared.MatchString(issue.Message)
	}
	halves := map[int64]bool{}
	for id := range unknown {
		r := reporter{env: e, hook: h, vars: v, node: n, at: n.find(id)}
		if root, _ := r.qualified(); root != nil && unknown[id] && unknown[root.ID()] {
			halves[root.ID()] = true
		}
	}
	return halves
}

// spurious returns the undeclared names that stand for the elements in a call of a misspelt macro, as x in
// list.exsts(x, x > 0).
func (e *Env) spurious(n Node, iss *cel.Issues) map[int64]bool {
	spurious := map[int64]bool{}
	for _, issue := range iss.Errors() {
		call := n.find(issue.ExprID)
		if !undeclared.MatchString(issue.Message) || call == nil || call.Kind() != ast.CallKind || len(call.AsCall().Args()) < 2 {
			continue
		}
		for _, variable := range call.AsCall().Args()[:len(call.AsCall().Args())-1] {
			if variable.Kind() != ast.IdentKind {
				break
			}
			for _, arg := range call.AsCall().Args() {
				walk(arg, func(e ast.Expr) {
					if e.Kind() == ast.IdentKind && e.AsIdent() == variable.AsIdent() {
						spurious[e.ID()] = true
					}
				})
			}
		}
	}
	return spurious
}

// qualified returns the name of a function that is called as a.b(...), and its first half, where that is no name of the language.
func (r *reporter) qualified() (root ast.Expr, name string) {
	if r.at == nil || r.at.Kind() != ast.CallKind || !r.at.AsCall().IsMemberFunction() {
		return nil, ""
	}
	root = r.at.AsCall().Target()
	path := pathOf(root, nil)
	for root.Kind() == ast.SelectKind {
		root = root.AsSelect().Operand()
	}
	if path == "" || root.Kind() != ast.IdentKind {
		return nil, ""
	}
	first := root.AsIdent()
	names := append(slices.Clone(r.hook.Variables()), EnumNames()...)
	if whereVariable[first] != "" || didYouMean(first, append(names, "Purpose", "vars")) != "" {
		return nil, ""
	}
	return root, path + "." + r.at.AsCall().FunctionName()
}

// noFunction says that a function such as shop.is_open is not there.
func (r *reporter) noFunction(name string) string {
	space, _, _ := strings.Cut(name, ".")
	var known []string
	for _, f := range Catalog().Functions {
		if own, _, _ := strings.Cut(f.Form, "("); strings.HasPrefix(own, space+".") {
			known = append(known, own)
		}
	}
	if near := didYouMean(name, append(known, r.functionNames()...)); near != "" || known != nil {
		return fmt.Sprintf("there is no function %q%s", name, near)
	}
	return fmt.Sprintf("there is no function %q; those that a program adds with engine.WithFunctions are not known to the command", name)
}

type reporter struct {
	env  *Env
	hook Hook
	want Want
	vars *Vars
	node Node
	at   ast.Expr
}

func (r *reporter) pos() Pos {
	if r.at == nil {
		return r.node.Pos()
	}
	return Node{r.node.tree, r.at, -1}.Pos()
}

var (
	undefinedField = regexp.MustCompile(`^undefined field '([^']*)'`)
	undeclared     = regexp.MustCompile(`^undeclared reference to '([^']*)'`)
	mistyped       = regexp.MustCompile(`^expected type '(.*)' but found '(.*)'$`)
	noRange        = regexp.MustCompile(`^expression of type '(.*)' cannot be range`)
	noFields       = regexp.MustCompile(`^type '(.*)' does not support field selection`)
	noOverload     = regexp.MustCompile(`^found no matching overload for '([^']*)' applied to '([^']*)'`)
)

func (r *reporter) report(message string) (Pos, string) {
	if m := undefinedField.FindStringSubmatch(message); m != nil {
		return r.namePos(m[1]), r.undefinedField(m[1])
	}
	if m := undeclared.FindStringSubmatch(message); m != nil {
		return r.undeclared(m[1])
	}
	if m := noOverload.FindStringSubmatch(message); m != nil {
		return r.noOverload(m[1], m[2])
	}
	return r.pos(), r.other(message)
}

// other words the rest of what cel-go finds.
func (r *reporter) other(message string) string {
	if m := mistyped.FindStringSubmatch(message); m != nil {
		if m[1] == "bool" {
			return conditionDue(m[2])
		}
		return fmt.Sprintf("a %s is due here, not a %s", plainTypes(m[1]), plainTypes(m[2]))
	}
	if m := noRange.FindStringSubmatch(message); m != nil {
		return fmt.Sprintf("only a list or a map has elements, not a %s", plainTypes(m[1]))
	}
	if m := noFields.FindStringSubmatch(message); m != nil {
		return fmt.Sprintf("a %s has no fields", plainTypes(m[1]))
	}
	return plainTypes(message)
}

// namePos returns the place of a select's field name, which ends the select.
func (r *reporter) namePos(field string) Pos {
	if r.at == nil || r.at.Kind() != ast.SelectKind {
		return r.pos()
	}
	_, to := r.node.tree.span(r.at)
	from := to - int32(len([]rune(field)))
	if r.node.tree.slice(from, to) != field {
		return r.pos()
	}
	return r.node.tree.pos(from)
}

func (r *reporter) undefinedField(name string) string {
	if r.at == nil || r.at.Kind() != ast.SelectKind {
		return fmt.Sprintf("undefined field %q", name)
	}
	operand := r.at.AsSelect().Operand()
	path := pathOf(operand, nil)
	c := r.classAt(operand)
	switch {
	case path == "call" && r.hook == HookList && callClass.fields[name] != nil:
		return fmt.Sprintf("call.%s is not visible in unavailable_when: it is also asked before any call exists", name)
	case path == "vars" && r.vars != nil && r.vars.entries[name] != nil:
		return r.varProblem(r.vars.entries[name])
	case path == "facts":
		return fmt.Sprintf("the fact %q is not declared in Turn.facts%s", name, didYouMean(name, r.env.facts.names()))
	case c == nil:
		return fmt.Sprintf("undefined field %q%s", name, didYouMean(name, classSource.FieldNames()))
	}
	return fmt.Sprintf("%s has no field %q%s", c.name, name, didYouMean(name, c.FieldNames()))
}

func (r *reporter) varProblem(entry *varEntry) string {
	switch {
	case entry.expr == nil:
		return fmt.Sprintf("vars.%s has an error of its own", entry.name)
	case entry.callOnly != "":
		return fmt.Sprintf("vars.%s reads %s, which unavailable_when can't see: it is also asked before any call exists", entry.name, entry.callOnly)
	}
	return fmt.Sprintf("vars.%s is not available here", entry.name)
}

// classAt finds the class of an expression's value where it is a chain of fields on a variable.
func (r *reporter) classAt(e ast.Expr) *class {
	switch e.Kind() {
	case ast.IdentKind:
		return r.env.classOf(r.hook, r.vars, e.AsIdent())
	case ast.SelectKind:
		c := r.classAt(e.AsSelect().Operand())
		if c == nil || c.fields[e.AsSelect().FieldName()] == nil {
			return nil
		}
		if c.fields[e.AsSelect().FieldName()].typ == breakerClass.typ {
			return breakerClass
		}
	default:
	}
	return nil
}

func (r *reporter) undeclared(name string) (Pos, string) {
	pos := r.pos()
	if r.at != nil && r.at.Kind() == ast.CallKind {
		return r.node.tree.pos(r.node.tree.nameOf(r.at)), fmt.Sprintf("there is no function %q%s", name, didYouMean(name, r.functionNames()))
	}
	typ, member, _ := strings.Cut(name, ".")
	if members := r.members(typ); members != nil {
		if member == "" {
			return pos, fmt.Sprintf("%s is an enumeration; write one of its members, such as %s.%s", typ, typ, members[0])
		}
		return r.namePos(member), fmt.Sprintf("%s has no member %s%s", typ, member, memberHint(typ, member, members))
	}
	if where := whereVariable[typ]; where != "" {
		return pos, fmt.Sprintf("%s is not available in %s; it exists in %s", typ, r.hook, where)
	}
	if near := spelling.Nearest(typ, append(EnumNames(), "Purpose")); member != "" && near != "" {
		return pos, fmt.Sprintf("there is no %s; did you mean %q?", name, near+"."+member)
	}
	for _, typ := range append(EnumNames(), "Purpose") {
		if member := strings.ToUpper(name); slices.Contains(r.members(typ), member) {
			return pos, fmt.Sprintf("undeclared name %q; did you mean %s.%s?", name, typ, member)
		}
	}
	if slices.Contains(r.env.facts.names(), name) {
		return pos, fmt.Sprintf("undeclared name %q; did you mean facts.%s?", name, name)
	}
	names := append(slices.Clone(r.hook.Variables()), EnumNames()...)
	return pos, fmt.Sprintf("undeclared name %q%s", name, didYouMean(name, append(names, "Purpose", "vars")))
}

func (r *reporter) members(typ string) []string {
	if typ == "Purpose" {
		return r.env.purpose.members()
	}
	return EnumMembers(typ)
}

func memberHint(typ, member string, members []string) string {
	if near := spelling.Nearest(strings.ToUpper(member), members); near != "" {
		return fmt.Sprintf("; did you mean %s.%s?", typ, near)
	}
	return "; it has " + strings.Join(members, ", ")
}

func (r *reporter) functionNames() []string {
	var names []string
	for n := range r.env.base.Functions() {
		if n[0] != '_' && n[0] != '@' && n[0] != '!' && n[0] != '-' {
			names = append(names, n)
		}
	}
	for n := range macroUsage {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

var operatorNames = map[string]string{
	"_==_": "==", "_!=_": "!=", "_<_": "<", "_<=_": "<=", "_>_": ">", "_>=_": ">=", "_+_": "+", "_-_": "-", "_*_": "*",
	"_/_": "/", "_%_": "%", "_&&_": "&&", "_||_": "||", "@in": "in", "!_": "!", "-_": "-", "_?_:_": "?:", "_[_]": "[]",
}

// hint says how the two sides could be made to fit.
func (r *reporter) hint(args string) string {
	if strings.Contains(args, "Money") || strings.HasPrefix(args, "money") {
		return `; an amount is written money("209.00", "EUR")`
	}
	if r.at == nil {
		return ""
	}
	for _, e := range children(r.at) {
		if e.Kind() != ast.LiteralKind {
			continue
		}
		text, ok := e.AsLiteral().(types.String)
		if !ok {
			continue
		}
		for _, typ := range append(EnumNames(), "Purpose") {
			if strings.Contains(args, typ) && slices.Contains(r.members(typ), strings.ToUpper(string(text))) {
				return fmt.Sprintf("; did you mean %s.%s?", typ, strings.ToUpper(string(text)))
			}
		}
		if strings.Contains(args, "duration") {
			return fmt.Sprintf("; did you mean duration(%q)?", string(text))
		}
		if strings.Contains(args, "timestamp") {
			return fmt.Sprintf("; did you mean timestamp(%q)?", string(text))
		}
	}
	return ""
}

func plainTypes(message string) string {
	message = strings.ReplaceAll(message, "google.protobuf.Duration", "duration")
	message = strings.ReplaceAll(message, "google.protobuf.Timestamp", "timestamp")
	return strings.ReplaceAll(message, "lacuna.", "")
}

func typeName(t *types.Type) string { return plainTypes(cel.FormatCELType(t)) }

func wantMessage(w Want, got *types.Type, n Node) string {
	switch w {
	case WantBool:
		return fmt.Sprintf("a condition (bool) is due here, not a %s", typeName(got))
	case WantDuration:
		if s, ok := n.Str(); ok {
			return fmt.Sprintf("a duration is due here, not a string; write duration(%q)", s)
		}
		return fmt.Sprintf("a duration is due here, not a %s", typeName(got))
	case WantString:
		return fmt.Sprintf("a string is due here, not a %s; string(...) makes one", typeName(got))
	default:
	}
	return fmt.Sprintf("a %s does not fit here", typeName(got))
}
