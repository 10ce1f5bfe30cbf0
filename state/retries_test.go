package state_test

import (
	"sync"
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

// TestRetriesOfQuietTimes: calls that nothing repeats are counted without a lock, and count the same once one is repeated.
func TestRetriesOfQuietTimes(t *testing.T) {
	var r state.Retries
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for range 10 {
		assert.True(t, r.Take(now), "the first ten")
	}
	assert.False(t, r.Take(now))
	now = now.Add(3 * time.Minute) // the windows are empty again, and the floor has paid in all that fits
	for range 10 {
		assert.True(t, r.Take(now))
	}
	now = now.Add(3 * time.Minute)
	r.Call(now)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 250 {
				r.Call(now.Add(time.Second))
				_, raised := r.Alarm(now.Add(time.Second))
				assert.False(t, raised)
			}
		})
	}
	group.Wait()
	assert.Equal(t, state.RetryCounts{Calls: 1001, Attempts: 1021, Refused: 1}, r.Counts())
	now = now.Add(2 * time.Second)
	per, over := r.Recent(now)
	assert.InDelta(t, 1, per, 0)
	assert.False(t, over)
	for range 10 {
		assert.True(t, r.Take(now), "the cap, and no more")
	}
	assert.False(t, r.Take(now))
	per, _ = r.Recent(now)
	assert.InDelta(t, 1011.0/1001, per, 1e-9, "calls of quiet times count in the window")
	assert.Zero(t, testing.AllocsPerRun(100, func() { r.Call(now) }))
	now = now.Add(61 * time.Second)
	r.Call(now)
	per, _ = r.Recent(now)
	assert.InDelta(t, 1011.0/1001, per, 0.01, "the window before")
}
