package lint

func conditionEntries() []Entry {
	return []Entry{
		{
			ID: "condition-always-true", Severity: Warning,
			Title: "A condition, or a part of one, that is true whatever it reads.",
			Why: "It decides nothing, and a reader thinks that it does. != joined by || is the usual slip: nothing is two things at once, so one of " +
				"the two always differs.",
			Bad: Example{Policies: `[
  Turn{purposes: ["chat", "order", "contract"]},
  Policy{
    name:   "quotes",
    doc:    "A claim the business is held to.",
    server: "pricing",
    effect: Effect.READ,
    forbid: {"neither in a chat nor in an order": turn.purpose != Purpose.CHAT || turn.purpose != Purpose.ORDER},
  },
]`},
			Good: Example{Policies: `[
  Turn{purposes: ["chat", "order", "contract"]},
  Policy{
    name:   "quotes",
    doc:    "A claim the business is held to.",
    server: "pricing",
    effect: Effect.READ,
    forbid: {"neither in a chat nor in an order": turn.purpose != Purpose.CHAT && turn.purpose != Purpose.ORDER},
  },
]`},
		},
		{
			ID: "condition-always-false", Severity: Warning,
			Title: "A condition, or a part of one, that is true for no value of what it reads.",
			Why:   "A forbid that never forbids and a step that is never taken look like rules, and are none.",
			Bad: Example{Policies: `[
  Turn{facts: {"amount": money}},
  Policy{
    name:   "refunds",
    doc:    "Money.",
    server: "billing",
    effect: Effect.READ,
    forbid: {"out of bounds": facts.amount < money("5.00", "EUR") && facts.amount > money("500.00", "EUR")},
  },
]`},
			Good: Example{Policies: `[
  Turn{facts: {"amount": money}},
  Policy{
    name:   "refunds",
    doc:    "Money.",
    server: "billing",
    effect: Effect.READ,
    forbid: {"out of bounds": facts.amount < money("5.00", "EUR") || facts.amount > money("500.00", "EUR")},
  },
]`},
		},
		{
			ID: "condition-repeated", Severity: Warning,
			Title: "The same condition twice, under two names or in one && or ||.",
			Why:   "It was copied, and the copy was not changed to what it should say.",
			Bad: Example{Policies: `[
  Turn{facts: {"vip": bool, "blocked": bool}},
  Policy{
    name:    "quotes",
    doc:     "A claim the business is held to.",
    server:  "pricing",
    effect:  Effect.READ,
    forbid:  {"blocked": facts.blocked, "no member": facts.blocked},
    require: {"a member": facts.vip},
  },
]`},
			Good: Example{Policies: `[
  Turn{facts: {"vip": bool, "blocked": bool}},
  Policy{
    name:    "quotes",
    doc:     "A claim the business is held to.",
    server:  "pricing",
    effect:  Effect.READ,
    forbid:  {"blocked": facts.blocked, "no member": !facts.vip},
    require: {"a member": facts.vip},
  },
]`},
		},
		{
			ID: "conditions-exclude", Severity: Warning,
			Title: "Two conditions that must both hold, and never do together.",
			Why:   "The step is never taken, or no source is ever good enough, and every call or reply meets the hard end of the rules.",
			Bad: Example{Policies: `Policy{
  name:   "rates",
  doc:    "Little.",
  server: "rates",
  effect: Effect.READ,
  when_unavailable: [
    Cached{
      max_age: duration("24h"),
      require: {
        "settled": entry.age > duration("2h"),
        "fresh":   entry.age < duration("1h"),
      },
    },
    Omit{},
  ],
}`},
			Good: Example{Policies: `Policy{
  name:   "rates",
  doc:    "Little.",
  server: "rates",
  effect: Effect.READ,
  when_unavailable: [
    Cached{
      max_age: duration("24h"),
      require: {
        "settled": entry.age > duration("1h"),
        "fresh":   entry.age < duration("2h"),
      },
    },
    Omit{},
  ],
}`},
		},
	}
}
