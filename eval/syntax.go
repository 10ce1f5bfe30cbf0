package eval

import (
	"strings"

	"cel.dev/cel-go/common"
)

// syntaxProblems turns what cel-go says about a text that does not parse into our words. cel-go goes on after a
// fault and reports its echoes too; so only the first place where the text leaves the grammar counts, and before it
// what is wrong by itself, such as a number that is too large.
func (f *tree) syntaxProblems(errs []*common.Error) []Problem {
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
func (f *tree) ownFault(message string, offset int32, r *reader) (Problem, bool) {
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

func (f *tree) unknownFault(e *common.Error) Problem {
	offset := int32(0)
	if e.Location != nil && e.Location.Line() > 0 {
		offset = min(int32(e.Location.Column()), f.lastOffset())
	}
	message := strings.TrimPrefix(e.Message, "Syntax error: ")
	return f.problem(offset, "%s", strings.Join(strings.Fields(message), " "))
}

// tokenAt returns the text of the token at an offset, with the number after a sign.
func (f *tree) tokenAt(offset int32) string {
	for i, t := range f.tokens {
		if t.from == offset {
			return f.word(i)
		}
	}
	return "this"
}

// lastOffset returns where the last token begins.
func (f *tree) lastOffset() int32 {
	if last := f.prev(len(f.tokens)); last >= 0 {
		return f.tokens[last].from
	}
	return 0
}
