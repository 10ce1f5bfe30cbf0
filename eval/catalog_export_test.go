package eval

import (
	"slices"
	"strings"
)

// Callable lists every function, macro and operator that an expression of the environment may use, sorted, each under
// the name that the catalogue gives it.
func (e *Env) Callable() []string {
	rename := map[string]string{
		"_==_": "==", "_!=_": "==", "_<_": "<", "_<=_": "<", "_>_": "<", "_>=_": "<", "_+_": "+", "_-_": "-", "-_": "-",
		"_*_": "*", "_/_": "/", "_%_": "%", "_&&_": "&&", "_||_": "||", "!_": "!", "_?_:_": "?:", "_[_]": "[]", "@in": "in",
		"_in_": "in", "_?._": ".?", "_[?_]": "[?]", "least": "math.least", "greatest": "math.greatest",
	}
	// What only macros call.
	hidden := []string{"@not_strictly_false", "__not_strictly_false__", "@sortByAssociatedKeys", "math.@max", "math.@min"}
	var names []string
	add := func(n string) {
		if r := rename[n]; r != "" {
			n = r
		}
		if !slices.Contains(hidden, n) {
			names = append(names, n)
		}
	}
	for n := range e.base.Functions() {
		add(n)
	}
	for _, m := range e.base.Macros() {
		add(strings.TrimSuffix(m.Function(), "\x00"))
	}
	slices.Sort(names)
	return slices.Compact(names)
}
