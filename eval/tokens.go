package eval

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// checkTokens pairs the brackets and reports what a parser would only stumble over: all bad escapes, and the first
// of the faults that derail whatever follows.
func (f *tree) checkTokens() []Problem {
	var problems []Problem
	for i := range f.tokens {
		if offset, message := f.badEscape(i); message != "" {
			problems = append(problems, f.problem(offset, "%s", message))
		}
	}
	for i := range f.tokens {
		if f.tokens[i].kind == tokenBad {
			at, message := f.badToken(i)
			return append(problems, f.problem(f.tokens[at].from, "%s", message))
		}
		if f.separator(i) {
			return append(problems, f.problem(f.tokens[i].from,
				"--- separates documents in YAML, but here a file holds one value: put several into a list [...]"))
		}
	}
	if at, message := f.tooDeep(); message != "" {
		return append(problems, f.problem(f.tokens[at].from, "%s", message))
	}
	if at, message := f.pairBrackets(); message != "" {
		if better, words := f.misplaced(); words != "" {
			at, message = better, words
		}
		problems = append(problems, f.problem(f.tokens[at].from, "%s", message))
	}
	return problems
}

// tooDeep returns the first bracket within too many others.
func (f *tree) tooDeep() (at int, message string) {
	depth := 0
	for i, t := range f.tokens {
		switch t.kind {
		case tokenOpen:
			depth++
			if depth > maxNesting {
				return i, fmt.Sprintf("this %s is nested too deeply: at most %d brackets may be open at once", f.word(i), maxNesting)
			}
		case tokenClose:
			depth = max(0, depth-1)
		default:
		}
	}
	return 0, ""
}

// pairBrackets fills in the pair of each bracket. It returns the first one without a partner.
func (f *tree) pairBrackets() (at int, message string) {
	var open []int
	for i, t := range f.tokens {
		switch t.kind {
		case tokenOpen:
			open = append(open, i)
		case tokenClose:
			if len(open) == 0 {
				return i, fmt.Sprintf("this %s closes nothing", f.word(i))
			}
			top := open[len(open)-1]
			if !f.matches(top, i) {
				return f.mismatch(open, i)
			}
			f.tokens[top].pair, f.tokens[i].pair = int32(i), int32(top)
			open = open[:len(open)-1]
		default:
		}
	}
	if len(open) == 0 {
		return 0, ""
	}
	return f.unclosed(open[len(open)-1], len(f.tokens))
}

func (f *tree) mismatch(open []int, closer int) (at int, message string) {
	top := open[len(open)-1]
	for _, o := range open {
		if f.matches(o, closer) { // it closes a bracket further out
			return f.unclosed(top, closer)
		}
	}
	return closer, fmt.Sprintf("this %s does not close the %s of line %d: %s is expected",
		f.word(closer), f.word(top), f.pos(f.tokens[top].from).Line, f.closer(top))
}

// unclosed blames a bracket for not being closed before the token end. If one inside it was closed by a bracket that
// stands alone further left than its own line begins, that one was meant for another, and it is the one to blame.
func (f *tree) unclosed(blamed, end int) (at int, message string) {
	for i := blamed + 1; i < end; i++ {
		t := f.tokens[i]
		if t.kind == tokenOpen && t.pair >= 0 && f.leads(int(t.pair)) && f.indent(f.tokens[t.pair].from) < f.indent(t.from) {
			blamed = i
			break
		}
	}
	return blamed, fmt.Sprintf("this %s is never closed: %s is missing", f.word(blamed), f.closer(blamed))
}

// indent returns how far the line of an offset is indented.
func (f *tree) indent(offset int32) int {
	start := f.text.lines[f.text.lineOf(offset)]
	n := start
	for n < offset && isBlank(f.runes[n]) {
		n++
	}
	return int(n - start)
}

func (f *tree) matches(open, closer int) bool { return f.closer(open) == f.word(closer) }

// closer returns the bracket that closes an opening one.
func (f *tree) closer(open int) string {
	switch f.word(open) {
	case "(":
		return ")"
	case "[":
		return "]"
	}
	return "}"
}

// separator reports whether a line holds nothing but three minus signs, which CEL takes for three minus signs.
func (f *tree) separator(i int) bool {
	t := f.tokens[i]
	if t.kind != tokenMinus || f.slice(t.from, t.from+3) != "---" || !f.leads(i) {
		return false
	}
	_, rest, _ := strings.Cut(f.text.Line(f.text.pos(t.from).Line), "---")
	rest = strings.TrimSpace(rest)
	return rest == "" || rest[0] == '#' || strings.HasPrefix(rest, "//")
}

// leads reports whether a token is the first of its line.
func (f *tree) leads(i int) bool {
	return i == 0 || f.pos(f.tokens[i-1].to).Line < f.pos(f.tokens[i].from).Line
}

// badToken says what is wrong with a token that CEL does not have, and which token to point at.
func (f *tree) badToken(i int) (at int, message string) {
	if message := f.unterminated(i); message != "" {
		return f.blameQuote(i, message)
	}
	text := f.word(i)
	r, _ := utf8.DecodeRuneInString(text)
	if next := f.slice(f.tokens[i].to, f.tokens[i].to+1); r == '$' && next != "" && (next == "{" || isLetter(rune(next[0]))) {
		return i, "$ is no part of the language: a name is written without it"
	}
	if hint, ok := strayRunes[r]; ok {
		return i, fmt.Sprintf("%c is no part of the language: %s", r, hint)
	}
	switch {
	case r == '=':
		return f.strayEqual(i)
	case r == '&' || r == '|':
		return i, fmt.Sprintf("a single %c is no operator: write %c%c", r, r, r)
	case r == '`':
		return i, "a name in back quotes holds letters, digits, and the signs _ . - / or blanks"
	case r == '0':
		return i, "write 0x in lower case"
	case r == 'r' || r == 'R':
		return i, `write br"..." for raw bytes`
	case 0xff01 <= r && r <= 0xff5e:
		return i, fmt.Sprintf("%c is a full-width sign: write %c", r, r-0xff01+'!')
	case isForeignLetter(r):
		return i, fmt.Sprintf("%c (U+%04X) can't stand in a name: names are written with a-z, A-Z, 0-9 and _; a text needs quotes", r, r)
	}
	return i, fmt.Sprintf("%c (U+%04X) is no part of the language; a text needs quotes", r, r)
}

// strayRunes are what gets into a file by way of a word processor, a keyboard or another language.
var strayRunes = map[rune]string{
	'“': `write "`, '”': `write "`, '„': `write "`, '‟': `write "`, '«': `write "`, '»': `write "`,
	'‘': `write "`, '’': `write "`, '‚': `write "`, '‹': `write "`, '›': `write "`, '′': `write "`, '″': `write "`, '´': `write "`,
	'–': "write -", '—': "write -", '−': "write -", '‐': "write -", '‑': "write -",
	'…': "write out what is meant", '×': "write *", '·': "write *", '÷': "write /",
	'≤': "write <=", '≥': "write >=", '≠': "write !=", '¬': "write !", '∧': "write &&", '∨': "write ||", '→': "write :",
	'€': `an amount is written money("209.00", "EUR")`, '£': `an amount is written money("209.00", "GBP")`,
	'$': `an amount is written money("209.00", "USD")`,
	'#': "a comment begins with //", ';': "fields and elements are separated by commas",
	'@': "a text needs quotes", '\\': `write \ only inside a string`, '~': "write ! to negate", '^': "a power or an exclusive or does not exist",
}

// strayEqual says what to write in place of a single equals sign, and where the operator begins that it is part of.
func (f *tree) strayEqual(i int) (at int, message string) {
	t := f.tokens[i]
	around := func(from, to int32) string { return f.slice(t.from+from, t.from+to) }
	switch {
	case around(-2, 1) == "===" || around(-2, 1) == "!==":
		return i - 1, around(-2, 1) + " is no operator: write " + around(-2, 0)
	case around(0, 2) == "=<":
		return i, "=< is no operator: write <="
	case around(0, 2) == "=>":
		return i, "=> is no operator: write >= to compare, or : between a name and its value"
	case around(-1, 1) == ":=":
		return i - 1, ":= is no operator: write a colon between a name and its value"
	}
	if name := f.prev(i); name >= 0 {
		before := f.prev(name)
		if open := f.enclosing(i); before == open && (open < 0 || f.word(open) == "{") ||
			before >= 0 && f.tokens[before].kind == tokenComma && open >= 0 && f.word(open) == "{" {
			return i, fmt.Sprintf("write a colon between a name and its value, as in %s: ...", f.word(name))
		}
	}
	return i, "a single = is no operator: write == to compare"
}

// enclosing returns the innermost bracket that is open at a token, -1 if none is.
func (f *tree) enclosing(i int) int {
	depth := 0
	for i--; i >= 0; i-- {
		switch f.tokens[i].kind {
		case tokenClose:
			depth++
		case tokenOpen:
			if depth == 0 {
				return i
			}
			depth--
		default:
		}
	}
	return -1
}

// unterminated says that a bad token is a string or name without an end, "" if it is none.
func (f *tree) unterminated(i int) string {
	if f.tokens[i].kind != tokenBad {
		return ""
	}
	text := f.word(i)
	body := strings.TrimLeft(text, "rRbB")
	switch {
	case body == "":
		return ""
	case strings.HasPrefix(body, "``"):
		return "back quotes only enclose a name after a dot: if this is the fence of a code block, remove it"
	case body[0] == '`' && (len(body) == 1 || body[len(body)-1] != '`'):
		return "this name is never closed: ` is missing"
	case body[0] != '"' && body[0] != '\'' || len(text)-len(body) == 2 && strings.EqualFold(text[:2], "rb") && closes(body):
		return ""
	case strings.HasPrefix(body, `"""`), strings.HasPrefix(body, "'''"):
		return "this string is never closed: " + body[:3] + " is missing"
	}
	return fmt.Sprintf("this string is never closed: %c is missing before the end of the line", body[0])
}

func closes(body string) bool { return len(body) > 1 && body[len(body)-1] == body[0] }

// blameQuote moves the blame for an open single-quoted string to an apostrophe that ended an earlier one, as in
// 'I can't say', and for others to the first one of the line that no value can follow as it does.
func (f *tree) blameQuote(i int, message string) (int, string) {
	line := f.pos(f.tokens[i].from).Line
	if f.runes[f.tokens[i].from] == '"' && !strings.HasPrefix(f.word(i), `"""`) {
		first := i
		for j := i - 1; j >= 0 && f.pos(f.tokens[j].from).Line == line; j-- {
			if t := f.tokens[j]; t.kind == tokenString && f.runes[t.from] == '"' && f.tokens[j+1].starts() {
				first = j
			}
		}
		return first, message
	}
	for j := i - 1; j > 0 && f.pos(f.tokens[j].from).Line == line; j-- {
		t, before := f.tokens[j], f.tokens[j-1]
		if f.runes[f.tokens[i].from] == '\'' && t.kind == tokenIdent && before.kind == tokenString &&
			before.to == t.from && f.runes[before.to-1] == '\'' {
			return j, "the apostrophe before this ends the string: write the text in double quotes"
		}
	}
	return i, message
}

// badEscape returns the place of an escape that a string token can't have, and what is wrong with it.
func (f *tree) badEscape(i int) (offset int32, message string) {
	t := f.tokens[i]
	if t.kind != tokenString && t.kind != tokenBytes {
		return 0, ""
	}
	at := t.from
	for ; f.runes[at] != '"' && f.runes[at] != '\''; at++ {
		if f.runes[at] == 'r' || f.runes[at] == 'R' {
			return 0, ""
		}
	}
	for ; at < t.to; at++ {
		if f.runes[at] != '\\' {
			continue
		}
		n, message := f.escape(at+1, t)
		if message != "" {
			return at, message
		}
		at += n
	}
	return 0, ""
}

// escape returns how many runes an escape has after its backslash.
func (f *tree) escape(at int32, t token) (n int32, message string) {
	r := f.runes[at]
	var digits int32
	switch r {
	case 'a', 'b', 'f', 'n', 'r', 't', 'v', '\\', '\'', '"', '`', '?':
		return 1, ""
	case '0', '1', '2', '3':
		for _, d := range f.runes[at+1 : min(at+3, t.to)] {
			if d < '0' || d > '7' {
				return 0, fmt.Sprintf(`\%c is no escape: an octal one has three digits, as \%c12`, r, r)
			}
		}
		return 3, ""
	case 'x', 'X':
		digits = 2
	case 'u':
		digits = 4
	case 'U':
		digits = 8
	default:
		return 0, fmt.Sprintf(`\%c is no escape: write \\%c, or r"..." around a text with backslashes such as a regular expression`, r, r)
	}
	if t.kind == tokenBytes && digits > 2 {
		return 0, fmt.Sprintf(`\%c can't stand in bytes: write \x and two digits for each byte`, r)
	}
	var code int64
	for i := at + 1; i <= at+digits; i++ {
		if i >= t.to || !isHex(f.runes[i]) {
			return 0, fmt.Sprintf(`\%c takes %d hexadecimal digits`, r, digits)
		}
		code = code<<4 | int64(strings.IndexRune("0123456789abcdef", f.runes[i]|0x20))
	}
	if code > utf8.MaxRune || !utf8.ValidRune(rune(code)) {
		return 0, f.slice(at-1, at+1+digits) + ` is no character: one beyond U+FFFF is written \U and eight digits`
	}
	return digits + 1, ""
}
