package run_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// The rules of DESIGN 3.3 (8), each by itself.

func TestDeadlineOfAnAttempt(t *testing.T) {
	r := newRig(t, turn("8s")+policy("a", read+`timeout: duration("5s"), expected: duration("1s"),`, omit))
	f := r.start("a")
	assert.Equal(t, 5*s, f.Deadline.Sub(r.now), "its timeout")
	assert.False(t, f.OfTurn)
	f.answers(5 * s)
	f = r.start("a")
	assert.Equal(t, 3*s, f.Deadline.Sub(r.now), "what the budget has left")
	assert.True(t, f.OfTurn)
}

func TestFirstAttemptNeedsTheExpectedTime(t *testing.T) {
	r := newRig(t, turn("8s")+policy("a", read+`timeout: duration("8s"), expected: duration("3s"),`, omit))
	r.start("a").answers(5 * s)
	r.start("a").attempts("a").answers(0)
	r.start("a").attempts("a").answers(1)
	r.start("a").comes(rules.Omit).because(state.Budget)
}

func TestExpectedIsAtMostHalfTheBudget(t *testing.T) {
	r := newRig(t, turn("8s")+policy("a", read+`timeout: duration("8s"), expected: duration("7s"),`, omit))
	r.start("a").attempts("a").answers(4 * s)
	r.start("a").attempts("a").answers(1)
	r.start("a").comes(rules.Omit).because(state.Budget)
}

func TestMeasuredTimesCount(t *testing.T) {
	r := newRig(t, turn("8s")+policy("a", read+`timeout: duration("8s"), expected: duration("10ms"),`, omit))
	for range 20 {
		r.begin("t").End(r.now)
		r.start("a").answers(3 * s)
	}
	r.begin("t1")
	r.start("a").answers(5*s + 100*ms)
	r.start("a").comes(rules.Omit).because(state.Budget)
}

func TestRetryNeedsTwiceTheExpectedTime(t *testing.T) {
	for name, c := range map[string]struct {
		budget string
		hint   int
		again  bool
	}{
		"5 - 0.5 - 1.0 is below 4":    {"5s", 1000, false},
		"5 - 0.5 - 0.5 is 4":          {"5s", 500, true},
		"5 - 0.5 - 0.2 is above 4":    {"5s", 200, true},
		"5 - 0.5 - 0.501 is below 4":  {"5s", 501, false},
		"expected is at most a half":  {"3s", 0, false},
		"a hint beyond all that":      {"5s", 30_000, false},
		"a hint within a long budget": {"60s", 30_000, true},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, turn(c.budget)+policy("a", read+`expected: duration("2s"), retry: Retry{max: 1, `+atOnce+`},`, omit))
			f := r.start("a").fails(500*ms, hint(ms*time.Duration(c.hint)))
			if c.again {
				f.waits(ms * time.Duration(c.hint)).wakes(0).attempts("a").answers(0).comes(rules.OK)
			} else {
				f.comes(rules.Omit).because(state.RateLimited)
				assert.Equal(t, 500*ms, r.now.Sub(epoch), "decided before sleeping")
			}
		})
	}
}

func TestWhichFailuresAreRetried(t *testing.T) {
	transient := map[state.FailureKind]bool{
		state.Timeout: true, state.Unreachable: true, state.Reset: true, state.Overloaded: true,
	}
	for _, kind := range state.FailureKinds() {
		if kind.NoAttempt() || kind == state.Cancelled {
			continue
		}
		t.Run(kind.String(), func(t *testing.T) {
			r := newRig(t, policy("a", read+`retry: Retry{max: 2, `+atOnce+`},`, omit))
			f := r.start("a").fails(0, sent(kind))
			if transient[kind] {
				f.attempts("a").fails(0, sent(kind)).attempts("a").fails(0, sent(kind))
				assert.Equal(t, 3, f.call.Decision.Attempts)
			}
			f.because(kind)
			if kind.CallError() {
				f.comes(rules.Refused)
			} else {
				f.comes(rules.Omit)
			}
		})
	}
}

func TestPauseGrowsAndIsTheSameOnReplay(t *testing.T) {
	policies := turn("600s") + policy("a", read+`retry: Retry{max: 9, backoff: Backoff{initial: duration("1s"), max: duration("4s")}},`, omit)
	play := func() (pauses []int64) {
		f := newRig(t, policies).start("a")
		for i := range 9 {
			f.fails(0, failure(state.Unreachable))
			pause := f.Until.Sub(f.now)
			assert.LessOrEqual(t, pause, min(s<<i, 4*s))
			pauses = append(pauses, int64(pause))
			f.wakes(0)
		}
		return pauses
	}
	first := play()
	assert.Equal(t, first, play())
	assert.NotEqual(t, first[0], first[1])
}

func TestTimeoutGoesToTheNextToolFirst(t *testing.T) {
	two := policy("a", read+`retry: Retry{max: 1, `+atOnce+`},`, `UseTool{tool: "b"}, Omit{}`) + policy("b", read, omit)
	t.Run("on a timeout", func(t *testing.T) {
		newRig(t, turn("20s")+two).start("a").hangs().attempts("b").answers(0).comes(rules.Fallback).because(state.Timeout)
	})
	t.Run("not on another failure", func(t *testing.T) {
		newRig(t, turn("20s")+two).start("a").fails(0, failure(state.Unreachable)).attempts("a").fails(0, failure(state.Reset)).
			attempts("b").answers(0).comes(rules.Fallback).because(state.Unreachable)
	})
	t.Run("nor where it is down", func(t *testing.T) {
		r := newRig(t, turn("20s")+two)
		r.trip("b")
		r.start("a").hangs().attempts("a").hangs().comes(rules.Omit).because(state.Timeout)
	})
}

func TestUseToolNeedsTwiceTheExpectedTime(t *testing.T) {
	two := turn("10s") + policy("a", read, `UseTool{tool: "b"}, Omit{}`) + policy("b", read+`expected: duration("2s"),`, omit)
	newRig(t, two).start("a").fails(6*s, sent(state.Internal)).attempts("b").answers(0).comes(rules.Fallback)
	newRig(t, two).start("a").fails(6*s+1, sent(state.Internal)).comes(rules.Omit).because(state.Internal)
}

func TestBudgetSpentStillServes(t *testing.T) {
	r := newRig(t, turn("8s")+policy("a", read+`timeout: duration("8s"),`, `Cached{max_age: duration("1h")}, Omit{}`)+
		policy("b", read, `HardFail{message: "no"}`))
	r.start("a").answers(2 * s)
	r.start("a").hangs().comes(rules.Cached).because(state.Timeout)
	assert.Zero(t, r.remaining())
	r.start("b").comes(rules.HardFail).because(state.Budget)
	assert.Equal(t, 8*s, r.now.Sub(epoch), "no sleep either")
}

func TestParallelCallsAreNotSummed(t *testing.T) {
	r := newRig(t, turn("8s")+policy("a", read, omit))
	a, b, c := r.start("a"), r.start("a"), r.start("a")
	a.answers(2 * s)
	b.answers(0)
	c.answers(s)
	r.pass(100 * s) // the model thinks
	assert.Equal(t, 5*s, r.remaining())
}

func TestNoRetryWithinAProbe(t *testing.T) {
	r := newRig(t, policy("a", read+`retry: Retry{max: 3, `+atOnce+`}, breaker: Breaker{open_for: duration("10s")},`, omit))
	r.trip("a")
	r.pass(10 * s)
	f := r.start("a").attempts("a")
	assert.True(t, f.call.Probing())
	f.fails(0, failure(state.Unreachable)).comes(rules.Omit).because(state.Unreachable)
	assert.Equal(t, 1, f.call.Decision.Attempts)
	assert.Equal(t, state.Open, r.view("s", "a").State)
}

func TestHoldBeginsWithTheAttempt(t *testing.T) {
	r := newRig(t, policy("a", read+`retry: Retry{max: 1, `+atOnce+`},`, omit))
	f := r.start("a").fails(0, hint(2*s)).waits(2 * s)
	r.start("a").comes(rules.Omit).because(state.BreakerOpen)
	assert.Equal(t, state.HalfOpen, func() state.State { r.pass(2 * s); return r.view("s", "a").State }())
	f.wakes(0).attempts("a")
	assert.True(t, f.call.Probing(), "at the hold's end it is half open")
	f.answers(0).comes(rules.OK)
	assert.Equal(t, state.Closed, r.view("s", "a").State)
}

func TestBreakerThatOpensDuringThePause(t *testing.T) {
	r := newRig(t, policy("a", read+`retry: Retry{max: 1, backoff: Backoff{initial: duration("1s"), max: duration("1s")}},`, omit))
	f := r.start("a").fails(0, failure(state.Unreachable))
	for range 3 {
		r.begin("other")
		r.start("a").fails(0, sent(state.Internal))
	}
	f.wakes(0).comes(rules.Omit).because(state.Unreachable)
	assert.Equal(t, 1, f.call.Decision.Attempts)
}

func TestCancelStopsAtOnce(t *testing.T) {
	policies := policy("a", read+`retry: Retry{max: 1, backoff: Backoff{initial: duration("1s"), max: duration("1s")}},`, omit) +
		policy("w", write, omit)
	t.Run("in an attempt", func(t *testing.T) { newRig(t, policies).start("a").cancels(s).comes(rules.Cancelled).because(0) })
	t.Run("in a pause", func(t *testing.T) {
		newRig(t, policies).start("a").fails(0, failure(state.Unreachable)).cancels(ms).comes(rules.Cancelled)
	})
	t.Run("waiting for an equal write", func(t *testing.T) {
		r := newRig(t, policies)
		first := r.start("w")
		r.start("w").cancels(0).comes(rules.Cancelled)
		first.answers(0).comes(rules.OK)
	})
}

func TestOneOwnerOfRetries(t *testing.T) {
	r := newRig(t, policy("a", read+`retry: Retry{max: 3, `+atOnce+`},`, omit))
	f := r.start("a")
	f.call.Single = true
	f.fails(0, failure(state.Unreachable)).comes(rules.Omit)
	assert.Equal(t, 1, f.call.Decision.Attempts)
}

func TestFirstFailureIsReported(t *testing.T) {
	r := newRig(t, turn("60s")+policy("a", read+`retry: Retry{max: 2, `+atOnce+`},`, `UseTool{tool: "b"}, Omit{}`)+policy("b", read, omit))
	f := r.start("a").fails(0, failure(state.Unreachable)).fails(0, sent(state.Reset)).fails(0, sent(state.Quota))
	f.attempts("b").fails(0, sent(state.Internal)).comes(rules.Omit).because(state.Unreachable)
	assert.Equal(t, 4, f.call.Decision.Attempts)
	r.start("a").attempts("b").answers(0).comes(rules.Fallback).because(state.Unreachable)
}

func TestAWrongCallIsNoFailureOfItsTool(t *testing.T) {
	r := newRig(t, policy("a", read, `UseTool{tool: "b"}, Omit{}`)+policy("b", read, omit))
	r.start("a").fails(0, sent(state.Invalid)).comes(rules.Refused)
	assert.Zero(t, r.view("s", "a").Failures)
	r.start("a").fails(0, sent(state.Internal)).attempts("b").fails(0, sent(state.NotFound)).comes(rules.Omit).because(state.Internal)
	assert.Zero(t, r.view("s", "b").Failures)
}
