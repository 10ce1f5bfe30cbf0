package engine_test

import (
	"context"
	"encoding/json"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

func under(t *testing.T, policies string) (*engine.Engine, *state.Virtual) {
	t.Helper()
	clock := state.NewVirtual(noon)
	eng, err := engine.New(fstest.MapFS{"p.cel": {Data: []byte(policies)}}, engine.WithClock(clock))
	require.NoError(t, err)
	return eng, clock
}

var unavailable = engine.Dispatch(func(context.Context, engine.Call) (engine.Result, error) {
	return engine.Result{}, engine.StatusError(503, nil)
})

// TestCachedValuesAreCachedEvidence holds that a value from the cache never counts as live, and that the turn remembers that it rests on
// one.
func TestCachedValuesAreCachedEvidence(t *testing.T) {
	eng, clock := under(t, `[
		Policy{name: "pricing", server: "pricing", effect: Effect.READ, store: Store{shared: true}, when_unavailable: [Cached{max_age: duration("1h")}, Omit{}]},
		Policy{name: "orders", server: "orders", forbid: {"rests on a copy": "pricing" in turn.cached}},
		Claims{name: "money", kinds: [Kind.MONEY], sourced_by: {"live": !source.cached && source.age < duration("1m")}, otherwise: Block{}},
	]`)
	first := open(t, eng)
	require.Equal(t, engine.OK, first.Do(t.Context(), priceCall, answering(quote)).Outcome)
	assert.Equal(t, rules.Pass, first.Check("€209").Verdict)
	order := engine.Call{Server: "orders", Tool: "create"}
	assert.Equal(t, engine.OK, first.Do(t.Context(), order, answering(`{}`)).Outcome)

	clock.Advance(10 * time.Minute)
	turn := open(t, eng)
	require.Equal(t, engine.Cached, turn.Do(t.Context(), priceCall, unavailable).Outcome)
	v := turn.Check("€209")
	assert.Equal(t, rules.Blocked, v.Verdict)
	assert.Equal(t, []string{"money/live"}, v.Record.Claims[0].Unmet)
	a := turn.Do(t.Context(), order, answering(`{}`))
	assert.Equal(t, engine.Refused, a.Outcome, "nothing binding rests on a copy")

	handed := open(t, eng).Evidence()
	assert.Empty(t, handed)
	later, err := eng.Begin(t.Context(), engine.TurnInfo{Earlier: []engine.Evidence{first.Evidence()}})
	require.NoError(t, err)
	assert.Equal(t, rules.Blocked, later.Check("€209").Verdict, "a value of an earlier turn is no live one")
}

// TestToolsThatServeCopies holds that their values count as cached and owe a time.
func TestToolsThatServeCopies(t *testing.T) {
	eng, _ := under(t, `[
		Policy{name: "mirror", server: "mirror", effect: Effect.READ, evidence: Evidence{copy: true}, when_unavailable: [Cached{max_age: duration("1h")}, Omit{}]},
		Policy{name: "orders", server: "orders", forbid: {"rests on a copy": "mirror" in turn.cached}},
		Claims{name: "money", kinds: [Kind.MONEY], sourced_by: {"dated": source.cached && source.age < duration("1h")}, otherwise: Block{}},
	]`)
	call := engine.Call{Server: "mirror", Tool: "quote"}
	info := engine.TurnInfo{Audience: engine.Public()}
	undated, err := eng.Begin(t.Context(), info)
	require.NoError(t, err)
	require.Equal(t, engine.OK, undated.Do(t.Context(), call, answering(quote)).Outcome)
	assert.Equal(t, rules.Blocked, undated.Check("€209").Verdict, "a copy without a time sources nothing")
	assert.Equal(t, engine.Refused, undated.Do(t.Context(), engine.Call{Server: "orders", Tool: "create"}, answering(`{}`)).Outcome)
	turn, err := eng.Begin(t.Context(), info)
	require.NoError(t, err)
	assert.Equal(t, engine.Omit, turn.Do(t.Context(), call, unavailable).Outcome, "and is not stored")

	dated := func(context.Context, engine.Call) (engine.Result, error) {
		return engine.Result{JSON: json.RawMessage(quote), AsOf: noon.Add(-time.Minute)}, nil
	}
	turn, err = eng.Begin(t.Context(), info)
	require.NoError(t, err)
	require.Equal(t, engine.OK, turn.Do(t.Context(), call, dated).Outcome)
	assert.Equal(t, rules.Pass, turn.Check("€209").Verdict)
}

// TestFallbackRunsUnderItsOwnRules holds that a UseTool's target is asked all that a call of its own would be.
func TestFallbackRunsUnderItsOwnRules(t *testing.T) {
	for name, c := range map[string]struct {
		target, caller string
		before         func(*engine.Turn)
		unmet          string
	}{
		"forbidden":      {target: `forbid: {"never": true}`, unmet: "a/target"},
		"unavailable":    {target: `unavailable_when: {"always": 1 == 1}`, unmet: "a/target"},
		"caller's rules": {caller: `require: {"no other tool": step.kind != Step.USE_TOOL},`, unmet: "a/no other tool"},
		"failed before": {unmet: "a/target", before: func(turn *engine.Turn) {
			turn.Do(t.Context(), engine.Call{Server: "s", Tool: "b"}, unavailable)
		}},
		"free": {},
	} {
		t.Run(name, func(t *testing.T) {
			eng, _ := under(t, `[
				Policy{name: "a", server: "s", tools: ["a"], effect: Effect.READ, `+c.caller+` when_unavailable: [UseTool{tool: "b"}, Omit{}]},
				Policy{name: "b", server: "s", tools: ["b"], effect: Effect.READ, when_unavailable: [Omit{}], `+c.target+`},
			]`)
			turn := open(t, eng)
			if c.before != nil {
				c.before(turn)
			}
			a := turn.Do(t.Context(), engine.Call{Server: "s", Tool: "a"}, func(ctx context.Context, call engine.Call) (engine.Result, error) {
				if call.Tool == "a" {
					return unavailable(ctx, call)
				}
				return engine.Result{JSON: json.RawMessage(`{}`)}, nil
			})
			if c.unmet == "" {
				assert.Equal(t, engine.Fallback, a.Outcome)
				return
			}
			assert.Equal(t, engine.Omit, a.Outcome)
			assert.Equal(t, []string{c.unmet}, a.Record().Unmet)
		})
	}
}

func TestEqualWritesToTwoServersAreTwo(t *testing.T) {
	eng, _ := under(t, `[Policy{name: "a", server: ["a", "b"], tools: ["pay"]}]`)
	turn := open(t, eng)
	sent := 0
	for _, server := range []string{"a", "b", "a"} {
		turn.Do(t.Context(), engine.Call{Server: server, Tool: "pay", Args: json.RawMessage(`{"x":1}`)}, func(context.Context, engine.Call) (engine.Result, error) {
			sent++
			return engine.Result{JSON: json.RawMessage(`{}`)}, nil
		})
	}
	assert.Equal(t, 2, sent)
}

func TestRateLimitWithoutAHintIsNotRetried(t *testing.T) {
	eng, _ := under(t, `Policy{name: "p", server: "s", effect: Effect.READ, retry: Retry{max: 3}, when_unavailable: [Omit{}]}`)
	a := open(t, eng).Do(t.Context(), engine.Call{Server: "s", Tool: "t"}, func(context.Context, engine.Call) (engine.Result, error) {
		return engine.Result{}, engine.StatusError(429, nil)
	})
	assert.Equal(t, 1, a.Record().Attempts)
}
