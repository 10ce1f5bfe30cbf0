package eval

import (
	"slices"

	"cel.dev/cel-go/common/ast"
)

// around returns where the name or key of a struct field or map entry begins, and where its value does,
// parentheses included. The parser places both at their colon. It returns 0, 0 for an unknown id.
func (f *tree) around(id int64) (name, value int32) {
	colon := f.tokenOf(id)
	if colon < 0 {
		return 0, 0
	}
	key, val := f.prev(colon), f.next(colon)
	if key < 0 || val < 0 {
		return f.tokens[colon].from, f.tokens[colon].from
	}
	// A key may be a whole expression: it begins after the brace or comma before it.
	first := key
	for i := key; i >= 0; i = f.prev(i) {
		t := f.tokens[i]
		if t.kind == tokenClose && t.pair >= 0 {
			i = int(t.pair)
		} else if t.kind == tokenOpen || t.kind == tokenComma {
			break
		}
		first = i
	}
	if f.tokens[first].kind == tokenQuestion {
		first = f.next(first)
	}
	return f.tokens[first].from, f.tokens[val].from
}

// span returns the rune range of a sub-expression of the file, to exclusive, with the parentheses around it.
// What a macro generated has the range of the macro's call as written. It costs as much as there are
// operators outside brackets in e. The range of an expression that is not of this file is empty.
func (f *tree) span(e ast.Expr) (from, to int32) {
	first, last := f.tokenSpan(e)
	if first < 0 {
		return 0, 0
	}
	return f.tokens[first].from, f.tokens[last].to
}

// tokenSpan is span in token indices, -1 if unknown.
func (f *tree) tokenSpan(e ast.Expr) (first, last int) {
	if e == nil {
		return -1, -1
	}
	at := f.tokenOf(e.ID())
	if at < 0 {
		return -1, -1
	}
	switch f.tokens[at].kind {
	case tokenOpen:
		first, last = f.bracketed(at)
	case tokenDot:
		first, last = f.selected(at)
	case tokenMinus, tokenNot, tokenBinary, tokenQuestion:
		first, last = f.operation(at, e)
	default:
		first, last = at, at
	}
	return f.widen(first, last)
}

// bracketed returns the range of what the parser places at an opening bracket: lists, maps, structs, calls,
// indexes, and all that a macro made.
func (f *tree) bracketed(open int) (first, last int) {
	last = int(f.tokens[open].pair)
	before := f.prev(open)
	switch {
	case last < 0:
		return open, open
	case before < 0 || !f.tokens[before].ends():
		return open, last
	}
	if f.runes[f.tokens[open].from] == '{' {
		return f.structName(before), last
	}
	return f.chain(before), last
}

// selected returns the range of what the parser places at a dot: a selection, or a name with a leading dot.
func (f *tree) selected(dot int) (first, last int) {
	last = f.next(dot)
	if last >= 0 && f.tokens[last].kind == tokenQuestion {
		last = f.next(last)
	}
	if last < 0 {
		return dot, dot
	}
	before := f.prev(dot)
	if before < 0 || !f.tokens[before].ends() {
		return dot, last
	}
	return f.chain(before), last
}

// operation returns the range of an operator with its operands, and of a number with its sign.
func (f *tree) operation(at int, e ast.Expr) (first, last int) {
	first, last = at, at
	if e.Kind() != ast.CallKind {
		if next := f.next(at); next >= 0 && e.Kind() == ast.LiteralKind {
			last = next
		}
		return first, last
	}
	for _, arg := range e.AsCall().Args() {
		// Unknown arguments are made by a rewriting of the checked expression, as a && b to a ? b : false.
		if from, to := f.tokenSpan(arg); from >= 0 {
			first, last = min(first, from), max(last, to)
		}
	}
	return first, last
}

// widen takes in what stands around an expression without leaving a trace in the tree: parentheses, and
// signs that cancel each other out.
func (f *tree) widen(first, last int) (int, int) {
	for {
		before, after := f.prev(first), f.next(last)
		switch {
		case before < 0:
			return first, last
		case int(f.tokens[before].pair) == after && f.grouping(before):
			first, last = before, after
			continue
		}
		if after >= 0 && (f.tokens[after].kind == tokenDot || f.tokens[after].kind == tokenOpen) {
			return first, last // signs bind to the whole chain
		}
		start, n := f.signs(first)
		if n == 0 || n%2 != 0 {
			return first, last
		}
		first = start
	}
}

// signs counts the equal signs ! or - directly before a token, and returns the index of the first.
func (f *tree) signs(at int) (first, n int) {
	first = at
	for i := f.prev(at); i >= 0; i = f.prev(i) {
		kind := f.tokens[i].kind
		if kind != tokenNot && kind != tokenMinus || n > 0 && kind != f.tokens[first].kind {
			break
		}
		if before := f.prev(i); kind == tokenMinus && before >= 0 && f.tokens[before].ends() {
			break // a minus between two values
		}
		first, n = i, n+1
	}
	return first, n
}

// grouping reports whether a bracket is a parenthesis around an expression, not that of a call.
func (f *tree) grouping(open int) bool {
	t := f.tokens[open]
	if t.kind != tokenOpen || f.runes[t.from] != '(' {
		return false
	}
	before := f.prev(open)
	return before < 0 || !f.tokens[before].ends()
}

// chain returns the first token of the chain of selections, calls and indexes that ends with the token last.
func (f *tree) chain(last int) int {
	for at := last; ; {
		t := f.tokens[at]
		if t.kind == tokenClose && t.pair >= 0 {
			open := int(t.pair)
			before := f.prev(open)
			if before < 0 || !f.tokens[before].ends() {
				return open // a list, a map or a parenthesis
			}
			if f.runes[t.from] == '}' {
				return f.structName(before)
			}
			at = before
			continue
		}
		dot := f.prev(at)
		if dot >= 0 && f.tokens[dot].kind == tokenQuestion {
			dot = f.prev(dot)
		}
		if t.kind != tokenIdent && t.kind != tokenQuoted || dot < 0 || f.tokens[dot].kind != tokenDot {
			return f.signed(at)
		}
		before := f.prev(dot)
		if before < 0 || !f.tokens[before].ends() {
			return dot // a leading dot
		}
		at = before
	}
}

// signed returns the sign of a number, where it has one of its own, or the token itself.
func (f *tree) signed(at int) int {
	if kind := f.tokens[at].kind; kind != tokenInt && kind != tokenDouble {
		return at
	}
	if first, n := f.signs(at); n == 1 && f.tokens[first].kind == tokenMinus {
		return first
	}
	return at
}

// structName returns the first token of the qualified name that ends with the token last.
func (f *tree) structName(last int) int {
	for at := last; ; {
		dot := f.prev(at)
		if dot < 0 || f.tokens[dot].kind != tokenDot {
			return at
		}
		before := f.prev(dot)
		if before < 0 || f.tokens[before].kind != tokenIdent {
			return dot // a leading dot
		}
		at = before
	}
}

// tokenOf returns the index of the token that the parser places the id at, -1 if it has none.
func (f *tree) tokenOf(id int64) int {
	if f.ast == nil {
		return -1
	}
	at, ok := f.ast.SourceInfo().GetOffsetRange(id)
	if !ok {
		return -1
	}
	i, found := slices.BinarySearchFunc(f.tokens, at.Start, func(t token, offset int32) int {
		return int(t.from - offset)
	})
	if !found {
		return -1
	}
	return i
}

// prev returns the index of the last token before i that is no comment, -1 if there is none.
func (f *tree) prev(i int) int {
	for i--; i >= 0 && f.tokens[i].kind == tokenComment; i-- {
	}
	return i
}

// next returns the index of the first token after i that is no comment, -1 if there is none.
func (f *tree) next(i int) int {
	for i++; i < len(f.tokens); i++ {
		if f.tokens[i].kind != tokenComment {
			return i
		}
	}
	return -1
}

// word returns a token's source.
func (f *tree) word(i int) string { return f.slice(f.tokens[i].from, f.tokens[i].to) }
