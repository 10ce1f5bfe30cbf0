package lint

func chainEntries() []Entry {
	return []Entry{
		{
			ID: "shadowed-step", Severity: Warning,
			Title: "A step that is never taken, for an earlier one is taken whenever it could be.",
			Why:   "Whoever wrote it believes that it does something. Often the two stand in the wrong order: the narrow step has to come first.",
			Bad: Example{Policies: `Policy{
  name: "news", doc: "Little: old news are dated.", server: "news", effect: Effect.READ,
  when_unavailable: [
    Cached{max_age: duration("24h")},
    Cached{max_age: duration("1h"), disclose: "As of " + entry.as_of.clock() + "."},
    Omit{},
  ],
}`},
			Good: Example{Policies: `Policy{
  name: "news", doc: "Little: old news are dated.", server: "news", effect: Effect.READ,
  when_unavailable: [
    Cached{max_age: duration("1h"), disclose: "As of " + entry.as_of.clock() + "."},
    Cached{max_age: duration("24h")},
    Omit{},
  ],
}`},
		},
		{
			ID: "queue-without-handoff", Severity: Warning,
			Title: "A HardFail that names a queue, and hands nothing off.",
			Why:   "handoff is NONE unless it is set: the queue is never used, and nobody sees the customer who waits in it.",
			Bad: Example{Policies: `Policy{
  name: "quotes", doc: "A claim the business is held to.", server: "pricing", effect: Effect.READ,
  when_unavailable: [HardFail{message: "I can't quote prices right now.", queue: "sales"}],
}`},
			Good: Example{Policies: `Policy{
  name: "quotes", doc: "A claim the business is held to.", server: "pricing", effect: Effect.READ,
  when_unavailable: [HardFail{message: "I can't quote prices right now.", handoff: Handoff.HUMAN, queue: "sales"}],
}`},
		},
		{
			ID: "fallback-shares-breaker", Severity: Warning,
			Title: "A UseTool whose target shares one breaker with the tool that it stands in for.",
			Why:   "With scope: Scope.SERVER all tools of a server have one breaker. When it is open the fallback is not available either.",
			Bad: Example{Policies: `[
  Policy{name: "search", doc: "Nothing.", server: "search", effect: Effect.READ, timeout: duration("1s"), breaker: Breaker{scope: Scope.SERVER}},
  Policy{
    name: "semantic", doc: "Nothing.", server: "search", tools: ["semantic"],
    when_unavailable: [UseTool{tool: "keyword"}, Omit{}],
  },
]`},
			Good: Example{Policies: `[
  Policy{name: "search", doc: "Nothing.", server: "search", effect: Effect.READ, timeout: duration("1s"), breaker: Breaker{failures: 5}},
  Policy{
    name: "semantic", doc: "Nothing.", server: "search", tools: ["semantic"],
    when_unavailable: [UseTool{tool: "keyword"}, Omit{}],
  },
]`},
		},
		{
			ID: "effect-not-set", Severity: Note,
			Title: "Tools that count as writes for want of another word, with a chain that looks like a read's.",
			Why: "A tool is a WRITE unless a policy says otherwise: it is not retried once it was sent, its answers are not stored, and a timeout " +
				"ends the turn as uncertain.",
			Bad: Example{Policies: `Policy{
  name: "stock", doc: "Little.", server: "inventory",
  when_unavailable: [Omit{}],
}`},
			Good: Example{Policies: `Policy{
  name: "stock", doc: "Little.", server: "inventory", effect: Effect.READ,
  when_unavailable: [Omit{}],
}`},
		},
		{
			ID: "write-ends-in-silence", Severity: Warning,
			Title: "A write whose chain ends in an Omit that discloses nothing.",
			Why:   "The customer asked for something to be done, it was not done, and nobody says so.",
			Bad: Example{Policies: `Policy{
  name: "orders", doc: "An order that nobody placed.", server: "orders", effect: Effect.WRITE,
  when_unavailable: [Omit{}],
  when_uncertain:   HardFail{message: "Your order may have gone through.", handoff: Handoff.HUMAN},
}`},
			Good: Example{Policies: `Policy{
  name: "orders", doc: "An order that nobody placed.", server: "orders", effect: Effect.WRITE,
  when_unavailable: [Omit{disclose: "I can't place orders right now."}],
  when_uncertain:   HardFail{message: "Your order may have gone through.", handoff: Handoff.HUMAN},
}`},
		},
		{
			ID: "write-without-when-uncertain", Severity: Warning,
			Title: "A policy that declares a write, and says nothing for when it may have gone through.",
			Why: "After a timeout nobody knows whether the order, the payment or the mail went out. The engine's own text asks the customer to check; " +
				"without a hand-off no person of yours is told.",
			Bad: Example{Policies: `Policy{
  name: "refunds", doc: "Money.", server: "billing", tools: ["issue"], effect: Effect.WRITE,
  when_unavailable: [HardFail{message: "I can't refund anything right now.", handoff: Handoff.HUMAN}],
}`},
			Good: Example{Policies: `Policy{
  name: "refunds", doc: "Money.", server: "billing", tools: ["issue"], effect: Effect.WRITE,
  when_unavailable: [HardFail{message: "I can't refund anything right now.", handoff: Handoff.HUMAN}],
  when_uncertain:   HardFail{message: "Your refund may be on its way. A colleague will check.", handoff: Handoff.HUMAN},
}`},
		},
		{
			ID: "when-uncertain-of-read", Severity: Warning,
			Title: "A when_uncertain of tools that never write.",
			Why:   "Only a write is ever uncertain. Either the text is dead, or a tool that writes is declared as a READ, and is repeated.",
			Bad: Example{Policies: `Policy{
  name: "stock", doc: "Little.", server: "inventory", effect: Effect.READ,
  when_uncertain: HardFail{message: "It may have gone through.", handoff: Handoff.HUMAN},
}`},
			Good: Example{Policies: `Policy{
  name: "stock", doc: "Little.", server: "inventory", effect: Effect.WRITE,
  when_uncertain: HardFail{message: "It may have gone through.", handoff: Handoff.HUMAN},
}`},
		},
		{
			ID: "read-named-as-write", Severity: Warning,
			Title: "A tool that is declared as a READ, and named as something that changes the world.",
			Why:   "A READ is retried, joined with an equal call and drilled. Of create_order that makes two orders.",
			Bad: Example{Policies: `Policy{
  name: "orders", doc: "An order that nobody placed.", server: "orders", tools: ["create_order"], effect: Effect.READ,
}`},
			Good: Example{Policies: `Policy{
  name: "orders", doc: "An order that nobody placed.", server: "orders", tools: ["create_order"], effect: Effect.IDEMPOTENT,
  when_uncertain: HardFail{message: "Your order may have gone through.", handoff: Handoff.HUMAN},
}`},
		},
		{
			ID: "store-never-served", Severity: Warning,
			Title: "A store whose answers no Cached step serves.",
			Why:   "It fills memory for nothing, or the Cached step was forgotten. A UseTool never serves from its target's store.",
			Bad: Example{Policies: `Policy{
  name: "rates", doc: "Little.", server: "rates", effect: Effect.READ,
  store: Store{shared: true},
  when_unavailable: [Omit{}],
}`},
			Good: Example{Policies: `Policy{
  name: "rates", doc: "Little.", server: "rates", effect: Effect.READ,
  store: Store{shared: true},
  when_unavailable: [Cached{max_age: duration("1h")}, Omit{}],
}`},
		},
	}
}
