package lint

func textEntries() []Entry {
	return []Entry{
		{
			ID: "handoff-missing", Severity: Warning,
			Title: "A text that offers a person, where nothing is handed off.",
			Why:   "The customer says yes, and there is nobody: handoff is NONE unless it is set.",
			Bad: Example{Policies: `Policy{
  name:             "quotes",
  doc:              "A claim the business is held to.",
  server:           "pricing",
  effect:           Effect.READ,
  when_unavailable: [HardFail{message: "I can't quote prices right now. Shall I pass you to a colleague?"}],
}`},
			Good: Example{Policies: `Policy{
  name:   "quotes",
  doc:    "A claim the business is held to.",
  server: "pricing",
  effect: Effect.READ,
  when_unavailable: [HardFail{
    message: "I can't quote prices right now. Shall I pass you to a colleague?",
    handoff: Handoff.HUMAN,
  }],
}`},
		},
		{
			ID: "promised-follow-up", Severity: Warning,
			Title: "A text that promises that somebody will get in touch, where nobody is told to.",
			Why:   "A fixed text is a promise of the business. Nothing in the engine keeps it: it needs a hand-off, so that somebody does.",
			Bad: Example{Policies: `Policy{
  name:             "stock",
  doc:              "Little.",
  server:           "inventory",
  effect:           Effect.READ,
  when_unavailable: [Omit{disclose: "I can't see the stock right now. We will let you know when it is back."}],
}`},
			Good: Example{Policies: `Policy{
  name:             "stock",
  doc:              "Little.",
  server:           "inventory",
  effect:           Effect.READ,
  when_unavailable: [Omit{disclose: "I can't see the stock right now."}],
}`},
		},
		{
			ID: "effect-denied", Severity: Warning,
			Title: "A when_uncertain that says it did not happen, or asks the customer to do it again.",
			Why:   "It is shown where the call may have gone through. Whoever believes it orders, or pays, twice.",
			Bad: Example{Policies: `Policy{
  name:           "orders",
  doc:            "An order that nobody placed.",
  server:         "orders",
  effect:         Effect.WRITE,
  when_uncertain: HardFail{message: "Sorry, your order did not go through. Please try again.", handoff: Handoff.HUMAN},
}`},
			Good: Example{Policies: `Policy{
  name:   "orders",
  doc:    "An order that nobody placed.",
  server: "orders",
  effect: Effect.WRITE,
  when_uncertain: HardFail{
    message: "Your order may have gone through. Please don't place it again.",
    handoff: Handoff.HUMAN,
  },
}`},
		},
		{
			ID: "disclosure-of-arguments", Severity: Warning,
			Title: "A disclosure that shows what the model wrote into the arguments of its call.",
			Why: "What is disclosed is appended to the reply as the business's word, and no claim in it is checked against a source. The arguments are the model's own " +
				"text, and through it whatever a product review or a mail told it to write.",
			Bad: Example{Policies: `Policy{
  name:             "stock",
  doc:              "Little.",
  server:           "inventory",
  tools:            ["level"],
  effect:           Effect.READ,
  when_unavailable: [Omit{disclose: "I can't confirm the stock of " + string(call.args.product) + "."}],
}`},
			Good: Example{Policies: `Policy{
  name:             "stock",
  doc:              "Little.",
  server:           "inventory",
  tools:            ["level"],
  effect:           Effect.READ,
  when_unavailable: [Omit{disclose: "I can't confirm the stock."}],
}`},
		},
	}
}
