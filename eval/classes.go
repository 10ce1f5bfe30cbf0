package eval

import (
	"cel.dev/cel-go/cel"
)

// fieldID names a field of a variable for the readers: it is read by its number, never by its name. The zero fieldID is
// a field that is read through its own getter: a fact, or an entry of vars.
type fieldID uint8

const (
	noField fieldID = iota
	callServer
	callTool
	callEffect
	callArgs
	callIdempotencyKey
	turnID
	turnConversation
	turnAudience
	turnChannel
	turnLanguage
	turnZone
	turnPurpose
	turnBudget
	turnElapsed
	turnRemaining
	turnAttempts
	turnRetries
	turnCached
	breakerState
	breakerSince
	breakerOpenFor
	breakerRetryAt
	breakerForced
	breakerFailures
	breakerFailureRate
	breakerSlowRate
	breakerCalls
	latencyP50
	latencyP95
	latencyP99
	latencyCount
	failureKind
	failureTransient
	failureUncertain
	failureSent
	failureRetryAfter
	failureAttempts
	failureStatus
	entryServer
	entryTool
	entryAsOf
	entryAge
	stepKind
	stepServer
	stepTool
	stepBreaker
	sourceServer
	sourceTool
	sourcePath
	sourceRole
	sourceEntity
	sourceOrigin
	sourceAmount
	sourceCurrency
	sourceAsOf
	sourceAge
	sourceCached
	sourceEarlier
	sourceEchoed
	claimKind
	claimText
	claimSentence
	claimPlace
	claimAmount
	claimLow
	claimHigh
	claimCurrency
	claimDay
	claimAbout
	claimRole
	claimEntity
	claimApprox
	claimNegated
	claimEcho
	claimAsserted
	claimHypothetical
	claimStruck
	claimQuoted
	claimDerived
	claimSources
	fieldCount
)

// callListClass is the call as the list hook sees it: before any call exists.
var callListClass = newClass("call", callFields[:3]...)

var callClass = newClass("call", callFields...)

var callFields = []*classField{
	field(callServer, "server", cel.StringType, "the server of the tool"),
	field(callTool, "tool", cel.StringType, "the tool"),
	field(callEffect, "effect", enumEffect.typ, "what repeating the call does"),
	field(callArgs, "args", cel.MapType(cel.StringType, cel.DynType), "the arguments, without null values"),
	field(callIdempotencyKey, "idempotency_key", cel.StringType, "the key that all attempts of the call carry"),
}

// turnClass depends on the set's purposes.
func turnClass(purpose *enum) *class {
	return newClass(
		"turn",
		field(turnID, "id", cel.StringType, "the turn's id"),
		field(turnConversation, "conversation", cel.StringType, "the conversation's id"),
		field(turnAudience, "audience", cel.StringType, "whom the reply is for: a person's id, or \"public\""),
		field(turnChannel, "channel", cel.StringType, "where the reply goes"),
		field(turnLanguage, "language", cel.StringType, "the reply's language"),
		field(turnZone, "zone", cel.StringType, "the reply's time zone"),
		field(turnPurpose, "purpose", purpose.typ, "what the turn is for"),
		field(turnBudget, "budget", cel.DurationType, "the turn's tool time"),
		field(turnElapsed, "elapsed", cel.DurationType, "the tool time used so far"),
		field(turnRemaining, "remaining", cel.DurationType, "the tool time left"),
		field(turnAttempts, "attempts", cel.IntType, "requests made in this turn"),
		field(turnRetries, "retries", cel.IntType, "repeated requests in this turn"),
		field(turnCached, "cached", cel.ListType(cel.StringType), "the servers that served a cached value in this turn"),
	)
}

var breakerClass = newClass(
	"breaker",
	field(breakerState, "state", enumState.typ, "its effective state"),
	field(breakerSince, "since", cel.TimestampType, "since when; an error for a breaker that never changed"),
	field(breakerOpenFor, "open_for", cel.DurationType, "how long it has been open; 0 while it is not"),
	field(breakerRetryAt, "retry_at", cel.TimestampType, "when an open one lets a probe in; an error while it is not open"),
	field(breakerForced, "forced", cel.BoolType, "an operator forced its state"),
	field(breakerFailures, "failures", cel.IntType, "failures in a row"),
	field(breakerFailureRate, "failure_rate", cel.DoubleType, "share of failed calls in the window, 0 to 1"),
	field(breakerSlowRate, "slow_rate", cel.DoubleType, "share of slow calls in the window, 0 to 1"),
	field(breakerCalls, "calls", cel.IntType, "calls in the window"),
)

var latencyClass = newClass(
	"latency",
	field(latencyP50, "p50", cel.DurationType, "median of the successful attempts of the last 5 minutes"),
	field(latencyP95, "p95", cel.DurationType, "95th percentile of them"),
	field(latencyP99, "p99", cel.DurationType, "99th percentile of them"),
	field(latencyCount, "count", cel.IntType, "how many there were"),
)

var failureClass = newClass(
	"failure",
	field(failureKind, "kind", enumFailure.typ, "why the call failed"),
	field(failureTransient, "transient", cel.BoolType, "the same request may succeed a moment later"),
	field(failureUncertain, "uncertain", cel.BoolType, "it may have been executed although no answer came"),
	field(failureSent, "sent", cel.BoolType, "the request may have reached the tool"),
	field(failureRetryAfter, "retry_after", cel.DurationType, "the tool's hint; an error without one"),
	field(failureAttempts, "attempts", cel.IntType, "attempts made for the call"),
	field(failureStatus, "status", cel.IntType, "the protocol's status code; an error without one"),
)

var entryClass = newClass(
	"entry",
	field(entryServer, "server", cel.StringType, "the server that filled it"),
	field(entryTool, "tool", cel.StringType, "the tool that filled it"),
	field(entryAsOf, "as_of", cel.TimestampType, "when the value was true at its origin"),
	field(entryAge, "age", cel.DurationType, "now - as_of"),
)

var stepClass = newClass(
	"step",
	field(stepKind, "kind", enumStep.typ, "the kind of step that would serve"),
	field(stepServer, "server", cel.StringType, "the server that it would serve from"),
	field(stepTool, "tool", cel.StringType, "the tool that it would serve from"),
	field(stepBreaker, "breaker", breakerClass.typ, "the breaker of a UseTool's target; an error for a Cached step"),
)

var classSource = newClass(
	"source",
	field(sourceServer, "server", cel.StringType, "the server that returned it; \"\" for a known statement and for what the customer said"),
	field(sourceTool, "tool", cel.StringType, "the tool that returned it, likewise"),
	field(sourcePath, "path", cel.StringType, "its path in the tool's JSON, or the known statement's name"),
	field(sourceRole, "role", enumRole.typ, "what it is in its record; OTHER where that is unknown"),
	field(sourceEntity, "entity", cel.StringType, "what its record is about (a sku, a name); \"\" where that is unknown"),
	field(sourceOrigin, "origin", enumOrigin.typ, "a field, a text, derived, known or the user's"),
	field(sourceAmount, "amount", moneyType, "its exact figure; without a currency where it has none"),
	field(sourceCurrency, "currency", cel.StringType, "its ISO 4217 code; \"\" where the result does not say"),
	field(sourceAsOf, "as_of", cel.TimestampType, "when it was true at its origin; an error where nobody said"),
	field(sourceAge, "age", cel.DurationType, "now - as_of; an error where nobody said"),
	field(sourceCached, "cached", cel.BoolType, "it comes from a cache or a copy"),
	field(sourceEarlier, "earlier", cel.BoolType, "it comes from an earlier turn"),
	field(sourceEchoed, "echoed", cel.BoolType, "it equals a value in the same call's arguments"),
)

var claimClass = newClass(
	"claim",
	field(claimKind, "kind", enumKind.typ, "what sort of statement it is"),
	field(claimText, "text", cel.StringType, "the claim as written"),
	field(claimSentence, "sentence", cel.StringType, "the sentence that holds it"),
	field(claimPlace, "place", cel.StringType, "\"reply\", or the argument's path, as \"args.amount\""),
	field(claimAmount, "amount", moneyType, "its exact figure; without a currency for anything but money"),
	field(claimLow, "low", moneyType, "the low end of a range; an error where it is open"),
	field(claimHigh, "high", moneyType, "the high end of a range; an error where it is open"),
	field(claimCurrency, "currency", cel.StringType, "its ISO 4217 code; \"\" where that is not certain"),
	field(claimDay, "day", cel.TimestampType, "the day of a date, as its midnight in the turn's zone; an error for several days, and for other kinds"),
	field(claimAbout, "about", enumAbout.typ, "what it speaks of; OTHER where that is unknown"),
	field(claimRole, "role", enumRole.typ, "the role that its words give it; OTHER where that is unknown"),
	field(claimEntity, "entity", cel.StringType, "what its sentence names (a sku, a name); \"\" where that is unknown"),
	field(claimApprox, "approx", cel.BoolType, "\"about\", \"ca.\""),
	field(claimNegated, "negated", cel.BoolType, "\"not €209\""),
	field(claimEcho, "echo", cel.BoolType, "the customer said this value"),
	field(claimAsserted, "asserted", cel.BoolType, "the reply affirms it"),
	field(claimHypothetical, "hypothetical", cel.BoolType, "\"if it were €209\""),
	field(claimStruck, "struck", cel.BoolType, "struck out"),
	field(claimQuoted, "quoted", cel.BoolType, "inside quotation marks"),
	field(claimDerived, "derived", cel.BoolType, "computed from other sources"),
	field(claimSources, "sources", cel.ListType(classSource.typ), "the sources that match it"),
)
