package rules

import (
	"fmt"

	"github.com/lacuna-go/lacuna/eval"
)

// steps compares chains: equal steps belong together, and between two such pairs those of one type, in their order. What is left is
// gone or new, at its place in the chain that it is in.
func (l *edits) steps(key valueKey, path string, a, b []eval.Node) {
	i, j := 0, 0
	for _, p := range append(equalSteps(a, b), [2]int{len(a), len(b)}) {
		l.between(key, path, a, b, [2]int{i, j}, p)
		i, j = p[0]+1, p[1]+1
	}
}

// between compares the steps from one pair to the next.
func (l *edits) between(key valueKey, path string, a, b []eval.Node, from, to [2]int) {
	i, j := from[0], from[1]
	for i < to[0] || j < to[1] {
		switch {
		case i == to[0]:
			l.node(key, stepPath(path, j), eval.Node{}, b[j])
			j++
		case j == to[1]:
			l.node(key, stepPath(path, i), a[i], eval.Node{})
			i++
		case a[i].TypeName() != b[j].TypeName() && to[1]-j > to[0]-i:
			l.node(key, stepPath(path, j), eval.Node{}, b[j])
			j++
		case a[i].TypeName() != b[j].TypeName() && to[0]-i > to[1]-j:
			l.node(key, stepPath(path, i), a[i], eval.Node{})
			i++
		default:
			l.node(key, stepPath(path, j), a[i], b[j])
			i, j = i+1, j+1
		}
	}
}

func stepPath(path string, i int) string { return fmt.Sprintf("%s[%d]", path, i) }

// equalSteps are the places of a longest common subsequence. Chains are short.
func equalSteps(a, b []eval.Node) [][2]int {
	length := make([][]int, len(a)+1)
	for i := range length {
		length[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			length[i][j] = max(length[i+1][j], length[i][j+1])
			if textOf(a[i]) == textOf(b[j]) {
				length[i][j] = length[i+1][j+1] + 1
			}
		}
	}
	var pairs [][2]int
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case textOf(a[i]) == textOf(b[j]):
			pairs = append(pairs, [2]int{i, j})
			i, j = i+1, j+1
		case length[i+1][j] >= length[i][j+1]:
			i++
		default:
			j++
		}
	}
	return pairs
}
