package policydiff

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// Setting is a place at which the text of the policies differs.
//
// It is more permissive where the text alone says so, as docs/changes.md lists it: above all conditions, Claims, hand-offs and disclosures that
// are gone, and conditions that now hold more or less often by their comparisons with constants. Of an expression that was rewritten otherwise
// the text alone says nothing.
type Setting struct {
	Type      string           `json:"type"`
	Name      string           `json:"name,omitempty"`
	Path      string           `json:"path,omitempty"`
	Old       string           `json:"old,omitempty"`
	New       string           `json:"new,omitempty"`
	OldAt     string           `json:"old_at,omitempty"`
	NewAt     string           `json:"new_at,omitempty"`
	Direction engine.Direction `json:"direction"`
	Why       string           `json:"why,omitempty"`
	// Shown: a decision that the policy has a say in differs by what the setting leads to. Otherwise no case shows this.
	Shown bool `json:"shown"`
}

func settingsOf(list []rules.Edit, c *collector) []Setting {
	out := []Setting{}
	for i := range list {
		e := &list[i]
		s := Setting{Type: e.Type, Name: e.Name, Path: e.Path, Old: e.Old, New: e.New, OldAt: placeOf(e.OldPos), NewAt: placeOf(e.NewPos)}
		s.Direction, s.Why = c.direction(list, e)
		s.Shown = c.shown(e)
		out = append(out, s)
	}
	slices.SortStableFunc(out, func(a, b Setting) int { return cmp.Compare(rank(a.Direction), rank(b.Direction)) })
	return out
}

func placeOf(p eval.Pos) string {
	if p == (eval.Pos{}) {
		return ""
	}
	return p.String()
}

// shown reports whether a flip shows the edit.
func (c *collector) shown(e *rules.Edit) bool {
	return slices.ContainsFunc(c.report.Flips, func(f Flip) bool { return f.shows(e) })
}

// showing are the kinds of change by which settings show; of the others any does.
var showing = map[string][]string{
	"handoff": {"hand-off"}, "disclose": {"disclosure"}, "max_age": {"max_age"}, "max": {"retries"}, "retry": {"retries"},
	"effect": {"effect"}, "message": {"message"}, "timeout": {"timeout"}, "queue": {"queue"}, "mode": {"verdict", "would"}, "otherwise": {"verdict"},
}

// shows reports whether a flip is one that the edited value has a say in, and of the kind that the edit leads to.
func (f *Flip) shows(e *rules.Edit) bool {
	switch e.Type {
	case "Turn":
		return true
	case "Known":
		return f.Server == ""
	}
	if !slices.Contains(f.involved, e.Name) {
		return false
	}
	if m := named.FindStringSubmatch(e.Path); m != nil && m[1] != "disclose" && m[1] != "message" {
		id := e.Name + "/" + m[2]
		return slices.ContainsFunc(f.Conditions, func(c Condition) bool { return c.ID == id })
	}
	path := indexes.ReplaceAllString(e.Path, "")
	kinds := showing[path[strings.LastIndexByte(path, '.')+1:]]
	return kinds == nil || slices.ContainsFunc(f.Changes, func(c engine.Change) bool { return slices.Contains(kinds, c.Kind) }) ||
		strings.HasSuffix(path, "max_age") && slices.ContainsFunc(f.Conditions, func(c Condition) bool { return c.ID == e.Name+"/max_age" })
}

// named is a condition by its name: the field, and the name.
var named = regexp.MustCompile(`(\w+)\["(.*)"\]$`)

var indexes = regexp.MustCompile(`\[[^\]]*\]`)
