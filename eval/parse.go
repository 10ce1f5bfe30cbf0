package eval

import (
	"slices"
	"sync"

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
	f.tokens = scan(f.runes)
	if problems = f.checkText(); problems != nil {
		return nil, SortProblems(problems)
	}
	if problems = f.checkTokens(); problems != nil {
		return nil, SortProblems(problems)
	}
	source := fileSource{Buffer: runes.NewBuffer(string(src)), name: name, text: string(src), lines: []int32{0}}
	// cel-go looks lines up one by one, several times a node. In a text of one long line that costs nothing, and
	// a column is a rune offset.
	parsed, errs := fileParser().Parse(source)
	if list := errs.GetErrors(); len(list) > 0 {
		return nil, SortProblems(f.syntaxProblems(list))
	}
	source.lines = f.lines
	source.ends = append(slices.Clone(f.lines[1:]), int32(len(f.runes))+1)
	f.source = source
	f.ast = parsed
	return f, nil
}

// fileParser returns cel-go's parser with the syntax and macros of the language. It uses the hand-written one of
// cel-go's two: the generated one takes several times as long.
var fileParser = sync.OnceValue(func() *parser.Parser {
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
		parser.MaxRecursionDepth(maxDepth),
		parser.ExpressionSizeCodePointLimit(MaxFileSize),
		parser.MaxExpressionNodeCount(maxNodes),
	)
	if err != nil {
		panic("eval: the parser's options clash: " + err.Error())
	}
	return p
})

// fileSource is a text in the form that cel-go takes. It finds lines by bisection; cel-go's own goes through all.
type fileSource struct {
	runes.Buffer
	name, text string
	lines      []int32 // rune offset of the start of each line
	ends       []int32 // where each line ends, its line feed included, and one more for the end of the text
}

func (s fileSource) Content() string { return s.text }

func (s fileSource) Description() string { return s.name }

func (s fileSource) LineOffsets() []int32 { return s.ends }

func (s fileSource) NewLocation(line, col int) common.Location { return common.NewLocation(line, col) }

func (s fileSource) LocationOffset(at common.Location) (int32, bool) {
	if at.Line() < 1 || at.Line() > len(s.lines) {
		return -1, false
	}
	return s.lines[at.Line()-1] + int32(at.Column()), true
}

func (s fileSource) OffsetLocation(offset int32) (common.Location, bool) {
	line, found := slices.BinarySearch(s.lines, offset)
	if found {
		line++
	}
	if line == 0 {
		return common.NoLocation, false
	}
	return common.NewLocation(line, int(offset-s.lines[line-1])), true
}

func (s fileSource) Snippet(line int) (string, bool) {
	if line < 1 || line > len(s.lines) {
		return "", false
	}
	to := s.Len()
	if line < len(s.lines) {
		to = int(s.lines[line]) - 1
	}
	return s.Slice(int(s.lines[line-1]), to), true
}
