package eval

import (
	"slices"
	"sync"
	"weak"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common"
	"cel.dev/cel-go/common/runes"
	"cel.dev/cel-go/parser"
)

const (
	// maxNodes bounds the tree of a file, what macros expand to included.
	maxNodes = 1_000_000
	// maxDepth bounds a chain of operators and selections, which brackets do not interrupt.
	maxDepth = 250
)

// Parse reads one policy file: exactly one CEL value, without a look at what it means. It returns either a File
// or what is wrong with the text, in the order of the text. Where one fault would cause a trail of others,
// only the first is reported. Parse takes any bytes, and time in proportion to their number.
func Parse(name string, src []byte) (*File, []Problem) {
	f, problems := readText(name, src)
	if problems != nil {
		return nil, problems
	}
	t := newTree(f)
	if problems := t.parse(); problems != nil {
		return nil, problems
	}
	f.parsed = weak.Make(t)
	return f, nil
}

// fileParser returns cel-go's parser with the syntax and macros of the language. It uses the hand-written one of
// cel-go's two: the generated one takes several times as long.
var fileParser = sync.OnceValue(func() *parser.Parser { return newParser(maxDepth) })

// passageParser is the same for what stands in a list.
var passageParser = sync.OnceValue(func() *parser.Parser { return newParser(maxDepth - 8) })

func newParser(depth int) *parser.Parser {
	env, err := cel.NewCustomEnv(libraries()...)
	if err != nil {
		panic("eval: the libraries of the language clash: " + err.Error())
	}
	p, err := parser.NewParser(
		parser.Macros(env.Macros()...),
		parser.EnablePrattParser(true),
		parser.PopulateMacroCalls(true),
		parser.EnableOptionalSyntax(true),
		parser.EnableIdentEscapeSyntax(true),
		parser.EnableVariadicOperatorASTs(false),
		parser.MaxRecursionDepth(depth),
		parser.ExpressionSizeCodePointLimit(MaxFileSize),
		parser.MaxExpressionNodeCount(maxNodes),
	)
	if err != nil {
		panic("eval: the parser's options clash: " + err.Error())
	}
	return p
}

// fileSource is a text in the form that cel-go takes. It finds lines by bisection; cel-go's own goes through all.
type fileSource struct {
	runes.Buffer
	file  *File
	lines bool // without them the text is one long line
}

func (s fileSource) Content() string { return s.file.text }

func (s fileSource) Description() string { return s.file.Name }

// LineOffsets returns where each line ends, its line feed included, and one more for the end of the text.
func (s fileSource) LineOffsets() []int32 {
	if !s.lines {
		return nil
	}
	return append(slices.Clone(s.file.lines[1:]), s.file.size+1)
}

func (s fileSource) NewLocation(line, col int) common.Location { return common.NewLocation(line, col) }

func (s fileSource) LocationOffset(at common.Location) (int32, bool) {
	if at.Line() < 1 || at.Line() > s.count() {
		return -1, false
	}
	return s.file.lines[at.Line()-1] + int32(at.Column()), true
}

func (s fileSource) OffsetLocation(offset int32) (common.Location, bool) {
	switch {
	case offset < 0:
		return common.NoLocation, false
	case !s.lines:
		return onlyLine(offset), true
	}
	line := s.file.lineOf(offset)
	return common.NewLocation(line+1, int(offset-s.file.lines[line])), true
}

// onlyLine is a place in a text of one line. It takes four bytes, and cel-go asks for two a node.
type onlyLine int32

func (onlyLine) Line() int { return 1 }

func (l onlyLine) Column() int { return int(l) }

func (s fileSource) Snippet(line int) (string, bool) {
	if line < 1 || line > s.count() {
		return "", false
	}
	to := s.file.size
	if s.lines && line < len(s.file.lines) {
		to = s.file.lines[line] - 1
	}
	return s.file.slice(s.file.lines[line-1], to), true
}

// count returns the number of lines.
func (s fileSource) count() int {
	if !s.lines {
		return 1
	}
	return len(s.file.lines)
}
