package policydiff

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// direction says what the text alone tells of an edit of the list.
func (c *collector) direction(list []rules.Edit, e *rules.Edit) (engine.Direction, string) {
	if renamed(list, e) {
		return engine.Different, ""
	}
	by, why := c.weigh(e, indexes.ReplaceAllString(e.Path, "[]"))
	switch {
	case by > 0:
		return engine.MorePermissive, why
	case by < 0:
		return engine.LessPermissive, ""
	}
	return engine.Different, ""
}

// Reasons that settings and whole policies share.
const (
	guardedLess  = "calls of the tool are guarded less"
	repeatedMore = "a write may be repeated more often"
	sharedMore   = "answers are shared between audiences"
	servedMore   = "data is served where there was none, or older data"
	endedLess    = "turns go on where they ended"
)

// weigh is above zero where the edit lets more happen, below where it lets less, and else 0. path has its indexes left out.
func (c *collector) weigh(e *rules.Edit, path string) (int, string) {
	there := toward(e.OldNode.Valid(), e.NewNode.Valid()) // 1: new, -1: gone
	last := path[strings.LastIndexByte(path, '.')+1:]
	switch {
	case path == "":
		return c.wholeValue(e, there)
	case path == "when_unavailable" || path == "when_unavailable[]":
		return chain(e)
	case last == "max_age":
		return longer(e), "older data may be served"
	case path == "retry" || path == "retry.max":
		return c.retries(e, there), repeatedMore
	case path == "effect":
		return order(e, "Effect.WRITE", "Effect.IDEMPOTENT", "Effect.READ"), guardedLess
	case path == "store" || strings.HasPrefix(path, "store."):
		return store(e, path)
	case path == "evidence" || path == "evidence.none" || path == "evidence.copy":
		return c.evidence(e, path), "its results count for more"
	case path == "server" || path == "tools" || path == "kinds":
		return c.selector(e), "less is selected by it"
	case path == "when" && c.guards(e):
		return narrower(e), "it applies less often"
	case path == "until" || path == "text":
		return statement(e, path)
	case last == "mode":
		return order(e, "", "Mode.ENFORCE", "Mode.SHADOW"), "it no longer stops anything"
	case last == "handoff":
		return order(e, "Handoff.HUMAN", "Handoff.RETRY_LATER", "", "Handoff.NONE"), "fewer are passed to a person"
	case last == "otherwise":
		return otherwise(e), "a claim that does not pass has milder consequences"
	case last == "disclose" || strings.HasPrefix(last, "disclose["):
		return -there, "a disclosure is no longer demanded"
	}
	return condition(e, strings.TrimSuffix(last, "[]"), there)
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

// wholeValue weighs values that are gone, or new.
func (c *collector) wholeValue(e *rules.Edit, there int) (int, string) {
	switch e.Type {
	case "Claims":
		return -there, "its claims are no longer checked"
	case "Known":
		return there, "its figures are sources"
	case "Policy":
		return c.policy(e, there)
	default:
		return 0, ""
	}
}

// longer is 1 where the new max_age is longer in some case, by its shortest and its longest; -1 where it is only shorter.
func longer(e *rules.Edit) int {
	short, long, known := ages(e.OldNode)
	newShort, newLong, also := ages(e.NewNode)
	switch {
	case !known || !also:
		return 0
	case newShort > short || newLong > long:
		return 1
	case newShort < short || newLong < long:
		return -1
	}
	return 0
}

// ages are the shortest and the longest duration that a literal, or a choice among literals, comes to.
func ages(n eval.Node) (shortest, longest time.Duration, known bool) {
	if n.Op() == "?:" {
		a, b, known := ages(n.Operands()[1])
		c, d, also := ages(n.Operands()[2])
		return min(a, c), max(b, d), known && also
	}
	d, known := n.Duration()
	return d, d, known
}

// retries counts those of tools that are not READ under the new set.
func (c *collector) retries(e *rules.Edit, there int) int {
	i := slices.IndexFunc(c.new.Policies, func(p *rules.Policy) bool { return p.Name == e.Name })
	if i >= 0 && c.new.Policies[i].Effect.Set() && c.new.Policies[i].Effect.Value() == eval.Read {
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
