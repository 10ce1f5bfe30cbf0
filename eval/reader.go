package eval

import "fmt"

// reader follows the grammar through the tokens of a text that did not parse, to say where it leaves it and what was
// expected there. It needs no precedences, and recurses only into brackets, which are paired and bounded.
type reader struct {
	file *tree
	at   int // the index of the current token, len(tokens) at the end

	failed  bool
	offset  int32
	message string

	// deepest is where the expression with the longest chain of operators begins.
	deepest int32
	longest int
}

func (r *reader) next() {
	if r.at = r.file.next(r.at); r.at < 0 {
		r.at = len(r.file.tokens)
	}
}

func (r *reader) end() bool { return r.at >= len(r.file.tokens) }

func (r *reader) kind() tokenKind {
	if r.end() {
		return tokenBad
	}
	return r.file.tokens[r.at].kind
}

// is reports whether the current token has the text.
func (r *reader) is(text string) bool { return !r.end() && r.file.word(r.at) == text }

// text returns the current token, shortened for a message.
func (r *reader) text(i int) string {
	if i < 0 || i >= len(r.file.tokens) {
		return "the end of the file"
	}
	text := []rune(r.file.word(i))
	for j, c := range text {
		if c == '\n' || c == '\r' || j == 30 {
			return string(text[:j]) + "..."
		}
	}
	return string(text)
}

// fail records the first fault, at a token; at the end of the text that is the last token.
func (r *reader) fail(at int, format string, args ...any) bool {
	if r.failed {
		return false
	}
	r.failed = true
	r.message = fmt.Sprintf(format, args...)
	r.offset = r.file.lastOffset()
	if at >= 0 && at < len(r.file.tokens) {
		r.offset = r.file.tokens[at].from
	}
	return false
}

// value reads the one value of a file.
func (r *reader) value() bool {
	if !r.expression("") {
		return false
	}
	before := r.file.prev(r.at)
	switch {
	case r.end():
		return true
	case r.kind() == tokenColon:
		return r.fail(before, `a file holds one CEL value, as Policy{name: "..."}: is this YAML or JSON?`)
	case r.oddity():
		return false
	case r.kind() == tokenComma, r.begins():
		at := r.at
		if r.kind() == tokenComma && r.file.next(at) >= 0 {
			at = r.file.next(at)
		}
		return r.fail(at, "a file holds one value: put several into a list [...]")
	}
	return r.fail(r.at, "%s is not expected here: a file holds one value", r.text(r.at))
}

// begins reports whether a value may begin with the current token.
func (r *reader) begins() bool {
	k := r.kind()
	return k == tokenIdent || k == tokenQuoted || k.isLiteral() || k == tokenOpen
}

// closer returns the partner of the bracket that the current token is.
func (r *reader) closer() int { return int(r.file.tokens[r.at].pair) }

// missingValue says what is missing before the current token.
func (r *reader) missingValue(what string) bool {
	before := r.file.prev(r.at)
	switch {
	case r.blockComment() || r.oddOperator(before):
		return false
	case r.end() && before >= 0:
		return r.fail(before, "a value is missing after %s", r.text(before))
	case what != "":
		return r.fail(r.at, "missing value after %s", what)
	case r.kind() == tokenClose && before >= 0:
		return r.fail(before, "a value is missing after %s", r.text(before))
	}
	return r.fail(r.at, "a value is expected before %s", r.text(r.at))
}
