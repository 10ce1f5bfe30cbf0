package rules

import (
	"time"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/state"
)

// policy decodes a Policy{}. It returns nil where it can't even be told which one it is.
func (d *decoder) policy(n eval.Node) *Policy {
	d.own(n)
	o := d.object(n)
	for _, name := range []string{"name", "server", "tools", "effect", "breaker", "when_unavailable"} {
		d.blurred = d.blurred || o.given(name) != o.has(name)
	}
	d.blurred = d.blurred || o.unclear
	if !o.has("name") {
		return nil
	}
	p := &Policy{
		Name: get[string](o, "name"), Doc: get[string](o, "doc"), Owner: get[string](o, "owner"),
		Pos: n.Pos(), NamePos: o.at["name"],
		Servers: get[[]string](o, "server"), Tools: get[[]Pattern](o, "tools"), When: get[*eval.Expr](o, "when"),
		UnavailableWhen: get[[]Condition](o, "unavailable_when"),
		Forbid:          get[[]Condition](o, "forbid"),
		Require:         get[[]Condition](o, "require"),
		Vars:            get[*eval.Vars](o, "vars"),
	}
	d.settings(p, o)
	return p
}

func (d *decoder) settings(p *Policy, o object) {
	p.Effect = setting[eval.Effect](o, "effect")
	p.Timeout = setting[*eval.Expr](o, "timeout")
	p.Expected = setting[*eval.Expr](o, "expected")
	p.Retry = setting[Retry](o, "retry")
	p.Breaker = setting[Breaker](o, "breaker")
	p.Store = setting[Store](o, "store")
	p.Evidence = setting[Evidence](o, "evidence")
	p.WhenUnavailable = setting[[]Step](o, "when_unavailable")
	p.WhenUncertain = setting[Step](o, "when_uncertain")
	p.WhenRefused = setting[map[state.FailureKind]Text](o, "when_refused")
	p.Drill = setting[Drill](o, "drill")
	p.HideAfter = setting[time.Duration](o, "hide_after")
	p.ShowAfter = setting[time.Duration](o, "show_after")
	if o.given("when") {
		d.noSettings(o)
	}
	if p.WhenUnavailable.Set() {
		d.chain(p.WhenUnavailable)
	}
	if p.WhenUncertain.Set() && len(p.WhenUncertain.Value().Require) > 0 {
		d.fail(p.WhenUncertain.Pos(), "when_uncertain has no step after it, so its HardFail takes no require")
	}
}

// noSettings reports the settings of a policy with a when.
func (d *decoder) noSettings(o object) {
	for i := range fields {
		if row := &fields[i]; row.in == o.in && row.setting && o.given(row.name) {
			d.fail(o.at[row.name], "%s can't be set in a policy with a when: set it in one without, as a conditional expression where it takes one", row.name)
		}
	}
}

// own begins a Policy or a Claims: what must be known before its fields are decoded.
func (d *decoder) own(n eval.Node) {
	d.owner = owner{keys: map[string]eval.Pos{}}
	for _, f := range n.Fields() {
		switch f.Name {
		case "name":
			d.owner.name, _ = f.Value.Str()
		case "unavailable_when":
			d.owner.listed = true
		case "on":
			_, member, _ := f.Value.Enum()
			d.owner.args = member == "ARGS"
		}
	}
}
