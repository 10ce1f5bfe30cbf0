package state_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/state"
)

// halfOpen is a row with two probes in flight, until 13 s.
func halfOpen(cfg state.Config) state.Row {
	row := state.NewRow(key, epoch)
	row.State, row.Until, row.Reason = state.Open, at(10*s), state.ReasonFailures
	for range 2 {
		row, _ = state.Next(cfg, row, state.Event{Kind: state.Admit, Lease: 3 * s}, at(10*s))
	}
	return row
}

func TestNextChangesNothingItWasGiven(t *testing.T) {
	cfg := config(func(c *state.Config) { c.Probes = 3 })
	row := halfOpen(cfg)
	leases := slices.Clone(row.Leases)
	for _, ev := range []state.Event{
		{Kind: state.Admit, Lease: s},
		{Kind: state.Finish, Generation: row.Generation, LeaseID: leases[0].ID},
		{Kind: state.Finish, Generation: row.Generation, LeaseID: leases[1].ID, Outcome: state.Outcome{Kind: bad}},
		{Kind: state.Operate, Override: state.ForceOpen},
	} {
		before := row
		a, _ := state.Next(cfg, row, ev, at(10*s))
		b, _ := state.Next(cfg, row, ev, at(10*s))
		assert.Equal(t, a, b, "the same answer again")
		assert.NotEqual(t, row, a)
		assert.Equal(t, before, row)
		assert.Equal(t, leases, row.Leases)
	}
}

func TestNextBranches(t *testing.T) {
	cfg := config(func(c *state.Config) { c.Probes = 3 })
	row := halfOpen(cfg)
	first, _ := state.Next(cfg, row, state.Event{Kind: state.Admit, Lease: s}, at(10*s))
	second, _ := state.Next(cfg, row, state.Event{Kind: state.Admit, Lease: 9 * s}, at(10*s))
	assert.Equal(t, at(11*s), first.Leases[2].Until, "two futures of one row do not share its leases")
	assert.Equal(t, at(19*s), second.Leases[2].Until)
}

func TestUnknownLease(t *testing.T) {
	cfg := config(func(c *state.Config) { c.Probes = 2 })
	row := halfOpen(cfg)
	for name, ev := range map[string]state.Event{
		"a success":      {Kind: state.Finish},
		"a failure":      {Kind: state.Finish, Outcome: state.Outcome{Kind: bad}},
		"a rate limit":   {Kind: state.Finish, Outcome: hint(s)},
		"of an attempt":  {Kind: state.Limit, Outcome: hint(s)},
		"not even limit": {Kind: state.Limit, Outcome: state.Outcome{Kind: bad}},
	} {
		ev.Generation, ev.LeaseID = row.Generation, 99
		next, out := state.Next(cfg, row, ev, at(11*s))
		assert.Equal(t, row, next, name)
		assert.Equal(t, ev.Outcome.Kind != bad || ev.Kind == state.Finish, out.Late, name)
	}
}

func TestAProbeThatReportsInShadowGivesItsPlaceBack(t *testing.T) {
	cfg := config(func(c *state.Config) { c.Probes = 2 })
	row := halfOpen(cfg)
	id := row.Leases[0].ID
	cfg.Shadow = true
	row, _ = state.Next(cfg, row, state.Event{Kind: state.Finish, Generation: row.Generation, LeaseID: id}, at(11*s))
	assert.Len(t, row.Leases, 1)
}

func TestTickAppliesWhatIsDue(t *testing.T) {
	cfg := config(ramp(0.5))
	row := state.NewRow(key, epoch)
	row.State, row.Until = state.Open, at(10*s)
	row, out := state.Next(cfg, row, state.Event{}, at(time.Hour))
	assert.Equal(t, state.HalfOpen, row.State)
	assert.True(t, out.Changed)
	row, _ = state.Next(cfg, row, state.Event{Kind: state.Admit, Lease: s}, at(time.Hour))
	row, out = state.Next(cfg, row, state.Event{}, at(2*time.Hour))
	assert.Equal(t, state.HalfOpen, row.State)
	assert.Len(t, out.Transitions, 2, "lost, and waited for again")
	assert.Equal(t, 1, row.Backoff)
	again, out := state.Next(cfg, row, state.Event{}, at(2*time.Hour))
	assert.Equal(t, row, again)
	assert.False(t, out.Changed)
}

func TestUnsetSettingsAreTheDefaults(t *testing.T) {
	finish := func(cfg state.Config, kind state.FailureKind) state.Row {
		row, _ := state.Next(cfg, state.NewRow(key, epoch), state.Event{Kind: state.Finish, Generation: 1, Outcome: state.Outcome{Kind: kind}}, epoch)
		return row
	}
	one := state.Config{Failures: 1}
	assert.Equal(t, at(30*s), finish(one, bad).Until)
	assert.Equal(t, at(30*s), finish(one, state.RateLimited).Until)
	assert.Equal(t, at(15*time.Minute), finish(one, state.Quota).Until)
	row := finish(one, bad)
	for range 5 {
		var out state.Effects
		now := row.Until
		row, out = state.Next(one, row, state.Event{Kind: state.Admit, Lease: s}, now)
		assert.True(t, out.Admitted)
		row, _ = state.Next(one, row, state.Event{Kind: state.Finish, Generation: row.Generation, LeaseID: out.LeaseID, Outcome: state.Outcome{Kind: bad}}, now)
	}
	assert.Equal(t, 5*time.Minute, row.Until.Sub(row.Since), "ten times as long at most")
	assert.Equal(t, state.Closed, finish(state.Config{}, bad).State, "without a rule nothing but a hold opens")
	assert.Equal(t, state.Closed, finish(state.Config{RateNum: 1, RateDen: 2}, bad).State)
}

func TestNames(t *testing.T) {
	for _, st := range state.States() {
		assert.NotEmpty(t, st.String())
	}
	assert.Equal(t, []string{"closed", "open", "half_open", "ramping"}, []string{state.Closed.String(), state.Open.String(), state.HalfOpen.String(), state.Ramping.String()})
	for _, k := range state.FailureKinds() {
		assert.NotEmpty(t, k.String())
		assert.False(t, k.Transient() && k.CallError())
		assert.Equal(t, k == state.BreakerOpen || k == state.Rule || k == state.Budget || k == state.Drill, k.NoAttempt())
		sent := state.Failure{Kind: k, Sent: true}.Uncertain()
		assert.Equal(t, k == state.Timeout || k == state.Reset || k == state.Cancelled || k == state.Panic ||
			k == state.Internal || k == state.Overloaded, sent, k)
		answered := state.Failure{Kind: k, Sent: true, Answered: true}.Uncertain()
		assert.Equal(t, sent && k != state.Internal && k != state.Overloaded, answered, k)
		assert.False(t, state.Failure{Kind: k}.Uncertain())
	}
}
