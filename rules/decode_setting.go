package rules

import (
	"math"
	"time"

	"github.com/lacuna-go/lacuna/eval"
)

// nested decodes a struct literal inside a field.
func (d *decoder) nested(row *field, n eval.Node) (any, bool) {
	if n.TypeName() != row.typ {
		d.mismatch(row, n)
		return nil, false
	}
	o := d.object(n)
	before := len(d.problems)
	var v any
	switch row.typ {
	case "Retry":
		v = d.retry(o)
	case "Backoff":
		v = d.backoff(o)
	case "Breaker":
		v = d.breaker(o)
	case "Store":
		v = Store{When: get[*eval.Expr](o, "when"), Key: get[*eval.Expr](o, "key"), Shared: get[bool](o, "shared")}
	case "Evidence":
		v = d.evidence(o)
	case "Drill":
		v = d.drill(o)
	default:
		v = d.hardFail(o)
	}
	return v, o.whole() && len(d.problems) == before
}

func (d *decoder) retry(o object) Retry {
	r := Retry{Max: get[int](o, "max"), When: get[*eval.Expr](o, "when"), Backoff: DefaultBackoff()}
	d.together(o, "when", "max")
	d.together(o, "backoff", "max")
	if o.has("backoff") {
		r.Backoff = get[Backoff](o, "backoff")
	}
	return r
}

func (d *decoder) backoff(o object) Backoff {
	b := Backoff{Initial: get[time.Duration](o, "initial"), Max: get[time.Duration](o, "max")}
	if b.Max < b.Initial {
		d.disorder(o, "max", "initial", "max, %s, is below initial, %s", briefly(b.Max), briefly(b.Initial))
	}
	return b
}

func (d *decoder) breaker(o object) Breaker {
	b := DefaultBreaker()
	b.Failures, b.Probes, b.MinCalls, b.Calls = get[int](o, "failures"), get[int](o, "probes"), get[int](o, "min_calls"), get[int](o, "calls")
	b.Window, b.Slow = get[time.Duration](o, "window"), get[time.Duration](o, "slow")
	b.OpenFor, b.MaxOpenFor = get[time.Duration](o, "open_for"), get[time.Duration](o, "max_open_for")
	b.Ramp, b.RampFor = get[[]float64](o, "ramp"), get[time.Duration](o, "ramp_for")
	b.MaxHold, b.QuotaHold = get[time.Duration](o, "max_hold"), get[time.Duration](o, "quota_hold")
	b.Scope, b.ProbeArgs = get[eval.Scope](o, "scope"), get[map[string]any](o, "probe_args")
	b.probeAt = o.at["probe_args"]
	b.Shadow = get[eval.Mode](o, "mode") == eval.ModeShadow
	if o.has("rate") {
		f := get[fraction](o, "rate")
		b.RateNum, b.RateDen = f.num, f.den
		b.Failures = 0
	}
	if o.has("slow_rate") {
		f := get[fraction](o, "slow_rate")
		b.SlowNum, b.SlowDen = f.num, f.den
	}
	if !o.given("max_open_for") {
		b.MaxOpenFor = times10(b.OpenFor)
	}
	d.breakerSense(o, b)
	return b
}

func times10(t time.Duration) time.Duration {
	if t > math.MaxInt64/10 {
		return math.MaxInt64
	}
	return 10 * t
}

func (d *decoder) evidence(o object) Evidence {
	e := Evidence{
		None: get[bool](o, "none"), Currency: get[string](o, "currency"), MinorUnits: get[[]string](o, "minor_units"),
		AsOf: get[string](o, "as_of"), Entity: get[string](o, "entity"), Ignore: get[[]string](o, "ignore"), Copy: get[bool](o, "copy"),
	}
	if e.None && len(o.at) > 1 {
		d.fail(o.at["none"], "none leaves nothing to read, so it stands alone")
	}
	return e
}

func (d *decoder) drill(o object) Drill {
	f := get[fraction](o, "share")
	v := Drill{
		Num: f.num, Den: f.den, From: get[time.Time](o, "from"), Until: get[time.Time](o, "until"),
		Every: get[time.Duration](o, "every"), Lasting: get[time.Duration](o, "lasting"), When: get[*eval.Expr](o, "when"),
	}
	if o.has("from") && o.has("until") && !v.Until.After(v.From) {
		d.fail(o.at["until"], "until is not after from, so that the drill never happens")
	}
	d.together(o, "every", "lasting")
	d.together(o, "lasting", "every")
	if o.has("every") && o.has("lasting") && v.Lasting >= v.Every {
		d.fail(o.at["lasting"], "lasting is not less than every, %s", briefly(v.Every))
	}
	return v
}
