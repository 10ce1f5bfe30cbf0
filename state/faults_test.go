package state_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/state"
)

// enoughEvents is within how many events a fault has to be found.
const enoughEvents = 20_000

// step is one run of the reducer that a fault corrupts: what goes in, and what came out.
type step struct {
	cfg state.Config
	row state.Row
	ev  state.Event
	now time.Time

	to  state.Row
	out state.Effects
}

// fault is a way in which a reducer can be wrong.
type fault struct {
	name   string
	before func(*step) // nil changes nothing
	after  func(*step)
}

func (f fault) in(next reducer) reducer {
	return func(cfg state.Config, row state.Row, ev state.Event, now time.Time) (state.Row, state.Effects) {
		c := &step{cfg: cfg, row: row, ev: ev, now: now}
		if f.before != nil {
			f.before(c)
		}
		c.to, c.out = next(c.cfg, c.row, c.ev, c.now)
		if f.after != nil {
			f.after(c)
		}
		return c.to, c.out
	}
}

// finishes reports that a call of the row's own era ends with one of the kinds.
func (c *step) finishes(kinds ...state.FailureKind) bool {
	return c.ev.Kind == state.Finish && slices.Contains(kinds, c.ev.Outcome.Kind)
}

func (c *step) enters(to state.State) bool { return c.row.State != to && c.to.State == to }

// late reports that what ended belongs to another era.
func (c *step) late() bool { return c.ev.Kind == state.Finish && c.ev.Generation != c.row.Generation }

var faults = []fault{
	{name: "a probe's lease is not counted", after: func(c *step) {
		if c.ev.Kind == state.Admit && c.out.LeaseID != 0 {
			c.to.Leases = c.row.Leases
		}
	}},
	{name: "one probe too many", before: func(c *step) {
		if c.ev.Kind == state.Admit {
			c.cfg.Probes++
		}
	}},
	{name: "one success less closes", before: func(c *step) {
		if c.ev.Kind == state.Finish && c.cfg.Probes > 1 {
			c.cfg.Probes--
		}
	}},
	{name: "a result of another generation counts", before: func(c *step) {
		if c.ev.Kind == state.Finish {
			c.ev.Generation = c.row.Generation
		}
	}},
	{name: "a late success closes", after: func(c *step) {
		if c.late() && c.finishes(good) && c.to.State == state.HalfOpen {
			c.to.State = state.Closed
		}
	}},
	{name: "a late failure reopens", after: func(c *step) {
		if c.late() && c.finishes(bad) && c.to.State == state.HalfOpen {
			c.to.State, c.to.Until = state.Open, c.now.Add(c.cfg.OpenFor)
		}
	}},
	{name: "a failure shortens a hold", after: func(c *step) {
		if c.late() && c.finishes(bad) && c.to.State == state.Open && c.to.Until.After(c.now.Add(s)) {
			c.to.Until = c.now.Add(s)
		}
	}},
	{name: "a failure while open starts the wait again", after: func(c *step) {
		if c.late() && c.finishes(bad) && c.to.State == state.Open {
			c.to.Until = c.now.Add(c.cfg.OpenFor)
		}
	}},
	{name: "the shorter of two hints wins", after: func(c *step) {
		if c.late() && c.finishes(state.RateLimited) && c.ev.Outcome.HasRetryAfter && c.to.State == state.Open {
			if until := c.now.Add(max(s, c.ev.Outcome.RetryAfter)); until.Before(c.to.Until) {
				c.to.Until = until
			}
		}
	}},
	{name: "a hint is not capped", before: func(c *step) { c.cfg.MaxHold = math.MaxInt64 }},
	{name: "a failed probe does not double the wait", after: func(c *step) {
		if c.enters(state.Open) && c.to.Reason == state.ReasonProbeFailed {
			c.to.Until = c.to.Since.Add(c.cfg.OpenFor)
		}
	}},
	{name: "the wait doubles for ever", before: func(c *step) { c.cfg.MaxOpenFor = math.MaxInt64 }},
	{name: "a recovery does not forget the doubling", after: func(c *step) {
		if c.enters(state.Closed) {
			c.to.Backoff = c.row.Backoff
		}
	}},
	{name: "a lost probe is waited for", before: func(c *step) {
		c.row.Leases = slices.Clone(c.row.Leases)
		for i := range c.row.Leases {
			c.row.Leases[i].Until = c.now.Add(time.Hour)
		}
	}},
	{name: "a probe that was cancelled keeps its place", after: func(c *step) {
		if c.finishes(state.Cancelled, state.Budget, state.Rule) && c.to.State == state.HalfOpen {
			c.to.Leases = c.row.Leases
		}
	}},
	{name: "open goes to closed by time alone", after: func(c *step) {
		if c.row.State == state.Open && c.row.Forced == 0 && c.to.State == state.HalfOpen && c.ev.Kind == state.Tick {
			c.to.State = state.Closed
		}
	}},
	{name: "the wait lasts a moment too long", before: func(c *step) {
		if c.row.State == state.Open && c.now.Equal(c.row.Until) {
			c.now = c.now.Add(-1)
		}
	}},
	{name: "a ramp's share is kept when a call fails", before: func(c *step) {
		if c.finishes(bad, state.Timeout, state.Panic) && c.row.State == state.Ramping {
			c.ev.Outcome = state.Outcome{Kind: state.Rule}
		}
	}},
	{name: "a ramp advances without calls", before: func(c *step) {
		if c.row.State == state.Ramping {
			c.row.StageSeen.Calls += 100
		}
	}},
	{name: "a ramp lets everybody in", before: func(c *step) { c.ev.Draw = 0 }},
	{name: "an override does not bind admissions", before: func(c *step) {
		if c.ev.Kind == state.Admit {
			c.row.Forced = 0
		}
	}},
	{name: "a success releases an override", after: func(c *step) {
		if c.finishes(good) {
			c.to.Forced = 0
		}
	}},
	{name: "a breaker that observes refuses", before: func(c *step) {
		if c.ev.Kind == state.Admit && c.row.Would {
			c.cfg.Shadow, c.row.Forced = false, state.Open
		}
	}},
	{name: "a caller's cancelling is a failure", before: func(c *step) {
		if c.finishes(state.Cancelled) {
			c.ev.Outcome.Kind = bad
		}
	}},
	{name: "a hang hides behind impatient callers", before: func(c *step) {
		if c.finishes(state.Cancelled, state.Budget) {
			c.ev.Outcome.Took = 0
		}
	}},
	{name: "a rate limit is a failure", before: func(c *step) {
		if c.finishes(state.RateLimited) {
			c.ev.Outcome.Kind = bad
		}
	}},
	{name: "a call that was wrong is a failure of the tool", before: func(c *step) {
		if c.finishes(state.Invalid) {
			c.ev.Outcome.Kind = bad
		}
	}},
	{name: "a spent quota waits as a rate limit", before: func(c *step) {
		if c.finishes(state.Quota) {
			c.ev.Outcome.Kind = state.RateLimited
		}
	}},
	{name: "a success does not end the row of failures", after: func(c *step) {
		if c.finishes(good) && c.to.State == c.row.State {
			c.to.Failures = c.row.Failures
		}
	}},
	{name: "the rate is rounded up", before: func(c *step) {
		if c.ev.Seen.Calls > 0 {
			c.ev.Seen.Failed++
		}
	}},
	{name: "the rate does not wait for enough calls", before: func(c *step) { c.cfg.MinCalls = 1 }},
	{name: "slow calls do not count", before: func(c *step) { c.ev.Seen.Slow = 0 }},
	{name: "a new state keeps the generation", after: func(c *step) {
		if c.enters(state.Open) {
			c.to.Generation = c.row.Generation
		}
	}},
}

// TestSeededFaultsAreFound puts each fault into the reducer, and plays it against the model until the two differ.
func TestSeededFaultsAreFound(t *testing.T) {
	require.GreaterOrEqual(t, len(faults), 20)
	t.Run("none", func(t *testing.T) {
		n, err := hunt(state.Next, 20_000)
		assert.NoError(t, err)
		assert.Equal(t, 20_000, n)
	})
	names := map[string]bool{}
	for _, f := range faults {
		assert.False(t, names[f.name], "twice: %s", f.name)
		names[f.name] = true
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			n, err := hunt(f.in(state.Next), enoughEvents)
			assert.Error(t, err)
			t.Logf("found after %d events", n)
		})
	}
}

// hunt plays games against a reducer for so many events, or until one is lost.
func hunt(next reducer, events int) (int, error) {
	played := 0
	for seed := uint64(1); played < events; seed++ {
		n, err := newGame(seed, func(state.Config) subject { return newBare(next) }).play(min(100, events-played))
		if played += n; err != nil {
			return played, err
		}
	}
	return played, nil
}
