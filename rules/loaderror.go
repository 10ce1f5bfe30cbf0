package rules

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/lacuna-go/lacuna/eval"
)

// MaxProblems is how many problems a [LoadError] writes out.
const MaxProblems = 50

// LoadError says why policies do not load.
type LoadError struct {
	// Problems are all that was found, by position. One without a position is about the directory.
	Problems []eval.Problem
	// Files are those that parsed, by the name in positions.
	Files map[string]*eval.File

	// sources holds every file as read, for those that did not parse.
	sources map[string][]byte
}

// Error returns the problems, one a line, as "file:line:col: message"; at most MaxProblems of them, then how many
// more there are.
func (e *LoadError) Error() string {
	var lines []string
	for _, p := range e.Problems[:min(len(e.Problems), MaxProblems)] {
		lines = append(lines, line(p))
	}
	if more := len(e.Problems) - MaxProblems; more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(lines, "\n")
}

func line(p eval.Problem) string {
	message := strings.NewReplacer("\r", `\r`, "\n", `\n`).Replace(p.Message)
	if p.Pos == (eval.Pos{}) {
		return message
	}
	return p.Pos.String() + ": " + message
}

// maxSnippet is the longest line that a snippet shows as a whole, in runes.
const maxSnippet = 200

// Snippet returns the line of the file that a problem is in, and below it a caret under the column, without a line
// end after it. Tabs are kept; of a very long line only what is around the column is shown. It returns "" where
// the file is not text or the problem has no position.
func (e *LoadError) Snippet(p eval.Problem) string {
	text, ok := e.text(p.Pos)
	if !ok {
		return ""
	}
	line, col, before, after := []rune(text), p.Pos.Col-1, "", ""
	if len(line) > maxSnippet {
		from := min(max(col-maxSnippet/2, 0), len(line))
		to := min(from+maxSnippet, len(line))
		if from > 0 {
			before = "..."
		}
		if to < len(line) {
			after = "..."
		}
		line, col = line[from:to], col-from
	}
	return before + string(line) + after + "\n" + indent(before+string(line[:min(col, len(line))])) + "^"
}

// indent returns blanks as wide as a text, with its tabs.
func indent(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, text)
}

func (e *LoadError) text(at eval.Pos) (string, bool) {
	if f := e.Files[at.File]; f != nil {
		return f.Line(at.Line), true
	}
	b, ok := e.sources[at.File]
	lines := strings.Split(strings.ReplaceAll(string(b), "\r\n", "\n"), "\n")
	if !ok || !utf8.Valid(b) || at.Line < 1 || at.Line > len(lines) {
		return "", false
	}
	return lines[at.Line-1], true
}
