package rules

import "github.com/lacuna-go/lacuna/eval"

// chainNames are the structs that a chain may hold.
var chainNames = []string{"Cached", "UseTool", "Omit", "HardFail"}

// steps decodes a fallback chain.
func (d *decoder) steps(row *field, n eval.Node) ([]Step, bool) {
	nodes, ok := d.list(row, n)
	var steps []Step
	for _, e := range nodes {
		step, fine := d.step(row, e)
		steps = append(steps, step)
		ok = ok && fine
	}
	return steps, ok
}

func (d *decoder) step(row *field, n eval.Node) (Step, bool) {
	var build func(object) Step
	switch n.TypeName() {
	case "Cached":
		build = d.cached
	case "UseTool":
		build = d.useTool
	case "Omit":
		build = d.omit
	case "HardFail":
		build = d.hardFail
	default:
		d.fail(n.Pos(), "%s takes %s, not %s%s", row.name, row.words(), sort(n), suggest(n.TypeName(), chainNames))
		return Step{}, false
	}
	o := d.object(n)
	return build(o), o.whole()
}

func (d *decoder) cached(o object) Step {
	return Step{
		Kind: eval.StepCached, Pos: o.node.Pos(), MaxAge: get[*eval.Expr](o, "max_age"),
		Require: get[[]Condition](o, "require"), Disclose: get[Disclosure](o, "disclose"),
	}
}

func (d *decoder) useTool(o object) Step {
	return Step{
		Kind: eval.StepUseTool, Pos: o.node.Pos(), Server: get[string](o, "server"), Tool: get[string](o, "tool"), toolPos: o.valueAt("tool"),
		Args: get[[]Arg](o, "args"), Require: get[[]Condition](o, "require"), Disclose: get[Disclosure](o, "disclose"),
	}
}

func (d *decoder) omit(o object) Step {
	return Step{
		Kind: eval.StepOmit, Pos: o.node.Pos(),
		Require: get[[]Condition](o, "require"), Disclose: get[Disclosure](o, "disclose"),
	}
}

func (d *decoder) hardFail(o object) Step {
	return Step{
		Kind: eval.StepHardFail, Pos: o.node.Pos(), Require: get[[]Condition](o, "require"),
		Message: get[Text](o, "message"), Handoff: get[eval.Handoff](o, "handoff"), Queue: get[string](o, "queue"),
	}
}
