package rules

import (
	"github.com/lacuna-go/lacuna/eval"
)

const (
	docRequire  = "All must hold for the step to be taken."
	docDisclose = "What must be said when the step is taken: a string, or one for every declared language."
)

var stepFields = []field{
	{
		in: "Cached", name: "max_age", kind: kExpr, hook: eval.HookCached, want: eval.WantDuration, span: upTo(366 * day),
		required: true, erring: erringSkipped,
		doc: "Oldest entry that is served.",
	},
	{
		in: "Cached", name: "require", kind: kConditions, hook: eval.HookCached, want: eval.WantBool, def: note("none"), erring: erringNotHolding,
		doc: docRequire,
	},
	{
		in: "Cached", name: "disclose", kind: kDisclosure, hook: eval.HookCached, want: eval.WantString, def: note("nothing"), erring: erringSkipped,
		doc: docDisclose,
	},

	{
		in: "UseTool", name: "server", kind: kServer, def: note("the call's server"),
		doc: "Server of the tool to call instead.",
	},
	{
		in: "UseTool", name: "tool", kind: kTool, required: true,
		doc: "Tool to call instead. It has a policy, and no stronger effect.",
	},
	{
		in: "UseTool", name: "args", kind: kArgs, hook: eval.HookStep, want: eval.WantAny, def: note("the call's"), erring: erringSkipped,
		doc: "Arguments that overlay the call's, by name.",
	},
	{
		in: "UseTool", name: "require", kind: kConditions, hook: eval.HookStep, want: eval.WantBool, def: note("none"), erring: erringNotHolding,
		doc: docRequire,
	},
	{
		in: "UseTool", name: "disclose", kind: kDisclosure, hook: eval.HookStep, want: eval.WantString, def: note("nothing"), erring: erringSkipped,
		doc: docDisclose,
	},

	{
		in: "Omit", name: "require", kind: kConditions, hook: eval.HookStep, want: eval.WantBool, def: note("none"), erring: erringNoData,
		doc: docRequire,
	},
	{
		in: "Omit", name: "disclose", kind: kDisclosure, hook: eval.HookStep, want: eval.WantString, def: note("silence"), erring: erringHardFail,
		doc: docDisclose,
	},

	{
		in: "HardFail", name: "require", kind: kConditions, hook: eval.HookStep, want: eval.WantBool, def: note("none"), erring: erringTaken,
		doc: docRequire + " Not in when_uncertain.",
	},
	{
		in: "HardFail", name: "message", kind: kText, def: note("the engine's"),
		doc: "What the customer is told. It ends the turn.",
	},
	{
		in: "HardFail", name: "handoff", kind: kEnum, typ: "Handoff", def: eval.HandoffNone,
		doc: "To whom the turn is passed.",
	},
	{
		in: "HardFail", name: "queue", kind: kString, def: note("the embedder's"),
		doc: "Where a hand-off goes.",
	},
}
