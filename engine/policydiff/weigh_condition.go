package policydiff

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/rules/lint"
)

// renamed reports whether an edit only takes away, or adds, what stands elsewhere under another name, or at another place of its chain.
func renamed(list []rules.Edit, e *rules.Edit) bool {
	if e.OldNode.Valid() == e.NewNode.Valid() {
		return false
	}
	return slices.ContainsFunc(list, func(o rules.Edit) bool {
		if o.Type != e.Type || o.OldNode.Valid() != e.NewNode.Valid() || o.NewNode.Valid() != e.OldNode.Valid() {
			return false
		}
		if e.Path == "" && o.Path == "" {
			return anonymous(e) == anonymous(&o)
		}
		return e.Name == o.Name && parent(e.Path) == parent(o.Path) && e.Old == o.New && e.New == o.Old
	})
}

// anonymous is the text of a whole value without its name.
func anonymous(e *rules.Edit) string {
	return strings.Replace(e.Old+e.New, strconv.Quote(e.Name), "", 1)
}

func parent(path string) string {
	i := strings.LastIndexByte(path, '[')
	return path[:max(i, 0)]
}

// condition weighs one that is gone, new or another, by its field.
func condition(e *rules.Edit, field string, there int) (int, string) {
	switch field {
	case "unless":
		if there == 0 {
			return -narrower(e), "it lets more claims pass"
		}
		return there, "one more reason lets a claim pass"
	case "require", "sourced_by":
		if there == 0 {
			return -narrower(e), "the condition holds more often"
		}
		return -there, "a condition is gone"
	case "forbid", "unavailable_when":
		if there == 0 {
			return narrower(e), "the condition holds less often"
		}
		return -there, "a condition is gone"
	}
	return 0, ""
}

// narrower is above zero where the new condition is known to hold only where the old one did, and not the other way round. None holds always.
func narrower(e *rules.Edit) int {
	if !e.OldNode.Valid() || !e.NewNode.Valid() {
		return toward(e.OldNode.Valid(), e.NewNode.Valid())
	}
	less, more := lint.Implies(e.NewNode, e.OldNode), lint.Implies(e.OldNode, e.NewNode)
	return toward(more, less)
}

// guards reports whether an edit is one of Claims, or of a policy that holds conditions under the old set and the new one.
func (c *collector) guards(e *rules.Edit) bool {
	if e.Type == "Claims" {
		return true
	}
	i := slices.IndexFunc(c.old.Policies, func(p *rules.Policy) bool { return p.Name == e.Name })
	return i >= 0 && len(c.old.Policies[i].Forbid)+len(c.old.Policies[i].Require)+len(c.old.Policies[i].UnavailableWhen) > 0
}

// conditional reports whether a Policy has conditions that add up.
func conditional(n eval.Node) bool {
	return slices.ContainsFunc(n.Fields(), func(f eval.Field) bool {
		return slices.Contains([]string{"forbid", "require", "unavailable_when"}, f.Name) && len(f.Value.Entries()) > 0
	})
}
