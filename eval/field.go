package eval

import (
	"errors"
	"strings"
	"time"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"

	"github.com/lacuna-go/lacuna/guard"
	"github.com/lacuna-go/lacuna/state"
)

// fieldReader reads the fields of the Input's variables by their ids, without boxing a value. The two pointers say of which source
// and of which breaker: a variable's, an element's of a list, or a step's. Every method reports whether the field has a value;
// missing says why it has none.
type fieldReader struct {
	in     *Input
	source *guard.Source
	view   *state.View
}

// value reads a field as a CEL value.
func (r fieldReader) value(id fieldID, typ *cel.Type) (ref.Val, error) {
	switch typ.Kind() {
	case types.StringKind:
		if s, ok := r.text(id); ok {
			return types.String(s), nil
		}
	case types.IntKind:
		if n, ok := r.number(id); ok {
			return types.Int(n), nil
		}
	case types.BoolKind:
		if n, ok := r.number(id); ok {
			return types.Bool(n != 0), nil
		}
	case types.DurationKind:
		if n, ok := r.number(id); ok {
			return types.Duration{Duration: time.Duration(n)}, nil
		}
	case types.DoubleKind:
		if d, ok := r.double(id); ok {
			return types.Double(d), nil
		}
	case types.TimestampKind:
		if t, ok := r.time(id); ok {
			return types.Timestamp{Time: t}, nil
		}
	case types.OpaqueKind:
		if n, ok := r.number(id); ok {
			return r.in.env.enumOf(typ).of(int(n))
		}
	default:
		if v, ok := r.whole(id); ok {
			return v, nil
		}
	}
	return nil, r.missing(id)
}

// whole reads a field that is no scalar.
func (r fieldReader) whole(id fieldID) (ref.Val, bool) {
	switch id {
	case callArgs:
		if r.in.Call != nil {
			return r.in.Call.Args.value(), true
		}
	case turnCached:
		if list, ok := r.texts(id); ok {
			return types.NewStringList(types.DefaultTypeAdapter, list), true
		}
	case stepBreaker:
		if r.in.Step != nil && r.in.Step.Breaker != nil {
			return &object{r.in.env.classes[objBreaker], fieldReader{in: r.in, view: r.in.Step.Breaker}}, true
		}
	case claimSources:
		if r.in.Claim != nil {
			return r.in.sources(r.in.Claim.Sources), true
		}
	case sourceAmount, claimAmount, claimLow, claimHigh:
		if a, ok := r.amount(id); ok {
			return moneyValue{a}, true
		}
	default:
	}
	return nil, false
}

// texts reads a list of texts.
func (r fieldReader) texts(id fieldID) ([]string, bool) {
	if id != turnCached || r.in.Turn == nil {
		return nil, false
	}
	return r.in.Turn.Cached, true
}

func (r fieldReader) double(id fieldID) (float64, bool) {
	switch {
	case r.view == nil:
	case id == breakerFailureRate:
		return r.view.FailureRate, true
	case id == breakerSlowRate:
		return r.view.SlowRate, true
	}
	return 0, false
}

func (r fieldReader) time(id fieldID) (time.Time, bool) {
	var t time.Time
	switch id {
	case breakerSince:
		if r.view != nil {
			t = r.view.Since
		}
	case breakerRetryAt:
		if r.view != nil {
			t = r.view.Until
		}
	case entryAsOf:
		if r.in.Entry != nil {
			return r.in.Entry.AsOf, true
		}
	case sourceAsOf:
		if r.source != nil {
			t = r.source.AsOf
		}
	case claimDay:
		if c := r.in.Claim; c != nil && len(c.Readings) > 0 && !c.Readings[0].LastDay.After(c.Readings[0].Day) {
			t = c.Readings[0].Day
		}
	default:
	}
	return t, !t.IsZero()
}

// amount reads an exact figure. A claim's are those of its first reading: the one that the evidence settled on.
func (r fieldReader) amount(id fieldID) (guard.Amount, bool) {
	if id == sourceAmount {
		if r.source == nil {
			return guard.Amount{}, false
		}
		return guard.Amount{Value: r.source.Amount, Currency: r.source.Currency}, true
	}
	c := r.in.Claim
	if c == nil || len(c.Readings) == 0 {
		return guard.Amount{}, false
	}
	first := &c.Readings[0]
	switch id {
	case claimAmount:
		return guard.Amount{Value: first.Amount, Currency: c.Currency()}, true
	case claimLow:
		return guard.Amount{Value: first.Low, Currency: c.Currency()}, !first.OpenLow
	case claimHigh:
		return guard.Amount{Value: first.High, Currency: c.Currency()}, !first.OpenHigh
	default:
	}
	return guard.Amount{}, false
}

// errNotHere is read where a hook's variable has no value; it can't happen for a rule that type-checked.
var errNotHere = errors.New("has no value here")

// missing says why a field could not be read.
func (r fieldReader) missing(id fieldID) error {
	switch {
	case id == callIdempotencyKey && r.in.Call != nil:
		return errors.New("call.idempotency_key is not set")
	case turnID <= id && id <= turnPurpose && r.in.Turn != nil:
		return errors.New("turn." + fieldNames[id] + " is not set")
	case (id == breakerSince || id == breakerRetryAt) && r.view != nil:
		return errors.New("breaker." + fieldNames[id] + " is not known")
	case latencyP50 <= id && id <= latencyP99 && r.in.Latency != nil:
		return errors.New("no successful attempt in the last five minutes; test latency.count first")
	case id == failureRetryAfter && r.in.Failure != nil:
		return errors.New("the tool gave no retry_after; test has(failure.retry_after) first")
	case id == failureStatus && r.in.Failure != nil:
		return errors.New("the failure has no status code; test has(failure.status) first")
	case id == stepBreaker && r.in.Step != nil:
		return errors.New("the step calls no tool: it has no breaker")
	case (id == sourceAsOf || id == sourceAge) && r.source != nil:
		return errors.New("source.as_of is not known")
	case r.in.Claim != nil:
		return missingOfClaim(id, r.in.Claim)
	}
	return errNotHere
}

func missingOfClaim(id fieldID, c *guard.Claim) error {
	switch id {
	case claimAmount:
		return errors.New("the claim has no figure")
	case claimLow, claimHigh:
		if len(c.Readings) == 0 {
			return errors.New("the claim has no figure")
		}
		return errors.New("claim." + fieldNames[id] + " is open: the claim is a bound")
	case claimDay:
		switch {
		case len(c.Readings) == 0:
			return errors.New("the claim has no day")
		case c.Readings[0].LastDay.After(c.Readings[0].Day):
			return errors.New("the claim is of several days")
		}
		return errors.New("claim.day is not known")
	default:
	}
	return errNotHere
}

// fieldNames are the names of those fields whose error says which it is.
var fieldNames = map[fieldID]string{
	turnID: "id", turnConversation: "conversation", turnAudience: "audience", turnChannel: "channel", turnLanguage: "language",
	turnZone: "zone", turnPurpose: "purpose", breakerSince: "since", breakerRetryAt: "retry_at", claimLow: "low", claimHigh: "high",
}

// purpose returns the number of the turn's purpose, counted from 1, and 0 for none that is declared.
func (in *Input) purpose() int64 {
	for _, v := range in.env.purpose.values[1:] {
		if equalUpper(v.name, in.Turn.Purpose) {
			return int64(v.num)
		}
	}
	return 0
}

// equalUpper compares without allocation.
func equalUpper(upper, lower string) bool {
	return len(upper) == len(lower) && strings.EqualFold(upper, lower)
}
