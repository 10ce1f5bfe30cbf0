package eval

import (
	"cmp"
	"fmt"
	"slices"
)

// Pos is a place in a policy file: 1-based line and column, the column counted in runes. The zero Pos is unknown.
type Pos struct {
	File      string
	Line, Col int
}

// String returns "file:line:col", and "" for the zero Pos.
func (p Pos) String() string {
	if p == (Pos{}) {
		return ""
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}

// Compare orders positions by file, line and column.
func (p Pos) Compare(q Pos) int {
	return cmp.Or(cmp.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Col, q.Col))
}

// Problem is a fault in a policy file: it does not load.
type Problem struct {
	Pos     Pos
	Message string
}

// Error returns "file:line:col: message".
func (p Problem) Error() string { return p.Pos.String() + ": " + p.Message }

// SortProblems orders problems by position, then by message, and drops repeated ones.
func SortProblems(list []Problem) []Problem {
	slices.SortStableFunc(list, func(a, b Problem) int {
		return cmp.Or(a.Pos.Compare(b.Pos), cmp.Compare(a.Message, b.Message))
	})
	return slices.Compact(list)
}
