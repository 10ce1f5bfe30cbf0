package lint

// quoteTools is a snapshot in which the tool quote requires sku, and takes currency and customer_id.
const quoteTools = `{"servers": {"pricing": {"tools": [{"name": "quote", "inputSchema": {"type": "object", "required": ["sku"],
  "properties": {"sku": {"type": "string"}, "currency": {"type": "string"}, "customer_id": {"type": "string"}}}}]}}}`

func argumentEntries() []Entry {
	return []Entry{
		{
			ID: "unguarded-argument", Severity: Note,
			Title: "A forbid or a when reads an argument that the model may leave out, and nothing says whether it may.",
			Why: "Reading a missing argument is an error, and an error forbids: a healthy call is refused. With --tools the input schemas say which " +
				"arguments every call has.",
			Bad: Example{Policies: `Policy{
  name:   "quotes",
  doc:    "A claim the business is held to.",
  server: "pricing",
  tools:  ["quote"],
  effect: Effect.READ,
  forbid: {"a bulk order": call.args.quantity > 100},
}`},
			Good: Example{Policies: `Policy{
  name:   "quotes",
  doc:    "A claim the business is held to.",
  server: "pricing",
  tools:  ["quote"],
  effect: Effect.READ,
  forbid: {"a bulk order": has(call.args.quantity) && call.args.quantity > 100},
}`},
		},
		{
			ID: "optional-argument", Severity: Warning,
			Title: "An argument is read without a guard, and is known to be optional: by the tool's schema, or because the policy asks for it elsewhere.",
			Why:   "A call without it is an error, and an error is never permission: the call is refused, or the step is skipped.",
			Bad: Example{Policies: `Policy{
  name:   "quotes",
  doc:    "A claim the business is held to.",
  server: "pricing",
  tools:  ["quote"],
  effect: Effect.READ,
  store:  Store{when: !has(call.args.customer_id), key: [call.args.sku]},
  when_unavailable: [
    Cached{max_age: duration("1h"), require: {"for everybody": call.args.customer_id == ""}},
    Omit{},
  ],
}`},
			Good: Example{Policies: `Policy{
  name:   "quotes",
  doc:    "A claim the business is held to.",
  server: "pricing",
  tools:  ["quote"],
  effect: Effect.READ,
  store:  Store{when: !has(call.args.customer_id), key: [call.args.sku]},
  when_unavailable: [
    Cached{max_age: duration("1h"), require: {"for everybody": !has(call.args.customer_id)}},
    Omit{},
  ],
}`},
		},
		{
			ID: "unguarded-field", Severity: Warning,
			Title: "A forbid or an unavailable_when reads a latency, or a Retry.when a status or a hint, that there is not always.",
			Why: "Reading it is an error then. Where nothing was called yet there is no latency: the tool counts as unavailable, is not called, and so never has " +
				"one. A timeout has no status: it is not retried.",
			Bad: Example{Policies: `Policy{
  name:             "quotes",
  doc:              "A claim the business is held to.",
  server:           "pricing",
  effect:           Effect.READ,
  unavailable_when: {"slow of late": latency.p95 > duration("2s")},
}`},
			Good: Example{Policies: `Policy{
  name:             "quotes",
  doc:              "A claim the business is held to.",
  server:           "pricing",
  effect:           Effect.READ,
  unavailable_when: {"slow of late": latency.count > 0 && latency.p95 > duration("2s")},
}`},
		},
		{
			ID: "key-without-customer", Severity: Warning,
			Title: "A Store.key that leaves out an argument that says whose data is asked for.",
			Why: "Two calls for two customers have one key: the second one is shown the answer to the first. A require on the Cached step does not help, " +
				"for it asks about the customer who reads.",
			Bad: Example{Policies: `Policy{
  name:   "quotes",
  doc:    "A claim the business is held to.",
  server: "pricing",
  tools:  ["quote"],
  effect: Effect.READ,
  store:  Store{key: [call.args.sku, call.args.currency], shared: true},
  when_unavailable: [
    Cached{max_age: duration("1h"), require: {"the same for everybody": !has(call.args.customer_id)}},
    Omit{},
  ],
}`},
			Good: Example{Policies: `Policy{
  name:   "quotes",
  doc:    "A claim the business is held to.",
  server: "pricing",
  tools:  ["quote"],
  effect: Effect.READ,
  store:  Store{when: !has(call.args.customer_id), key: [call.args.sku, call.args.currency], shared: true},
  when_unavailable: [
    Cached{max_age: duration("1h"), require: {"the same for everybody": !has(call.args.customer_id)}},
    Omit{},
  ],
}`},
		},
		{
			ID: "tool-uncovered", Severity: Warning, needs: needsTools,
			Title: "A tool that a server lists, and no policy covers.",
			Why:   "It is a WRITE without retry, and when it does not answer the turn ends with the engine's text.",
			Bad: Example{Policies: `Policy{
  name:   "stock",
  doc:    "Little.",
  server: "pricing",
  tools:  ["quote"],
  effect: Effect.READ,
}`, Tools: `{"servers": {"pricing": {"tools": [{"name": "quote", "inputSchema": {"type": "object"}}, {"name": "history", "inputSchema": {"type": "object"}}]}}}`},
			Good: Example{Policies: `Policy{
  name:    "stock",
  doc:     "Little.",
  server:  "pricing",
  tools:   ["quote", "history"],
  effect:  Effect.READ,
  timeout: duration("1s"),
}`, Tools: `{"servers": {"pricing": {"tools": [{"name": "quote", "inputSchema": {"type": "object"}}, {"name": "history", "inputSchema": {"type": "object"}}]}}}`},
		},
		{
			ID: "selector-without-tool", Severity: Warning, needs: needsTools,
			Title: "A policy for a server or a tool that no server lists.",
			Why:   "It applies to nothing. The tool that it was meant for is covered by another policy, or by none.",
			Bad: Example{Policies: `Policy{
  name:    "quotes",
  doc:     "A claim the business is held to.",
  server:  "pricing",
  tools:   ["quote", "qoute"],
  effect:  Effect.READ,
  timeout: duration("1s"),
}`, Tools: quoteTools},
			Good: Example{Policies: `Policy{
  name:   "quotes",
  doc:    "A claim the business is held to.",
  server: "pricing",
  tools:  ["quote"],
  effect: Effect.READ,
}`, Tools: quoteTools},
		},
		{
			ID: "unknown-argument", Severity: Warning, needs: needsTools,
			Title: "A policy reads an argument that none of its tools takes.",
			Why:   "It is a typo, or the tool has changed: a has() of it is never true, and every other read of it is an error.",
			Bad: Example{Policies: `Policy{
  name:   "quotes",
  doc:    "A claim the business is held to.",
  server: "pricing",
  tools:  ["quote"],
  effect: Effect.READ,
  forbid: {"dollars": has(call.args.curency)},
}`, Tools: `{"servers": {"pricing": {"tools": [{"name": "quote", "inputSchema": {"type": "object", "properties": {"currency": {}}, "additionalProperties": false}}]}}}`},
			Good: Example{Policies: `Policy{
  name:   "quotes",
  doc:    "A claim the business is held to.",
  server: "pricing",
  tools:  ["quote"],
  effect: Effect.READ,
  forbid: {"dollars": has(call.args.currency)},
}`, Tools: `{"servers": {"pricing": {"tools": [{"name": "quote", "inputSchema": {"type": "object", "properties": {"currency": {}}, "additionalProperties": false}}]}}}`},
		},
		{
			ID: "fallback-without-tool", Severity: Warning, needs: needsTools,
			Title: "A UseTool that names a tool which its server does not list.",
			Why:   "The fallback fails whenever it is needed.",
			Bad: Example{Policies: `[
  Policy{
    name:             "quotes",
    doc:              "A claim the business is held to.",
    server:           "pricing",
    tools:            ["quote"],
    effect:           Effect.READ,
    timeout:          duration("1s"),
    when_unavailable: [UseTool{tool: "list_price"}, Omit{}],
  },
  Policy{name: "lists", doc: "Little.", server: "pricing", effect: Effect.READ, timeout: duration("1s")},
]`, Tools: quoteTools},
			Good: Example{Policies: `[
  Policy{
    name:             "quotes",
    doc:              "A claim the business is held to.",
    server:           "pricing",
    tools:            ["quote"],
    effect:           Effect.READ,
    timeout:          duration("1s"),
    when_unavailable: [Omit{}],
  },
  Policy{name: "lists", doc: "Little.", server: "pricing", effect: Effect.READ, timeout: duration("1s")},
]`, Tools: quoteTools},
		},
		{
			ID: "fallback-arguments", Severity: Warning, needs: needsTools,
			Title: "A UseTool hands over an argument that its target does not take, or leaves out one that it requires.",
			Why:   "The target refuses the call, so that the fallback fails whenever it is needed.",
			Bad: Example{Policies: `[
  Policy{
    name:             "quotes",
    doc:              "A claim the business is held to.",
    server:           "pricing",
    tools:            ["quote"],
    effect:           Effect.READ,
    timeout:          duration("1s"),
    when_unavailable: [UseTool{server: "erp", tool: "price", args: {"articel": call.args.sku}}, Omit{}],
  },
  Policy{name: "erp", doc: "Little.", server: "erp", effect: Effect.READ, timeout: duration("1s")},
]`, Tools: `{"servers": {"pricing": {"tools": [{"name": "quote", "inputSchema": {"type": "object", "required": ["sku"], "properties": {"sku": {}}}}]},
  "erp": {"tools": [{"name": "price", "inputSchema": {"type": "object", "properties": {"article": {}}, "additionalProperties": false}}]}}}`},
			Good: Example{Policies: `[
  Policy{
    name:             "quotes",
    doc:              "A claim the business is held to.",
    server:           "pricing",
    tools:            ["quote"],
    effect:           Effect.READ,
    timeout:          duration("1s"),
    when_unavailable: [UseTool{server: "erp", tool: "price", args: {"article": call.args.sku}}, Omit{}],
  },
  Policy{name: "erp", doc: "Little.", server: "erp", effect: Effect.READ, timeout: duration("1s")},
]`, Tools: `{"servers": {"pricing": {"tools": [{"name": "quote", "inputSchema": {"type": "object", "required": ["sku"], "properties": {"sku": {}}}}]},
  "erp": {"tools": [{"name": "price", "inputSchema": {"type": "object", "properties": {"article": {}}, "additionalProperties": false}}]}}}`},
		},
	}
}
