package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/policydiff"
)

// diffMarkdown writes what an edit changes as a comment on a pull request.
type diffMarkdown struct {
	w     io.Writer
	limit int
}

func (d *diffMarkdown) line(format string, args ...any) {
	_, _ = fmt.Fprintf(d.w, format+"\n", args...)
}

func (d *diffMarkdown) report(r *policydiff.Report, before, after string) {
	d.line("**%s**", escaped(diffSummary(r, before, after)))
	if len(r.Flips) > 0 {
		d.line("\n| | decision | change | conditions |\n|---|---|---|---|")
	}
	for i := range r.Flips {
		if d.limit > 0 && i == d.limit {
			d.line("\nand %d more", len(r.Flips)-i)
			break
		}
		f := &r.Flips[i]
		var changes, conditions []string
		for _, c := range f.Changes {
			changes = append(changes, escaped(changeText(c)))
		}
		for j := range f.Conditions {
			conditions = append(conditions, conditionCell(&f.Conditions[j]))
		}
		d.line("| %s | %s | %s | %s |", directionWord(f.Direction()), escaped(flipTitle(f)), strings.Join(changes, "<br>"), strings.Join(conditions, "<br>"))
	}
	if len(r.Settings) > 0 {
		d.line("\n| | setting | old | new | |\n|---|---|---|---|---|")
	}
	shown := within(d.limit, len(r.Settings))
	for i := range r.Settings[:shown] {
		s := &r.Settings[i]
		old, now := "", ""
		if s.Path != "" {
			old, now = code(s.Old), code(s.New)
		}
		d.line("| %s | %s | %s | %s | %s |", directionWord(s.Direction), escaped(settingTitle(s)), old, now, escaped(settingNote(s)))
	}
	if left := settingsLeft(r.Settings[shown:]); left != "" {
		d.line("\n%s", left)
	}
	if n := len(r.Skipped); n > 0 {
		d.line("\n%s nothing, as %s %s: %s", plural(n, "case or line says", "cases or lines say"), escaped(r.Skipped[0].At),
			escaped(r.Skipped[0].Name), escaped(oneLine(r.Skipped[0].Why)))
	}
	if n := len(r.Unequal); n > 0 {
		d.line("\n%s not replay as they were recorded, as %s", plural(n, "line does", "lines do"), escaped(r.Unequal[0].At))
	}
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func directionWord(d engine.Direction) string {
	switch d {
	case engine.MorePermissive:
		return "⚠️ more permissive"
	case engine.LessPermissive:
		return "less permissive"
	case engine.Different:
	}
	return "different"
}

func conditionCell(c *policydiff.Condition) string {
	text := escaped(c.ID)
	for _, side := range []struct {
		name string
		s    *policydiff.Side
	}{{"old", c.Old}, {"new", c.New}} {
		if side.s == nil {
			continue
		}
		words := sideText(side.s)
		if len(side.s.Operands) > 0 {
			words += ", where " + strings.Join(side.s.Operands, ", ")
		}
		text += "<br>" + side.name + ": " + escaped(words)
	}
	return text
}

// escaped is a text in a cell of a table.
func escaped(s string) string {
	return strings.NewReplacer("|", `\|`, "\n", " ", "<", "&lt;", ">", "&gt;", "*", `\*`, "_", `\_`, "`", "\\`").Replace(s)
}

// code is a text as it is, in a cell of a table.
func code(s string) string {
	if s == "" {
		return ""
	}
	return "`` " + strings.NewReplacer("|", `\|`, "\n", " ").Replace(s) + " ``"
}
