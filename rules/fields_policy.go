package rules

import (
	"time"

	"github.com/lacuna-go/lacuna/eval"
)

var policyFields = []field{
	{
		in: "Policy", name: "name", kind: kName, required: true,
		doc: "Unique among policies. Decisions report a condition as name/key.",
	}, {
		in: "Policy", name: "doc", kind: kString, def: note("none"),
		doc: "What the policy is for.",
	}, {
		in: "Policy", name: "owner", kind: kString, def: note("none"),
		doc: "Who answers for it.",
	}, {
		in: "Policy", name: "server", kind: kServers, def: note("every server"),
		doc: "Selector: a server, or a list of them.",
	}, {
		in: "Policy", name: "tools", kind: kTools, def: note("every tool"),
		doc: "Selector: a list of tools, each a name or a prefix that ends in *.",
	}, {
		in: "Policy", name: "when", kind: kExpr, hook: eval.HookCall, want: eval.WantBool, def: note("always"), erring: erringApplies,
		doc: "Selector: the policy applies only where this holds, and then may hold no setting. With unavailable_when it is a list hook.",
	}, {
		in: "Policy", name: "effect", kind: kEnum, typ: "Effect", def: eval.Write, setting: true,
		doc: "What repeating a call does.",
	}, {
		in: "Policy", name: "timeout", kind: kExpr, hook: eval.HookCall, want: eval.WantDuration, span: upTo(10 * time.Minute),
		def: 5 * time.Second, setting: true, erring: erringDefault,
		doc: "Longest duration of one attempt.",
	}, {
		in: "Policy", name: "expected", kind: kExpr, hook: eval.HookCall, want: eval.WantDuration, span: upTo(10 * time.Minute),
		def: 500 * time.Millisecond, setting: true, erring: erringDefault,
		doc: "What an attempt usually takes, until 20 successful ones were seen in five minutes.",
	}, {
		in: "Policy", name: "retry", kind: kStruct, typ: "Retry", def: note("no retry"), setting: true,
		doc: "Further attempts of a call that failed.",
	}, {
		in: "Policy", name: "breaker", kind: kStruct, typ: "Breaker", def: note("3 failures in a row, 30 s open"), setting: true,
		doc: "The circuit breaker.",
	}, {
		in: "Policy", name: "store", kind: kStruct, typ: "Store", setting: true,
		def: note("with a Cached step: live successes, by canonical arguments and audience"),
		doc: "Which answers are kept for a Cached step.",
	}, {
		in: "Policy", name: "evidence", kind: kStruct, typ: "Evidence", def: note("read by field names"), setting: true,
		doc: "How results are read as sources of claims.",
	}, {
		in: "Policy", name: "when_unavailable", kind: kSteps, def: note("the engine's HardFail"), setting: true,
		doc: "The fallback chain: the first step whose conditions all hold is taken.",
	}, {
		in: "Policy", name: "when_uncertain", kind: kStruct, typ: "HardFail", def: note("the engine's HardFail"), setting: true,
		doc: "What ends the turn when a write may have been executed although no answer came.",
	}, {
		in: "Policy", name: "when_refused", kind: kRefusals, def: note("the engine's notes"), setting: true,
		doc: "Notes for the model by kind of failure, such as Failure.NOT_FOUND, when a call is refused.",
	}, {
		in: "Policy", name: "drill", kind: kStruct, typ: "Drill", def: note("no drill"), setting: true,
		doc: "Unavailability on purpose, to exercise the degraded path.",
	}, {
		in: "Policy", name: "hide_after", kind: kDuration, span: between(0, time.Hour), def: time.Duration(0), setting: true,
		doc: "How long a tool must have been unavailable before the next turn's tool list drops it.",
	}, {
		in: "Policy", name: "show_after", kind: kDuration, span: between(0, time.Hour), def: time.Duration(0), setting: true,
		doc: "How long a tool must have been available before the next turn's tool list shows it again.",
	}, {
		in: "Policy", name: "unavailable_when", kind: kConditions, hook: eval.HookList, want: eval.WantBool, def: note("none"), erring: erringApplies,
		doc: "Any that holds makes the tool unavailable. Accumulates.",
	}, {
		in: "Policy", name: "forbid", kind: kConditions, hook: eval.HookCall, want: eval.WantBool, def: note("none"), erring: erringApplies,
		doc: "Any that holds refuses the call; the chain is not entered. Accumulates.",
	}, {
		in: "Policy", name: "require", kind: kConditions, hook: eval.HookRequire, want: eval.WantBool, def: note("none"), erring: erringNotHolding,
		doc: "All must hold for each step that serves data: Cached and UseTool. Accumulates.",
	}, {
		in: "Policy", name: "vars", kind: kVars, hook: eval.HookCall, want: eval.WantAny, def: note("none"), erring: erringReader,
		doc: "Named expressions that this policy reads as vars.name, evaluated at most once a decision.",
	},
}
