package engine_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// A candidate of the same text comes to the same, whatever happens.
func TestCandidateOfTheSameTextDiffersInNothing(t *testing.T) {
	fsys, set := everythingSet(t)
	rapid.Check(t, func(rt *rapid.T) {
		w := &world{rt, state.NewVirtual(noon)}
		eng, err := engine.New(fsys, engine.WithClock(w.clock))
		require.NoError(rt, err)
		eng.SetCandidate(set)
		for i := range rapid.IntRange(1, 3).Draw(rt, "turns") {
			turn, err := eng.Begin(context.Background(), w.info(i))
			require.NoError(rt, err)
			for range rapid.IntRange(1, 4).Draw(rt, "calls") {
				turn.Do(context.Background(), w.call(), w.dispatch)
			}
			w.reply(turn)
			turn.End()
		}
		r, ok := eng.Candidate()
		require.True(rt, ok)
		assert.Positive(rt, r.Decisions)
		assert.Zero(rt, r.Different, "%s\n%s", r, asJSON(r.Latest))
		assert.Zero(rt, r.Errors, r.LastError)
	})
}

func loadText(t testing.TB, text string, functions ...engine.Function) *rules.Set {
	t.Helper()
	set, err := rules.Load(fstest.MapFS{"p.cel": {Data: []byte(text)}}, rules.WithFunctions(functions...))
	require.NoError(t, err)
	return set
}

const liveText = `[
	Policy{name: "pricing", server: "pricing", effect: Effect.READ, timeout: duration("2s"), store: Store{shared: true},
		when_unavailable: [Cached{max_age: duration("5m"), disclose: "As of " + entry.as_of.clock() + "."}, HardFail{message: "No.", handoff: Handoff.HUMAN}]},
	Policy{name: "orders", server: "orders", effect: Effect.WRITE, forbid: {"copies": "pricing" in turn.cached}},
	Claims{name: "money", kinds: [Kind.MONEY], otherwise: Block{}},
]`

// What a candidate would do otherwise is told, and done by nobody.
func TestCandidate(t *testing.T) {
	clock := state.NewVirtual(noon)
	var events []engine.CandidateEvent
	var log bytes.Buffer
	eng, err := engine.New(fstest.MapFS{"p.cel": {Data: []byte(liveText)}}, engine.WithClock(clock), engine.WithLogger(zerolog.New(&log)),
		engine.WithObserver(func(ev engine.Event) {
			if c, ok := ev.(engine.CandidateEvent); ok {
				events = append(events, c)
			}
		}))
	require.NoError(t, err)
	_, ok := eng.Candidate()
	assert.False(t, ok)
	eng.SetCandidate(loadText(t, strings.NewReplacer(
		`duration("5m")`, `duration("1h")`, `, forbid: {"copies": "pricing" in turn.cached}`, `, retry: Retry{max: 3}`, `otherwise: Block{}`, `otherwise: Flag{}`,
		`timeout: duration("2s")`, `timeout: duration("200ms"), retry: Retry{max: 5}`).Replace(liveText)))
	require.NoError(t, eng.Put(t.Context(), engine.TurnInfo{}, priceCall, engine.Entry{Server: "pricing", Tool: "quote", AsOf: noon.Add(-6 * time.Minute), Result: engine.Result{JSON: json.RawMessage(quote)}}))

	turn, err := eng.Begin(t.Context(), engine.TurnInfo{ID: "t1", Cached: []string{"pricing"}})
	require.NoError(t, err)
	sent := 0
	a := turn.Do(t.Context(), engine.Call{ID: "o", Server: "orders", Tool: "create"}, func(context.Context, engine.Call) (engine.Result, error) {
		sent++
		return engine.Result{}, nil
	})
	assert.Equal(t, engine.Refused, a.Outcome)
	assert.Zero(t, sent, "nothing is sent for the candidate")
	v := turn.Check("It costs €209.")
	assert.Equal(t, rules.Blocked, v.Verdict)
	a = turn.Do(t.Context(), priceCall, failing(clock, 300*time.Millisecond))
	assert.Equal(t, engine.HardFail, a.Outcome, "the entry is too old for the live set")

	require.Len(t, events, 3)
	assert.Equal(t, "outcome: refused -> attempt", events[0].Difference.Changes[0].String())
	assert.Equal(t, "a write is no longer refused", events[0].Difference.Changes[0].Why)
	assert.Equal(t, "verdict: block -> flag", events[1].Difference.Changes[0].String())
	assert.Equal(t, "max_age: hard_fail -> cached", events[2].Difference.Changes[0].String())
	r, _ := eng.Candidate()
	assert.Equal(t, []int{2, 1, 3, 3, 0}, []int{r.Decisions, r.Verdicts, r.Different, r.MorePermissive, r.Errors})
	assert.Equal(t, 1, r.Changes["pricing max_age: hard_fail -> cached"])
	assert.Contains(t, r.String(), "1 x money verdict: block -> flag")
	assert.Equal(t, 3, strings.Count(log.String(), `"event":"candidate"`))
	assert.EqualValues(t, 1, eng.Retries().Calls, "the candidate's attempts are none")
	assert.EqualValues(t, 1, eng.Retries().Attempts)

	eng.SetCandidate(nil)
	turn.End()
	turn, err = eng.Begin(t.Context(), engine.TurnInfo{})
	require.NoError(t, err)
	turn.Check("It costs €209.")
	assert.Len(t, events, 3)
}

// An error or a panic in a candidate stays there.
func TestCandidateThatBreaks(t *testing.T) {
	var events []engine.CandidateEvent
	eng, err := engine.New(fstest.MapFS{"p.cel": {Data: []byte(liveText)}}, engine.WithObserver(func(ev engine.Event) {
		if c, ok := ev.(engine.CandidateEvent); ok {
			events = append(events, c)
		}
	}))
	require.NoError(t, err)
	set := loadText(t, `[Turn{purposes: ["checkout"]}, Policy{name: "p", server: "pricing"}]`)
	eng.SetCandidate(set)
	turn, err := eng.Begin(t.Context(), engine.TurnInfo{})
	require.NoError(t, err)
	assert.Equal(t, engine.OK, turn.Do(t.Context(), priceCall, answering(quote)).Outcome)

	broken := *set
	broken.Env, broken.Turn.Purposes = nil, []string{"chat"}
	eng.SetCandidate(&broken)
	turn, err = eng.Begin(t.Context(), engine.TurnInfo{})
	require.NoError(t, err)
	assert.Equal(t, engine.OK, turn.Do(t.Context(), priceCall, answering(quote)).Outcome)
	assert.Equal(t, rules.Pass, turn.Check("Hello.").Verdict)

	require.Len(t, events, 3)
	assert.ErrorContains(t, events[0].Err, `the purpose "chat" is not declared`)
	assert.ErrorContains(t, events[1].Err, "the candidate panicked")
	r, _ := eng.Candidate()
	assert.Equal(t, 2, r.Errors)

	assert.ErrorContains(t, eng.LoadCandidate("testdata/nothing"), "the candidate")
	require.NoError(t, eng.LoadCandidate("../policies"))
	dir := t.TempDir()
	var load *engine.LoadError
	assert.ErrorAs(t, eng.LoadCandidate(dir), &load)
	kept, ok := eng.Candidate()
	assert.True(t, ok, "the earlier candidate stays")
	assert.NotEqual(t, set.Digest, kept.Digest)
}

// Candidates come and go while turns run.
func TestCandidateConcurrently(t *testing.T) {
	fsys, set := everythingSet(t)
	eng, err := engine.New(fsys, engine.WithInputs(engine.InputOptions{}), engine.WithObserver(func(engine.Event) {}))
	require.NoError(t, err)
	other := loadText(t, liveText)
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for range 30 {
				switch i {
				case 0:
					eng.SetCandidate(set)
				case 1:
					eng.SetCandidate(other)
				case 2:
					_, _ = eng.Candidate()
				case 3:
					eng.SetCandidate(nil)
				default:
					turn, err := eng.Begin(t.Context(), engine.TurnInfo{Facts: engine.Facts{"vip": true, "fresh": "1m", "tag": "x", "price": "5.00 EUR"}})
					if !assert.NoError(t, err) {
						return
					}
					order := engine.Call{Server: "orders", Tool: "create", Args: json.RawMessage(`{"qty":1}`)}
					turn.DoAll(t.Context(), []engine.Call{
						{Server: "shop", Tool: "quote", Args: json.RawMessage(`{"sku":"x","qty":1}`)}, order, order, {Server: "slow", Tool: "quote"},
					}, answering(quote))
					turn.Check("It costs €209.")
					turn.End()
				}
			}
		})
	}
	group.Wait()
}
