// Package modeladapter puts the language model itself under policies: a request to a model is a call of a turn, so that timeouts, breakers,
// retries and the fallback to another model stand in policies like those of any tool.
//
// In a policy an account with a provider is a server, and a model is a tool of it:
//
//	Policy{
//	  name: "model", server: "model", effect: Effect.READ, evidence: Evidence{none: true}, timeout: duration("40s"),
//	  when_unavailable: [UseTool{server: "model", tool: "small"}, HardFail{message: {"en": "..."}}],
//	}
//
// A fallback goes to the account that the step names, and so by default to the same one: all models of an account are asked at the
// account's own address, redirects are not followed, and the client library's variables of the environment are not read; those of
// net/http for a proxy are, unless Account.Client has a transport of its own.
//
// The client library's own retries are switched off. A reply of which a part has been passed on is never asked for again: it would be said
// twice. A policy's timeout bounds the whole of a stream, its first piece and its last; Turn.budgets gives the models a clock of their own, so that a
// long reply takes no time from the tools.
//
// It speaks the Chat Completions API, with the official client library, to any endpoint that does.
package modeladapter
