package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/lacuna-go/lacuna/engine/policytest"
)

// covered prints the coverage of all directories, and reports whether it is as high as asked for.
func (t *testFlags) covered(c *policytest.Coverage, list []tested) int {
	if len(c.Files) == 0 {
		return exitFine
	}
	for i := range list {
		if one := list[i].Coverage; one != nil {
			p := one.Percent()
			list[i].Covered = &p
		}
	}
	if !t.asJSON {
		coverSummary(t.stdout, c)
		for _, p := range c.Missed() {
			_, _ = fmt.Fprintln(t.stdout, p.Error())
		}
	}
	if t.listing {
		coverListing(t.stdout, sourcesOf(c, list), isTerminal(t.stdout))
	}
	for _, p := range c.Missed() {
		t.annotate("notice", "not covered", p.Pos, p.Message)
	}
	if got := c.Percent(); got < t.coverMin {
		_, _ = fmt.Fprintf(t.stderr, "coverage is %s, and --cover-min asks for %s\n", percent(got), percent(t.coverMin))
		return exitFailed
	}
	return exitFine
}

// percent is a share rounded down to a tenth, so that only all of it is 100 %.
func percent(p float64) string { return strings.TrimSuffix(fmt.Sprintf("%.1f", p), ".0") + " %" }

// coverSummary writes one line a file, and one for all.
func coverSummary(w io.Writer, c *policytest.Coverage) {
	width := len("total")
	for _, f := range c.Files {
		width = max(width, len(f.File))
	}
	line := func(name string, covered, sides int) {
		_, _ = fmt.Fprintf(w, "%-*s  %8s  %d of %d\n", width, name, percent(policytest.Percent(covered, sides)), covered, sides)
	}
	for i := range c.Files {
		if covered, sides := c.Files[i].Count(); sides > 0 {
			line(c.Files[i].File, covered, sides)
		}
	}
	covered, sides := c.Count()
	line("total", covered, sides)
}

// coverSource is a file's coverage with its text.
type coverSource struct {
	policytest.FileCoverage
	text string
}

// sourcesOf adds the texts of files.
func sourcesOf(c *policytest.Coverage, list []tested) []coverSource {
	var sources []coverSource
	for _, f := range c.Files {
		for i := range list {
			if s := list[i].suite; s != nil && s.Set != nil && s.Set.File(f.File) != nil {
				sources = append(sources, coverSource{f, s.Set.File(f.File).Text()})
				break
			}
		}
	}
	return sources
}

// coverState says how far something is covered.
type coverState uint8

const (
	coverNone coverState = iota // nothing to cover
	coverFull
	coverHalf
	coverMissed
)

func (s coverState) mark() string { return [...]string{" ", "+", "~", "-"}[s] }

func (s coverState) words() string {
	return [...]string{"", "covered", "half covered", "missed"}[s]
}

func stateOf(p *policytest.Point) coverState {
	switch missed := len(p.Missed()); missed {
	case 0:
		return coverFull
	case len(p.Sides):
		return coverMissed
	default:
		return coverHalf
	}
}

// coverLine is one line of a file: how far it is covered, its text in pieces of one state each, and what is missed on it.
type coverLine struct {
	Number int
	State  coverState
	Pieces []coverPiece
	Missed []coverNote
}

type coverPiece struct {
	Text  string
	State coverState
}

// coverNote says what is missed at a column.
type coverNote struct {
	Col  int
	Text string
}

// lines cuts a file into lines.
func (f *coverSource) lines() []coverLine {
	texts := strings.Split(strings.TrimSuffix(f.text, "\n"), "\n")
	states := make([][]coverState, len(texts))
	list := make([]coverLine, len(texts))
	for i, text := range texts {
		states[i] = make([]coverState, len([]rune(text)))
		list[i].Number = i + 1
	}
	for i := range f.Points { // the wider ones come first
		p := &f.Points[i]
		paint(states, p)
		line := &list[p.Line-1]
		line.State = worse(line.State, stateOf(p))
	}
	for _, p := range f.Missed() {
		line := &list[p.Line-1]
		line.Missed = append(line.Missed, coverNote{p.Col, p.String()})
	}
	for i, text := range texts {
		list[i].Pieces = pieces([]rune(text), states[i])
	}
	return list
}

// paint gives the runes of a point its state.
func paint(states [][]coverState, p *policytest.Point) {
	for line := p.Line; line <= p.EndLine && line <= len(states); line++ {
		from, to := 1, len(states[line-1])+1
		if line == p.Line {
			from = p.Col
		}
		if line == p.EndLine {
			to = min(to, p.EndCol)
		}
		for col := from; col < to; col++ {
			states[line-1][col-1] = stateOf(p)
		}
	}
}

// worse is the state of a line on which two points begin: half covered where they differ.
func worse(a, b coverState) coverState {
	switch {
	case a == coverNone || a == b:
		return b
	default:
		return coverHalf
	}
}

func pieces(text []rune, states []coverState) []coverPiece {
	var list []coverPiece
	for i, r := range text {
		if n := len(list); n > 0 && list[n-1].State == states[i] {
			list[n-1].Text += string(r)
		} else {
			list = append(list, coverPiece{string(r), states[i]})
		}
	}
	return list
}

// coverListing writes the files with a mark before each line, + covered, ~ half covered, - missed, and below a line what is missed
// there. In colour the pieces of a line are green, yellow and red.
func coverListing(w io.Writer, files []coverSource, colour bool) {
	codes := [...]string{"", "\x1b[32m", "\x1b[33m", "\x1b[31m"}
	for i := range files {
		covered, sides := files[i].Count()
		_, _ = fmt.Fprintf(w, "\n%s: %s  (+ covered, ~ half covered, - missed)\n", files[i].File, percent(policytest.Percent(covered, sides)))
		for _, l := range files[i].lines() {
			var b strings.Builder
			for _, p := range l.Pieces {
				if colour && p.State != coverNone {
					b.WriteString(codes[p.State] + p.Text + "\x1b[0m")
				} else {
					b.WriteString(p.Text)
				}
			}
			_, _ = fmt.Fprintln(w, strings.TrimRight(fmt.Sprintf("%4d %s %s", l.Number, l.State.mark(), b.String()), " "))
			for _, n := range l.Missed {
				_, _ = fmt.Fprintf(w, "%s^ %s\n", strings.Repeat(" ", 6+n.Col), n.Text)
			}
		}
	}
}
