package eval

import (
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/runes"
	"cel.dev/cel-go/parser"
)

// tree is a text with what it was parsed to: that of a whole file, or of one expression of it. Offsets are in runes and count from where
// the text begins; positions are those of the file.
type tree struct {
	file *File
	from int32 // where the text begins in the file
	text *File // a file of the text alone: the same one for a whole file

	runes  []rune
	tokens []token
	source fileSource
	ast    *ast.AST
}

// newTree returns the tree of a whole file, which is yet to be parsed.
func newTree(f *File) *tree { return &tree{file: f, text: f, runes: []rune(f.text)} }

// partOf returns the tree of a part of a file that is one expression. The text of the whole file has been looked at, so that only the
// tree itself is yet to be built.
func partOf(f *File, from, to int32) *tree {
	text := newFile(f.Name, f.slice(from, to))
	t := &tree{file: f, from: from, text: text, runes: []rune(text.text)}
	t.tokenize()
	return t
}

// tokenize cuts a text that was looked at into tokens.
func (t *tree) tokenize() {
	t.tokens = scan(t.runes)
	t.pairBrackets()
}

// rebuild builds the tree of what has parsed before.
func (t *tree) rebuild() *tree {
	if problems := t.build(fileParser()); problems != nil {
		panic("eval: what has parsed does not parse: " + problems[0].Error())
	}
	return t
}

// parse fills in the tokens and the tree, or says what is wrong with the text.
func (t *tree) parse() []Problem {
	t.tokens = scan(t.runes)
	if problems := t.checkText(); problems != nil {
		return SortProblems(problems)
	}
	if problems := t.checkTokens(); problems != nil {
		return SortProblems(problems)
	}
	return t.build(fileParser())
}

// build makes the tree.
func (t *tree) build(p *parser.Parser) []Problem {
	// cel-go looks lines up one by one, several times a node. In a text of one long line that costs nothing, and
	// a column is a rune offset.
	source := fileSource{runes.NewBuffer(t.text.text), t.text, false}
	parsed, errs := p.Parse(source)
	if list := errs.GetErrors(); len(list) > 0 {
		return SortProblems(t.syntaxProblems(list))
	}
	t.source = fileSource{source.Buffer, t.text, true}
	t.ast = parsed
	return nil
}

// root returns the one value of the text.
func (t *tree) root() Node { return Node{t, t.ast.Expr(), -1} }

// pos returns the place of an offset, in O(log lines). An offset outside the text counts as the nearest end of it.
func (t *tree) pos(offset int32) Pos {
	return t.file.pos(t.from + max(0, min(offset, int32(len(t.runes)))))
}

// slice returns the text between two offsets.
func (t *tree) slice(from, to int32) string { return t.text.slice(from, to) }
