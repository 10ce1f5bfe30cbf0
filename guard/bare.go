package guard

// A figure or a short code that is no claim by its notation ("6 people", "seat 14C", "coach 9") is one where the evidence calls another value
// by the word beside it: bare_label.go says when. The finder only tells where such a value may stand.

// bareAt reads a figure or a short code that begins at token i and that no claim holds, and returns the token after it, or i. A code has
// no figure.
func (p *parser) bareAt(i int) (f figure, next int) {
	t := &p.tokens[i]
	switch {
	case t.isDigits():
		if !p.bordered(i) || i > 0 && p.tokens[i-1].is('-') && t.joined() {
			return f, i
		}
		if n := p.get(i + 1); n.joined() && n.kind == tokenWord {
			return f, p.codeEnd(i, n, t)
		}
		f = parseDigits(p.tokens, i, p.usual)
	case t.kind == tokenWord && t.styled(styleUpper) && p.get(i+1).isDigits() && p.tokens[i+1].joined():
		return f, p.codeEnd(i, t, &p.tokens[i+1])
	case t.kind == tokenWord && t.word != nil && t.word.class == classUnit && t.word.number >= 2 && t.word.cues == 0 && !p.homograph(i):
		f = p.wordsAt(i)
	}
	if f.n == 0 || f.article || f.next <= i || !p.ends(f.next) || p.countsOff(i, f.next) {
		return f, i
	}
	return f, f.next
}

// maxCode is how many letters, and how many digits, a short code has at most; longer ones are claims.
const (
	maxCodeLetters = 2
	maxCodeDigits  = 3
)

// codeEnd returns the token after the code of capitals and digits, in either order, that begins at token i, or i.
func (p *parser) codeEnd(i int, letters, digits *token) int {
	if !letters.styled(styleUpper) || letters.end-letters.start > maxCodeLetters || digits.size > maxCodeDigits || p.tokens[i].joined() && i > 0 && !p.tokens[i-1].is('(') {
		return i
	}
	if t := p.get(i + 2); t.joined() && (t.kind != tokenPunct || t.is('-') || t.is('/')) {
		return i
	}
	return i + 2
}

// countsOff reports whether the number in the tokens [i, next) only numbers a line, stands at one end of a range, or in a compound: "2.",
// "3-5", "10-session".
func (p *parser) countsOff(i, next int) bool {
	n := p.get(next)
	if n.is('.') && n.joined() && (i == 0 || p.tokens[i].gap >= line) {
		return true
	}
	return n.joined() && (n.is('-') || n.is('–') || n.is('/') || n.is('\'') || n.is(':')) && p.get(next+1).joined()
}

// anyBare reports whether a text may hold a bare value.
func (r *Reply) anyBare() bool {
	for i := range r.tokens {
		if t := &r.tokens[i]; (t.isDigits() || t.word != nil && t.word.class == classUnit) && r.claimOver(i) == nil {
			return true
		}
	}
	return false
}
