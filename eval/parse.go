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
	text := string(f.runes)
	parsed, errs := fileParser().Parse(flatSource{runes.NewBuffer(text), name, text})
	if list := errs.GetErrors(); len(list) > 0 {
		return nil, SortProblems(f.syntaxProblems(list))
	}
	f.source = &fileSource{Source: common.NewStringSource(text, name), lines: f.lines}
	f.ast = parsed
	return f, nil
}

// fileParser returns cel-go's parser with the syntax and macros of the language. It uses the hand-written one of
// cel-go's two: the generated one takes 20 times as long.
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

// flatSource is a text that cel-go takes for one long line. cel-go looks lines up one by one, several times a node;
// on one line that costs nothing, and a column is a rune offset.
type flatSource struct {
	runes.Buffer
	name, text string
}

func (s flatSource) Content() string                           { return s.text }
func (s flatSource) Description() string                       { return s.name }
func (s flatSource) LineOffsets() []int32                      { return nil }
func (s flatSource) NewLocation(line, col int) common.Location { return common.NewLocation(line, col) }
func (s flatSource) Snippet(int) (string, bool)                { return "", false }

func (s flatSource) LocationOffset(at common.Location) (int32, bool) { return int32(at.Column()), true }

func (s flatSource) OffsetLocation(offset int32) (common.Location, bool) {
	return common.NewLocation(1, int(offset)), true
}

// fileSource is a text with its lines, for what cel-go does after parsing. It finds a line by bisection.
type fileSource struct {
	common.Source
	lines []int32
}

func (s *fileSource) OffsetLocation(offset int32) (common.Location, bool) {
	line, found := slices.BinarySearch(s.lines, offset)
	if !found {
		line--
	}
	if line < 0 {
		return common.NoLocation, false
	}
	return common.NewLocation(line+1, int(offset-s.lines[line])), true
}
