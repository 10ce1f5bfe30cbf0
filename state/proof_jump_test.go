package state_test

import (
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/state"
)

// jumped returns what the system's clock would read at t, had its wall part been set forward by so many whole seconds
// meanwhile, while the monotonic part ran on. No arithmetic of package time moves one part alone, so this writes into
// the wall part: bit 63 says that there is a monotonic reading, 33 bits count seconds, 30 bits nanoseconds.
func jumped(t time.Time, d time.Duration) time.Time {
	wall := (*uint64)(unsafe.Pointer(&t))
	*wall += uint64(d/time.Second) << 30
	return t
}

var jumps = map[string]time.Duration{"forward": time.Hour, "back": -time.Hour, "over summer time and back": 0}

func TestJumped(t *testing.T) {
	now := time.Now()
	for name, d := range jumps {
		after := jumped(now, d)
		assert.Zero(t, after.Sub(now), "%s: no time has passed", name)
		assert.Equal(t, d, after.Round(0).Sub(now.Round(0)), "%s: by its wall part it has", name)
	}
}

// jumper reads times of one monotonic clock whose wall part jumps after the first few.
type jumper struct {
	start time.Time
	by    time.Duration
}

func (j jumper) before(d time.Duration) time.Time { return j.start.Add(d) }
func (j jumper) after(d time.Duration) time.Time  { return jumped(j.start.Add(d), j.by) }

func eachJump(t *testing.T, f func(t *testing.T, j jumper, r *rig)) {
	for name, by := range jumps {
		t.Run(name, func(t *testing.T) {
			f(t, jumper{time.Now(), by}, newRig(t, ramp(0.5), func(c *state.Config) { c.RampFor = 30 * s }))
		})
	}
}

func (r *rig) fails(now time.Time, kinds ...state.FailureKind) {
	for _, k := range kinds {
		p, ok := r.Admit(r.pin(), "c", 3*s, now)
		require.True(r, ok)
		p.Done(state.Outcome{Kind: k}, now)
	}
}

func TestAWallClockJumpMovesNoHold(t *testing.T) {
	eachJump(t, func(t *testing.T, j jumper, r *rig) {
		r.fails(j.before(0), bad, bad, bad)
		assert.Equal(t, state.Open, r.View(r.pin(), j.after(10*s-1)).State)
		assert.Equal(t, state.HalfOpen, r.View(r.pin(), j.after(10*s)).State, "10 s have passed, whatever the wall says")
		_, ok := r.Admit(r.pin(), "c", 3*s, j.after(10*s-1))
		assert.False(t, ok)
	})
}

func TestAWallClockJumpMovesNoLease(t *testing.T) {
	eachJump(t, func(t *testing.T, j jumper, r *rig) {
		r.fails(j.before(0), bad, bad, bad)
		p, ok := r.Admit(r.pin(), "c", 3*s, j.before(10*s))
		require.True(t, ok)
		assert.Equal(t, state.HalfOpen, r.View(r.pin(), j.after(13*s-1)).State)
		v := r.View(r.pin(), j.after(13*s))
		assert.Equal(t, state.ReasonProbeLost, v.Reason)
		assert.Equal(t, state.Open, r.View(r.pin(), j.after(33*s-1)).State, "the wait doubled")
		assert.Equal(t, state.HalfOpen, r.View(r.pin(), j.after(33*s)).State)
		p.Release(j.after(40 * s))
	})
}

func TestAWallClockJumpMovesNoRampStage(t *testing.T) {
	eachJump(t, func(t *testing.T, j jumper, r *rig) {
		r.fails(j.before(0), bad, bad, bad)
		r.fails(j.before(10*s), good)
		require.Equal(t, state.Ramping, r.View(r.pin(), j.after(10*s)).State)
		p, ok := r.Admit(r.pin(), inside(0.5), 3*s, j.after(20*s))
		require.True(t, ok)
		p.Done(state.Outcome{}, j.after(20*s))
		assert.Equal(t, state.Ramping, r.View(r.pin(), j.after(40*s-1)).State)
		assert.Equal(t, state.Closed, r.View(r.pin(), j.after(40*s)).State)
	})
}

func TestAWallClockJumpMovesNoWindow(t *testing.T) {
	eachJump(t, func(t *testing.T, j jumper, r *rig) {
		r.cfg = config(rate(1, 2, 4), func(c *state.Config) { c.Failures = 0 })
		r.fails(j.before(0), bad, bad)
		v := r.View(r.pin(), j.after(59*s))
		assert.Equal(t, 2, v.Calls, "none forgotten")
		assert.Zero(t, r.View(r.pin(), j.after(60*s)).Calls, "none kept for too long")
		r.fails(j.after(61*s), bad, bad, bad)
		r.fails(j.after(62*s), bad)
		assert.Equal(t, state.Open, r.View(r.pin(), j.after(62*s)).State)
	})
}

func TestAWallClockJumpMovesNothingElse(t *testing.T) {
	eachJump(t, func(t *testing.T, j jumper, r *rig) {
		r.Observe(j.before(0), s)
		assert.Equal(t, 1, r.Latency(j.after(5*time.Minute-1)).Count)
		assert.Zero(t, r.Latency(j.after(5*time.Minute)).Count)

		r.fails(j.before(0), bad, bad, bad)
		assert.True(t, r.Offer(r.pin(), "t1", "c", j.before(20*s), j.before(10*s)))
		assert.False(t, r.Offer(r.pin(), "t2", "c", j.after(20*s), j.after(20*s-1)))
		assert.True(t, r.Offer(r.pin(), "t2", "c", j.after(30*s), j.after(20*s)))

		var retries state.Retries
		for range 10 {
			require.True(t, retries.Take(j.before(0)))
		}
		assert.False(t, retries.May(j.after(s/2)), "the floor is one a second")
		assert.True(t, retries.May(j.after(s)))
	})
}
