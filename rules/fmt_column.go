package rules

import (
	"strings"
	"unicode/utf8"
)

// layoutCell is a line on which a value stands behind its key.
type layoutCell struct {
	line  int
	value int // how many bytes of the line's code come before the value
}

// layoutColumn is a run of such lines.
type layoutColumn []layoutCell

// align puts blanks before the values of a run, so that they begin in one column, and ends the run. Where a line would become
// too long by it, the run stays as it is.
func (c *layoutColumn) align(lines []layoutLine) {
	widest := 0
	for _, cell := range *c {
		widest = max(widest, utf8.RuneCountInString(lines[cell.line].code[:cell.value]))
	}
	for _, cell := range *c {
		l := &lines[cell.line]
		if l.column()+widest-utf8.RuneCountInString(l.code[:cell.value]) > max(maxWidth, l.column()) {
			*c = nil
			return
		}
	}
	for _, cell := range *c {
		l := &lines[cell.line]
		key, value := l.code[:cell.value], l.code[cell.value:]
		l.code = key + strings.Repeat(" ", widest-utf8.RuneCountInString(key)) + value
	}
	*c = nil
}
