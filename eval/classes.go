package eval

import (
	"errors"
	"time"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"

	"github.com/lacuna-go/lacuna/guard"
	"github.com/lacuna-go/lacuna/state"
)

type getter = func(*object) (ref.Val, error)

// callListClass is the call as the list hook sees it: before any call exists.
var callListClass = newClass("call", callFields[:3]...)

var callClass = newClass("call", callFields...)

var callFields = []*classField{
	field("server", cel.StringType, "the server of the tool", call(func(c *Call) (ref.Val, error) { return str(c.Server) })),
	field("tool", cel.StringType, "the tool", call(func(c *Call) (ref.Val, error) { return str(c.Tool) })),
	field("effect", enumEffect.typ, "what repeating the call does", call(func(c *Call) (ref.Val, error) { return enumEffect.of(int(c.Effect)) })),
	field("args", cel.MapType(cel.StringType, cel.DynType), "the arguments, without null values", call(func(c *Call) (ref.Val, error) { return c.Args.value(), nil })),
	field("idempotency_key", cel.StringType, "the key that all attempts of the call carry", call(func(c *Call) (ref.Val, error) { return known(c.IdempotencyKey, "call.idempotency_key") })),
}

func call(get func(*Call) (ref.Val, error)) getter {
	return func(o *object) (ref.Val, error) {
		if o.in.Call == nil {
			return nil, errNotHere
		}
		return get(o.in.Call)
	}
}

func turn(get func(*Turn) (ref.Val, error)) getter {
	return func(o *object) (ref.Val, error) {
		if o.in.Turn == nil {
			return nil, errNotHere
		}
		return get(o.in.Turn)
	}
}

// turnClass depends on the set's purposes.
func turnClass(purpose *enum) *class {
	text := func(name, doc string, get func(*Turn) string) *classField {
		return field(name, cel.StringType, doc, turn(func(t *Turn) (ref.Val, error) { return known(get(t), "turn."+name) }))
	}
	length := func(name, doc string, get func(*Turn) time.Duration) *classField {
		return field(name, cel.DurationType, doc, turn(func(t *Turn) (ref.Val, error) { return span(get(t)) }))
	}
	return newClass(
		"turn",
		text("id", "the turn's id", func(t *Turn) string { return t.ID }),
		text("conversation", "the conversation's id", func(t *Turn) string { return t.Conversation }),
		text("audience", "whom the reply is for: a person's id, or \"public\"", func(t *Turn) string { return t.Audience }),
		text("channel", "where the reply goes", func(t *Turn) string { return t.Channel }),
		text("language", "the reply's language", func(t *Turn) string { return t.Language }),
		text("zone", "the reply's time zone", func(t *Turn) string { return t.Zone }),
		field("purpose", purpose.typ, "what the turn is for", turn(func(t *Turn) (ref.Val, error) {
			for _, v := range purpose.values[1:] {
				if equalUpper(v.name, t.Purpose) {
					return v, nil
				}
			}
			return nil, errors.New("turn.purpose is not set")
		})),
		length("budget", "the turn's tool time", func(t *Turn) time.Duration { return t.Budget }),
		length("elapsed", "the tool time used so far", func(t *Turn) time.Duration { return t.Elapsed }),
		length("remaining", "the tool time left", func(t *Turn) time.Duration { return t.Remaining }),
		field("attempts", cel.IntType, "requests made in this turn", turn(func(t *Turn) (ref.Val, error) { return integer(t.Attempts) })),
		field("retries", cel.IntType, "repeated requests in this turn", turn(func(t *Turn) (ref.Val, error) { return integer(t.Retries) })),
		field("cached", cel.ListType(cel.StringType), "the servers that served a cached value in this turn", turn(func(t *Turn) (ref.Val, error) {
			return types.NewStringList(types.DefaultTypeAdapter, t.Cached), nil
		})),
	)
}

func equalUpper(upper, lower string) bool {
	if len(upper) != len(lower) {
		return false
	}
	for i := range len(upper) {
		c := lower[i]
		if 'a' <= c && c <= 'z' {
			c -= 'a' - 'A'
		}
		if upper[i] != c {
			return false
		}
	}
	return true
}

func breaker(get func(*object, *state.View) (ref.Val, error)) getter {
	return func(o *object) (ref.Val, error) {
		if o.view == nil {
			return nil, errNotHere
		}
		return get(o, o.view)
	}
}

var breakerClass = newClass(
	"breaker",
	field("state", enumState.typ, "its effective state", breaker(func(_ *object, v *state.View) (ref.Val, error) { return enumState.of(int(v.State)) })),
	field("since", cel.TimestampType, "since when; an error for a breaker that never changed", breaker(func(_ *object, v *state.View) (ref.Val, error) { return moment(v.Since, "breaker.since") })),
	field("open_for", cel.DurationType, "how long it has been open; 0 while it is not", breaker(func(o *object, v *state.View) (ref.Val, error) {
		if v.State != state.Open || v.Since.IsZero() {
			return span(0)
		}
		return span(o.in.Now.Sub(v.Since))
	})),
	field("retry_at", cel.TimestampType, "when an open one lets a probe in; an error while it is not open", breaker(func(_ *object, v *state.View) (ref.Val, error) { return moment(v.Until, "breaker.retry_at") })),
	field("forced", cel.BoolType, "an operator forced its state", breaker(func(_ *object, v *state.View) (ref.Val, error) { return boolean(v.Forced) })),
	field("failures", cel.IntType, "failures in a row", breaker(func(_ *object, v *state.View) (ref.Val, error) { return integer(v.Failures) })),
	field("failure_rate", cel.DoubleType, "share of failed calls in the window, 0 to 1", breaker(func(_ *object, v *state.View) (ref.Val, error) { return double(v.FailureRate) })),
	field("slow_rate", cel.DoubleType, "share of slow calls in the window, 0 to 1", breaker(func(_ *object, v *state.View) (ref.Val, error) { return double(v.SlowRate) })),
	field("calls", cel.IntType, "calls in the window", breaker(func(_ *object, v *state.View) (ref.Val, error) { return integer(v.Calls) })),
)

func latency(get func(*state.Latency) (ref.Val, error)) getter {
	return func(o *object) (ref.Val, error) {
		if o.in.Latency == nil {
			return nil, errNotHere
		}
		return get(o.in.Latency)
	}
}

// quantile is an error before the first successful attempt: there is no latency to speak of.
func quantile(get func(*state.Latency) time.Duration) getter {
	return latency(func(l *state.Latency) (ref.Val, error) {
		if l.Count == 0 {
			return nil, errors.New("no successful attempt in the last five minutes; test latency.count first")
		}
		return span(get(l))
	})
}

var latencyClass = newClass(
	"latency",
	field("p50", cel.DurationType, "median of the successful attempts of the last 5 minutes", quantile(func(l *state.Latency) time.Duration { return l.P50 })),
	field("p95", cel.DurationType, "95th percentile of them", quantile(func(l *state.Latency) time.Duration { return l.P95 })),
	field("p99", cel.DurationType, "99th percentile of them", quantile(func(l *state.Latency) time.Duration { return l.P99 })),
	field("count", cel.IntType, "how many there were", latency(func(l *state.Latency) (ref.Val, error) { return integer(l.Count) })),
)

func failure(get func(*state.Failure) (ref.Val, error)) getter {
	return func(o *object) (ref.Val, error) {
		if o.in.Failure == nil {
			return nil, errNotHere
		}
		return get(o.in.Failure)
	}
}

var failureClass = newClass(
	"failure",
	field("kind", enumFailure.typ, "why the call failed", failure(func(f *state.Failure) (ref.Val, error) { return enumFailure.of(int(f.Kind)) })),
	field("transient", cel.BoolType, "the same request may succeed a moment later", failure(func(f *state.Failure) (ref.Val, error) { return boolean(f.Kind.Transient()) })),
	field("uncertain", cel.BoolType, "it may have been executed although no answer came", failure(func(f *state.Failure) (ref.Val, error) { return boolean(f.Uncertain()) })),
	field("sent", cel.BoolType, "the request may have reached the tool", failure(func(f *state.Failure) (ref.Val, error) { return boolean(f.Sent) })),
	field("retry_after", cel.DurationType, "the tool's hint; an error without one", failure(func(f *state.Failure) (ref.Val, error) {
		if !f.HasRetryAfter {
			return nil, errors.New("the tool gave no retry_after; test has(failure.retry_after) first")
		}
		return span(f.RetryAfter)
	})),
	field("attempts", cel.IntType, "attempts made for the call", failure(func(f *state.Failure) (ref.Val, error) { return integer(f.Attempts) })),
	field("status", cel.IntType, "the protocol's status code; an error without one", failure(func(f *state.Failure) (ref.Val, error) {
		if f.Status == 0 {
			return nil, errors.New("the failure has no status code; test has(failure.status) first")
		}
		return integer(f.Status)
	})),
)

func entry(get func(*object, *state.Entry) (ref.Val, error)) getter {
	return func(o *object) (ref.Val, error) {
		if o.in.Entry == nil {
			return nil, errNotHere
		}
		return get(o, o.in.Entry)
	}
}

var entryClass = newClass(
	"entry",
	field("server", cel.StringType, "the server that filled it", entry(func(_ *object, e *state.Entry) (ref.Val, error) { return str(e.Server) })),
	field("tool", cel.StringType, "the tool that filled it", entry(func(_ *object, e *state.Entry) (ref.Val, error) { return str(e.Tool) })),
	field("as_of", cel.TimestampType, "when the value was true at its origin", entry(func(_ *object, e *state.Entry) (ref.Val, error) { return instant(e.AsOf) })),
	field("age", cel.DurationType, "now - as_of", entry(func(o *object, e *state.Entry) (ref.Val, error) { return span(o.in.Now.Sub(e.AsOf)) })),
)

func step(get func(*object, *Target) (ref.Val, error)) getter {
	return func(o *object) (ref.Val, error) {
		if o.in.Step == nil {
			return nil, errNotHere
		}
		return get(o, o.in.Step)
	}
}

var stepClass = newClass(
	"step",
	field("kind", enumStep.typ, "the kind of step that would serve", step(func(_ *object, t *Target) (ref.Val, error) { return enumStep.of(int(t.Kind)) })),
	field("server", cel.StringType, "the server that it would serve from", step(func(_ *object, t *Target) (ref.Val, error) { return str(t.Server) })),
	field("tool", cel.StringType, "the tool that it would serve from", step(func(_ *object, t *Target) (ref.Val, error) { return str(t.Tool) })),
	field("breaker", breakerClass.typ, "the breaker of a UseTool's target; an error for a Cached step", step(func(o *object, t *Target) (ref.Val, error) {
		if t.Breaker == nil {
			return nil, errors.New("the step calls no tool: it has no breaker")
		}
		return &object{class: breakerClass, in: o.in, view: t.Breaker}, nil
	})),
)

func source(get func(*object, *guard.Source) (ref.Val, error)) getter {
	return func(o *object) (ref.Val, error) {
		if o.source == nil {
			return nil, errNotHere
		}
		return get(o, o.source)
	}
}

var classSource = newClass(
	"source",
	field("server", cel.StringType, "the server that returned it; \"\" for a known statement and for what the customer said", source(func(_ *object, s *guard.Source) (ref.Val, error) { return str(s.Server) })),
	field("tool", cel.StringType, "the tool that returned it, likewise", source(func(_ *object, s *guard.Source) (ref.Val, error) { return str(s.Tool) })),
	field("path", cel.StringType, "its path in the tool's JSON, or the known statement's name", source(func(_ *object, s *guard.Source) (ref.Val, error) { return str(s.Path) })),
	field("role", enumRole.typ, "what it is in its record; OTHER where that is unknown", source(func(_ *object, s *guard.Source) (ref.Val, error) { return role(s.Role) })),
	field("entity", cel.StringType, "what its record is about (a sku, a name); \"\" where that is unknown", source(func(_ *object, s *guard.Source) (ref.Val, error) { return str(s.Entity) })),
	field("origin", enumOrigin.typ, "a field, a text, derived, known or the user's", source(func(_ *object, s *guard.Source) (ref.Val, error) { return enumOrigin.of(int(s.Origin)) })),
	field("amount", moneyType, "its exact figure; without a currency where it has none", source(func(_ *object, s *guard.Source) (ref.Val, error) {
		return amount(guard.Amount{Value: s.Amount, Currency: s.Currency})
	})),
	field("currency", cel.StringType, "its ISO 4217 code; \"\" where the result does not say", source(func(_ *object, s *guard.Source) (ref.Val, error) { return str(s.Currency) })),
	field("as_of", cel.TimestampType, "when it was true at its origin; an error where nobody said", source(func(_ *object, s *guard.Source) (ref.Val, error) { return moment(s.AsOf, "source.as_of") })),
	field("age", cel.DurationType, "now - as_of; an error where nobody said", source(func(o *object, s *guard.Source) (ref.Val, error) {
		if s.AsOf.IsZero() {
			return nil, errors.New("source.as_of is not known")
		}
		return span(o.in.Now.Sub(s.AsOf))
	})),
	field("cached", cel.BoolType, "it comes from a cache or a copy", source(func(_ *object, s *guard.Source) (ref.Val, error) { return boolean(s.Cached) })),
	field("earlier", cel.BoolType, "it comes from an earlier turn", source(func(_ *object, s *guard.Source) (ref.Val, error) { return boolean(s.Earlier) })),
	field("echoed", cel.BoolType, "it equals a value in the same call's arguments", source(func(_ *object, s *guard.Source) (ref.Val, error) { return boolean(s.Echoed) })),
)

func role(r guard.Role) (ref.Val, error) {
	if r == 0 {
		r = guard.RoleOther
	}
	return enumRole.of(int(r))
}

func claim(get func(*object, *guard.Claim) (ref.Val, error)) getter {
	return func(o *object) (ref.Val, error) {
		if o.in.Claim == nil {
			return nil, errNotHere
		}
		return get(o, o.in.Claim)
	}
}

func claimFlag(name, doc string, get func(*guard.Claim) bool) *classField {
	return field(name, cel.BoolType, doc, claim(func(_ *object, c *guard.Claim) (ref.Val, error) { return boolean(get(c)) }))
}

// claimFigure reads one figure of the claim's first reading: the one that the evidence settled on.
func claimFigure(name, doc string, get func(guard.Reading) (guard.Decimal, bool)) *classField {
	return field(name, moneyType, doc, claim(func(_ *object, c *guard.Claim) (ref.Val, error) {
		if len(c.Readings) == 0 {
			return nil, errors.New("the claim has no figure")
		}
		d, ok := get(c.Readings[0])
		if !ok {
			return nil, errors.New("claim." + name + " is open: the claim is a bound")
		}
		return amount(guard.Amount{Value: d, Currency: c.Currency()})
	}))
}

var claimClass = newClass(
	"claim",
	field("kind", enumKind.typ, "what sort of statement it is", claim(func(_ *object, c *guard.Claim) (ref.Val, error) { return enumKind.of(int(c.Kind)) })),
	field("text", cel.StringType, "the claim as written", claim(func(_ *object, c *guard.Claim) (ref.Val, error) { return str(c.Text) })),
	field("sentence", cel.StringType, "the sentence that holds it", claim(func(_ *object, c *guard.Claim) (ref.Val, error) { return str(c.SentenceText()) })),
	field("place", cel.StringType, "\"reply\", or the argument's path, as \"args.amount\"", claim(func(_ *object, c *guard.Claim) (ref.Val, error) { return str(c.Place) })),
	claimFigure("amount", "its exact figure; without a currency for anything but money", func(r guard.Reading) (guard.Decimal, bool) { return r.Amount, true }),
	claimFigure("low", "the low end of a range; an error where it is open", func(r guard.Reading) (guard.Decimal, bool) { return r.Low, !r.OpenLow }),
	claimFigure("high", "the high end of a range; an error where it is open", func(r guard.Reading) (guard.Decimal, bool) { return r.High, !r.OpenHigh }),
	field("currency", cel.StringType, "its ISO 4217 code; \"\" where that is not certain", claim(func(_ *object, c *guard.Claim) (ref.Val, error) { return str(c.Currency()) })),
	field("day", cel.TimestampType, "the day of a date, as its midnight in the turn's zone; an error for several days, and for other kinds", claim(func(_ *object, c *guard.Claim) (ref.Val, error) {
		switch {
		case len(c.Readings) == 0:
			return nil, errors.New("the claim has no day")
		case c.Readings[0].LastDay.After(c.Readings[0].Day):
			return nil, errors.New("the claim is of several days")
		}
		return moment(c.Readings[0].Day, "claim.day")
	})),
	field("about", enumAbout.typ, "what it speaks of; OTHER where that is unknown", claim(func(_ *object, c *guard.Claim) (ref.Val, error) {
		about := c.About
		if about == 0 {
			about = guard.AboutOther
		}
		return enumAbout.of(int(about))
	})),
	field("role", enumRole.typ, "the role that its words give it; OTHER where that is unknown", claim(func(_ *object, c *guard.Claim) (ref.Val, error) { return role(c.Role) })),
	field("entity", cel.StringType, "what its sentence names (a sku, a name); \"\" where that is unknown", claim(func(_ *object, c *guard.Claim) (ref.Val, error) { return str(c.Entity) })),
	claimFlag("approx", "\"about\", \"ca.\"", func(c *guard.Claim) bool { return c.Approx }),
	claimFlag("negated", "\"not €209\"", func(c *guard.Claim) bool { return c.Negated }),
	claimFlag("echo", "the customer said this value", func(c *guard.Claim) bool { return c.Echo }),
	claimFlag("asserted", "the reply affirms it", func(c *guard.Claim) bool { return c.IsAsserted() }),
	claimFlag("hypothetical", "\"if it were €209\"", func(c *guard.Claim) bool { return c.Hypothetical }),
	claimFlag("struck", "struck out", func(c *guard.Claim) bool { return c.Struck }),
	claimFlag("quoted", "inside quotation marks", func(c *guard.Claim) bool { return c.IsQuoted() }),
	claimFlag("derived", "computed from other sources", func(c *guard.Claim) bool { return c.Derived }),
	field("sources", cel.ListType(classSource.typ), "the sources that match it", claim(func(o *object, c *guard.Claim) (ref.Val, error) { return o.in.sources(c.Sources), nil })),
)
