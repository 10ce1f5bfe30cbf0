package lint

func claimsEntries() []Entry {
	return []Entry{
		{
			ID: "cached-price-without-time", Severity: Warning,
			Title: "Claims that take a cached price as good as a live one, whether or not its time is shown.",
			Why:   "A price from an hour ago goes out as that of now. Shown with its time it is true; without, it is a quote that nobody made.",
			Bad: Example{Alone: true, Policies: `[
  Policy{
    name:             "quotes",
    doc:              "A claim the business is held to.",
    server:           "pricing",
    effect:           Effect.READ,
    when_unavailable: [Cached{max_age: duration("1h")}, Omit{}],
  },
  Claims{
    name: "all",
    kinds: [
      Kind.MONEY,
      Kind.DATE,
      Kind.PERCENT,
      Kind.QUANTITY,
      Kind.DURATION,
      Kind.ID,
      Kind.URL,
      Kind.PHONE,
      Kind.EMAIL,
      Kind.DONE,
      Kind.TIME,
    ],
    sourced_by: {"a pricing field": source.server == "pricing" && source.origin == Origin.FIELD},
  },
]`},
			Good: Example{Alone: true, Policies: `[
  Policy{
    name:             "quotes",
    doc:              "A claim the business is held to.",
    server:           "pricing",
    effect:           Effect.READ,
    when_unavailable: [Cached{max_age: duration("1h")}, Omit{}],
  },
  Claims{
    name: "all",
    kinds: [
      Kind.MONEY,
      Kind.DATE,
      Kind.PERCENT,
      Kind.QUANTITY,
      Kind.DURATION,
      Kind.ID,
      Kind.URL,
      Kind.PHONE,
      Kind.EMAIL,
      Kind.DONE,
      Kind.TIME,
    ],
    sourced_by: {
      "a pricing field":            source.server == "pricing" && source.origin == Origin.FIELD,
      "live, or its time is shown": !source.cached || claim.shows(source.as_of),
    },
  },
]`},
		},
		{
			ID: "echo-confirmed", Severity: Warning,
			Title: "An unless that lets a figure pass because the customer said it, also where the reply confirms it.",
			Why:   "“It is €150, isn't it?” “Yes, it is €150.” The customer has written a price into the shop's mouth.",
			Bad: Example{Policies: `Claims{
  name:       "prices",
  kinds:      [Kind.MONEY],
  sourced_by: {"a live pricing field": source.server == "pricing" && source.origin == Origin.FIELD && !source.cached},
  unless:     {"the customer's own figure": claim.echo},
}`},
			Good: Example{Policies: `Claims{
  name:       "prices",
  kinds:      [Kind.MONEY],
  sourced_by: {"a live pricing field": source.server == "pricing" && source.origin == Origin.FIELD && !source.cached},
  unless:     {"the customer's own figure, not confirmed": claim.echo && !claim.asserted},
}`},
		},
		{
			ID: "price-from-any-text", Severity: Note,
			Title: "Claims on prices that ask neither which server a price is from, nor whether it stands in a field.",
			Why:   "A product review that says “now only €189” is then a source of €189.",
			Bad: Example{Policies: `Claims{
  name:       "prices",
  kinds:      [Kind.MONEY],
  sourced_by: {"live": !source.cached},
}`},
			Good: Example{Policies: `Claims{
  name:       "prices",
  kinds:      [Kind.MONEY],
  sourced_by: {"live": !source.cached, "a field": source.origin == Origin.FIELD},
}`},
		},
		{
			ID: "quantifiers-over-sources", Severity: Warning,
			Title: "Two exists over the sources of a claim, joined by “and”: each may hold of another source.",
			Why:   "“One source is from pricing, and one source is live” passes with an old price and somebody else's live value.",
			Bad: Example{Policies: `Claims{
  name:       "prices",
  kinds:      [Kind.MONEY],
  sourced_by: {"a field": source.origin == Origin.FIELD},
  require:    {"a live price": claim.sources.exists(s, s.server == "pricing") && claim.sources.exists(s, !s.cached)},
}`},
			Good: Example{Policies: `Claims{
  name:       "prices",
  kinds:      [Kind.MONEY],
  sourced_by: {"a field": source.origin == Origin.FIELD},
  require:    {"a live price": claim.sources.exists(s, s.server == "pricing" && !s.cached)},
}`},
		},
		{
			ID: "replies-unchecked", Severity: Note,
			Title: "A set without Claims on replies.",
			Why:   "Nothing is built in: whatever figures a reply has, it passes.",
			Bad: Example{Alone: true, Policies: `Policy{
  name:   "stock",
  doc:    "Little.",
  server: "inventory",
  effect: Effect.READ,
}`},
			Good: Example{Policies: `Policy{
  name:   "stock",
  doc:    "Little.",
  server: "inventory",
  effect: Effect.READ,
}`},
		},
		{
			ID: "kinds-unchecked", Severity: Note,
			Title: "Kinds of claim that no Claims on replies covers.",
			Why:   "Claims of these kinds are recorded, and pass.",
			Bad: Example{Alone: true, Policies: `Claims{
  name:       "prices",
  kinds:      [Kind.MONEY],
  sourced_by: {"a field": source.origin == Origin.FIELD},
}`},
			Good: Example{Alone: true, Policies: `[
  Claims{name: "prices", kinds: [Kind.MONEY], sourced_by: {"a field": source.origin == Origin.FIELD}},
  Claims{
    name: "rest",
    kinds: [
      Kind.DATE,
      Kind.PERCENT,
      Kind.QUANTITY,
      Kind.DURATION,
      Kind.ID,
      Kind.URL,
      Kind.PHONE,
      Kind.EMAIL,
      Kind.DONE,
      Kind.TIME,
    ],
    otherwise: Flag{},
  },
]`},
		},
		{
			ID: "expired-statement", Severity: Warning, needs: needsNow,
			Title: "A Known statement whose until has passed.",
			Why:   "Its figures are no source any more: a reply that makes the statement is held back.",
			Bad:   Example{Policies: `Known{name: "sale", text: "Everything for €5.", until: timestamp("2020-01-01T00:00:00Z")}`},
			Good:  Example{Policies: `Known{name: "sale", text: "Everything for €5.", until: timestamp("2999-01-01T00:00:00Z")}`},
		},
	}
}
