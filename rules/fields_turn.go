package rules

import "time"

var turnFields = []field{
	{
		in: "Turn", name: "budget", kind: kDuration, span: upTo(time.Hour), def: 8 * time.Second,
		doc: "Tool time of a turn. It runs while at least one call is in flight.",
	}, {
		in: "Turn", name: "budgets", kind: kBudgets, span: upTo(time.Hour), def: note("none"),
		doc: "Budgets of servers with a clock of their own, by server.",
	}, {
		in: "Turn", name: "purposes", kind: kPurposes, def: note(`["chat"]`),
		doc: "What a turn may be for, in lower case; each is a constant Purpose.NAME.",
	}, {
		in: "Turn", name: "languages", kind: kLanguages, def: note(`["en"]`),
		doc: "Languages that texts are written in. The first is the default.",
	}, {
		in: "Turn", name: "time_zone", kind: kZone, def: note("UTC"),
		doc: "IANA time zone in which times are shown and read.",
	}, {
		in: "Turn", name: "facts", kind: kFacts, def: note("none"),
		doc: "Facts that the orchestrator asserts, by name: bool, int, double, string, duration, timestamp, money, or a list such as [string].",
	}, {
		in: "Turn", name: "freeze_tools", kind: kBool, def: false,
		doc: "Keeps the tool list of a turn fixed, for prompt caches.",
	},
}
