package metrics

import "slices"

// Kind says how a number behaves.
type Kind uint8

// The kinds of instrument.
const (
	// Counter only grows, and starts at 0 with the process, or with its series.
	Counter Kind = iota + 1
	// Gauge is what is now.
	Gauge
	// Histogram counts values by size.
	Histogram
)

// String returns counter, gauge or histogram.
func (k Kind) String() string { return [...]string{"", "counter", "gauge", "histogram"}[k] }

// Instrument is one number, or one family of them: a row of the table in docs/metrics.md.
type Instrument struct {
	Name string
	Kind Kind
	// Unit is "s" for seconds, and "1" for what has none.
	Unit string
	// Labels in the order in which a [Sample] has their values.
	Labels []string
	Help   string
	// Bounds are the upper bounds of a histogram's buckets, the last of which is open.
	Bounds []float64
}

// Instruments lists every instrument, in the order of the table. It is not to be changed.
func Instruments() []Instrument { return slices.Clone(table[1:]) }

type instrument int

const (
	_ instrument = iota
	iCalls
	iCallSeconds
	iFailures
	iSteps
	iOmissions
	iCachedAge
	iRefused
	iHidden
	iDrills
	iDrillsSuspended
	iBreakerState
	iBreakerSince
	iBreakerForced
	iBreakerShare
	iBreakerInFlight
	iTransitions
	iRecovery
	iFullRamp
	iAttempted
	iAttempts
	iRetriesRefused
	iAttemptsPerCall
	iAttemptsAlarm
	iTurns
	iTurnSeconds
	iTurnBudget
	iVerdicts
	iWouldVerdicts
	iClaims
	iCandidate
	iNotices
	iReloads
	iPolicies
	iPoliciesSince
	iPoliciesRefused
	iPoliciesHeld
	iEvents
	iPanics
	iDropped
	iWaiting
	iLogLeftOut
)

var (
	callBounds   = []float64{0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60}
	ageBounds    = []float64{10, 60, 300, 900, 1800, 3600, 7200, 21600, 86400}
	outageBounds = []float64{1, 5, 15, 30, 60, 120, 300, 600, 1800, 3600, 14400}
	shareBounds  = []float64{0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 1}
)

var ofTool = []string{"server", "tool"}

func toolAnd(labels ...string) []string { return append(slices.Clone(ofTool), labels...) }

// table holds each instrument at its own number.
var table = [...]Instrument{
	iCalls:           {Name: "lacuna_calls_total", Kind: Counter, Unit: "1", Labels: toolAnd("outcome"), Help: "Calls that have their answer, by what they came to: ok, cached, fallback, omit, hard_fail, refused, uncertain (a write that may have been executed) or cancelled."},
	iCallSeconds:     {Name: "lacuna_call_seconds", Kind: Histogram, Unit: "s", Labels: ofTool, Bounds: callBounds, Help: "How long a call took, retries, pauses and fallbacks included."},
	iFailures:        {Name: "lacuna_failures_total", Kind: Counter, Unit: "1", Labels: toolAnd("kind"), Help: "Calls that their own tool did not answer, by the kind of the last failure."},
	iSteps:           {Name: "lacuna_steps_total", Kind: Counter, Unit: "1", Labels: []string{"policy", "step", "kind"}, Help: "Calls that a step of a fallback chain answered, from step 0 on; 0 is a step of the live policies that was never exercised, drills included. The policy (engine) has the chain of tools without one."},
	iOmissions:       {Name: "lacuna_omissions_total", Kind: Counter, Unit: "1", Labels: toolAnd("disclosed"), Help: "Calls that were answered with an absence; disclosed is true where the reply has to say so."},
	iCachedAge:       {Name: "lacuna_cached_age_seconds", Kind: Histogram, Unit: "s", Labels: ofTool, Bounds: ageBounds, Help: "How old the value was that a Cached step served."},
	iRefused:         {Name: "lacuna_refused_total", Kind: Counter, Unit: "1", Labels: toolAnd("reason"), Help: "Calls that were wrong or not allowed: forbidden by a rule, unsourced arguments, or a kind of call error."},
	iHidden:          {Name: "lacuna_tools_hidden_total", Kind: Counter, Unit: "1", Labels: toolAnd("reason"), Help: "Turns whose tool list lacked the tool, by why."},
	iDrills:          {Name: "lacuna_drills_total", Kind: Counter, Unit: "1", Labels: ofTool, Help: "Calls that were drilled."},
	iDrillsSuspended: {Name: "lacuna_drills_suspended", Kind: Gauge, Unit: "1", Labels: ofTool, Help: "1 while the policy's drill rests, for more than a tenth of the calls fall back without it."},
	iBreakerState:    {Name: "lacuna_breaker_state", Kind: Gauge, Unit: "1", Labels: toolAnd("state"), Help: "1 for the state that the breaker is in, 0 for the others: closed, open, half_open, ramping. The tool is empty where the tools of a server share one."},
	iBreakerSince:    {Name: "lacuna_breaker_since_timestamp_seconds", Kind: Gauge, Unit: "s", Labels: ofTool, Help: "Since when the breaker is in its state, as Unix time."},
	iBreakerForced:   {Name: "lacuna_breaker_forced", Kind: Gauge, Unit: "1", Labels: ofTool, Help: "1 while an operator's override holds."},
	iBreakerShare:    {Name: "lacuna_breaker_admitted_ratio", Kind: Gauge, Unit: "1", Labels: ofTool, Help: "The share of conversations that the breaker lets in: 1 closed, 0 open and half open, between them while it ramps."},
	iBreakerInFlight: {Name: "lacuna_breaker_in_flight", Kind: Gauge, Unit: "1", Labels: ofTool, Help: "Calls that run under the breaker's permits."},
	iTransitions:     {Name: "lacuna_breaker_transitions_total", Kind: Counter, Unit: "1", Labels: toolAnd("to", "reason", "mode"), Help: "Changes of a breaker's state, steps of its ramp among them; mode is shadow where the breaker only observes, forced where an operator did it, else enforce."},
	iRecovery:        {Name: "lacuna_breaker_recovery_seconds", Kind: Histogram, Unit: "s", Labels: ofTool, Bounds: outageBounds, Help: "From leaving closed until the probes had succeeded, once an outage."},
	iFullRamp:        {Name: "lacuna_breaker_full_ramp_seconds", Kind: Histogram, Unit: "s", Labels: ofTool, Bounds: outageBounds, Help: "From leaving closed until closed again, the ramp included."},
	iAttempted:       {Name: "lacuna_attempted_calls_total", Kind: Counter, Unit: "1", Help: "Calls, and fallbacks of calls, of which at least one attempt was made."},
	iAttempts:        {Name: "lacuna_attempts_total", Kind: Counter, Unit: "1", Help: "Attempts of all calls: requests on the wire."},
	iRetriesRefused:  {Name: "lacuna_retries_refused_total", Kind: Counter, Unit: "1", Help: "Retries for which the engine's retry budget had no room."},
	iAttemptsPerCall: {Name: "lacuna_attempts_per_call", Kind: Gauge, Unit: "1", Help: "Attempts per call of the last one to two minutes; absent with fewer than 20 calls."},
	iAttemptsAlarm:   {Name: "lacuna_attempts_alarm", Kind: Gauge, Unit: "1", Help: "1 while attempts per call are above 1.05."},
	iTurns:           {Name: "lacuna_turns_total", Kind: Counter, Unit: "1", Labels: []string{"purpose", "outcome"}, Help: "Turns that ended, by what ended them: hard_fail, uncertain, or done where the embedder did."},
	iTurnSeconds:     {Name: "lacuna_turn_tool_seconds", Kind: Histogram, Unit: "s", Labels: []string{"clock"}, Bounds: callBounds, Help: "Tool time of a turn, by clock: that of the turn, or of a server with one of its own."},
	iTurnBudget:      {Name: "lacuna_turn_budget_ratio", Kind: Histogram, Unit: "1", Labels: []string{"clock"}, Bounds: shareBounds, Help: "Tool time of a turn as a share of its budget."},
	iVerdicts:        {Name: "lacuna_verdicts_total", Kind: Counter, Unit: "1", Labels: []string{"verdict"}, Help: "Replies that were judged: pass, append, flag, redact, regenerate or block."},
	iWouldVerdicts:   {Name: "lacuna_would_verdicts_total", Kind: Counter, Unit: "1", Labels: []string{"policy", "verdict"}, Help: "Replies that Claims in shadow mode would have given a graver verdict, by that verdict."},
	iClaims:          {Name: "lacuna_claims_total", Kind: Counter, Unit: "1", Labels: []string{"site", "kind", "result", "reason"}, Help: "Claims in replies and in arguments: sourced, excused, uncovered, failed, or would_fail in shadow mode; the reason is that of a failed one."},
	iCandidate:       {Name: "lacuna_candidate_differences_total", Kind: Counter, Unit: "1", Labels: []string{"direction"}, Help: "Decisions and verdicts to which the candidate comes otherwise: more_permissive, less_permissive or different; or error."},
	iNotices:         {Name: "lacuna_notices_total", Kind: Counter, Unit: "1", Labels: []string{"result"}, Help: "Final texts whose delivery was reported: sent or failed."},
	iReloads:         {Name: "lacuna_reloads_total", Kind: Counter, Unit: "1", Labels: []string{"result"}, Help: "Loads of the policies and rollbacks: live, unchanged, held, rolled_back; or refused: unreadable, changing, broken, failed."},
	iPolicies:        {Name: "lacuna_policies_generation", Kind: Gauge, Unit: "1", Help: "The generation of the live policies."},
	iPoliciesSince:   {Name: "lacuna_policies_since_timestamp_seconds", Kind: Gauge, Unit: "s", Help: "Since when they are live, as Unix time."},
	iPoliciesRefused: {Name: "lacuna_policies_refused", Kind: Gauge, Unit: "1", Help: "1 while the policies in the directory are refused, so that the last good ones serve."},
	iPoliciesHeld:    {Name: "lacuna_policies_held", Kind: Gauge, Unit: "1", Help: "1 while a rollback keeps the policies in the directory out."},
	iEvents:          {Name: "lacuna_events_total", Kind: Counter, Unit: "1", Help: "Events that the engine told its observers of."},
	iPanics:          {Name: "lacuna_observer_panics_total", Kind: Counter, Unit: "1", Help: "Events that an observer panicked over."},
	iDropped:         {Name: "lacuna_events_dropped_total", Kind: Counter, Unit: "1", Labels: []string{"queue"}, Help: "Events that found a queue full, or its observer panicking."},
	iWaiting:         {Name: "lacuna_events_waiting", Kind: Gauge, Unit: "1", Labels: []string{"queue"}, Help: "Events that wait in a queue."},
	iLogLeftOut:      {Name: "lacuna_log_left_out_total", Kind: Counter, Unit: "1", Help: "Decisions that sampling left out of the log."},
}
