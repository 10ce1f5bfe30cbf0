package state_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/state"
)

func ramp(shares ...float64) func(*state.Config) { return func(c *state.Config) { c.Ramp = shares } }

// inside and outside name a conversation with a draw on that side of a share.
func inside(share float64) string  { return conversation(0, share) }
func outside(share float64) string { return conversation(share, 1) }

func conversation(from, to float64) string {
	for i := 0; ; i++ {
		c := fmt.Sprint("c-", i)
		if d := state.Draw(key, c); d >= from && d < to {
			return c
		}
	}
}

// ramping is a rig whose ramp begins at 10 s.
func ramping(t *testing.T, change ...func(*state.Config)) *rig {
	r := newRig(t, append([]func(*state.Config){ramp(0.1, 0.25, 0.5)}, change...)...)
	r.end(0, bad, bad, bad)
	r.end(10*s, good)
	return r
}

// good lets one conversation in and ends its call well.
func (r *rig) good(conversation string, when time.Duration) {
	r.Helper()
	p, ok := r.ask(conversation, when)
	assert.True(r, ok, "%s not admitted at %v", conversation, when)
	p.Done(state.Outcome{}, at(when))
}

func (r *rig) turnedAway(conversation string, when time.Duration) {
	r.Helper()
	_, ok := r.ask(conversation, when)
	assert.False(r, ok, "%s admitted at %v", conversation, when)
}

func TestRamp(t *testing.T) {
	r := ramping(t)
	v := r.is(state.Ramping, 10*s)
	assert.Equal(t, state.ReasonProbed, v.Reason)
	in := inside(0.1)
	for stage, share := range r.cfg.Ramp {
		begin := time.Duration(10+30*stage) * s
		v := r.is(state.Ramping, begin)
		assert.Equal(t, stage, v.Stage)
		assert.InDelta(t, share, v.Share, 0)
		r.turnedAway(outside(share), begin)
		r.good(in, begin)
		r.good(in, begin+29*s)
	}
	r.is(state.Ramping, 100*s-1)
	v = r.is(state.Closed, 100*s)
	assert.Zero(t, v.Calls, "the window starts afresh, though nobody has called yet")
	assert.Equal(t, state.ReasonRecovered, v.Reason)
	r.good(outside(0.5), 100*s)
	all := r.store.Transitions(0)
	assert.Equal(t, 100*s, all[len(all)-1].Outage, "time to full recovery, from the opening")
	stages := 0
	for _, tr := range all {
		if tr.Reason == state.ReasonRampStep {
			stages++
			assert.Equal(t, stages, tr.Stage)
		}
	}
	assert.Equal(t, 2, stages)
}

func TestRampLetsItsShareIn(t *testing.T) {
	r := ramping(t)
	for _, share := range []float64{0.1, 0.25, 0.5} {
		r.cfg.Ramp = []float64{share}
		in := map[string]bool{}
		for range 2 {
			n := 0
			for i := range 10_000 {
				c := fmt.Sprint("conversation-", i)
				p, ok := r.Admit(r.pin(), c, s, at(11*s))
				p.Release(at(11 * s))
				if was, seen := in[c]; seen {
					assert.Equal(t, was, ok, "the same side within a stage")
				}
				in[c] = ok
				if ok {
					n++
				}
			}
			assert.InDelta(t, share, float64(n)/10_000, 0.02)
		}
	}
}

func TestRampDrawsCallsWithoutConversation(t *testing.T) {
	r := ramping(t)
	n := 0
	for range 10_000 {
		if p, ok := r.Admit(r.pin(), "", s, at(11*s)); ok {
			p.Release(at(11 * s))
			n++
		}
	}
	assert.InDelta(t, 0.1, float64(n)/10_000, 0.02)
}

func TestConversationsDifferByKey(t *testing.T) {
	same := 0
	for i := range 1000 {
		c := fmt.Sprint(i)
		if (state.Draw(key, c) < 0.1) == (state.Draw(state.Key{Server: "search"}, c) < 0.1) {
			same++
		}
	}
	assert.InDelta(t, 820, same, 50)
	assert.NotEqual(t, state.Draw(state.Key{Server: "a", Tool: "b"}, "c"), state.Draw(state.Key{Server: "ab"}, "c"))
}

func TestFailureInTheRampReopens(t *testing.T) {
	r := ramping(t)
	in := inside(0.1)
	r.good(in, 10*s)
	r.good(in, 40*s) // the second stage
	p, _ := r.ask(in, 41*s)
	p.Done(state.Outcome{Kind: bad}, at(41*s))
	v := r.is(state.Open, 41*s)
	assert.Equal(t, state.ReasonRampFailed, v.Reason)
	assert.Equal(t, at(51*s), v.Until)
	r.end(51*s, good)
	assert.Zero(t, r.is(state.Ramping, 51*s).Stage, "the ramp starts again")
}

func TestRampKeepsTheBackoff(t *testing.T) {
	r := newRig(t, ramp(0.5))
	in := inside(0.5)
	r.end(0, bad, bad, bad)
	r.end(10*s, bad) // 20 s
	r.end(30*s, good)
	p, _ := r.ask(in, 31*s)
	p.Done(state.Outcome{Kind: bad}, at(31*s))
	assert.Equal(t, at(51*s), r.is(state.Open, 31*s).Until, "only a full recovery brings the wait back")
	r.end(51*s, good)
	r.good(in, 52*s)
	r.is(state.Closed, 81*s)
	for range 3 {
		p, _ := r.ask(in, 82*s)
		p.Done(state.Outcome{Kind: bad}, at(82*s))
	}
	assert.Equal(t, at(92*s), r.is(state.Open, 82*s).Until)
}

func TestAStageNeedsCalls(t *testing.T) {
	r := ramping(t, rate(1, 2, 20), func(c *state.Config) { c.Failures = 3 })
	in := inside(0.1)
	r.good(in, 10*s)
	assert.Zero(t, r.is(state.Ramping, 39*s).Stage)
	assert.Zero(t, r.is(state.Ramping, 45*s).Stage, "a tenth of 20 calls are two")
	r.good(in, 45*s)
	v := r.is(state.Ramping, 45*s)
	assert.Equal(t, 1, v.Stage)
	for range 5 {
		r.good(in, 46*s)
	}
	assert.Equal(t, 1, r.is(state.Ramping, 75*s-1).Stage, "ramp_for after the stage began")
	assert.Equal(t, 2, r.is(state.Ramping, 75*s).Stage)
}

func TestAStarvedStageLetsOneMoreIn(t *testing.T) {
	r := ramping(t)
	out := outside(0.5)
	r.turnedAway(out, 40*s-1)
	p, ok := r.ask(out, 40*s)
	assert.True(t, ok)
	r.turnedAway(out, 41*s)
	p.Release(at(41 * s))
	r.turnedAway(out, 42*s)
	r.good(out, 43*s) // its lease has ended
	assert.Equal(t, 1, r.is(state.Ramping, 43*s).Stage)
	r.turnedAway(out, 44*s)
}

func TestASlowStageDoesNotAdvance(t *testing.T) {
	r := ramping(t, slow(1, 2), func(c *state.Config) { c.MinCalls = 20 })
	in := inside(0.1)
	for range 2 {
		p, _ := r.ask(in, 11*s)
		p.Done(state.Outcome{Took: 2 * s}, at(11*s))
	}
	assert.Zero(t, r.is(state.Ramping, 40*s).Stage)
	r.good(in, 41*s)
	r.good(in, 41*s)
	assert.Zero(t, r.is(state.Ramping, 70*s-1).Stage, "it starts again")
	assert.Equal(t, 1, r.is(state.Ramping, 70*s).Stage)
}

func TestASlowRampOpens(t *testing.T) {
	r := ramping(t, slow(1, 2), func(c *state.Config) { c.MinCalls = 4 })
	in := inside(0.1)
	for range 4 {
		p, _ := r.ask(in, 11*s)
		p.Done(state.Outcome{Took: 2 * s}, at(11*s))
	}
	assert.Equal(t, state.ReasonSlowRate, r.is(state.Open, 11*s).Reason)
}

func TestHoldsWithinTheRamp(t *testing.T) {
	r := ramping(t)
	p, _ := r.ask(inside(0.1), 11*s)
	p.Done(hint(5*s), at(11*s))
	assert.Equal(t, at(16*s), r.is(state.Open, 11*s).Until)
}

func TestRampTakenAwayByAReload(t *testing.T) {
	r := ramping(t)
	r.cfg.Ramp = nil
	r.is(state.Closed, 11*s)
}
