package lint

func settingEntries() []Entry {
	return []Entry{
		{
			ID: "budget-below-worst-case", Severity: Note,
			Title: "One call of every tool could take more tool time than a turn has.",
			Why:   "It may well be meant: the budget is there to end it. It shows what a turn could take if nothing did.",
			Bad: Example{Policies: `[
  Turn{budget: duration("8s")},
  Policy{name: "stock", doc: "Little.", server: "inventory", effect: Effect.READ, timeout: duration("3s")},
  Policy{
    name:    "quotes",
    doc:     "A claim the business is held to.",
    server:  "pricing",
    effect:  Effect.READ,
    timeout: duration("6s"),
  },
]`},
			Good: Example{Policies: `[
  Turn{budget: duration("9s")},
  Policy{name: "stock", doc: "Little.", server: "inventory", effect: Effect.READ, timeout: duration("3s")},
  Policy{
    name:    "quotes",
    doc:     "A claim the business is held to.",
    server:  "pricing",
    effect:  Effect.READ,
    timeout: duration("6s"),
  },
]`},
		},
		{
			ID: "timeout-above-budget", Severity: Note,
			Title: "A timeout that is longer than the tool time of a whole turn.",
			Why:   "The budget ends the attempt first, and nothing is left for a retry or a fallback. A server with a clock of its own has an entry in Turn.budgets.",
			Bad: Example{Policies: `[
  Turn{budgets: {"research": duration("60s")}},
  Policy{name: "research", doc: "Little.", server: "research", effect: Effect.READ, timeout: duration("90s")},
]`},
			Good: Example{Policies: `[
  Turn{budgets: {"research": duration("60s")}},
  Policy{name: "research", doc: "Little.", server: "research", effect: Effect.READ, timeout: duration("30s")},
]`},
		},
		{
			ID: "expected-above-timeout", Severity: Warning,
			Title: "An attempt is expected to take longer than it may.",
			Why:   "A first attempt needs expected in the budget before it is made, and a retry twice as much: calls are given up that would have had the time.",
			Bad: Example{Policies: `Policy{
  name:     "stock",
  doc:      "Little.",
  server:   "inventory",
  effect:   Effect.READ,
  timeout:  duration("2s"),
  expected: duration("3s"),
}`},
			Good: Example{Policies: `Policy{
  name:     "stock",
  doc:      "Little.",
  server:   "inventory",
  effect:   Effect.READ,
  timeout:  duration("3s"),
  expected: duration("200ms"),
}`},
		},
		{
			ID: "two-retry-owners", Severity: Note,
			Title: "Policies retry, and most clients of tools do so as well.",
			Why: "Three attempts of three are nine requests, at a server that is in trouble already. Set the retries of the clients to zero, or silence this " +
				"once you have.",
			Bad: Example{Policies: `Policy{
  name:    "stock",
  doc:     "Little.",
  server:  "inventory",
  effect:  Effect.READ,
  timeout: duration("1s"),
  retry:   Retry{max: 1},
}`},
			Good: Example{Policies: `Policy{
  name:    "stock",
  doc:     "Little.",
  server:  "inventory",
  effect:  Effect.READ,
  timeout: duration("1s"),
  retry:   Retry{max: 1},  // lacuna:ignore two-retry-owners -- the clients are built with zero retries
}`},
		},
		{
			ID: "policy-without-doc", Severity: Note,
			Title: "A policy without doc.",
			Why:   "doc says what a wrong answer costs. It is the first column of lacuna check --table, and the reason for all of the others.",
			Bad: Example{Policies: `Policy{
  name:   "stock",
  server: "inventory",
  effect: Effect.READ,
}`},
			Good: Example{Policies: `Policy{
  name:   "stock",
  doc:    "Little: checkout confirms stock anyway.",
  server: "inventory",
  effect: Effect.READ,
}`},
		},
		{
			ID: "expired-drill", Severity: Warning, needs: needsNow,
			Title: "A Drill whose until has passed.",
			Why:   "The degraded path is not exercised any more, and nobody notices until it is needed.",
			Bad: Example{Policies: `Policy{
  name:             "stock",
  doc:              "Little.",
  server:           "inventory",
  effect:           Effect.READ,
  drill:            Drill{share: 0.01, until: timestamp("2020-01-01T00:00:00Z")},
  when_unavailable: [Omit{}],
}`},
			Good: Example{Policies: `Policy{
  name:             "stock",
  doc:              "Little.",
  server:           "inventory",
  effect:           Effect.READ,
  drill:            Drill{share: 0.01},
  when_unavailable: [Omit{}],
}`},
		},
	}
}

func unusedEntries() []Entry {
	return []Entry{
		{
			ID: "unused-fact", Severity: Warning,
			Title: "A fact that no rule reads.",
			Why:   "The orchestrator looks it up for every turn, for nothing; or the rule that should read it is missing.",
			Bad: Example{Policies: `[
  Turn{facts: {"customer_specific": bool, "vip": bool}},
  Policy{
    name:   "quotes",
    doc:    "A claim the business is held to.",
    server: "pricing",
    effect: Effect.READ,
    forbid: {"not for members": facts.vip},
  },
]`},
			Good: Example{Policies: `[
  Turn{facts: {"vip": bool}},
  Policy{
    name:   "quotes",
    doc:    "A claim the business is held to.",
    server: "pricing",
    effect: Effect.READ,
    forbid: {"not for members": facts.vip},
  },
]`},
		},
		{
			ID: "unused-var", Severity: Warning,
			Title: "An entry of vars that its policy does not read.",
			Why:   "It is evaluated for nobody; or the condition that should read it says something else.",
			Bad: Example{Policies: `Policy{
  name:   "quotes",
  doc:    "A claim the business is held to.",
  server: "pricing",
  effect: Effect.READ,
  vars:   {"late": now.getHours() >= 22, "early": now.getHours() < 6},
  forbid: {"at night": vars.late},
}`},
			Good: Example{Policies: `Policy{
  name:   "quotes",
  doc:    "A claim the business is held to.",
  server: "pricing",
  effect: Effect.READ,
  vars:   {"late": now.getHours() >= 22, "early": now.getHours() < 6},
  forbid: {"at night": vars.late || vars.early},
}`},
		},
		{
			ID: "unknown-server", Severity: Warning,
			Title: "A condition compares the name of a server with one that no policy is for, and that is one slip away from one that is.",
			Why:   "Names of servers are texts, so a typo loads: the condition is never true, and every price is held back, or none.",
			Bad: Example{Policies: `[
  Policy{name: "quotes", doc: "A claim the business is held to.", server: "pricing", effect: Effect.READ},
  Claims{
    name:       "prices",
    kinds:      [Kind.MONEY],
    sourced_by: {"a pricing field": source.server == "pricng" && source.origin == Origin.FIELD},
  },
]`},
			Good: Example{Policies: `[
  Policy{name: "quotes", doc: "A claim the business is held to.", server: "pricing", effect: Effect.READ},
  Claims{
    name:       "prices",
    kinds:      [Kind.MONEY],
    sourced_by: {"a pricing field": source.server == "pricing" && source.origin == Origin.FIELD},
  },
]`},
		},
	}
}
