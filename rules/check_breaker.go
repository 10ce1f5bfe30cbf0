package rules

import "github.com/lacuna-go/lacuna/eval"

// breakerSense reports settings of a breaker that contradict each other, or that nothing would read.
func (d *decoder) breakerSense(o object, b Breaker) {
	before := len(d.problems)
	d.apart(o, "failures", "rate")
	d.apart(o, "window", "calls")
	d.together(o, "slow_rate", "slow")
	d.together(o, "ramp_for", "ramp")
	for _, name := range []string{"min_calls", "window", "calls"} {
		d.together(o, name, "rate", "slow")
	}
	if len(d.problems) > before {
		return
	}
	if o.has("calls") && b.MinCalls > b.Calls {
		d.disorder(o, "min_calls", "calls", "min_calls, %d, is above calls, %d: the rate would never be judged", b.MinCalls, b.Calls)
	}
	if b.MaxOpenFor < b.OpenFor {
		d.disorder(o, "max_open_for", "open_for", "max_open_for is below open_for, %s", briefly(b.OpenFor))
	}
}

// apart reports two fields that exclude each other, at the second one in the file.
func (d *decoder) apart(o object, a, b string) {
	if !o.given(a) || !o.given(b) {
		return
	}
	if o.at[b].Compare(o.at[a]) < 0 {
		a, b = b, a
	}
	d.fail(o.at[b], "%s can't stand together with %s, at %s", b, a, o.at[a])
}

// together reports a field that means nothing without one of the others.
func (d *decoder) together(o object, name string, others ...string) {
	if !o.given(name) || o.unclear {
		return
	}
	for _, other := range others {
		if o.given(other) {
			return
		}
	}
	d.fail(o.at[name], "%s means nothing without %s", name, either(others))
}

// disorder reports two values in the wrong order, at whichever of the two fields is given, the first one named
// if both are.
func (d *decoder) disorder(o object, first, second, format string, args ...any) {
	at, ok := o.at[first]
	if !ok {
		at = o.at[second]
	}
	if o.given(first) == o.has(first) && o.given(second) == o.has(second) && at != (eval.Pos{}) {
		d.fail(at, format, args...)
	}
}
