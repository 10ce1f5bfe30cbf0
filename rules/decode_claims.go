package rules

import (
	"time"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/guard"
)

// claims decodes a Claims{}. It returns nil where it has no name.
func (d *decoder) claims(n eval.Node) *Claims {
	d.own(n)
	o := d.object(n)
	c := &Claims{
		Name: get[string](o, "name"), Pos: n.Pos(), NamePos: o.at["name"],
		Kinds: get[[]guard.Kind](o, "kinds"), On: get[guard.Site](o, "on"), Tools: get[[]Pattern](o, "tools"),
		When: get[*eval.Expr](o, "when"), SourcedBy: get[[]Condition](o, "sourced_by"),
		Require: get[[]Condition](o, "require"), Unless: get[[]Condition](o, "unless"),
		Otherwise: Block{Handoff: eval.HandoffNone}, Mode: get[eval.Mode](o, "mode"),
	}
	if o.has("otherwise") {
		c.Otherwise = o.values["otherwise"].(Otherwise)
	}
	d.site(c, o)
	if !o.has("name") {
		return nil
	}
	return c
}

// site reports what the place of the claims does not take.
func (d *decoder) site(c *Claims, o object) {
	if o.given("on") && !o.has("on") {
		return
	}
	if c.On == guard.SiteReply && o.given("tools") {
		d.fail(o.at["tools"], "tools means nothing on the reply: it belongs to on: Site.ARGS")
	}
	if c.On == guard.SiteArgs && o.has("otherwise") {
		switch c.Otherwise.(type) {
		case Block, Flag:
		default:
			d.fail(o.at["otherwise"], "otherwise takes Block{} or Flag{} on Site.ARGS: a call is refused or recorded, not rewritten")
		}
	}
}

// otherwiseNames are the structs that otherwise takes.
var otherwiseNames = []string{"Block", "Regenerate", "Redact", "Flag"}

func (d *decoder) otherwise(row *field, n eval.Node) (Otherwise, bool) {
	var build func(object) Otherwise
	switch n.TypeName() {
	case "Block":
		build = func(o object) Otherwise {
			return Block{Message: get[Text](o, "message"), Handoff: get[eval.Handoff](o, "handoff")}
		}
	case "Regenerate":
		build = func(o object) Otherwise { return Regenerate{Note: get[Text](o, "note"), Max: get[int](o, "max")} }
	case "Redact":
		build = func(o object) Otherwise { return Redact{With: get[Text](o, "with")} }
	case "Flag":
		build = func(object) Otherwise { return Flag{} }
	default:
		d.fail(n.Pos(), "%s takes %s, not %s%s", row.name, row.words(), sort(n), suggest(n.TypeName(), otherwiseNames))
		return nil, false
	}
	o := d.object(n)
	return build(o), o.whole()
}

// known decodes a Known{}. It returns nil where it has no name.
func (d *decoder) known(n eval.Node) *Known {
	d.owner = owner{}
	o := d.object(n)
	if !o.has("name") {
		return nil
	}
	return &Known{
		Name: get[string](o, "name"), Pos: n.Pos(), NamePos: o.at["name"],
		Text: get[Text](o, "text"), Until: get[time.Time](o, "until"),
	}
}
