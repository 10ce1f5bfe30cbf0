package run_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/internal/run"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// The rules of DESIGN 3.3 (9), each by itself.

// writing is the policy of a write "w" of an effect, which falls back to a write "x".
func writing(effect string) string {
	return turn("60s") + policy("w", effect+`retry: Retry{max: 2, `+atOnce+`},`, `UseTool{tool: "x"}, Omit{}`) + policy("x", effect, omit)
}

func TestWriteIsRepeatedOnlyIfNotExecuted(t *testing.T) {
	t.Run("not sent", func(t *testing.T) {
		newRig(t, writing(write)).start("w").fails(0, failure(state.Unreachable)).attempts("w").answers(0).comes(rules.OK)
	})
	t.Run("refused, come again", func(t *testing.T) {
		newRig(t, writing(write)).start("w").fails(0, hint(s)).waits(s).wakes(0).attempts("w").answers(0).comes(rules.OK)
	})
	t.Run("overloaded, after it was sent", func(t *testing.T) {
		newRig(t, writing(write)).start("w").fails(0, refusing(state.Overloaded)).attempts("x")
	})
	t.Run("known to have failed", func(t *testing.T) {
		newRig(t, writing(write)).start("w").fails(0, refusing(state.Internal)).attempts("x").answers(0).comes(rules.Fallback)
	})
	for _, kind := range []state.FailureKind{state.Timeout, state.Reset, state.Panic, state.Internal, state.Overloaded} {
		t.Run("uncertain: "+kind.String(), func(t *testing.T) {
			f := newRig(t, writing(write)).start("w").fails(0, sent(kind)).comes(rules.Uncertain).because(kind)
			assert.Equal(t, 1, f.call.Decision.Attempts)
		})
	}
	t.Run("cut by the turn's budget", func(t *testing.T) {
		r := newRig(t, turn("2s")+policy("w", write, omit))
		r.start("w").hangs().comes(rules.Uncertain)
	})
}

// refusing is a failure by which the tool says that it did not execute the call.
func refusing(kind state.FailureKind) state.Failure {
	return state.Failure{Kind: kind, Sent: true, Answered: true}
}

func TestIdempotentWriteRepeatsWithItsKey(t *testing.T) {
	r := newRig(t, writing(idempotent))
	f := r.start("w").attempts("w")
	assert.Equal(t, "k1", f.Call.IdempotencyKey)
	f.fails(0, sent(state.Timeout)).attempts("w")
	assert.Equal(t, "k1", f.Call.IdempotencyKey)
	f.answers(0).comes(rules.OK)
}

func TestUncertainIdempotentWriteEntersNoChain(t *testing.T) {
	t.Run("its last attempt", func(t *testing.T) {
		newRig(t, writing(idempotent)).start("w").fails(0, failure(state.Unreachable)).fails(0, failure(state.Unreachable)).
			fails(0, sent(state.Reset)).comes(rules.Uncertain).because(state.Unreachable)
	})
	t.Run("an earlier one, and the last was not sent", func(t *testing.T) {
		newRig(t, writing(idempotent)).start("w").fails(0, sent(state.Reset)).fails(0, failure(state.Unreachable)).
			fails(0, failure(state.Unreachable)).comes(rules.Uncertain).because(state.Reset)
	})
	t.Run("an earlier one, and then it was told that the call is wrong", func(t *testing.T) {
		newRig(t, writing(idempotent)).start("w").fails(0, sent(state.Reset)).fails(0, sent(state.Invalid)).comes(rules.Refused)
	})
	t.Run("and its breaker opens meanwhile", func(t *testing.T) {
		r := newRig(t, turn("60s")+policy("w", idempotent+`retry: Retry{max: 2, backoff: Backoff{initial: duration("1s"), max: duration("1s")}},`,
			`UseTool{tool: "x"}, Omit{}`)+policy("x", idempotent, omit))
		f := r.start("w").fails(0, sent(state.Reset))
		r.trip("w")
		f.wakes(0).comes(rules.Uncertain).because(state.Reset)
	})
	t.Run("and others took the last retry", func(t *testing.T) {
		r := newRig(t, turn("60s")+policy("w", idempotent+`retry: Retry{max: 2, backoff: Backoff{initial: duration("1s"), max: duration("1s")}},`,
			`UseTool{tool: "x"}, Omit{}`)+policy("x", idempotent, omit))
		f := r.exhaust(func() *flight { return r.start("w").fails(0, sent(state.Reset)) })
		f.wakes(0).comes(rules.Uncertain).because(state.Reset)
		assert.Equal(t, 1, r.view("s", "w").Failures, "and the breaker was told")
	})
}

// exhaust makes others take every retry of the engine after a call has decided to wait for one.
func (r *rig) exhaust(start func() *flight) *flight {
	r.cfg.Retries = &state.Retries{Floor: 1e-9}
	r.begin("t1")
	f := start()
	assert.Equal(r, run.Wait, f.Kind)
	for r.cfg.Retries.Take(r.now) {
	}
	return f
}

func TestEqualWritesAreOne(t *testing.T) {
	equal := func(r *rig) *flight { return r.startWith("s", "w", `{"n": 1.0, "sku": "a"}`) }
	begin := func(t *testing.T) (*rig, *flight) {
		r := newRig(t, writing(write))
		return r, r.startWith("s", "w", `{"sku":"a","n":1}`).attempts("w")
	}
	t.Run("while it runs", func(t *testing.T) {
		r, first := begin(t)
		second := equal(r)
		assert.Equal(t, run.Join, second.Kind)
		assert.Same(t, first.call, second.Join)
		first.answers(0).comes(rules.OK)
		<-second.Join.Done()
		second.next(run.Event{Kind: run.Joined})
		assert.Equal(t, run.Done, second.Kind)
		assert.Same(t, first.call, second.call.First())
	})
	t.Run("when it is done", func(t *testing.T) {
		r, first := begin(t)
		first.answers(0)
		assert.Equal(t, run.Join, equal(r).Kind)
	})
	t.Run("when it is uncertain", func(t *testing.T) {
		r, first := begin(t)
		first.fails(0, sent(state.Reset)).comes(rules.Uncertain)
		assert.Equal(t, run.Join, equal(r).Kind)
	})
	t.Run("other arguments are another", func(t *testing.T) {
		r, _ := begin(t)
		r.startWith("s", "w", `{"sku":"b","n":1}`).attempts("w")
	})
	t.Run("another turn is another", func(t *testing.T) {
		r, _ := begin(t)
		r.begin("t2")
		equal(r).attempts("w")
	})
	t.Run("reads are never one", func(t *testing.T) {
		r := newRig(t, policy("a", read, omit))
		r.start("a").attempts("a")
		r.start("a").attempts("a")
	})
}

func TestWriteThatMayHaveRunBeforeIsNotSent(t *testing.T) {
	r := newRig(t, writing(write))
	f := r.start("w").attempts("w")
	f.next(run.Event{Kind: run.Unsettled}).comes(rules.Uncertain)
	assert.Zero(t, r.view("s", "w").InFlight)
}
