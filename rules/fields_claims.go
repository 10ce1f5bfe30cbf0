package rules

import (
	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/guard"
)

var claimsFields = []field{
	{
		in: "Claims", name: "name", kind: kName, required: true,
		doc: "Unique among Claims. Verdicts report a condition as name/key.",
	},
	{
		in: "Claims", name: "kinds", kind: kKinds, required: true,
		doc: "Kinds of claim that it covers.",
	},
	{
		in: "Claims", name: "on", kind: kEnum, typ: "Site", def: guard.SiteReply,
		doc: "The reply, or the arguments of a write.",
	},
	{
		in: "Claims", name: "tools", kind: kTools, def: note("every tool"),
		doc: "Tools whose arguments are checked, each a name or a prefix that ends in *; on ARGS only.",
	},
	{
		in: "Claims", name: "when", kind: kExpr, hook: eval.HookClaim, want: eval.WantBool, def: note("always"), erring: erringApplies,
		doc: "Narrows which claims it covers.",
	},
	{
		in: "Claims", name: "sourced_by", kind: kConditions, hook: eval.HookSource, want: eval.WantBool, def: note("none"), erring: erringNotHolding,
		doc: "All must hold for one and the same matching source; without any, a matching source is still needed.",
	},
	{
		in: "Claims", name: "require", kind: kConditions, hook: eval.HookClaim, want: eval.WantBool, def: note("none"), erring: erringNotHolding,
		doc: "All must hold for the claim.",
	},
	{
		in: "Claims", name: "unless", kind: kConditions, hook: eval.HookClaim, want: eval.WantBool, def: note("none"), erring: erringNotHolding,
		doc: "Any that holds lets the claim pass.",
	},
	{
		in: "Claims", name: "otherwise", kind: kOtherwise, def: note("Block with the engine's message"),
		doc: "What happens to a claim that does not pass: Block, Regenerate, Redact or Flag; on ARGS Block or Flag.",
	},
	{
		in: "Claims", name: "mode", kind: kEnum, typ: "Mode", def: eval.ModeEnforce,
		doc: "SHADOW only records what would have happened.",
	},

	{
		in: "Block", name: "message", kind: kText, def: note("the engine's"),
		doc: "What is said instead of the reply.",
	},
	{
		in: "Block", name: "handoff", kind: kEnum, typ: "Handoff", def: eval.HandoffNone,
		doc: "To whom the turn is passed.",
	},
	{
		in: "Regenerate", name: "note", kind: kText, def: note("the engine's"),
		doc: "What the model is told.",
	},
	{
		in: "Regenerate", name: "max", kind: kInt, span: count(1, 10), def: 1,
		doc: "How often the model may try again; then the reply is blocked.",
	},
	{
		in: "Redact", name: "with", kind: kText, def: note("the engine's"),
		doc: "What stands in place of the claim.",
	},

	{
		in: "Known", name: "name", kind: kName, required: true,
		doc: "Unique among Known.",
	},
	{
		in: "Known", name: "text", kind: kText, required: true,
		doc: "The statement. Its figures are sources where the reply makes it.",
	},
	{
		in: "Known", name: "until", kind: kTime, def: note("for ever"),
		doc: "When it stops being true.",
	},
}
