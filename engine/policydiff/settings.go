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
// It is more permissive where the text alone says so: a longer max_age, more retries of a write, a weaker effect, a store that all
// share; a forbid, require or sourced_by that is gone; an unless, or a Known, that is new; Claims that are gone, in shadow mode, or with a milder
// otherwise; a hand-off or a disclosure that is gone. Of an expression that was rewritten the text alone says nothing.
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
		s.Direction, s.Why = c.direction(e)
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

// direction says what the text alone tells.
func (c *collector) direction(e *rules.Edit) (engine.Direction, string) {
	by, why := c.weigh(e, indexes.ReplaceAllString(e.Path, "[]"))
	switch {
	case by > 0:
		return engine.MorePermissive, why
	case by < 0:
		return engine.LessPermissive, ""
	}
	return engine.Different, ""
}

// weigh is above zero where the edit lets more happen, below where it lets less, and else 0. path has its indexes left out.
func (c *collector) weigh(e *rules.Edit, path string) (int, string) {
	there := toward(e.OldNode.Valid(), e.NewNode.Valid()) // 1: new, -1: gone
	last := path[strings.LastIndexByte(path, '.')+1:]
	switch {
	case path == "":
		return wholeValue(e.Type, there)
	case last == "max_age":
		return longer(e), "older data may be served"
	case path == "retry" || path == "retry.max":
		return c.retries(e, there), "a write may be repeated more often"
	case path == "effect":
		return order(e, "Effect.WRITE", "Effect.IDEMPOTENT", "Effect.READ"), "calls of the tool are guarded less"
	case path == "store.shared":
		return order(e, "", "false", "true"), "answers are shared between audiences"
	case last == "mode":
		return order(e, "", "Mode.ENFORCE", "Mode.SHADOW"), "it no longer stops anything"
	case last == "handoff":
		return order(e, "Handoff.HUMAN", "Handoff.RETRY_LATER", "", "Handoff.NONE"), "fewer are passed to a person"
	case last == "otherwise":
		return otherwise(e), "a claim that does not pass has milder consequences"
	case last == "disclose" || strings.HasPrefix(last, "disclose["):
		return -there, "a disclosure is no longer demanded"
	case last == "unless" || last == "unless[]":
		return there, "one more reason lets a claim pass"
	}
	switch strings.TrimSuffix(last, "[]") {
	case "forbid", "require", "sourced_by", "unavailable_when":
		return -there, "a condition is gone"
	}
	return 0, ""
}

func toward(before, after bool) int {
	switch {
	case before && !after:
		return -1
	case after && !before:
		return 1
	}
	return 0
}

func wholeValue(typ string, there int) (int, string) {
	switch typ {
	case "Claims":
		return -there, "its claims are no longer checked"
	case "Known":
		return there, "its figures are sources"
	default:
		return 0, ""
	}
}

func longer(e *rules.Edit) int {
	a, known := e.OldNode.Duration()
	b, also := e.NewNode.Duration()
	if !known || !also {
		return 0
	}
	return cmp.Compare(b, a)
}

// retries counts those of tools that are not READ under the new set.
func (c *collector) retries(e *rules.Edit, there int) int {
	i := slices.IndexFunc(c.new.Policies, func(p *rules.Policy) bool { return p.Name == e.Name })
	if i >= 0 && c.new.Policies[i].Effect.Set && c.new.Policies[i].Effect.Value == eval.Read {
		return 0
	}
	a, known := e.OldNode.Int()
	b, also := e.NewNode.Int()
	if known && also {
		return cmp.Compare(b, a)
	}
	return there
}

// order places the old and the new text in an order in which later is more permissive; what is not in it says nothing.
func order(e *rules.Edit, all ...string) int {
	a, b := slices.Index(all, e.Old), slices.Index(all, e.New)
	if a < 0 || b < 0 {
		return 0
	}
	return cmp.Compare(b, a)
}

func otherwise(e *rules.Edit) int {
	all := []string{"Block", "Regenerate", "Redact", "Flag"}
	a, b := slices.Index(all, e.OldNode.TypeName()), slices.Index(all, e.NewNode.TypeName())
	if a < 0 || b < 0 {
		return 0
	}
	return cmp.Compare(b, a)
}
