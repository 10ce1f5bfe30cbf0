package lsp

import (
	"slices"
	"strings"

	"github.com/lacuna-go/lacuna/eval"
)

// view is a place in a text, with all that is known there.
type view struct {
	*scope
	lang  *language
	index *index
	depth int // of vars that read each other, so that a cycle ends
}

// hook is where the expression that the place is in runs, the zero Hook outside of one.
func (v *view) hook() eval.Hook {
	f := v.literal()
	if f == nil || f.key == "" {
		return 0
	}
	row := v.lang.field(f.name, f.key)
	if row == nil {
		return 0
	}
	switch {
	case f.name == "Policy" && f.key == "when":
		if _, listed := v.text.memberOf(f.open, "unavailable_when"); listed {
			return eval.HookList
		}
	case f.name == "Claims" && v.onArgs(f):
		if row.Runs == eval.HookSource {
			return eval.HookSourceArgs
		}
		return eval.HookClaimArgs
	}
	return row.Runs
}

// onArgs reports whether a Claims is about arguments.
func (v *view) onArgs(f *frame) bool {
	on, ok := v.text.memberOf(f.open, "on")
	return ok && strings.HasSuffix(v.text.source(on.from, on.to), "ARGS")
}

// vars are those of the policy that the place is in.
func (v *view) vars() []member {
	owner := v.owner()
	if owner == nil {
		return nil
	}
	m, ok := v.text.memberOf(owner.open, "vars")
	if !ok || m.from >= len(v.text.tokens) || v.text.tokens[m.from].Text != "{" {
		return nil
	}
	return v.text.members(m.from)
}

// loops are the macros whose first argument names an element.
var loops = []string{"all", "exists", "exists_one", "filter", "map", "sortBy"}

// typeAt is the type of the value that ends with a token, in the words of the tables; "" where it is not known. The fields
// of an object are those of the variable that its type is named after.
func (v *view) typeAt(i int) string {
	if i < 0 {
		return ""
	}
	tok := v.text.tokens[i]
	switch {
	case tok.Kind == eval.TokenString:
		return "string"
	case tok.Kind == eval.TokenName:
		if owner := v.before(i); owner >= 0 {
			return v.fieldType(v.typeAt(owner), keyText(tok))
		}
		return v.nameType(tok.Text)
	case tok.Text == ")":
		return v.callType(v.text.opening(i), i)
	case tok.Text == "]":
		return v.indexType(v.text.opening(i))
	}
	return ""
}

// before is the index of the last token before the dot that a name at i follows, -1 where there is no dot.
func (v *view) before(i int) int {
	dot := v.text.prev(i)
	if dot >= 0 && v.text.tokens[dot].Kind == eval.TokenQuestion {
		dot = v.text.prev(dot)
	}
	if dot < 0 || v.text.tokens[dot].Kind != eval.TokenDot {
		return -1
	}
	return v.text.prev(dot)
}

const constantsOf, libraryOf = "constants of ", "library "

func (v *view) nameType(name string) string {
	for i := len(v.frames) - 1; i > 0; i-- {
		f := v.frames[i]
		first := f.open + 1
		if f.kind != frameCall || !slices.Contains(loops, f.name) || first >= len(v.text.tokens) || v.text.tokens[first].Text != name {
			continue
		}
		if list := v.before(v.text.prev(f.open)); list >= 0 {
			return elementType(v.typeAt(list))
		}
	}
	if variable := v.lang.variable(name); variable != nil {
		if variable.Type != "" {
			return variable.Type
		}
		return name
	}
	if v.lang.enum(name, nil) != nil {
		return constantsOf + name
	}
	if slices.ContainsFunc(v.lang.catalogue.Functions, func(f eval.CatalogueFunction) bool { return strings.HasPrefix(f.Name, name+".") }) {
		return libraryOf + name
	}
	return ""
}

func (v *view) fieldType(owner, name string) string {
	if of, ok := strings.CutPrefix(owner, constantsOf); ok {
		return of
	}
	switch owner {
	case "facts":
		return v.index.facts[name].typ
	case "vars":
		return v.varType(name)
	}
	if variable := v.lang.variable(owner); variable != nil {
		for _, f := range variable.Fields {
			if f.Name == name {
				return f.Type
			}
		}
	}
	return ""
}

// varType is that of a var's expression, where its end shows it.
func (v *view) varType(name string) string {
	if v.depth > 8 {
		return ""
	}
	for _, m := range v.vars() {
		if m.name == name && m.to > m.from {
			inner := *v
			inner.depth++
			last := v.text.prev(m.to)
			if v.text.prev(m.from) == last {
				return ""
			}
			return inner.typeAt(last)
		}
	}
	return ""
}

func (v *view) callType(open, end int) string {
	fn := v.text.prev(open)
	if open < 0 || fn < 0 || v.text.tokens[fn].Kind != eval.TokenName {
		if last := v.text.prev(end); last > open {
			return v.typeAt(last)
		}
		return ""
	}
	name, receiver := v.text.tokens[fn].Text, ""
	if owner := v.before(fn); owner >= 0 {
		receiver = v.typeAt(owner)
	}
	for _, f := range v.lang.functions(name) {
		m := receiverForm.FindStringSubmatch(f.Form)
		_, result, _ := strings.Cut(f.Form, " -> ")
		switch {
		case m != nil && receiver != "" && m[1] == baseType(receiver):
			if m[3] == "list" && name != "map" {
				return receiver
			}
			return plainType(m[3])
		case m == nil && receiver == "":
			return plainType(result)
		}
	}
	return ""
}

// plainType writes list(string) as the tables write fields.
func plainType(typ string) string {
	typ, _, _ = strings.Cut(typ, ",")
	if elem, ok := strings.CutPrefix(typ, "list("); ok {
		return "list of " + strings.TrimSuffix(elem, ")")
	}
	if typ == "A" {
		return ""
	}
	return typ
}

func (v *view) indexType(open int) string {
	if before := v.text.prev(open); open >= 0 && before >= 0 && v.text.tokens[before].EndsValue() {
		return elementType(v.typeAt(before))
	}
	return "list"
}
