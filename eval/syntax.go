package eval

import (
	"fmt"
	"strings"

	"cel.dev/cel-go/common"
)

// syntaxProblems turns what cel-go says about a text that does not parse into our words. cel-go goes on after a
// fault and reports its echoes too; so only the first place where the text leaves the grammar counts, and before it
// what is wrong by itself, such as a number that is too large.
func (f *File) syntaxProblems(errs []*common.Error) []Problem {
	r := reader{file: f, at: -1}
	r.next()
	r.value()
	var problems []Problem
	limit := int32(len(f.runes)) + 1
	if r.failed {
		problems = append(problems, f.problem(r.offset, "%s", r.message))
		limit = r.offset
	}
	for _, e := range errs {
		offset := int32(-1)
		if e.Location != nil && e.Location.Line() > 0 {
			offset = int32(e.Location.Column())
		}
		if p, ok := f.ownFault(e.Message, offset, &r); ok && (offset < 0 && !r.failed || offset < limit) {
			problems = append(problems, p)
		}
	}
	if problems == nil { // the text leaves the grammar where reader sees nothing wrong
		problems = append(problems, f.unknownFault(errs[0]))
	}
	return problems
}

// ownFault translates an error that stands by itself.
func (f *File) ownFault(message string, offset int32, r *reader) (Problem, bool) {
	text := f.tokenAt(offset)
	switch {
	case strings.Contains(message, "recursion limit"):
		return f.problem(r.deepest, "this expression has more than %d operators and selections in a chain: "+
			"split it up, for instance with vars", maxDepth), true
	case strings.Contains(message, "expression count"):
		return f.problem(offset, "the file is too complex: more than %d terms; split it into several files", maxNodes), true
	case strings.Contains(message, "invalid int literal"):
		return f.problem(offset, "%s is out of range: an integer lies between -9223372036854775808 and 9223372036854775807", text), true
	case strings.Contains(message, "invalid uint literal"):
		return f.problem(offset, "%s is out of range: an unsigned integer is at most 18446744073709551615", text), true
	case strings.Contains(message, "invalid double literal"):
		return f.problem(offset, "%s is out of range for a double", text), true
	case strings.Contains(message, "has() macro"):
		return f.problem(offset, "has() takes one field, as in has(call.args.sku)"), true
	case strings.Contains(message, "not an identifier"), strings.Contains(message, "simple name"), strings.Contains(message, "simple identifier"):
		return f.problem(offset, "a plain name is expected here: that of each element, as x in list.exists(x, x > 0)"), true
	case strings.Contains(message, "accumulator variable"):
		return f.problem(offset, "%s can't name an element: choose another name", text), true
	}
	return Problem{}, false
}

func (f *File) unknownFault(e *common.Error) Problem {
	offset := int32(0)
	if e.Location != nil && e.Location.Line() > 0 {
		offset = min(int32(e.Location.Column()), f.lastOffset())
	}
	message := strings.TrimPrefix(e.Message, "Syntax error: ")
	return f.problem(offset, "%s", strings.Join(strings.Fields(message), " "))
}

// tokenAt returns the text of the token at an offset, with the number after a sign.
func (f *File) tokenAt(offset int32) string {
	for i, t := range f.tokens {
		if t.from == offset {
			return f.text(i)
		}
	}
	return "this"
}

// lastOffset returns where the last token begins.
func (f *File) lastOffset() int32 {
	if last := f.prev(len(f.tokens)); last >= 0 {
		return f.tokens[last].from
	}
	return 0
}

// reader follows the grammar through the tokens of a text that did not parse, to say where it leaves it and what was
// expected there. It needs no precedences, and recurses only into brackets, which are paired and bounded.
type reader struct {
	file *File
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
func (r *reader) is(text string) bool { return !r.end() && r.file.text(r.at) == text }

// text returns the current token, shortened for a message.
func (r *reader) text(i int) string {
	if i < 0 || i >= len(r.file.tokens) {
		return "the end of the file"
	}
	text := []rune(r.file.text(i))
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

// expression reads operands and what joins them. what names what it is the value of, for messages.
func (r *reader) expression(what string) bool {
	start, length, middle := r.at, 0, -1
	for {
		if !r.operand(what) {
			return false
		}
		switch {
		case r.kind() == tokenBinary || r.kind() == tokenMinus:
			length++
		case r.kind() == tokenQuestion && middle >= 0:
			return r.fail(r.at, "a condition inside a condition needs parentheses: a ? (b ? c : d) : e")
		case r.kind() == tokenQuestion && !r.oddQuestion():
			middle = r.at
			length++
		case r.kind() == tokenColon && middle >= 0:
			middle = -1
		case r.failed:
			return false
		default:
			if middle >= 0 && !r.oddity() {
				return r.fail(middle, "this ? has no : after it: write condition ? value : other value")
			}
			r.measure(start, length)
			return !r.failed
		}
		what = r.text(r.at)
		r.next()
	}
}

func (r *reader) measure(start, length int) {
	if length > r.longest && start < len(r.file.tokens) {
		r.longest, r.deepest = length, r.file.tokens[start].from
	}
}

// operand reads signs, a value, and the selections, calls and indexes behind it.
func (r *reader) operand(what string) bool {
	if !r.prefix() {
		return false
	}
	start, length := r.at, 0
	named := false // so far, the name of a struct
	switch k := r.kind(); {
	case k == tokenIdent || k == tokenDot:
		if !r.name() {
			return false
		}
		named = true
		if r.is("(") {
			named = false
			if !r.arguments() {
				return false
			}
		}
	case k.isLiteral():
		r.next()
	case r.is("("):
		if !r.group() {
			return false
		}
	case r.is("["):
		if !r.list() {
			return false
		}
	case r.is("{"):
		if !r.entries() {
			return false
		}
	case k == tokenQuoted:
		return r.fail(r.at, "a name in back quotes only follows a dot or names a field")
	default:
		return r.missingValue(what)
	}
	for {
		switch {
		case r.kind() == tokenDot:
			quoted, ok := r.selection()
			if !ok {
				return false
			}
			named = named && !quoted
			if r.is("(") {
				named = false
				if !r.arguments() {
					return false
				}
			}
		case r.is("["):
			named = false
			if !r.index() {
				return false
			}
		case r.is("{") && named:
			named = false
			if !r.fields(r.file.text(r.file.prev(r.at))) {
				return false
			}
		default:
			r.measure(start, length)
			return true
		}
		length++
	}
}

func (k tokenKind) isLiteral() bool { return token{kind: k}.literal() }

// prefix reads signs: several of one kind, or ! before a negative number.
func (r *reader) prefix() bool {
	first := r.at
	for r.kind() == tokenNot || r.kind() == tokenMinus {
		if r.kind() != r.file.tokens[first].kind {
			number := r.file.next(r.at)
			if r.kind() == tokenNot || number < 0 || r.file.tokens[number].kind != tokenInt && r.file.tokens[number].kind != tokenDouble {
				return r.fail(r.at, "%s can't follow %s: put parentheses around what it applies to", r.text(r.at), r.text(first))
			}
		}
		r.next()
	}
	return true
}

// name reads a plain name, with a leading dot or without.
func (r *reader) name() bool {
	if r.kind() == tokenDot {
		r.next()
		if r.kind() != tokenIdent {
			return r.fail(r.at, "a name is missing after the dot")
		}
	}
	at := r.at
	word := r.file.text(at)
	r.next()
	if !reserved(word) || r.structAhead() {
		return true
	}
	switch word {
	case "if", "else":
		return r.fail(at, "there is no %s: write condition ? value : other value", word)
	case "for", "while", "loop":
		return r.fail(at, "there is no %s: write list.exists(x, ...), all, filter or map", word)
	case "var", "let", "const":
		return r.fail(at, "there is no %s: a policy names values in vars: {...}", word)
	case "function", "return", "import":
		return r.fail(at, "there is no %s: a file holds one value", word)
	}
	return r.fail(at, "%s is a reserved word: choose another name", word)
}

// structAhead reports whether the name just read is the beginning of a struct's.
func (r *reader) structAhead() bool {
	i := r.at
	for i >= 0 && i < len(r.file.tokens) && r.file.tokens[i].kind == tokenDot {
		if i = r.file.next(i); i < 0 || r.file.tokens[i].kind != tokenIdent {
			return false
		}
		i = r.file.next(i)
	}
	return i >= 0 && i < len(r.file.tokens) && r.file.text(i) == "{"
}

// selection reads .name or .?name.
func (r *reader) selection() (quoted, ok bool) {
	dot := r.at
	r.next()
	optional := r.kind() == tokenQuestion
	if optional {
		r.next()
	}
	switch r.kind() {
	case tokenIdent:
		r.next()
		if optional && r.is("(") {
			return false, r.fail(r.at, "a call can't follow .?: read a field with it, as in call.args.?sku")
		}
		return false, true
	case tokenQuoted:
		r.next()
		if r.is("(") {
			return true, r.fail(r.at, "a function's name is written without back quotes")
		}
		return true, true
	case tokenKeyword, tokenBinary:
		if word := r.file.text(r.at); isLetter([]rune(word)[0]) {
			return false, r.fail(r.at, "%s can't follow a dot: write [%q]", word, word)
		}
	case tokenInt, tokenDouble:
		return false, r.fail(r.at, "a number can't follow a dot: write [%s]", r.text(r.at))
	default:
	}
	if r.end() {
		return false, r.fail(dot, "a name is missing after this dot")
	}
	return false, r.fail(r.at, "a name is missing after the dot, before %s", r.text(r.at))
}

// group reads an expression in parentheses.
func (r *reader) group() bool {
	closer := r.closer()
	r.next()
	if r.at == closer {
		return r.fail(r.at, "a value is missing in ()")
	}
	return r.expression("") && r.shut(closer, "in ()")
}

// index reads [value] behind a value.
func (r *reader) index() bool {
	closer := r.closer()
	r.next()
	if r.kind() == tokenQuestion {
		r.next()
	}
	if r.at == closer {
		return r.fail(r.at, "a key is missing in []")
	}
	return r.expression("") && r.shut(closer, "in []")
}

// shut reads the closing bracket of what holds one value.
func (r *reader) shut(closer int, where string) bool {
	switch {
	case r.at == closer:
		r.next()
		return true
	case r.oddity():
		return false
	case r.kind() == tokenColon:
		return r.strayColon(closer)
	case r.kind() == tokenComma:
		return r.fail(r.at, "only one value may stand %s", where)
	case r.begins():
		return r.fail(r.at, "an operator is missing between %s and %s", r.text(r.file.prev(r.at)), r.text(r.at))
	}
	return r.fail(r.at, "%s is not expected here", r.text(r.at))
}

// arguments reads those of a call.
func (r *reader) arguments() bool {
	closer := r.closer()
	return r.each(closer, func() bool { return r.expression("") }) && r.noTrailingComma(closer)
}

func (r *reader) noTrailingComma(closer int) bool {
	if comma := r.file.prev(closer); r.file.tokens[comma].kind == tokenComma {
		return r.fail(comma, "a call takes no comma after its last value")
	}
	return true
}

func (r *reader) list() bool {
	return r.each(r.closer(), func() bool {
		if r.kind() == tokenQuestion {
			r.next()
		}
		return r.expression("")
	})
}

// entries reads those of a map.
func (r *reader) entries() bool {
	return r.each(r.closer(), func() bool {
		if r.kind() == tokenQuestion {
			r.next()
		}
		key := r.at
		if !r.expression("") {
			return false
		}
		what := "key " + r.text(key)
		if !r.colon(what) {
			return false
		}
		return r.expression(what)
	})
}

// fields reads those of a struct.
func (r *reader) fields(name string) bool {
	return r.each(r.closer(), func() bool {
		if r.kind() == tokenQuestion {
			r.next()
		}
		field := r.at
		switch r.kind() {
		case tokenIdent, tokenQuoted:
		case tokenKeyword:
			return r.fail(field, "%s can't name a field", r.text(field))
		case tokenString:
			if colon := r.file.next(field); colon >= 0 && r.file.tokens[colon].kind == tokenColon {
				return r.fail(field, "the fields of %s{} are written without quotes", name)
			}
			return r.fail(field, "a field of %s{} is expected here, as name: value", name)
		default:
			if r.blockComment() {
				return false
			}
			if r.is("in") {
				return r.fail(field, "in can't name a field")
			}
			return r.fail(field, "a field of %s{} is expected here, as name: value, not %s", name, r.text(field))
		}
		r.next()
		if r.is("{") {
			return r.fail(field, "a field of %s{} is expected here, as name: %s{...}", name, r.text(field))
		}
		return r.colon(r.text(field)) && r.expression(r.text(field)+":")
	})
}

func (r *reader) colon(what string) bool {
	switch {
	case r.kind() == tokenColon:
		r.next()
		return true
	case r.kind() == tokenComma || r.kind() == tokenClose:
		return r.fail(r.at, "missing colon and value after %s", what)
	case r.oddity():
		return false
	}
	return r.fail(r.at, "missing colon after %s", what)
}

// each reads elements separated by commas up to the closing bracket.
func (r *reader) each(closer int, element func() bool) bool {
	for r.next(); r.at != closer; {
		if r.kind() == tokenComma {
			if next := r.file.next(r.at); next == closer && r.file.prev(r.at) >= 0 && r.file.tokens[r.file.prev(r.at)].kind == tokenOpen {
				return r.fail(r.at, "a comma without a value before it")
			}
			return r.fail(r.at, "one comma too many")
		}
		if !element() {
			return false
		}
		if r.at == closer {
			break
		}
		if r.kind() != tokenComma {
			return r.missingComma(closer)
		}
		r.next()
	}
	r.next()
	return true
}

// missingComma says why the current token can't follow an element.
func (r *reader) missingComma(closer int) bool {
	before := r.file.prev(r.at)
	switch {
	case r.oddity():
		return false
	case r.kind() == tokenColon:
		return r.strayColon(closer)
	case r.begins() || r.kind() == tokenNot:
		if r.inStruct(closer) && !r.fieldAhead() {
			return r.fail(r.at, "an operator is missing between %s and %s, or a comma", r.text(before), r.text(r.at))
		}
		return r.fail(r.at, "missing comma after %s", r.text(before))
	}
	return r.fail(r.at, "%s is not expected here", r.text(r.at))
}

// inStruct reports whether a closing bracket is that of a struct.
func (r *reader) inStruct(closer int) bool {
	name := r.file.prev(int(r.file.tokens[closer].pair))
	return r.file.text(closer) == "}" && name >= 0 && r.file.tokens[name].ends()
}

// fieldAhead reports whether a field may begin with the current token.
func (r *reader) fieldAhead() bool {
	next := r.file.next(r.at)
	return next >= 0 && (r.file.tokens[next].kind == tokenColon || r.kind() == tokenString)
}

// strayColon says why a colon can't follow a value inside the bracket.
func (r *reader) strayColon(closer int) bool {
	open := int(r.file.tokens[closer].pair)
	key := r.file.prev(r.at)
	before, after := r.file.prev(key), r.file.next(r.at)
	switch {
	case after >= 0 && r.file.tokens[after].kind == tokenColon && r.file.tokens[after].from == r.file.tokens[r.at].to:
		return r.fail(r.at, ":: is no operator: write a dot, as in Handoff.HUMAN")
	case r.file.text(closer) == "}":
		if !r.file.tokens[before].ends() && before > open && r.file.leads(key) { // the line above is not complete
			return r.fail(before, "a value is missing after %s", r.text(before))
		}
		return r.fail(r.at, "a second colon in one field: is a comma missing before %s?", r.text(key))
	}
	if name := r.file.prev(open); name >= 0 && r.file.tokens[name].kind == tokenIdent {
		if strings.ToUpper(r.text(name)[:1]) == r.text(name)[:1] {
			return r.fail(open, "fields stand in braces: %s{...}", r.text(name))
		}
		return r.fail(r.at, "the values of a call have no names: leave out %s:", r.text(key))
	}
	return r.fail(r.at, "a name with a colon can't stand in %s%s: only in {}", r.file.text(open), r.file.text(closer))
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
	switch both := r.file.text(before) + r.file.text(r.at); both {
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
	word := r.file.text(r.at)
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
	if r.begins() && r.file.text(before) == "not" {
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
