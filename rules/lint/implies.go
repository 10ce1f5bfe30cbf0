package lint

import (
	"slices"

	"github.com/lacuna-go/lacuna/eval"
)

// Implies reports whether a condition holds wherever another one does, as far as comparisons with constants tell: false also where it is
// not known. Errors are left aside, and so is what a vars.name stands for. Its cost is bounded.
func Implies(a, b eval.Node) bool {
	s := &scope{}
	list, known := s.all(caseOf{a, true}, caseOf{b, false})
	if !known {
		return false
	}
	return !slices.ContainsFunc(list, func(c conjunction) bool {
		_, tests := c.byKey()
		for _, about := range tests {
			if clash(about) {
				return false
			}
		}
		return true
	})
}
