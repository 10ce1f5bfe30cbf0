package bench_test

import (
	"reflect"
	"testing"
	"time"
	"unsafe"

	"github.com/cenk/backoff"
	"github.com/facebookgo/clock"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	circuit "github.com/rubyist/circuitbreaker"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/state"
)

// jumpingClock is a system's clock whose wall part is set forward or back while its monotonic part runs on.
type jumpingClock struct {
	clock.Clock
	now  time.Time
	wall time.Duration
}

func newJumpingClock() *jumpingClock { return &jumpingClock{Clock: clock.New(), now: time.Now()} }

// Now writes into the wall part of a time: bit 63 says that there is a monotonic reading, 33 bits count seconds.
func (c *jumpingClock) Now() time.Time {
	t := c.now
	*(*uint64)(unsafe.Pointer(&t)) += uint64(c.wall/time.Second) << 30
	return t
}

func (c *jumpingClock) pass(d time.Duration) { c.now = c.now.Add(d) }

func TestJumpingClock(t *testing.T) {
	c := newJumpingClock()
	before := c.Now()
	c.wall = time.Hour
	assert.Zero(t, c.Now().Sub(before), "no time has passed")
	assert.Equal(t, time.Hour, c.Now().Round(0).Sub(before.Round(0)), "by the wall it has")
}

// TestWallClockMovesAHold: the wall clock is set while a breaker holds for ten seconds. rubyist/circuitbreaker v2.2.1
// counts nanoseconds since 1970.
func TestWallClockMovesAHold(t *testing.T) {
	ready := func(wall, passed time.Duration) bool {
		c := newJumpingClock()
		cb := circuit.NewBreakerWithOptions(&circuit.Options{
			Clock: c, ShouldTrip: circuit.ConsecutiveTripFunc(3), BackOff: backoff.NewConstantBackOff(10 * time.Second),
		})
		for range 3 {
			cb.Fail()
		}
		c.wall = wall
		c.pass(passed)
		return cb.Ready()
	}
	t.Run("rubyist", func(t *testing.T) {
		assert.False(t, ready(0, 9*time.Second))
		assert.True(t, ready(0, 11*time.Second))
		assert.True(t, ready(time.Hour, time.Second), "set forward, the hold is over at once")
		assert.False(t, ready(-time.Hour, 59*time.Minute), "set back, it lasts an hour longer")
	})
	t.Run("lacuna", func(t *testing.T) {
		for _, wall := range []time.Duration{time.Hour, -time.Hour} {
			c := newJumpingClock()
			b, cfg := state.NewStore(state.Options{}).Breaker(state.Key{Server: "pricing", Tool: "quote"}), state.DefaultConfig()
			for range 3 {
				p, ok := b.Admit(&cfg, "c", 0, c.Now())
				require.True(t, ok)
				p.Done(state.Outcome{Kind: state.Internal}, c.Now())
			}
			c.wall = wall
			c.pass(30*time.Second - 1)
			assert.Equal(t, state.Open, b.View(&cfg, c.Now()).State)
			c.pass(1)
			assert.Equal(t, state.HalfOpen, b.View(&cfg, c.Now()).State)
		}
	})
}

// TestWallClockEmptiesAWindow: the wall clock is set while failures are counted. failsafe-go v0.9.8 holds by the
// monotonic clock, but its window of calls counts nanoseconds since 1970.
func TestWallClockEmptiesAWindow(t *testing.T) {
	t.Run("failsafe-go", func(t *testing.T) {
		c := newJumpingClock()
		cb := fsWithClock(c)
		fail := func(n int) {
			for range n {
				cb.RecordFailure()
			}
		}
		fail(9)
		c.wall = time.Hour
		fail(1)
		assert.True(t, cb.IsClosed(), "nine of ten failures are forgotten")
		assert.EqualValues(t, 1, cb.Metrics().Failures())
		fail(9)
		require.True(t, cb.IsOpen())
		c.wall = 2 * time.Hour
		c.pass(9 * time.Second)
		assert.False(t, cb.TryAcquirePermit(), "its hold does not move")
		c.pass(time.Second)
		assert.True(t, cb.TryAcquirePermit())
	})
	t.Run("lacuna", func(t *testing.T) {
		c := newJumpingClock()
		cfg := state.DefaultConfig()
		cfg.Failures, cfg.RateNum, cfg.RateDen, cfg.MinCalls = 0, 1, 2, 10
		b := state.NewStore(state.Options{}).Breaker(state.Key{Server: "pricing", Tool: "quote"})
		for i := range 10 {
			if i == 9 {
				c.wall = time.Hour
			}
			p, ok := b.Admit(&cfg, "c", 0, c.Now())
			require.True(t, ok)
			p.Done(state.Outcome{Kind: state.Internal}, c.Now())
		}
		assert.Equal(t, state.Open, b.View(&cfg, c.Now()).State)
	})
}

// fsWithClock makes a breaker whose clock, which has no option, is replaced before it is built.
func fsWithClock(c *jumpingClock) circuitbreaker.CircuitBreaker[string] {
	builder := circuitbreaker.NewBuilder[string]().WithFailureRateThreshold(0.5, 10, time.Minute).WithDelay(10 * time.Second)
	field := reflect.ValueOf(builder).Elem().FieldByName("clock")
	reflect.NewAt(field.Type(), field.Addr().UnsafePointer()).Elem().Set(reflect.ValueOf(c))
	return builder.Build()
}
