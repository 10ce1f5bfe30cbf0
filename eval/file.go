package eval

import (
	"cel.dev/cel-go/common"
	"cel.dev/cel-go/common/ast"
)

// MaxFileSize is the largest policy file that loads, in bytes.
const MaxFileSize = 1 << 20

// File is one parsed policy file. It is immutable and safe for concurrent use.
type File struct {
	// Name of the file as it appears in positions, slash-separated.
	Name string

	runes  []rune
	tokens []token
	lines  []int32 // rune offset of the start of each line
	source common.Source
	ast    *ast.AST
}

// Root returns the file's one value.
func (f *File) Root() Node { return Node{f, f.ast.Expr(), -1} }

// Text returns the whole text of the file.
func (f *File) Text() string { return string(f.runes) }

// Line returns the text of line n, counted from 1, without its line end, and "" beyond the file.
func (f *File) Line(n int) string {
	if n < 1 || n > len(f.lines) {
		return ""
	}
	to := int32(len(f.runes))
	if n < len(f.lines) {
		to = f.lines[n] - 1
	}
	line := f.slice(f.lines[n-1], to)
	if len(line) > 0 && line[len(line)-1] == '\r' {
		line = line[:len(line)-1]
	}
	return line
}

func (f *File) slice(from, to int32) string {
	from, to = max(from, 0), min(to, int32(len(f.runes)))
	if from >= to {
		return ""
	}
	return string(f.runes[from:to])
}
