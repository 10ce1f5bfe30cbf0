package eval

import "fmt"

// MaxCodes is how many compiled texts an environment keeps.
const MaxCodes = maxCodes

// Found says what was found out about an expression when it was compiled.
func (x *Expr) Found() string {
	return fmt.Sprint(typeName(x.typ), x.paths, x.static, x.loops, x.asks, x.quick != nil, x.number != nil, x.text != nil, x.foreign, x.charge)
}

// Knows reports whether an expression shares what it was compiled to.
func (e *Env) Knows(x *Expr) bool {
	k := keyOf(x.Node().expr)
	k.sums(x.hook, x.want)
	return e.shared.code(k) == x.code
}

// Kept returns how many shapes and texts are kept.
func (e *Env) Kept() (shapes, codes int) { return len(e.shared.shapes), len(e.shared.codes) }
