package rules

import (
	"strings"
	"unicode/utf8"
)

// layoutPrinter writes lines, each with its comment apart, so that comments can be put below each other at the end.
type layoutPrinter struct {
	lines []layoutLine
}

// layoutLine is a line in the making.
type layoutLine struct {
	indent int
	code   string
	// comment behind the code, or alone on the line.
	comment string
}

func (l *layoutLine) empty() bool { return l.code == "" && l.comment == "" }

// column is where the code of a line ends.
func (l *layoutLine) column() int {
	if i := strings.LastIndexByte(l.code, '\n'); i >= 0 {
		return utf8.RuneCountInString(l.code[i+1:])
	}
	return l.indent + utf8.RuneCountInString(l.code)
}

func (p *layoutPrinter) line() *layoutLine {
	if len(p.lines) == 0 {
		p.lines = append(p.lines, layoutLine{})
	}
	return &p.lines[len(p.lines)-1]
}

// newline begins a line, unless the current one is empty.
func (p *layoutPrinter) newline(indent int) {
	if p.line().empty() {
		p.line().indent = indent
		return
	}
	p.lines = append(p.lines, layoutLine{indent: indent})
}

// gap leaves a line empty, unless it would be the first.
func (p *layoutPrinter) gap() {
	if len(p.lines) > 0 && !p.line().empty() {
		p.lines = append(p.lines, layoutLine{}, layoutLine{})
	}
}

// write puts text behind the code of the line.
func (p *layoutPrinter) write(text string) { p.line().code += text }

// comments writes comments on lines of their own.
func (p *layoutPrinter) comments(list []layoutComment, indent int, first bool) {
	for i, c := range list {
		if c.blank && !(first && i == 0) {
			p.gap()
		}
		p.newline(indent)
		p.line().comment = c.text
	}
}

// text joins the lines. Comments behind the code of consecutive lines begin in one column.
func (p *layoutPrinter) text() string {
	var b strings.Builder
	column := 0
	for i := range p.lines {
		if p.lines[i].code == "---" { // three signs alone on a line are taken for YAML
			p.lines[i].code = "-- -"
		}
	}
	for i, l := range p.lines {
		if l.empty() {
			b.WriteByte('\n')
			continue
		}
		if !l.remarked() || i == 0 || !p.lines[i-1].remarked() {
			column = p.commentColumn(i)
		}
		b.WriteString(strings.Repeat(" ", l.indent))
		b.WriteString(l.code)
		if l.remarked() {
			b.WriteString(strings.Repeat(" ", column-l.column()))
		}
		b.WriteString(l.comment)
		b.WriteByte('\n')
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// remarked reports whether a line has a comment behind its code.
func (l *layoutLine) remarked() bool { return l.code != "" && l.comment != "" }

// commentColumn is where the comments of the lines from i on begin.
func (p *layoutPrinter) commentColumn(i int) int {
	column := 0
	for ; i < len(p.lines) && p.lines[i].remarked(); i++ {
		column = max(column, p.lines[i].column()+2)
	}
	return column
}
