package engine

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/guard"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// What an embedder needs of the packages below, so that it imports one package.
type (
	// Function is a function that an embedder adds to the rule language.
	Function = eval.Function
	// Money is an exact amount with its ISO 4217 currency, for facts.
	Money = guard.Amount
	// Failure is a classified error: a kind, never a text.
	Failure = state.Failure
	// FailureKind classifies a failure.
	FailureKind = state.FailureKind
	// Outcome is what a call came to.
	Outcome = rules.Outcome
	// Handoff says to whom an ended turn is passed.
	Handoff = eval.Handoff
	// LoadError lists the faults of policies that do not load.
	LoadError = rules.LoadError
	// Clock is the only way to the time; see [WithClock].
	Clock = state.Clock
)

// SystemClock returns the real clock, the one that an engine has unless it is given another.
func SystemClock() Clock { return state.System() }

// The outcomes of a call.
const (
	OK        = rules.OK
	Cached    = rules.Cached
	Fallback  = rules.Fallback
	Omit      = rules.Omit
	HardFail  = rules.HardFail
	Refused   = rules.Refused
	Uncertain = rules.Uncertain
	Cancelled = rules.Cancelled
)

// The verdicts on a reply, in Verdict.Verdict.
const (
	Pass        = rules.Pass
	Append      = rules.Append
	Flagged     = rules.Flagged
	Redacted    = rules.Redacted
	Regenerated = rules.Regenerated
	Blocked     = rules.Blocked
)

// To whom an ended turn, or a blocked reply, is passed.
const (
	HandoffNone       = eval.HandoffNone
	HandoffHuman      = eval.HandoffHuman
	HandoffRetryLater = eval.HandoffRetryLater
)

// The kinds of failure that a classifier or an [Error] may state.
const (
	TimeoutFailure      = state.Timeout
	UnreachableFailure  = state.Unreachable
	ResetFailure        = state.Reset
	RateLimitedFailure  = state.RateLimited
	OverloadedFailure   = state.Overloaded
	InternalFailure     = state.Internal
	InvalidFailure      = state.Invalid
	NotFoundFailure     = state.NotFound
	UnauthorizedFailure = state.Unauthorized
	QuotaFailure        = state.Quota
)

// The states of a breaker, in a [TransitionEvent].
const (
	ClosedState   = state.Closed
	OpenState     = state.Open
	HalfOpenState = state.HalfOpen
	RampingState  = state.Ramping
)

// Facts are typed attributes that the orchestrator asserts, by the names that Turn.facts declares.
type Facts map[string]any

// Tool names a tool of a server.
type Tool struct{ Server, Tool string }

// Call is one tool call that the model asked for.
type Call struct {
	// ID is the model's id of the call.
	ID string
	// Server and Tool; with Server "", Tool is a flat name: an alias, or "server__tool".
	Server, Tool string
	// Args is the JSON object of the arguments; empty is {}.
	Args json.RawMessage
	// Facts of this call, over those of the turn.
	Facts Facts
	// IdempotencyKey is made once per write, and equal in all attempts of a call; a dispatcher hands it to the tool. One that
	// is given is kept.
	IdempotencyKey string
}

// Result is what a tool returned. Numbers in JSON stay text.
type Result struct {
	// JSON is the structured answer, and Text an unstructured one; where both are given, JSON is the data.
	JSON json.RawMessage
	Text string
	// AsOf is when the values were true at their origin; zero is the moment of the call.
	AsOf time.Time
	// IsError marks an answer that is an error of the tool; its text is withheld.
	IsError bool
	// Native is the answer in the dispatcher's own form, for the classifier; it is never stored.
	Native any
}

// Dispatch sends a call to its tool. It runs in its own goroutine and may outlive the call if it ignores its context, but see
// [WithPromptDispatch]; it is called again for a retry and for a fallback tool. What it returns must not be changed afterwards, nor the bytes of it.
type Dispatch func(ctx context.Context, call Call) (Result, error)

// Audience is whom a reply is for. The zero Audience is unset: it reads and fills no cache that is not shared.
type Audience struct{ id string }

const publicAudience = "public"

// Public is the audience of a reply that anyone may see.
func Public() Audience { return Audience{publicAudience} }

// Person is the audience of one person. An id that is empty or "public" makes Begin fail.
func Person(id string) Audience {
	if id == "" || id == publicAudience {
		return Audience{invalidAudience}
	}
	return Audience{id}
}

const invalidAudience = "\x00"

// String returns the person's id, "public", or "" for an unset audience.
func (a Audience) String() string { return a.id }

// TurnInfo describes one user-visible reply in the making.
type TurnInfo struct {
	// ID of the turn; one is made up if it is "".
	ID string
	// Conversation that the turn belongs to: what is sticky is sticky by it.
	Conversation string
	// Purpose is one of the declared purposes; "" is the first.
	Purpose  string
	Audience Audience
	Channel  string
	// Language of the reply, as "en"; one that is not declared counts as the first declared one.
	Language string
	// Zone is a time zone such as "Europe/Berlin"; "" is that of the Turn.
	Zone string
	// Said is what the customer wrote.
	Said []string
	// Facts by declared name.
	Facts Facts
	// Earlier is the evidence of earlier turns, as [Turn.Evidence] gave it: sources that count as cached.
	Earlier []Evidence
	// Looks: the turn only looks at what is offered, and makes no call: it takes no place among the turns to which a half-open tool is offered.
	Looks bool
	// Cached lists servers whose cached values the turn already rests on, as from an earlier part of it.
	Cached []string
}

// Evidence is what a turn's tools returned, to hand over to a later turn.
type Evidence struct{ results []guard.Kept }

// flatName is the inverse of resolve: an alias, or "server__tool". Of several aliases it is the first in order.
func (e *Engine) flatName(server, tool string) string {
	name := ""
	for alias, t := range e.options.aliases {
		if t == (Tool{server, tool}) && (name == "" || alias < name) {
			name = alias
		}
	}
	if name != "" {
		return name
	}
	return server + "__" + tool
}

// resolve turns a flat tool name into a server and a tool: the one place where that is done.
func (e *Engine) resolve(server, tool string) (Tool, error) {
	if server != "" {
		return Tool{server, tool}, nil
	}
	if t, ok := e.options.aliases[tool]; ok {
		return t, nil
	}
	if s, t, ok := strings.Cut(tool, "__"); ok && s != "" && t != "" {
		return Tool{s, t}, nil
	}
	return Tool{}, errors.New("a tool name is server__tool or an alias")
}
