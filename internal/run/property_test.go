package run_test

import (
	"fmt"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/internal/run"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// The property: whatever policies say and tools do, in whatever order, no attempt and no sleep crosses what the budget
// allows, parallel calls are not summed, nothing follows an uncertain write, the first failure is reported, and every
// permit ends. The oracle counts time and failures by itself.

// fleet is a number of calls under way in one turn.
type fleet struct {
	*rapid.T
	rig    *rig
	budget time.Duration
	spent  time.Duration // tool time as the oracle counts it
	slept  time.Duration // too long, by the driver's fault
	tools  map[string]toolSettings
	trips  []*trip
	later  []lateAnswer
}

// toolSettings are those of a tool's policy.
type toolSettings struct {
	timeout, expected time.Duration
	effect            string
}

// trip is one call: its machine, and what happens next to it.
type trip struct {
	call      *run.Call
	tool      string // its own
	eff       run.Effect
	ev        run.Event
	at        time.Time
	started   time.Time
	attempts  int
	first     state.FailureKind // of its own tool
	uncertain string            // the tool that may have executed the call
	overslept bool
}

type lateAnswer struct {
	at  time.Time
	eff run.Effect
}

func TestPropertyOfCalls(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := newFleet(t)
		for range rapid.IntRange(1, 4).Draw(t, "turns") {
			f.turn()
		}
	})
}

func millisBetween(t *rapid.T, name string, from, to int) time.Duration {
	return time.Duration(rapid.IntRange(from, to).Draw(t, name)) * ms
}

func newFleet(t *rapid.T) *fleet {
	f := &fleet{T: t, budget: millisBetween(t, "budget", 500, 15_000), tools: map[string]toolSettings{}}
	text := fmt.Sprintf(`Turn{budget: duration("%v")}, `, f.budget)
	chains := map[string]string{"a": `UseTool{tool: "b"}, Omit{}`, "w": `UseTool{tool: "x"}, Omit{}`, "i": `UseTool{tool: "j"}, Omit{}`}
	for _, tool := range []string{"a", "b", "w", "x", "i", "j"} {
		c := toolSettings{
			timeout: millisBetween(t, "timeout", 50, 8000), expected: millisBetween(t, "expected", 1, 9000),
			effect: map[string]string{"a": read, "b": read, "w": write, "x": write, "i": idempotent, "j": idempotent}[tool],
		}
		f.tools[tool] = c
		initial := millisBetween(t, "initial", 1, 1000)
		chain := chains[tool]
		if chain == "" {
			chain = omit
		}
		text += policy(tool, fmt.Sprintf(`%stimeout: duration("%v"), expected: duration("%v"),
			retry: Retry{max: %d, backoff: Backoff{initial: duration("%v"), max: duration("%v")}},
			breaker: Breaker{failures: %d, open_for: duration("2s")},`, c.effect, c.timeout, c.expected,
			rapid.IntRange(0, 3).Draw(t, "retries"), initial, 2*initial, rapid.IntRange(2, 4).Draw(t, "failures")), chain)
	}
	f.rig = newRig(t, text)
	return f
}

// turn plays one turn to its end, and a while beyond.
func (f *fleet) turn() {
	f.rig.begin("t" + strconv.Itoa(int(f.rig.now.Unix())))
	f.spent, f.slept, f.trips = 0, 0, nil
	for left := rapid.IntRange(1, 6).Draw(f.T, "calls"); left > 0 || len(f.flying()) > 0; {
		if left > 0 && (len(f.flying()) == 0 || rapid.Bool().Draw(f.T, "start")) {
			left--
			f.pass(millisBetween(f.T, "think", 0, 400))
			f.begin()
			continue
		}
		f.advance()
	}
	assert.LessOrEqual(f, f.spent, f.budget+f.slept, "tool time")
	f.pass(20 * s)
	for tool := range f.tools {
		assert.Zero(f, f.rig.view("s", tool).InFlight, "permits of %s that did not end", tool)
	}
}

func (f *fleet) flying() (list []*trip) {
	for _, tr := range f.trips {
		if tr.eff.Kind != run.Done {
			list = append(list, tr)
		}
	}
	return list
}

// pass lets time go by, up to what happens first.
func (f *fleet) pass(d time.Duration) {
	busy := false // whoever waits for an equal write uses no time of its own
	for _, tr := range f.flying() {
		d = min(d, tr.at.Sub(f.rig.now))
		busy = busy || tr.eff.Kind != run.Join
	}
	d = max(d, 0)
	if busy {
		f.spent += d
	}
	f.rig.pass(d)
	for i := 0; i < len(f.later); i++ {
		if l := f.later[i]; !l.at.After(f.rig.now) {
			f.later = append(f.later[:i], f.later[i+1:]...)
			f.rig.turn.Late(l.eff.Plan, l.eff.Call, f.rig.cfg.Facts, l.at, run.Event{Data: run.Bytes("{}")}, f.rig.now)
			i--
		}
	}
}

func (f *fleet) begin() {
	tool := rapid.SampledFrom([]string{"a", "a", "b", "w", "i"}).Draw(f.T, "tool")
	args := fmt.Sprintf(`{"n":%d}`, rapid.IntRange(0, 5).Draw(f.T, "args"))
	fl := f.rig.startWith("s", tool, args)
	tr := &trip{call: fl.call, tool: tool}
	f.trips = append(f.trips, tr)
	f.took(tr, fl.Effect, 0)
}

// advance lets the next thing happen.
func (f *fleet) advance() {
	var next *trip
	for _, tr := range f.flying() {
		if next == nil || tr.at.Before(next.at) {
			next = tr
		}
	}
	f.pass(next.at.Sub(f.rig.now))
	was := next.eff
	if next.ev.Kind == run.Failed {
		f.saw(next, next.ev.Failure)
	}
	f.took(next, next.call.Next(next.ev, f.rig.now), was.Kind)
}

// saw notes a failure as the oracle has to know it.
func (f *fleet) saw(tr *trip, failure state.Failure) {
	if next := tr.eff.Call.Tool; next == tr.tool && tr.first == 0 {
		tr.first = failure.Kind
	}
	if tr.eff.Plan.Effect != eval.Read && failure.Uncertain() {
		tr.uncertain = tr.eff.Call.Tool
	}
}

// took checks what the machine wants next, and decides what will come of it.
func (f *fleet) took(tr *trip, eff run.Effect, was run.EffectKind) {
	before := tr.eff
	tr.eff = eff
	switch eff.Kind {
	case run.Attempt:
		f.attempt(tr, before, was)
	case run.Wait:
		pause := eff.Until.Sub(f.rig.now)
		assert.GreaterOrEqual(f, f.left()-pause, 2*f.expected(before.Call.Tool), "a sleep of %v", pause)
		tr.eff.Call, tr.eff.Plan = before.Call, before.Plan
		tr.ev, tr.at, tr.overslept = run.Event{Kind: run.Woke}, eff.Until, false
		if rapid.IntRange(0, 9).Draw(f.T, "oversleep") == 0 {
			tr.at, tr.overslept = tr.at.Add(40*ms), true
			f.slept += 40 * ms
		}
	case run.Join:
		first := eff.Join
		tr.ev, tr.at = run.Event{Kind: run.Joined}, f.rig.now
		for _, other := range f.flying() {
			if other.call == first {
				tr.at = other.at.Add(1)
				tr.ev.Kind = run.Joined
			}
		}
		select {
		case <-first.Done():
		default:
			tr.ev.Kind = run.Cancelled // it waited for as long as it wanted to
		}
	case run.Done:
		f.done(tr)
	}
	if eff.Kind != run.Done && rapid.IntRange(0, 14).Draw(f.T, "cancel") == 0 {
		tr.ev = run.Event{Kind: run.Cancelled}
		tr.at = f.rig.now.Add(min(max(0, tr.at.Sub(f.rig.now)), millisBetween(f.T, "patience", 0, 3000)))
	}
}

func (f *fleet) left() time.Duration { return max(0, f.budget-f.spent) }

// expected is what a tool is expected to take, at most half the budget.
func (f *fleet) expected(tool string) time.Duration {
	e := f.tools[tool].expected
	if l := f.rig.store.Breaker(state.Key{Server: "s", Tool: tool}).Latency(f.rig.now); l.Count >= rules.MinSamples {
		e = l.P95
	}
	return min(e, f.budget/2)
}

// attempt checks an attempt that starts, and draws what comes of it.
func (f *fleet) attempt(tr *trip, before run.Effect, was run.EffectKind) {
	eff, now := tr.eff, f.rig.now
	tool := eff.Call.Tool
	tr.attempts++
	tr.started = now
	need := f.expected(tool)
	if was == run.Attempt || was == 0 && tool != tr.tool { // at once again, or another tool
		need *= 2
	}
	assert.GreaterOrEqual(f, f.left(), need, "attempt %d of %s", tr.attempts, tool)
	assert.Positive(f, f.left())
	assert.Equal(f, min(f.tools[tool].timeout, f.left()), eff.Deadline.Sub(now), "its deadline")
	assert.NotEqual(f, state.Open, f.rig.view("s", tool).State, "no attempt on an open breaker")
	if tr.uncertain != "" {
		assert.Equal(f, tr.uncertain, tool, "another tool after an uncertain write")
		assert.Equal(f, idempotent, f.tools[tool].effect, "an uncertain write again")
		assert.Equal(f, before.Call.IdempotencyKey, eff.Call.IdempotencyKey)
	}
	f.comesOf(tr)
}

// comesOf draws what comes of an attempt: an answer, a failure, or nothing before its deadline.
func (f *fleet) comesOf(tr *trip) {
	eff := tr.eff
	ok := rapid.IntRange(0, 2).Draw(f.T, "answers") > 0
	tr.at = f.rig.now.Add(millisBetween(f.T, "took", 0, 1+int(f.tools[eff.Call.Tool].timeout/ms*3/2)))
	switch {
	case !tr.at.Before(eff.Deadline):
		if ok {
			f.later = append(f.later, lateAnswer{tr.at, eff})
		}
		tr.at = eff.Deadline
		tr.ev = run.Event{Kind: run.Failed, Failure: sent(state.Timeout), DeadlineOfTurn: eff.OfTurn}
	case ok:
		tr.ev = run.Event{Kind: run.Answered, Data: run.Bytes("{}"), Received: true}
	default:
		kinds := state.FailureKinds()[:state.Panic]
		fail := state.Failure{Kind: rapid.SampledFrom(kinds).Draw(f.T, "kind"), Sent: rapid.Bool().Draw(f.T, "sent")}
		if fail.Kind == state.Cancelled {
			fail.Kind = state.Internal
		}
		if fail.Kind == state.RateLimited {
			fail.HasRetryAfter, fail.RetryAfter = rapid.Bool().Draw(f.T, "hint"), millisBetween(f.T, "retry after", 0, 4000)
		}
		tr.ev = run.Event{Kind: run.Failed, Failure: fail}
	}
}

// done checks what a call came to.
func (f *fleet) done(tr *trip) {
	d := &tr.call.Decision
	<-tr.call.Done()
	if tr.call.First() != nil {
		return
	}
	assert.Equal(f, tr.attempts, d.Attempts)
	if tr.first != 0 {
		assert.Equal(f, tr.first.String(), d.Failure.Kind.String(), "the first failure")
	}
	if tr.uncertain != "" {
		settled := map[bool]rules.Outcome{true: rules.OK, false: rules.Fallback}[tr.uncertain == tr.tool]
		assert.Contains(f, []rules.Outcome{rules.Uncertain, rules.Cancelled, rules.Refused, settled}, d.Outcome)
		assert.True(f, d.Outcome != settled || f.tools[tr.uncertain].effect == idempotent)
	}
	if d.Outcome == rules.OK && tr.first == 0 {
		assert.Zero(f, d.Failure.Kind)
	}
	assert.NotZero(f, d.Outcome)
}

// TestNoToolIsLockedOut: a tool that always answers, in more than half the budget, is asked in every turn.
func TestNoToolIsLockedOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		budget := millisBetween(t, "budget", 200, 10_000)
		took := budget/2 + time.Duration(rapid.Int64Range(1, int64(budget/2)-1).Draw(t, "took"))
		r := newRig(t, fmt.Sprintf(`Turn{budget: duration("%v")}, `, budget)+
			policy("a", fmt.Sprintf(`%s timeout: duration("20s"), expected: duration("%v"),`, read, millisBetween(t, "expected", 1, 20_000)), omit))
		for i := range 40 {
			r.begin(strconv.Itoa(i))
			r.start("a").attempts("a").answers(took).comes(rules.OK)
			r.pass(s)
		}
		assert.GreaterOrEqual(t, r.store.Breaker(state.Key{Server: "s", Tool: "a"}).Latency(r.now).Count, rules.MinSamples, "its times are known")
	})
}
