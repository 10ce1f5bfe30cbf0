package rules

import (
	"time"

	"github.com/lacuna-go/lacuna/eval"
)

const day = 24 * time.Hour

var settingFields = []field{
	{
		in: "Retry", name: "max", kind: kInt, span: count(0, 10), def: 0,
		doc: "Attempts after the first.",
	},
	{
		in: "Retry", name: "when", kind: kExpr, hook: eval.HookRetry, want: eval.WantBool, def: note("failure.transient"), erring: erringNotHolding,
		doc: "Narrows which failures are retried; what is not transient never is.",
	},
	{
		in: "Retry", name: "backoff", kind: kStruct, typ: "Backoff", def: note("100 ms to 2 s"),
		doc: "Pauses between attempts.",
	},
	{
		in: "Backoff", name: "initial", kind: kDuration, span: upTo(time.Minute), def: 100 * time.Millisecond,
		doc: "The first pause.",
	},
	{
		in: "Backoff", name: "max", kind: kDuration, span: upTo(time.Minute), def: 2 * time.Second,
		doc: "The longest pause, at least initial.",
	},

	{
		in: "Breaker", name: "failures", kind: kInt, span: count(1, 1000), def: 3,
		doc: "Failures in a row that open it. Not together with rate.",
	},
	{
		in: "Breaker", name: "rate", kind: kShare, span: rate, def: note("off"),
		doc: "Share of failed calls that opens it. Not together with failures.",
	},
	{
		in: "Breaker", name: "min_calls", kind: kInt, span: count(1, 10_000), def: 20,
		doc: "Calls that must have been seen before rate and slow_rate are judged.",
	},
	{
		in: "Breaker", name: "window", kind: kDuration, span: between(time.Second, time.Hour), def: 60 * time.Second,
		doc: "How far back rate and slow_rate look.",
	},
	{
		in: "Breaker", name: "calls", kind: kInt, span: count(1, 10_000), def: note("off"),
		doc: "How many calls back rate and slow_rate look, instead of window.",
	},
	{
		in: "Breaker", name: "slow", kind: kDuration, span: upTo(10 * time.Minute), def: note("off"),
		doc: "Duration from which a successful call counts as slow.",
	},
	{
		in: "Breaker", name: "slow_rate", kind: kShare, span: rate, def: 0.5,
		doc: "Share of slow calls that opens it; needs slow.",
	},
	{
		in: "Breaker", name: "open_for", kind: kDuration, span: upTo(day), def: 30 * time.Second,
		doc: "How long it stays open before it lets a probe in; doubled by each failed probe.",
	},
	{
		in: "Breaker", name: "max_open_for", kind: kDuration, span: upTo(10 * day), def: note("10 x open_for"),
		doc: "Longest that it stays open, at least open_for.",
	},
	{
		in: "Breaker", name: "probes", kind: kInt, span: count(1, 100), def: 1,
		doc: "Calls let in while it is half open; it closes when that many succeeded.",
	},
	{
		in: "Breaker", name: "probe_args", kind: kArguments, def: note("no such probe"),
		doc: "Arguments of a probe without a turn, where the tool is a read.",
	},
	{
		in: "Breaker", name: "ramp", kind: kRamp, def: note("no ramp"),
		doc: "Growing shares of conversations, each above 0 and below 1, that are let in after recovery.",
	},
	{
		in: "Breaker", name: "ramp_for", kind: kDuration, span: upTo(day), def: 30 * time.Second,
		doc: "How long each stage of ramp lasts.",
	},
	{
		in: "Breaker", name: "max_hold", kind: kDuration, span: upTo(day), def: 5 * time.Minute,
		doc: "Longest hold after RATE_LIMITED.",
	},
	{
		in: "Breaker", name: "quota_hold", kind: kDuration, span: upTo(10 * day), def: 15 * time.Minute,
		doc: "Hold after QUOTA and UNAUTHORIZED.",
	},
	{
		in: "Breaker", name: "scope", kind: kEnum, typ: "Scope", def: eval.ScopeTool,
		doc: "One breaker a tool, or one for the whole server.",
	},
	{
		in: "Breaker", name: "mode", kind: kEnum, typ: "Mode", def: eval.ModeEnforce,
		doc: "SHADOW observes only: it reports what it would have done.",
	},

	{
		in: "Store", name: "when", kind: kExpr, hook: eval.HookCall, want: eval.WantBool, def: note("always"), erring: erringNotStored,
		doc: "Whether an answer is stored. A lookup does not ask it.",
	},
	{
		in: "Store", name: "key", kind: kExpr, hook: eval.HookCall, want: eval.WantKey, def: note("the canonical arguments"), erring: erringNotFound,
		doc: "List of values that tell entries of one tool apart.",
	},
	{
		in: "Store", name: "shared", kind: kBool, def: false,
		doc: "One entry for every audience.",
	},

	{
		in: "Evidence", name: "none", kind: kBool, def: false,
		doc: "Results are no sources at all.",
	},
	{
		in: "Evidence", name: "currency", kind: kCurrency, def: note("unknown"),
		doc: "ISO 4217 code of amounts whose record names none.",
	},
	{
		in: "Evidence", name: "minor_units", kind: kWords, def: note("by field name"),
		doc: "Paths of amounts in minor units, such as items[*].price_cents.",
	},
	{
		in: "Evidence", name: "as_of", kind: kString, def: note("the moment of the answer"),
		doc: "Path of the time at which the values were true.",
	},
	{
		in: "Evidence", name: "entity", kind: kString, def: note("by field name"),
		doc: "Path of the name of what a record describes, such as items[*].sku.",
	},
	{
		in: "Evidence", name: "ignore", kind: kWords, def: note("none"),
		doc: "Paths of values that are no source.",
	},
	{
		in: "Evidence", name: "copy", kind: kBool, def: false,
		doc: "The tool serves copies: its values count as cached and owe an as_of.",
	},

	{
		in: "Drill", name: "share", kind: kShare, span: rate, required: true,
		doc: "Share of turns that are drilled, chosen by a hash of their ids: a replay drills the same ones.",
	},
	{
		in: "Drill", name: "from", kind: kTime, def: note("no bound"),
		doc: "When the drill begins.",
	},
	{
		in: "Drill", name: "until", kind: kTime, def: note("no bound"),
		doc: "When it ends, after from.",
	},
	{
		in: "Drill", name: "every", kind: kDuration, span: between(time.Minute, 366*day), def: note("all the time"),
		doc: "Repeats it, counted from from, else from 1970-01-01T00:00:00Z; needs lasting.",
	},
	{
		in: "Drill", name: "lasting", kind: kDuration, span: upTo(366 * day), def: note("all of every"),
		doc: "How long each repetition lasts, less than every.",
	},
	{
		in: "Drill", name: "when", kind: kExpr, hook: eval.HookList, want: eval.WantBool, def: note("always"), erring: erringNotDrilled,
		doc: "Narrows which turns are drilled.",
	},
}
