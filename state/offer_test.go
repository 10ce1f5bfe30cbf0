package state_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/state"
)

func TestOffers(t *testing.T) {
	r := newRig(t, ramp(0.5))
	offered := func(turn, conversation string, seconds time.Duration) bool {
		return r.Offer(r.pin(), turn, conversation, at(max(60, 10+seconds)*s), at(seconds*s))
	}
	assert.True(t, offered("t0", "c", 0))
	r.end(0, bad, bad, bad)
	assert.False(t, offered("t0", "c", 5))
	assert.True(t, offered("t1", "c", 10))
	assert.False(t, offered("t2", "c", 10), "to one turn at a time")
	assert.True(t, offered("t1", "c", 11), "which keeps it")
	r.Lapse("t1", at(12*s))
	r.Lapse("nobody", at(12*s))
	assert.True(t, offered("t3", "c", 12))
	assert.True(t, offered("t4", "c", 60), "the offer ended by itself")
	r.is(state.HalfOpen, 60*s) // none of it was judged
	p := r.call(60 * s)
	assert.True(t, offered("t4", "c", 60))
	r.Lapse("t4", at(60*s))
	assert.False(t, offered("t5", "c", 60), "the probe is out")
	p.Done(state.Outcome{}, at(60*s))
	assert.True(t, offered("t5", inside(0.5), 60))
	assert.False(t, offered("t5", outside(0.5), 60))
	r.store.Force(key, state.ForceClosed, at(61*s))
	assert.True(t, offered("t6", outside(0.5), 61))
}
