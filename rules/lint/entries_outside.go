package lint

// documented is a policy that loads, and of which nothing is found.
const documented = `Policy{
  name:             "stock",
  doc:              "Little.",
  server:           "inventory",
  tools:            ["level"],
  effect:           Effect.READ,
  timeout:          duration("2s"),
  when_unavailable: [Omit{disclose: "I can't confirm stock right now."}],
}`

const documentedTest = `tests:
  - name: nothing is said of a stock that nobody knows
    call: {server: inventory, tool: level}
    failure: {kind: timeout}
    want: {outcome: omit}
`

func outsideEntries() []Entry {
	return []Entry{
		{
			ID: "policy-without-test", Severity: Note, needs: needsTests,
			Title: "A policy that applies to no tool that a golden test calls.",
			Why:   "Whoever changes it finds out from customers. A test is four lines.",
			Bad: Example{Policies: `[
  Policy{
    name:             "stock",
    doc:              "Little.",
    server:           "inventory",
    tools:            ["level"],
    effect:           Effect.READ,
    timeout:          duration("1s"),
    when_unavailable: [Omit{disclose: "I can't confirm stock right now."}],
  },
  Policy{
    name:    "quotes",
    doc:     "A claim the business is held to.",
    server:  "pricing",
    effect:  Effect.READ,
    timeout: duration("1s"),
  },
]`, Tests: documentedTest},
			Good: Example{Policies: documented, Tests: documentedTest},
		},
		{
			ID: "step-never-taken", Severity: Note, needs: needsLog,
			Title: "A step that no call in the decision log, no drill and no golden test has ever taken.",
			Why:   "A degraded path that never runs does not work on the day it is needed.",
			Bad:   Example{Policies: documented, Log: `{"event": "decision", "server": "inventory", "tool": "level", "outcome": "ok"}`},
			Good: Example{
				Policies: documented,
				Log:      `{"event": "decision", "server": "inventory", "tool": "level", "outcome": "omit", "policy": "stock", "step_index": 0}`,
			},
		},
		{
			ID: "timeout-far-above-p99", Severity: Note, needs: needsLog,
			Title: "A timeout of more than five times the 99th percentile that the decision log shows.",
			Why:   "The customer waits all that time for an answer that does not come, and the budget of the turn is spent. Twice the p99 would do.",
			Bad:   Example{Policies: documented, Log: `{"event": "decision", "server": "inventory", "tool": "level", "outcome": "omit", "policy": "stock", "step_index": 0, "latency": {"p50": "40ms", "p95": "80ms", "p99": "100ms", "count": 100}}`},
			Good:  Example{Policies: documented, Log: `{"event": "decision", "server": "inventory", "tool": "level", "outcome": "omit", "policy": "stock", "step_index": 0, "latency": {"p50": "140ms", "p95": "800ms", "p99": "1s", "count": 100}}`},
		},
		{
			ID: "timeout-below-p99", Severity: Note, needs: needsLog,
			Title: "A timeout below the 99th percentile that the decision log shows.",
			Why:   "One call in a hundred, at the least, is given up that would have succeeded.",
			Bad:   Example{Policies: documented, Log: `{"event": "decision", "server": "inventory", "tool": "level", "outcome": "omit", "policy": "stock", "step_index": 0, "latency": {"p50": "400ms", "p95": "2s", "p99": "3s", "count": 100}}`},
			Good:  Example{Policies: documented, Log: `{"event": "decision", "server": "inventory", "tool": "level", "outcome": "omit", "policy": "stock", "step_index": 0, "latency": {"p50": "140ms", "p95": "800ms", "p99": "1s", "count": 100}}`},
		},
	}
}

func ignoreEntries() []Entry {
	return []Entry{
		{
			ID: "ignore-without-reason", Severity: Warning,
			Title: "A comment that silences a finding, and does not say why.",
			Why:   "The next reader can't tell whether it is still meant.",
			Bad: Example{Policies: `// lacuna:ignore policy-without-doc
Policy{name: "stock", server: "inventory", effect: Effect.READ}`},
			Good: Example{Policies: `// lacuna:ignore policy-without-doc -- the server is switched off next month
Policy{name: "stock", server: "inventory", effect: Effect.READ}`},
		},
		{
			ID: "ignore-unused", Severity: Warning,
			Title: "A comment that silences a finding that is not there.",
			Why:   "What it was for is fixed, or the comment stands at the wrong line. It would silence the next one.",
			Bad: Example{Policies: `// lacuna:ignore policy-without-doc -- the server is switched off next month
Policy{name: "stock", doc: "Little.", server: "inventory", effect: Effect.READ}`},
			Good: Example{Policies: `Policy{name: "stock", doc: "Little.", server: "inventory", effect: Effect.READ}`},
		},
		{
			ID: "ignore-malformed", Severity: Warning,
			Title: "A lacuna:ignore comment that names no finding, or one that does not exist.",
			Why:   "It silences nothing.",
			Bad: Example{Policies: `// lacuna:ignore policy-without-docs -- it is well known
Policy{name: "stock", doc: "Little.", server: "inventory", effect: Effect.READ}`},
			Good: Example{Policies: `Policy{name: "stock", doc: "Little.", server: "inventory", effect: Effect.READ}`},
		},
	}
}

func loadEntries() []Entry {
	return []Entry{
		{
			ID: "invalid-file", Severity: Error,
			Title: "A policy file that is no CEL value: it can't be read.",
			Why:   "The set does not load. A running engine keeps the last good set.",
			Bad:   Example{Policies: `Policy{name: "stock" server: "inventory"}`},
			Good:  Example{Policies: `Policy{name: "stock", doc: "Little.", server: "inventory", effect: Effect.READ}`},
		},
		{
			ID: "invalid-policy", Severity: Error,
			Title: "A policy that can be read, and is not allowed: an unknown field, a wrong type, two policies that contradict each other.",
			Why:   "The set does not load. A running engine keeps the last good set.",
			Bad:   Example{Policies: `Policy{nmae: "stock", name: "stock", doc: "Little.", server: "inventory", effect: Effect.READ}`},
			Good:  Example{Policies: `Policy{name: "stock", doc: "Little.", server: "inventory", effect: Effect.READ}`},
		},
	}
}
