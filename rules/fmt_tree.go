package rules

import (
	"strings"

	"github.com/lacuna-go/lacuna/eval"
)

// layoutTree is a policy file as a layout sees it: brackets and operators, without types or names.
type layoutTree struct {
	root *layoutElem
	// end are the comments behind the value.
	end []layoutComment
}

// layoutComment is a comment on a line of its own.
type layoutComment struct {
	text  string
	blank bool // an empty line stands before it
}

// layoutToken is a token with its comments: those on lines of their own before it, and the one behind it on its line.
type layoutToken struct {
	eval.Token
	lead  []layoutComment
	trail string
	blank bool // an empty line stands before it, or between its comments and it
	fresh bool // it is the first token of its line
}

// layoutPiece is a token or a bracket with what it holds.
type layoutPiece struct {
	token *layoutToken
	group *layoutGroup
}

// layoutGroup is a pair of brackets.
type layoutGroup struct {
	open, close *layoutToken
	elems       []*layoutElem
	// fixed: a call, an index or a parenthesis, which takes no comma behind its last element. plain: a parenthesis.
	fixed, plain bool
	wide         int // its width, 0 before it is asked for
}

// layoutElem is an element of a bracket: a value, or a value under a key.
type layoutElem struct {
	lead  []layoutComment
	blank bool
	key   *layoutExpr
	colon *layoutToken
	value *layoutExpr
	// trail is the comment behind it.
	trail string
}

// layoutExpr is an expression: pieces in a row, or operands between operators of one rank.
type layoutExpr struct {
	pieces   []layoutPiece
	operands []*layoutExpr
	ops      []*layoutToken
	wide     int // its width, 0 before it is asked for
}

// conditional reports whether the operators are those of a ? b : c.
func (e *layoutExpr) conditional() bool { return len(e.ops) > 0 && e.ops[0].Kind == eval.TokenQuestion }

func newLayoutTree(src string) *layoutTree {
	tokens, end := layoutTokens(src)
	settleComments(tokens)
	pieces, _ := nest(tokens, 0)
	return &layoutTree{root: newLayoutElem(pieces, false), end: end}
}

// layoutTokens cuts a text, and gives each comment to a token. What comes after the last token is returned besides.
func layoutTokens(src string) (tokens []*layoutToken, lead []layoutComment) {
	runes, at := []rune(src), 0
	for _, t := range eval.Tokens(src) {
		breaks := strings.Count(string(runes[at:t.From]), "\n")
		at = t.To
		switch {
		case t.Kind != eval.TokenComment:
			tokens = append(tokens, &layoutToken{Token: t, lead: lead, blank: breaks > 1, fresh: breaks > 0})
			lead = nil
		case breaks == 0 && len(tokens) > 0:
			tokens[len(tokens)-1].trail = strings.TrimRight(t.Text, " \t\f")
		default:
			lead = append(lead, layoutComment{strings.TrimRight(t.Text, " \t\f"), breaks > 1})
		}
	}
	return tokens, lead
}

// settleComments moves comments off the tokens that are printed right behind the one before them: commas, colons and
// operators. What stands behind such a token on its line stays there; what stands before it comes after it.
func settleComments(tokens []*layoutToken) {
	open := []int{0} // by bracket: the conditionals whose colon is to come
	for i, t := range tokens {
		if i == 0 || i == len(tokens)-1 {
			if t.Kind == eval.TokenOpen {
				open = append(open, 0)
			}
			continue
		}
		before, after, top := tokens[i-1], tokens[i+1], len(open)-1
		switch {
		case t.Kind == eval.TokenOpen:
			open = append(open, 0)
		case t.Kind == eval.TokenClose:
			open = open[:top]
		case t.Kind == eval.TokenQuestion && before.EndsValue():
			open[top]++
		case t.Kind == eval.TokenColon && open[top] > 0:
			open[top]--
		case t.Kind == eval.TokenComma:
			t.settle(before, after)
			before.trail, t.trail = t.trail, ""
		case t.Kind == eval.TokenColon, breakable(t):
			t.settle(before, after)
		}
	}
}

// settle leaves at most the comment behind the token.
func (t *layoutToken) settle(before, after *layoutToken) {
	moved := t.lead
	switch {
	case before.trail != "":
		if t.trail != "" {
			moved = append(moved, layoutComment{text: t.trail})
		}
		t.trail, before.trail = before.trail, ""
	case len(moved) > 0 && t.trail != "":
		moved, t.trail = append(moved, layoutComment{text: t.trail}), ""
	}
	t.lead = nil
	after.lead = append(moved[:len(moved):len(moved)], after.lead...)
}

// breakable reports whether a line may end after an operator.
func breakable(t *layoutToken) bool {
	return t.Kind == eval.TokenOperator && (t.Text == "&&" || t.Text == "||" || t.Text == "+" || t.Text == "-")
}

// nest makes pieces of the tokens from index i up to the bracket that closes them, whose index it returns.
func nest(tokens []*layoutToken, i int) ([]layoutPiece, int) {
	var pieces []layoutPiece
	for ; i < len(tokens) && tokens[i].Kind != eval.TokenClose; i++ {
		if tokens[i].Kind != eval.TokenOpen {
			pieces = append(pieces, layoutPiece{token: tokens[i]})
			continue
		}
		open := i
		var inner []layoutPiece
		inner, i = nest(tokens, i+1)
		g := &layoutGroup{open: tokens[open], close: tokens[i]}
		called := open > 0 && tokens[open-1].EndsValue()
		g.plain = g.open.Text == "(" && !called
		g.fixed = g.plain || called && g.open.Text != "{"
		g.split(inner)
		pieces = append(pieces, layoutPiece{group: g})
	}
	return pieces, i
}

// split makes elements of what a bracket holds.
func (g *layoutGroup) split(pieces []layoutPiece) {
	from := 0
	for i := 0; i <= len(pieces); i++ {
		if i < len(pieces) && !pieces[i].is(eval.TokenComma) {
			continue
		}
		if i > from {
			g.elems = append(g.elems, newLayoutElem(pieces[from:i], g.open.Text == "{"))
		}
		from = i + 1
	}
}

func newLayoutElem(pieces []layoutPiece, keyed bool) *layoutElem {
	first, last := pieces[0].first(), pieces[len(pieces)-1].last()
	e := &layoutElem{lead: first.lead, blank: first.blank, trail: last.trail}
	first.lead, first.blank, last.trail = nil, false, ""
	if colon := keyColon(pieces); keyed && colon >= 0 {
		e.key, e.colon = newLayoutExpr(pieces[:colon]), pieces[colon].token
		pieces = pieces[colon+1:]
	}
	e.value = newLayoutExpr(pieces)
	return e
}

// keyColon finds the colon behind a key: the first one that is no part of a ? b : c.
func keyColon(pieces []layoutPiece) int {
	open := 0
	for i, p := range pieces {
		switch {
		case p.is(eval.TokenQuestion) && !optionalMark(pieces, i):
			open++
		case p.is(eval.TokenColon) && open > 0:
			open--
		case p.is(eval.TokenColon):
			return i
		}
	}
	return -1
}

// optionalMark reports whether a question mark is that of an optional, as in a.?b, [?a] and {?"a": b}.
func optionalMark(pieces []layoutPiece, i int) bool { return i == 0 || pieces[i-1].is(eval.TokenDot) }

func (p layoutPiece) is(kind eval.TokenKind) bool { return p.token != nil && p.token.Kind == kind }

func (p layoutPiece) first() *layoutToken {
	if p.group != nil {
		return p.group.open
	}
	return p.token
}

func (p layoutPiece) last() *layoutToken {
	if p.group != nil {
		return p.group.close
	}
	return p.token
}

// newLayoutExpr splits pieces at the operators that bind least.
func newLayoutExpr(pieces []layoutPiece) *layoutExpr {
	e := &layoutExpr{pieces: pieces}
	from := 0
	splits := splitter(pieces)
	for i := range pieces {
		if splits != nil && splits(i) {
			e.operands = append(e.operands, newLayoutExpr(pieces[from:i]))
			e.ops = append(e.ops, pieces[i].token)
			from = i + 1
		}
	}
	if from > 0 {
		e.operands = append(e.operands, newLayoutExpr(pieces[from:]))
	}
	return e
}

// splitter returns what finds the operators between which an expression may be broken, nil if there are none.
func splitter(pieces []layoutPiece) func(int) bool {
	found := map[string]bool{}
	conditional := false
	for i, p := range pieces {
		switch {
		case p.is(eval.TokenQuestion):
			conditional = conditional || !optionalMark(pieces, i)
		case p.is(eval.TokenOperator):
			found[p.token.Text] = true
		}
	}
	texts := func(texts ...string) func(int) bool {
		return func(i int) bool {
			return pieces[i].is(eval.TokenOperator) && (pieces[i].token.Text == texts[0] || pieces[i].token.Text == texts[len(texts)-1])
		}
	}
	relation := found["=="] || found["!="] || found["<"] || found["<="] || found[">"] || found[">="] || found["in"]
	switch {
	case conditional:
		return func(i int) bool {
			return pieces[i].is(eval.TokenColon) || pieces[i].is(eval.TokenQuestion) && !optionalMark(pieces, i)
		}
	case found["||"]:
		return texts("||")
	case found["&&"]:
		return texts("&&")
	case !relation && (found["+"] || found["-"]):
		return texts("+", "-")
	}
	return nil
}
