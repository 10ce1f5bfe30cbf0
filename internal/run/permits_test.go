package run_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// One outcome a call counts for its breaker, and it is the one that says most.

const pausing = read + `expected: duration("100ms"), retry: Retry{max: 1, backoff: Backoff{initial: duration("1s"), max: duration("1s")}},`

func TestOneOutcomeACallCounts(t *testing.T) {
	r := newRig(t, policy("a", read+`retry: Retry{max: 2, `+atOnce+`},`, omit))
	r.start("a").fails(0, failure(state.Unreachable)).fails(0, failure(state.Unreachable)).fails(0, failure(state.Unreachable)).comes(rules.Omit)
	assert.Equal(t, 1, r.view("s", "a").Failures)
	r.begin("t2")
	r.start("a").fails(0, failure(state.Unreachable)).answers(0).comes(rules.OK)
	assert.Zero(t, r.view("s", "a").Failures)
}

func TestFailureBehindACancelCounts(t *testing.T) {
	t.Run("in the pause", func(t *testing.T) {
		r := newRig(t, policy("a", pausing, omit))
		r.start("a").fails(0, failure(state.Unreachable)).cancels(ms).comes(rules.Cancelled)
		assert.Equal(t, 1, r.view("s", "a").Failures)
	})
	t.Run("in the next attempt", func(t *testing.T) {
		r := newRig(t, policy("a", pausing, omit))
		r.start("a").fails(0, failure(state.Unreachable)).wakes(0).attempts("a").cancels(ms).comes(rules.Cancelled)
		assert.Equal(t, 1, r.view("s", "a").Failures)
	})
	t.Run("but not an impatient caller", func(t *testing.T) {
		r := newRig(t, policy("a", pausing, omit))
		r.start("a").cancels(ms).comes(rules.Cancelled)
		assert.Zero(t, r.view("s", "a").Failures)
	})
	t.Run("unless nothing came for twice the expected time", func(t *testing.T) {
		r := newRig(t, policy("a", pausing, omit))
		r.start("a").cancels(200 * ms).comes(rules.Cancelled)
		assert.Equal(t, 1, r.view("s", "a").Failures)
	})
}

func TestDeadlineOfTheTurnIsNoFailureOfTheTool(t *testing.T) {
	two := turn("10s") + policy("a", read, `UseTool{tool: "b"}, Omit{}`) +
		policy("b", read+`timeout: duration("8s"), expected: duration("2s"),`, omit) +
		policy("c", read+`timeout: duration("8s"), expected: duration("2s"), retry: Retry{max: 1, `+atOnce+`},`, omit)
	t.Run("cut short", func(t *testing.T) {
		r := newRig(t, two)
		r.start("a").answers(7 * s)
		r.start("c").hangs().comes(rules.Omit).because(state.Timeout)
		assert.Zero(t, r.view("s", "c").Failures)
	})
	t.Run("a target cut short", func(t *testing.T) {
		r := newRig(t, two)
		r.start("a").fails(6*s, sent(state.Internal)).attempts("b").hangs().comes(rules.Omit)
		assert.Equal(t, 1, r.view("s", "b").Failures, "it had 4 s, which is twice what is expected")
	})
	t.Run("cut short, after it had failed", func(t *testing.T) {
		r := newRig(t, two)
		r.start("a").answers(5 * s)
		r.start("c").fails(500*ms, failure(state.Unreachable)).attempts("c").hangs().comes(rules.Omit).because(state.Unreachable)
		assert.Equal(t, 1, r.view("s", "c").Failures)
	})
}

func TestNoTimeLeftAfterAPause(t *testing.T) {
	r := newRig(t, turn("4s")+policy("a", read+`expected: duration("1s"), retry: Retry{max: 1, `+atOnce+`},`, omit))
	f := r.start("a").fails(0, hint(2*s)).waits(2 * s)
	f.wakes(s).attempts("a").answers(0).comes(rules.OK)

	r.begin("t2")
	r.pass(10 * s)
	f = r.start("a").fails(0, hint(2*s)).waits(2 * s)
	f.wakes(s + 1).comes(rules.Omit).because(state.RateLimited)
	assert.Equal(t, 1, f.call.Decision.Attempts)
}

func TestRetriesOfTheEngineRunOut(t *testing.T) {
	t.Run("before the decision", func(t *testing.T) {
		r := newRig(t, policy("a", pausing, omit))
		r.cfg.Retries = &state.Retries{Floor: 1e-9}
		r.begin("t1")
		for r.cfg.Retries.Take(r.now) {
		}
		r.start("a").fails(0, failure(state.Unreachable)).comes(rules.Omit).because(state.Unreachable)
		assert.Equal(t, 1, r.view("s", "a").Failures)
	})
	t.Run("during the pause", func(t *testing.T) {
		r := newRig(t, policy("a", pausing, omit))
		f := r.exhaust(func() *flight { return r.start("a").fails(0, failure(state.Unreachable)) })
		f.wakes(0).comes(rules.Omit).because(state.Unreachable)
		assert.Equal(t, 1, f.call.Decision.Attempts)
		assert.Equal(t, 1, r.view("s", "a").Failures, "the call failed all the same")
	})
}

// The tools of the server "m" have a clock of their own.
const clocks = `Turn{budget: duration("8s"), budgets: {"m": duration("90s")}}, ` +
	`Policy{name: "m", server: "m", effect: Effect.READ, timeout: duration("60s"), when_unavailable: [UseTool{server: "s", tool: "a"}, Omit{}]}, `

func TestServersWithAClockOfTheirOwn(t *testing.T) {
	policies := clocks + policy("a", read+`timeout: duration("6s"),`, `UseTool{server: "m", tool: "x"}, Omit{}`)
	t.Run("do not use the turn's", func(t *testing.T) {
		r := newRig(t, policies)
		r.startWith("m", "x", "{}").answers(50 * s).comes(rules.OK)
		assert.Equal(t, 8*s, r.remaining())
		assert.Equal(t, 40*s, r.turn.View("m", r.now).Remaining)
	})
	t.Run("but a call that falls back to them keeps its own budget", func(t *testing.T) {
		r := newRig(t, policies)
		f := r.start("a").hangs().attempts("x")
		assert.Equal(t, 2*s, f.Deadline.Sub(r.now))
		assert.True(t, f.OfTurn)
		f.hangs().comes(rules.Omit)
		assert.Zero(t, r.remaining())
		assert.Equal(t, 88*s, r.turn.View("m", r.now).Remaining, "the time counts on both")
	})
	t.Run("and one that falls back to the turn's tools does not exceed the turn's", func(t *testing.T) {
		r := newRig(t, policies)
		r.start("a").answers(5 * s)
		f := r.startWith("m", "x", "{}").fails(10*s, sent(state.Internal)).attempts("a")
		assert.Equal(t, 3*s, f.Deadline.Sub(r.now))
		f.hangs().comes(rules.Omit)
		assert.Zero(t, r.remaining())
	})
	t.Run("nor begins with nothing left", func(t *testing.T) {
		r := newRig(t, policies)
		r.start("a").answers(6 * s)
		r.start("a").hangs()
		r.startWith("m", "x", "{}").fails(10*s, sent(state.Internal)).comes(rules.Omit)
	})
}
