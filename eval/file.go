package eval

import (
	"sort"
	"strings"
	"sync"
	"unicode/utf8"
	"weak"
)

// MaxFileSize is the largest policy file that loads, in bytes.
const MaxFileSize = 1 << 20

// File is one policy file that parsed: its text, and where its lines begin. What it was parsed to is not kept with it, for it takes
// many times the room: whoever asks has it made anew, unless somebody holds it still. A File never changes, and is safe for
// concurrent use.
type File struct {
	// Name of the file as it appears in positions, slash-separated.
	Name string

	text  string
	size  int32   // in runes
	lines []int32 // rune offset of the start of each line
	bytes []int32 // the same in bytes; nil where each rune is one

	mu     sync.Mutex
	parsed weak.Pointer[tree]
}

// newFile looks for the lines of a text.
func newFile(name, text string) *File {
	f := &File{Name: name, text: text, size: int32(utf8.RuneCountInString(text))}
	starts := make([]int32, 1, strings.Count(text, "\n")+1)
	for at := strings.IndexByte(text, '\n'); at >= 0; {
		start := at + 1
		starts = append(starts, int32(start))
		if at = strings.IndexByte(text[start:], '\n'); at >= 0 {
			at += start
		}
	}
	f.lines = starts
	if int(f.size) < len(text) {
		f.bytes, f.lines = starts, make([]int32, len(starts))
		for i := 1; i < len(starts); i++ {
			f.lines[i] = f.lines[i-1] + int32(utf8.RuneCountInString(text[starts[i-1]:starts[i]]))
		}
	}
	return f
}

// Root returns the file's one value. Where nothing else holds what the file was parsed to, it is parsed again, which takes some
// 50 ns a byte.
func (f *File) Root() Node {
	t := f.tree()
	return t.root()
}

// tree returns what the file parses to.
func (f *File) tree() *tree {
	f.mu.Lock()
	defer f.mu.Unlock()
	if t := f.parsed.Value(); t != nil {
		return t
	}
	t := newTree(f)
	t.tokenize()
	t.rebuild()
	f.parsed = weak.Make(t)
	return t
}

// Text returns the whole text of the file.
func (f *File) Text() string { return f.text }

// Line returns the text of line n, counted from 1, without its line end, and "" beyond the file.
func (f *File) Line(n int) string {
	if n < 1 || n > len(f.lines) {
		return ""
	}
	to := f.size
	if n < len(f.lines) {
		to = f.lines[n] - 1
	}
	return strings.TrimSuffix(f.slice(f.lines[n-1], to), "\r")
}

// slice returns the text between two offsets in runes.
func (f *File) slice(from, to int32) string {
	from, to = max(from, 0), min(to, f.size)
	if from >= to {
		return ""
	}
	return f.text[f.byteAt(from):f.byteAt(to)]
}

// byteAt returns the offset in bytes of one in runes.
func (f *File) byteAt(offset int32) int {
	if f.bytes == nil {
		return int(offset)
	}
	line := f.lineOf(offset)
	at := int(f.bytes[line])
	for n := offset - f.lines[line]; n > 0; n-- {
		_, size := utf8.DecodeRuneInString(f.text[at:])
		at += size
	}
	return at
}

// lineOf returns the index of the line of a rune offset, in O(log lines).
func (f *File) lineOf(offset int32) int {
	return sort.Search(len(f.lines), func(i int) bool { return f.lines[i] > offset }) - 1
}

// pos returns the place of a rune offset. An offset outside the text counts as the nearest end of it.
func (f *File) pos(offset int32) Pos {
	offset = max(0, min(offset, f.size))
	line := f.lineOf(offset)
	return Pos{File: f.Name, Line: line + 1, Col: int(offset-f.lines[line]) + 1}
}
