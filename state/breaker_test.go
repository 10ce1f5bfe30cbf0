package state_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/state"
)

const (
	s  = time.Second
	ms = time.Millisecond
)

// rig is one breaker under test.
type rig struct {
	*testing.T
	store *state.Store
	*state.Breaker
	cfg state.Config
	pinned
}

// pin is the settings as they are.
func (r *rig) pin() *state.Config { return r.to(r.cfg) }

func newRig(t *testing.T, change ...func(*state.Config)) *rig {
	store := state.NewStore(state.Options{})
	return &rig{T: t, store: store, Breaker: store.Breaker(key), cfg: config(change...)}
}

// call asks for admission, which has to be granted.
func (r *rig) call(when time.Duration) *state.Permit {
	r.Helper()
	p, ok := r.ask("c", when)
	require.True(r, ok, "not admitted at %v", when)
	return p
}

// refused asks for admission, which has to be refused.
func (r *rig) refused(when time.Duration) {
	r.Helper()
	_, ok := r.ask("c", when)
	assert.False(r, ok, "admitted at %v", when)
}

func (r *rig) ask(conversation string, when time.Duration) (*state.Permit, bool) {
	r.Helper()
	peek := r.Peek(r.pin(), conversation, at(when))
	p, ok := r.Admit(r.pin(), conversation, 3*s, at(when))
	assert.Equal(r, ok, peek, "peek at %v", when)
	var v state.View
	var l state.Latency
	r.Read(r.pin(), conversation, at(when), &v, &l)
	assert.Equal(r, r.View(r.pin(), at(when)), v, "read at %v", when)
	assert.Equal(r, r.Latency(at(when)), l, "read at %v", when)
	return &p, ok
}

// end lets one call in and ends it with a kind at once.
func (r *rig) end(when time.Duration, kinds ...state.FailureKind) {
	r.Helper()
	for _, k := range kinds {
		r.call(when).Done(state.Outcome{Kind: k}, at(when))
	}
}

// is asserts the effective state.
func (r *rig) is(want state.State, when time.Duration) state.View {
	r.Helper()
	v := r.View(r.pin(), at(when))
	assert.Equal(r, want.String(), v.State.String(), "state at %v", when)
	return v
}

const (
	good = state.FailureKind(0)
	bad  = state.Internal
)

func TestConsecutiveFailuresOpen(t *testing.T) {
	r := newRig(t)
	assert.Equal(t, key, r.Key())
	r.is(state.Closed, 0)
	r.end(0, bad, bad)
	r.is(state.Closed, 0)
	r.end(s, bad)
	v := r.is(state.Open, s)
	assert.Equal(t, at(s), v.Since)
	assert.Equal(t, at(11*s), v.Until)
	assert.Equal(t, state.ReasonFailures, v.Reason)
	assert.Equal(t, 3, v.Failures)
	assert.EqualValues(t, 2, v.Generation)
	assert.Zero(t, v.Share)
	r.refused(s)
	r.refused(11*s - 1)
}

func TestSuccessEndsTheRow(t *testing.T) {
	for name, kind := range map[string]state.FailureKind{"success": good, "invalid": state.Invalid, "not found": state.NotFound} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			r.end(0, bad, bad, kind, bad, bad)
			r.is(state.Closed, 0)
			r.end(0, bad)
			r.is(state.Open, 0)
		})
	}
}

func TestKindsOfFailure(t *testing.T) {
	opens := map[state.FailureKind]bool{
		state.Timeout: true, state.Unreachable: true, state.Reset: true, state.Overloaded: true, state.Internal: true,
		state.Panic: true, state.RateLimited: true, state.Quota: true, state.Unauthorized: true,
	}
	for _, kind := range append(state.FailureKinds(), good) {
		t.Run(kind.String(), func(t *testing.T) {
			r := newRig(t, func(c *state.Config) { c.Failures = 1 })
			r.end(0, kind)
			want := state.Closed
			if opens[kind] {
				want = state.Open
			}
			r.is(want, 0)
		})
	}
}

func TestHalfOpenIsSeenBeforeAnybodyCalls(t *testing.T) {
	r := newRig(t)
	r.end(0, bad, bad, bad)
	stored, _ := r.store.Row(key)
	r.is(state.Open, 10*s-1)
	v := r.is(state.HalfOpen, 10*s)
	assert.Equal(t, at(10*s), v.Since)
	assert.Zero(t, v.Until)
	assert.Equal(t, state.ReasonFailures, v.Reason, "why it opened")
	r.is(state.Open, 5*s) // a function of row and now
	after, ok := r.store.Row(key)
	assert.True(t, ok)
	assert.Equal(t, stored, after, "a read writes nothing")
	assert.Len(t, r.store.Transitions(0), 1)
}

func TestOneGoodProbeCloses(t *testing.T) {
	r := newRig(t)
	r.end(0, bad, bad, bad)
	p := r.call(12 * s)
	assert.True(t, p.Probe())
	r.refused(12 * s)
	p.Done(state.Outcome{}, at(13*s))
	v := r.is(state.Closed, 13*s)
	assert.Equal(t, state.ReasonRecovered, v.Reason)
	assert.Zero(t, v.Failures)
	assert.Zero(t, v.Calls, "the window starts afresh")
	assert.False(t, r.call(13*s).Probe())
	last := r.store.Transitions(1)[0]
	assert.Equal(t, 13*s, last.Outage, "time to full recovery")
}

func TestSeveralProbes(t *testing.T) {
	three := func(c *state.Config) { c.Probes = 3 }
	t.Run("exactly so many are let in, counted at admission", func(t *testing.T) {
		r := newRig(t, three)
		r.end(0, bad, bad, bad)
		admitted := 0
		for range 100 {
			if _, ok := r.ask("c", 10*s); ok {
				admitted++
			}
		}
		assert.Equal(t, 3, admitted)
	})
	t.Run("it closes when all succeeded", func(t *testing.T) {
		r := newRig(t, three)
		r.end(0, bad, bad, bad)
		a, b, c := r.call(10*s), r.call(10*s), r.call(10*s)
		a.Done(state.Outcome{}, at(10*s))
		r.refused(10 * s) // one that succeeded keeps its place
		b.Done(state.Outcome{}, at(10*s))
		r.is(state.HalfOpen, 10*s)
		c.Done(state.Outcome{}, at(10*s))
		r.is(state.Closed, 10*s)
	})
	t.Run("one failure reopens and makes the others late", func(t *testing.T) {
		r := newRig(t, three)
		r.end(0, bad, bad, bad)
		a, b, c := r.call(10*s), r.call(10*s), r.call(10*s)
		a.Done(state.Outcome{}, at(11*s))
		b.Done(state.Outcome{Kind: bad}, at(11*s))
		v := r.is(state.Open, 11*s)
		c.Done(state.Outcome{Kind: bad}, at(12*s))
		assert.Equal(t, v.Until, r.is(state.Open, 12*s).Until)
		assert.EqualValues(t, 1, r.Stats(at(12*s)).Late)
	})
	t.Run("fewer of them by a reload", func(t *testing.T) {
		r := newRig(t, three)
		r.end(0, bad, bad, bad)
		r.call(10*s).Done(state.Outcome{}, at(10*s))
		r.is(state.HalfOpen, 10*s)
		r.store.Force(key, state.ForceClosed, at(10*s))
		r.end(10*s, bad)
		r.store.Force(key, state.Release, at(10*s))
		r.is(state.HalfOpen, 10*s)
		r.cfg.Probes = 1
		assert.Zero(t, r.is(state.Closed, 11*s).Failures, "a recovery begins without failures in a row")
	})
}

func TestFailedProbesDouble(t *testing.T) {
	r := newRig(t, func(c *state.Config) { c.MaxOpenFor = 70 * s })
	r.end(0, bad, bad, bad)
	now, wait := time.Duration(0), 10*s
	for _, want := range []time.Duration{20 * s, 40 * s, 70 * s, 70 * s} {
		now += wait
		r.end(now, bad)
		v := r.is(state.Open, now)
		assert.Equal(t, state.ReasonProbeFailed, v.Reason)
		assert.Equal(t, want, v.Until.Sub(v.Since))
		wait = want
	}
	now += wait
	r.end(now, good)
	r.end(now, bad, bad, bad)
	v := r.is(state.Open, now)
	assert.Equal(t, 10*s, v.Until.Sub(v.Since), "back after a full recovery")
}

func TestDoublingDoesNotOverflow(t *testing.T) {
	cfg := config(func(c *state.Config) { c.OpenFor, c.MaxOpenFor = 1<<61, 1<<62+1<<61 })
	row := state.NewRow(key, epoch)
	row.State, row.Until, row.Backoff = state.HalfOpen, epoch, 100
	row, out := state.Next(cfg, row, state.Event{Kind: state.Admit, Lease: s}, epoch)
	require.True(t, out.Admitted)
	row, _ = state.Next(cfg, row, state.Event{Kind: state.Finish, Generation: row.Generation, LeaseID: out.LeaseID, Outcome: state.Outcome{Kind: bad}}, epoch)
	assert.Equal(t, cfg.MaxOpenFor, row.Until.Sub(epoch))
}

func TestLostProbe(t *testing.T) {
	r := newRig(t)
	r.end(0, bad, bad, bad)
	p := r.call(10 * s) // a lease of 3 s
	r.is(state.HalfOpen, 13*s-1)
	v := r.is(state.Open, 13*s)
	assert.Equal(t, state.ReasonProbeLost, v.Reason)
	assert.Equal(t, at(13*s), v.Since, "when the lease ended")
	assert.Equal(t, at(33*s), v.Until, "the wait doubles")
	p.Done(state.Outcome{}, at(14*s))
	r.is(state.Open, 14*s) // a late report is ignored
	r.is(state.HalfOpen, 33*s)
	assert.EqualValues(t, 1, r.Stats(at(14*s)).Late)
	r.call(34*s).Done(state.Outcome{}, at(34*s))
	r.is(state.Closed, 34*s)
}

func TestNeutralGivesTheProbeBackOnce(t *testing.T) {
	neutral := map[string]func(*state.Permit, time.Time){
		"released": func(p *state.Permit, now time.Time) { p.Release(now) },
		"cancelled": func(p *state.Permit, now time.Time) {
			p.Done(state.Outcome{Kind: state.Cancelled, Took: s, Expected: s}, now)
		},
		"deadline": func(p *state.Permit, now time.Time) {
			p.Done(state.Outcome{Kind: state.Budget, Took: s, Expected: s}, now)
		},
		"slow answer": func(p *state.Permit, now time.Time) {
			p.Done(state.Outcome{Kind: state.Cancelled, Took: 9 * s, Expected: s, Received: true}, now)
		},
		"hint of 0": func(p *state.Permit, now time.Time) {
			p.Done(state.Outcome{Kind: state.RateLimited, HasRetryAfter: true}, now)
		},
	}
	for name, end := range neutral {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			r.end(0, bad, bad, bad)
			p := r.call(10 * s)
			end(p, at(10*s))
			r.is(state.HalfOpen, 10*s)
			q := r.call(10 * s)
			end(p, at(10*s)) // again
			r.refused(10 * s)
			q.Done(state.Outcome{}, at(10*s))
			r.is(state.Closed, 10*s)
		})
	}
}

func TestStaleGenerations(t *testing.T) {
	t.Run("a late success does not close", func(t *testing.T) {
		r := newRig(t)
		late := r.call(0)
		r.end(0, bad, bad, bad)
		r.call(10 * s)
		late.Done(state.Outcome{}, at(10*s))
		r.is(state.HalfOpen, 10*s)
		r.refused(10 * s)
	})
	t.Run("a late failure does not reopen", func(t *testing.T) {
		r := newRig(t)
		late, later := r.call(0), r.call(0)
		r.end(0, bad, bad, bad)
		p := r.call(10 * s)
		late.Done(state.Outcome{Kind: bad}, at(10*s))
		r.is(state.HalfOpen, 10*s)
		p.Done(state.Outcome{}, at(10*s))
		later.Done(state.Outcome{Kind: state.Quota}, at(10*s))
		assert.Zero(t, r.is(state.Closed, 10*s).Failures)
	})
	t.Run("failures while open extend nothing", func(t *testing.T) {
		r := newRig(t)
		var late []*state.Permit
		for range 20 {
			late = append(late, r.call(0))
		}
		r.end(0, bad, bad, bad)
		for i, p := range late {
			kind := []state.FailureKind{bad, state.Timeout, state.Quota, state.Unauthorized, state.RateLimited}[i%5]
			p.Done(state.Outcome{Kind: kind}, at(5*s))
		}
		assert.Equal(t, at(10*s), r.is(state.Open, 5*s).Until)
		assert.EqualValues(t, 20, r.Stats(at(5*s)).Late)
	})
}

func TestPermitEndsOnce(t *testing.T) {
	r := newRig(t, func(c *state.Config) { c.Failures = 2 })
	p := r.call(0)
	p.Done(state.Outcome{Kind: bad}, at(0))
	p.Done(state.Outcome{Kind: bad}, at(0))
	p.Release(at(0))
	p.Limit(s, true, at(0))
	assert.Equal(t, 1, r.is(state.Closed, 0).Failures)
	assert.Zero(t, r.is(state.Closed, 0).InFlight)
	assert.EqualValues(t, 1, r.Stats(at(0)).Calls)
	var none state.Permit
	none.Done(state.Outcome{Kind: bad}, at(0))
	none.Limit(s, true, at(0))
	assert.False(t, none.Probe())
}

func TestReloadKeepsTheState(t *testing.T) {
	r := newRig(t)
	r.end(0, bad, bad, bad)
	until := r.is(state.Open, 0).Until
	r.cfg = config(func(c *state.Config) { c.OpenFor, c.Failures, c.Calls = s, 9, 50 })
	assert.Equal(t, until, r.is(state.Open, 5*s).Until)
	r.refused(5 * s)
	r.end(10*s, bad)
	assert.Equal(t, at(12*s), r.is(state.Open, 10*s).Until, "the new settings count from here on")
}

func TestWallClockJump(t *testing.T) {
	r := newRig(t)
	start := time.Now()
	for range 3 {
		p, _ := r.Admit(r.pin(), "c", 0, start)
		p.Done(state.Outcome{Kind: bad}, start)
	}
	v := r.View(r.pin(), start.Add(9*s))
	assert.Contains(t, v.Until.String(), " m=", "an end keeps its monotonic reading")
	assert.Contains(t, v.Since.String(), " m=")
}
