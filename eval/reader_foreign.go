package eval

import "strings"

// blockComment recognizes one of other languages at the current token, or at the slash before it.
func (r *reader) blockComment() bool {
	if r.end() {
		return false
	}
	from, at := r.file.tokens[r.at].from, r.at
	if r.is("*") {
		from, at = from-1, r.file.prev(r.at)
	}
	return r.file.slice(from, from+2) == "/*" && !r.fail(at, "a comment begins with // and ends with the line")
}

// oddOperator recognizes the second of two signs in a row that are an operator in other languages.
func (r *reader) oddOperator(before int) bool {
	if before < 0 || r.end() || r.file.tokens[before].to != r.file.tokens[r.at].from {
		return false
	}
	switch both := r.file.word(before) + r.file.word(r.at); both {
	case "<>":
		return !r.fail(before, "<> is no operator: write !=")
	case "++", "**", "&&&", "|||":
		return !r.fail(before, "%s is no operator", both)
	case "->":
		return !r.fail(before, "-> is no operator: write . or :")
	}
	return false
}

// oddQuestion recognizes ?. and ?? of other languages at the current question mark.
func (r *reader) oddQuestion() bool {
	next := r.file.next(r.at)
	if next < 0 || r.file.tokens[next].from != r.file.tokens[r.at].to {
		return false
	}
	switch r.file.tokens[next].kind {
	case tokenDot:
		return !r.fail(r.at, "?. is no operator: write .?")
	case tokenQuestion:
		return !r.fail(r.at, "?? is no operator: write .orValue(...) after an optional value")
	default:
		return false
	}
}

// oddity recognizes what is no missing comma although a value begins behind a value.
func (r *reader) oddity() bool {
	before := r.file.prev(r.at)
	if r.failed || r.end() || before < 0 {
		return r.failed
	}
	t, p := r.file.tokens[r.at], r.file.tokens[before]
	touching := t.from == p.to
	word := r.file.word(r.at)
	switch {
	case (p.kind == tokenInt || p.kind == tokenDouble) && t.kind == tokenIdent && durationUnit(word) && !r.fieldAhead():
		return !r.fail(before, "a duration is written duration(%q)", r.text(before)+word)
	case touching && (p.kind == tokenInt || p.kind == tokenDouble) && t.kind == tokenIdent:
		return !r.fail(before, "%s%s is no number", r.text(before), word)
	case touching && (p.kind == tokenInt || p.kind == tokenDouble) && t.kind == tokenDouble:
		return !r.fail(before, "%s%s is no number; a text needs quotes", r.text(before), word)
	case touching && t.kind == tokenDouble && word[0] == '.':
		return !r.fail(r.at, "a number can't follow a dot: write [%s]", word[1:])
	case touching && p.kind == tokenString && t.kind == tokenIdent:
		return !r.fail(r.at, `the quote before %s ends the string: write \" for a quote inside it`, word)
	case touching && p.kind == tokenString && t.kind == tokenString:
		return !r.fail(r.at, `a string ends before this quote: write \%c for a quote inside it`, r.file.runes[t.from])
	case touching && p.kind == tokenIdent && t.kind == tokenString && p.to-p.from == 1:
		return !r.fail(before, "%s can't stand before a string: r and b can", r.text(before))
	}
	if before = r.negation(before); before >= 0 {
		return !r.fail(before, "not is no operator: write !")
	}
	if t.kind != tokenIdent {
		return false
	}
	if hint, ok := foreignWords[strings.ToLower(word)]; ok {
		next := r.file.next(r.at)
		if next < 0 || r.file.tokens[next].kind != tokenColon { // and not the name of a field
			return !r.fail(r.at, "%s is no operator: write %s", word, hint)
		}
	}
	return false
}

// negation returns the token of a word that stands for !, if the current token continues it.
func (r *reader) negation(before int) int {
	if r.begins() && r.file.word(before) == "not" {
		return before
	}
	return -1
}

// foreignWords are operators of other languages.
var foreignWords = map[string]string{
	"and": "&&", "or": "||", "not": "!", "is": "==", "eq": "==", "ne": "!=", "lt": "<", "gt": ">", "le": "<=", "ge": ">=",
	"then": "condition ? value : other value", "else": "condition ? value : other value", "if": "condition ? value : other value",
	"mod": "%", "div": "/", "contains": "text.contains(part) or element in list", "matches": "text.matches(pattern)",
	"like": "text.matches(pattern)", "between": "a <= x && x <= b",
}

func durationUnit(word string) bool {
	switch word {
	case "ns", "us", "ms", "s", "m", "h", "sec", "min", "d":
		return true
	}
	return false
}

// reserved reports whether CEL keeps a word for itself.
func reserved(word string) bool {
	switch word {
	case "as", "break", "const", "continue", "else", "for", "function", "if", "import", "let", "loop", "package",
		"namespace", "return", "var", "void", "while":
		return true
	}
	return false
}
