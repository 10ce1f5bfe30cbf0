package run_test

import (
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/internal/run"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

const (
	s  = time.Second
	ms = time.Millisecond
)

var epoch = time.Date(2026, 3, 1, 14, 12, 0, 0, time.UTC)

// tb is a test, or a property of rapid.
type tb interface {
	require.TestingT
	Helper()
}

// rig is one turn under test, and the world around it.
type rig struct {
	tb
	set   *rules.Set
	store *state.Store
	cfg   run.Config
	turn  *run.Turn
	now   time.Time
}

// load reads policies: a list of CEL values.
func load(t tb, policies string) *rules.Set {
	t.Helper()
	set, err := rules.Load(fstest.MapFS{"a.cel": {Data: []byte("[" + policies + "]")}})
	require.NoError(t, err, policies)
	return set
}

func newRig(t tb, policies string) *rig {
	t.Helper()
	return rigOf(t, load(t, policies))
}

func rigOf(t tb, set *rules.Set) *rig {
	t.Helper()
	r := &rig{tb: t, set: set, store: state.NewStore(state.Options{}), now: epoch}
	facts, err := r.set.Env.Facts(nil)
	require.NoError(t, err)
	r.cfg = run.Config{Set: r.set, Store: r.store, Facts: facts}
	r.begin("t1")
	return r
}

// begin starts another turn, of the conversation "c".
func (r *rig) begin(id string) *run.Turn {
	r.cfg.Info = eval.Turn{ID: id, Conversation: "c", Purpose: "chat", Audience: "C-9", Location: time.UTC}
	r.turn = run.NewTurn(r.cfg)
	return r.turn
}

// pass lets time go by.
func (r *rig) pass(d time.Duration) { r.now = r.now.Add(d) }

// view is the breaker of a tool as it is now.
func (r *rig) view(server, tool string) state.View {
	p := r.set.Plan(server, tool)
	return r.store.Breaker(p.BreakerKey()).View(p.Breaker.Config, r.now)
}

func (r *rig) remaining() time.Duration { return r.turn.View("", r.now).Remaining }

// flight is a call under way: the machine, and what it asked for last.
type flight struct {
	*rig
	call *run.Call
	run.Effect
}

// start admits a call of s/tool.
func (r *rig) start(tool string) *flight { return r.startWith("s", tool, `{}`) }

func (r *rig) startWith(server, tool, text string) *flight {
	r.Helper()
	args, err := eval.ParseArgs([]byte(text))
	require.NoError(r, err)
	f := &flight{rig: r}
	call := &eval.Call{ID: "c1", Server: server, Tool: tool, Args: args, IdempotencyKey: "k1"}
	f.call, f.Effect = r.turn.Start(call, r.cfg.Facts, r.now)
	return f
}

func (f *flight) next(ev run.Event) *flight {
	f.Effect = f.call.Next(ev, f.now)
	return f
}

// answers after a while.
func (f *flight) answers(after time.Duration) *flight {
	f.pass(after)
	return f.next(run.Event{Kind: run.Answered, Data: run.Bytes("{}"), Received: true})
}

// fails after a while.
func (f *flight) fails(after time.Duration, failure state.Failure) *flight {
	f.pass(after)
	return f.next(run.Event{Kind: run.Failed, Failure: failure})
}

// hangs until the deadline of the attempt.
func (f *flight) hangs() *flight {
	f.now = f.Deadline
	return f.next(run.Event{Kind: run.Failed, Failure: state.Failure{Kind: state.Timeout, Sent: true}, DeadlineOfTurn: f.OfTurn})
}

// wakes when it wanted to, or later.
func (f *flight) wakes(late time.Duration) *flight {
	f.now = f.Until.Add(late)
	return f.next(run.Event{Kind: run.Woke})
}

func (f *flight) cancels(after time.Duration) *flight {
	f.pass(after)
	return f.next(run.Event{Kind: run.Cancelled})
}

// attempts asserts that an attempt of s/tool is under way.
func (f *flight) attempts(tool string) *flight {
	f.Helper()
	if assert.Equal(f, run.Attempt, f.Kind, "%+v", f.call.Decision) {
		assert.Equal(f, tool, f.Call.Tool)
	}
	return f
}

func (f *flight) waits(d time.Duration) *flight {
	f.Helper()
	if assert.Equal(f, run.Wait, f.Kind, "%+v", f.call.Decision) {
		assert.Equal(f, d, f.Until.Sub(f.now))
	}
	return f
}

// comes asserts what the call came to.
func (f *flight) comes(want rules.Outcome) *flight {
	f.Helper()
	if assert.Equal(f, run.Done, f.Kind, "%+v", f.call.Decision) {
		assert.Equal(f, want.String(), f.call.Decision.Outcome.String())
	}
	return f
}

// because asserts the class of failure that the decision reports.
func (f *flight) because(kind state.FailureKind) *flight {
	f.Helper()
	assert.Equal(f, kind.String(), f.call.Decision.Failure.Kind.String())
	return f
}

func failure(kind state.FailureKind) state.Failure { return state.Failure{Kind: kind} }

func sent(kind state.FailureKind) state.Failure { return state.Failure{Kind: kind, Sent: true} }

func hint(d time.Duration) state.Failure {
	return state.Failure{Kind: state.RateLimited, Sent: true, RetryAfter: d, HasRetryAfter: true}
}

// trip opens the breaker of s/tool, by calls in turns of their own.
func (r *rig) trip(tool string) {
	r.Helper()
	for range 3 {
		r.begin("trip").End(r.now)
		r.start(tool).fails(0, sent(state.Internal))
	}
	require.Equal(r, state.Open, r.view("s", tool).State)
	r.begin("t1")
}

// atOnce is a retry without a pause worth speaking of.
const atOnce = `backoff: Backoff{initial: duration("1ns"), max: duration("1ns")}`

func turn(budget string) string { return `Turn{budget: duration("` + budget + `")}, ` }

// policy of s/tool; settings end in a comma.
func policy(tool, settings, chain string) string {
	return `Policy{name: "` + tool + `", server: "s", tools: ["` + tool + `"], ` + settings + ` when_unavailable: [` + chain + `]}, `
}

const (
	read       = `effect: Effect.READ, `
	idempotent = `effect: Effect.IDEMPOTENT, `
	write      = `effect: Effect.WRITE, `
	omit       = `Omit{disclose: "no news"}`
)

func TestRig(t *testing.T) {
	r := newRig(t, policy("a", read, omit))
	r.start("a").attempts("a").answers(s).comes(rules.OK)
	assert.Equal(t, 7*s, r.remaining())
}
