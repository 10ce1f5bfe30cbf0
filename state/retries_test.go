package state_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/state"
)

func TestRetriesAreAShareOfCallsWithAFloor(t *testing.T) {
	var r state.Retries
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	retried := 0
	for range 1000 { // all at once, and all of them fail
		r.Call(now)
		if r.May(now) && r.Take(now) {
			retried++
		}
	}
	assert.InDelta(t, 210, retried, 1, "a fifth of the calls, and the first ten")
	for range 100 {
		now = now.Add(time.Second) // nobody calls: the floor pays
	}
	assert.True(t, r.Take(now))
	taken := 1
	for r.Take(now) {
		taken++
	}
	assert.Equal(t, 10, taken, "a quiet time buys no storm")
	assert.InDelta(t, 1.22, r.Counts().PerCall(), 0.01)
	assert.EqualValues(t, 1, r.Counts().Refused)
}

func TestRetryAlarm(t *testing.T) {
	r := state.Retries{Floor: 100}
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for range 200 {
		r.Call(now)
	}
	for range 10 {
		assert.True(t, r.Take(now))
	}
	_, raised := r.Alarm(now)
	assert.False(t, raised, "1.05 is not above 1.05")
	now = now.Add(time.Second)
	for range 3 {
		assert.True(t, r.Take(now))
	}
	per, raised := r.Alarm(now)
	assert.InDelta(t, 1.065, per, 0.0001)
	assert.True(t, raised)
	_, raised = r.Alarm(now)
	assert.False(t, raised, "once")
	_, raised = r.Alarm(now.Add(5 * time.Minute))
	assert.False(t, raised)
}
