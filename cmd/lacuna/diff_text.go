package main

import (
	"fmt"
	"strings"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/policydiff"
)

// diffText writes what an edit changes, for people.
type diffText struct {
	printer
	limit int
}

// directionTitles head what a direction has.
var directionTitles = []struct {
	direction engine.Direction
	title     string
}{
	{engine.MorePermissive, "more permissive"},
	{engine.Different, "different"},
	{engine.LessPermissive, "less permissive"},
}

func (d *diffText) report(r *policydiff.Report, before, after string) {
	d.line(0, "%s", diffSummary(r, before, after))
	shown := 0
	for _, t := range directionTitles {
		shown = d.flips(r, t.direction, t.title, shown)
	}
	if all := len(r.Flips); shown < all {
		d.line(0, "")
		d.line(0, "and %d more, by policy:", all-shown)
		counts := r.Counts[:within(d.limit, len(r.Counts))]
		for _, c := range counts {
			d.line(1, "%s", countText(c))
		}
		if more := len(r.Counts) - len(counts); more > 0 {
			d.line(1, "and %s", plural(more, "other kind of change", "other kinds of change"))
		}
	}
	d.settings(r)
	d.skipped("says nothing", r.Skipped)
	d.skipped("recorded under the old policies, and", r.Unequal)
}

// diffSummary says in a line what was compared and found.
func diffSummary(r *policydiff.Report, before, after string) string {
	differ := 0
	for i := range r.Flips {
		differ += r.Flips[i].Count
	}
	flips, settings := r.MorePermissive()
	text := fmt.Sprintf("%s -> %s: %s played", before, after, count(r.Cases, "case"))
	if r.Replayed > 0 {
		text += fmt.Sprintf(", %s replayed", count(r.Replayed, "recorded decision"))
	}
	text += fmt.Sprintf("; %d differ, %d more permissive", differ, flips)
	if settings > 0 {
		text += fmt.Sprintf(", and %s that no case shows", count(settings, "more permissive setting"))
	}
	return text
}

func (d *diffText) flips(r *policydiff.Report, direction engine.Direction, title string, shown int) int {
	first := true
	for i := range r.Flips {
		f := &r.Flips[i]
		if f.Direction() != direction {
			continue
		}
		if d.limit > 0 && shown == d.limit {
			break
		}
		if first {
			d.line(0, "")
			d.line(0, "%s", title)
			first = false
		}
		d.flip(f)
		shown++
	}
	return shown
}

func (d *diffText) flip(f *policydiff.Flip) {
	d.line(1, "%s", flipTitle(f))
	if n := len(f.Also); n > 0 {
		names := strings.Join(f.Also[:min(n, 5)], "; ")
		if more := f.Count - 1 - min(n, 5); more > 0 {
			names += fmt.Sprintf("; and %d more", more)
		}
		d.line(2, "also: %s", names)
	}
	for _, c := range f.Changes {
		d.line(2, "%s", changeText(c))
	}
	for i := range f.Conditions {
		c := &f.Conditions[i]
		d.line(2, "condition %s", c.ID)
		d.side("old", c.Old)
		d.side("new", c.New)
	}
	for _, a := range f.Assumed {
		d.line(2, "assumed, for the record does not tell: %s", a)
	}
}

// flipTitle names a decision that differs.
func flipTitle(f *policydiff.Flip) string {
	text := f.Name
	if f.Server != "" && !strings.Contains(text, f.Server+"/"+f.Tool) {
		text += ", " + f.Server + "/" + f.Tool
	}
	text += " (" + f.At + ")"
	if f.Count > 1 {
		text += fmt.Sprintf(", one of %d", f.Count)
	}
	return text
}

// changeText is a change with what it lets happen.
func changeText(c engine.Change) string {
	text := oneLine(c.String())
	if c.Why != "" {
		text += " (" + c.Why + ")"
	}
	return text
}

func (d *diffText) side(name string, s *policydiff.Side) {
	if s == nil {
		d.line(3, "%s: there is none", name)
		return
	}
	d.line(3, "%s: %s", name, sideText(s))
	for _, o := range s.Operands {
		d.line(5, "%s", o)
	}
}

// sideText is a condition under one of the sets: its text, what it came to, and its place.
func sideText(s *policydiff.Side) string {
	text := s.Source
	switch {
	case s.Note != "":
		text = strings.TrimPrefix(text+": "+s.Note, ": ")
	case s.Error != "":
		text += " errs: " + s.Error
	case s.Value != "" && s.Value != "true" && s.Value != "false":
		text += " = " + s.Value
	default:
		text += " is " + s.Value
	}
	return text + " (" + s.At + ")"
}

func countText(c policydiff.Count) string {
	text := fmt.Sprintf("%d x %s %s", c.Count, c.Policy, c.Kind)
	if c.Old != "" || c.New != "" {
		text = fmt.Sprintf("%d x %s %s", c.Count, c.Policy, engine.Change{Kind: c.Kind, Old: c.Old, New: c.New})
	}
	return text + " (" + strings.ReplaceAll(string(c.Direction), "_", " ") + ")"
}

func (d *diffText) settings(r *policydiff.Report) {
	if len(r.Settings) == 0 {
		return
	}
	d.line(0, "")
	d.line(0, "settings")
	shown := within(d.limit, len(r.Settings))
	for i := range r.Settings[:shown] {
		s := &r.Settings[i]
		d.line(1, "%s", settingTitle(s))
		if s.Path != "" {
			d.line(2, "%s -> %s", orNone(s.Old), orNone(s.New))
		}
		if note := settingNote(s); note != "" {
			d.line(2, "%s", note)
		}
	}
	if left := settingsLeft(r.Settings[shown:]); left != "" {
		d.line(1, "%s", left)
	}
}

// within is how many of so many are shown; a limit of 0 is none.
func within(limit, all int) int {
	if limit > 0 {
		return min(limit, all)
	}
	return all
}

// settingsLeft says how many edits are not shown, by direction; "" for none.
func settingsLeft(list []policydiff.Setting) string {
	if len(list) == 0 {
		return ""
	}
	counts := map[engine.Direction]int{}
	for i := range list {
		counts[list[i].Direction]++
	}
	var parts []string
	for _, t := range directionTitles {
		if n := counts[t.direction]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, t.title))
		}
	}
	return fmt.Sprintf("and %d more: %s; --limit 0 shows all", len(list), strings.Join(parts, ", "))
}

// settingTitle names what was edited, and how.
func settingTitle(s *policydiff.Setting) string {
	text := strings.TrimSpace(s.Type + " " + s.Name)
	switch {
	case s.Path != "":
		text += ": " + s.Path
	case s.Old == "":
		text += " is new"
	default:
		text += " is gone"
	}
	at := s.NewAt
	if at == "" {
		at = s.OldAt
	}
	return text + " (" + at + ")"
}

func settingNote(s *policydiff.Setting) string {
	var notes []string
	if s.Direction == engine.MorePermissive {
		notes = append(notes, "more permissive: "+s.Why)
	}
	if !s.Shown {
		notes = append(notes, "no case shows this")
	}
	return strings.Join(notes, "; ")
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

func (d *diffText) skipped(title string, list []policydiff.Skipped) {
	if len(list) == 0 {
		return
	}
	d.line(0, "")
	for i, s := range list {
		if d.limit > 0 && i == d.limit {
			d.line(0, "and %d more", len(list)-i)
			return
		}
		d.line(0, "%s: %s %s: %s", s.At, s.Name, title, oneLine(s.Why))
	}
}
