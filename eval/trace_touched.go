package eval

import (
	"strings"

	"cel.dev/cel-go/common/ast"
)

// Touched reports whether an expression that was evaluated reads the value at a path such as "call.args.customer_id" or "facts.vip", a part
// of it, or what it is a part of. It reports true where that can't be told from the expression's text.
func (t *Trace) Touched(path string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for x := range t.exprs {
		for _, chain := range x.chains() {
			if within(chain, path) || within(path, chain) {
				return true
			}
		}
	}
	return false
}

// within reports whether a path is another one, or leads into it.
func within(path, whole string) bool {
	rest, ok := strings.CutPrefix(path, whole)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

// chains lists the longest chains of fields that the expression reads: of call.args.sku it has that, and not call.args.
func (x *Expr) chains() []string {
	var list []string
	var collect func(e ast.Expr)
	collect = func(e ast.Expr) {
		if p := chainOf(e); p != "" {
			list = append(list, p)
			return
		}
		if e.Kind() == ast.CallKind && e.AsCall().IsMemberFunction() && pathOf(e.AsCall().Target(), nil) == "call" {
			list = append(list, moneyChains(e)...)
			return
		}
		for _, c := range children(e) {
			collect(c)
		}
	}
	collect(x.Node().expr)
	return list
}

// chainOf is pathOf, which also takes an element by a literal name: call.args["sku"].
func chainOf(e ast.Expr) string {
	if p := pathOf(e, nil); p != "" {
		return p
	}
	switch e.Kind() {
	case ast.SelectKind:
		if base := chainOf(e.AsSelect().Operand()); base != "" {
			return base + "." + e.AsSelect().FieldName()
		}
	case ast.CallKind:
		c := e.AsCall()
		if c.FunctionName() != "_[_]" || len(c.Args()) != 2 {
			return ""
		}
		if name, ok := literalText(c.Args()[1]); ok {
			if base := chainOf(c.Args()[0]); base != "" {
				return base + "." + name
			}
		}
	default:
	}
	return ""
}

// moneyChains are the arguments that call.money("amount", "currency") reads.
func moneyChains(e ast.Expr) []string {
	var list []string
	for _, a := range e.AsCall().Args() {
		name, ok := literalText(a)
		if !ok {
			return []string{"call.args"}
		}
		list = append(list, "call.args."+name)
	}
	return list
}
