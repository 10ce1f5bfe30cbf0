package engine_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
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

// everything reads all that a rule can see of a call, in chains of several steps.
const everything = `[
	Turn{budget: duration("6s"), budgets: {"slow": duration("9s")}, purposes: ["chat", "checkout"], languages: ["en", "de"],
		facts: {"vip": bool, "limit": int, "share": double, "tag": string, "fresh": duration, "day": timestamp, "price": money, "tags": [string]}},
	Policy{
		name: "quotes", server: "shop", tools: ["quote"], effect: Effect.READ,
		timeout: turn.attempts > 2 ? duration("600ms") : duration("900ms"), expected: facts.vip ? duration("200ms") : duration("150ms"),
		retry: Retry{max: 2, when: failure.transient && turn.retries < 3 && breaker.failures < 2},
		breaker: Breaker{failures: 2, open_for: duration("3s"), ramp: [0.5]},
		store: Store{key: [call.args.sku]},
		unavailable_when: {"closed for guests": !facts.vip && turn.elapsed > duration("4s")},
		forbid: {"no negative": call.args.qty < 0, "idle": latency.count > 3 && latency.p95 > duration("5s")},
		drill: Drill{share: 0.2},
		when_unavailable: [
			UseTool{server: "slow", tool: "quote", args: {"note": facts.tag + call.args.sku}, require: {"worth it": failure.attempts > 0}},
			UseTool{tool: "guess", require: {"few": call.args.qty < 5}},
			Cached{max_age: facts.fresh, require: {"chat": turn.purpose == Purpose.CHAT, "still": entry.age < duration("1h")}, disclose: "As of " + entry.as_of.clock() + "."},
			Omit{require: {"not urgent": now < facts.day, "unforced": !breaker.forced}, disclose: "No price for " + call.args.sku + "."},
			HardFail{handoff: Handoff.HUMAN},
		],
	},
	Policy{name: "guess", server: "shop", tools: ["guess"], effect: Effect.READ, timeout: duration("500ms"), unavailable_when: {"tagged": facts.tag == "closed"}, when_unavailable: [Omit{}]},
	Policy{name: "slow", server: "slow", effect: Effect.READ, timeout: duration("2s"), retry: Retry{max: 1}, breaker: Breaker{failures: 3}, when_unavailable: [Omit{}]},
	Policy{name: "orders", server: "orders", effect: Effect.IDEMPOTENT, timeout: duration("1s"), retry: Retry{max: 1},
		forbid: {"rests on a copy": "shop" in turn.cached, "too much": facts.price < money("1.00", "EUR")},
		when_unavailable: [HardFail{message: "No orders."}], when_uncertain: HardFail{message: "Perhaps.", handoff: Handoff.HUMAN}},
	Claims{name: "paid", kinds: [Kind.MONEY], on: Site.ARGS, sourced_by: {"shop": source.server == "shop"}, otherwise: Block{message: "Ask the shop."}},
	Claims{name: "money", kinds: [Kind.MONEY], sourced_by: {"shop": source.server == "shop", "live": !source.cached || claim.shows(source.as_of)},
		unless: {"echo": claim.echo && turn.retries == 0}, otherwise: Regenerate{max: 2}},
	Known{name: "shipping", text: "Free shipping over €50."},
]`

func everythingSet(t testing.TB) (fstest.MapFS, *rules.Set) {
	t.Helper()
	fsys := fstest.MapFS{"p.cel": {Data: []byte(everything)}}
	set, err := rules.Load(fsys)
	require.NoError(t, err)
	return fsys, set
}

// world answers attempts as drawn.
type world struct {
	*rapid.T
	clock *state.Virtual
}

func (w *world) dispatch(ctx context.Context, c engine.Call) (engine.Result, error) {
	took := time.Duration(rapid.IntRange(0, 1500).Draw(w.T, "took")) * time.Millisecond
	if err := w.clock.Sleep(ctx, w.clock.Now().Add(took)); err != nil {
		return engine.Result{}, err
	}
	switch rapid.SampledFrom([]string{"ok", "ok", "503", "503", "reset", "429", "400", "404", "panic", "odd", "401"}).Draw(w.T, "comes to") {
	case "503":
		return engine.Result{}, engine.StatusError(503, nil)
	case "reset":
		return engine.Result{}, &engine.Error{Failure: engine.Failure{Kind: engine.ResetFailure}, NotSent: rapid.Bool().Draw(w.T, "not sent")}
	case "429":
		return engine.Result{}, &engine.Error{Failure: engine.Failure{Kind: engine.RateLimitedFailure, HasRetryAfter: true, RetryAfter: time.Second}}
	case "400":
		return engine.Result{}, &engine.Error{Failure: engine.Failure{Kind: engine.InvalidFailure, Sent: true}, Fields: []string{"sku", "not a name!"}}
	case "404":
		return engine.Result{}, engine.StatusError(404, nil)
	case "401":
		return engine.Result{}, engine.StatusError(401, nil)
	case "panic":
		panic("a tool broke")
	case "odd":
		return engine.Result{}, errors.New("raw text")
	}
	r := engine.Result{JSON: json.RawMessage(`{"sku": "JKT-114", "price": {"amount": "209.00", "currency": "EUR"}}`)}
	if rapid.Bool().Draw(w.T, "has as_of") {
		r.AsOf = w.clock.Now().Add(-time.Minute)
	}
	return r, nil
}

func (w *world) call() engine.Call {
	tool := rapid.SampledFrom([]string{"shop__quote", "shop__quote", "shop__quote", "shop__quote", "orders__create", "orders__create", "slow__quote", "slow__quote", "nobody__knows", "nonsense"}).Draw(w.T, "tool")
	args := map[string]any{"sku": rapid.SampledFrom([]string{"JKT-114", "CAP <&> 7"}).Draw(w.T, "sku"), "qty": rapid.SampledFrom([]int{2, 1, 3, 4, 6, 7, -1}).Draw(w.T, "qty")}
	if tool == "orders__create" {
		args["price"] = map[string]any{"amount": rapid.SampledFrom([]string{"209.00", "189.00"}).Draw(w.T, "amount"), "currency": "EUR"}
	}
	b, err := json.Marshal(args)
	require.NoError(w.T, err)
	c := engine.Call{ID: "c", Tool: tool, Args: b}
	if rapid.SampledFrom([]bool{false, false, true}).Draw(w.T, "own facts") {
		c.Facts = engine.Facts{"vip": rapid.Bool().Draw(w.T, "vip"), "tag": "closed"}
	}
	return c
}

func (w *world) info(i int) engine.TurnInfo {
	facts := engine.Facts{
		"vip": rapid.Bool().Draw(w.T, "vip"), "limit": 7, "share": 0.1, "tag": "x", "fresh": 10 * time.Minute, "day": noon.Add(40 * time.Second),
		"price": "209.00 EUR", "tags": []string{"a", "b"},
	}
	if rapid.IntRange(0, 4).Draw(w.T, "lacks a fact") == 0 {
		delete(facts, rapid.SampledFrom([]string{"fresh", "vip", "price", "day"}).Draw(w.T, "which"))
	}
	return engine.TurnInfo{
		ID: fmt.Sprint("t", i), Conversation: rapid.SampledFrom([]string{"", "c1", "c2"}).Draw(w.T, "conversation"), Audience: engine.Person("C-9"),
		Purpose: rapid.SampledFrom([]string{"chat", "chat", "checkout"}).Draw(w.T, "purpose"), Language: rapid.SampledFrom([]string{"", "en", "de", "fr"}).Draw(w.T, "language"),
		Zone: rapid.SampledFrom([]string{"", "Europe/Berlin"}).Draw(w.T, "zone"), Said: []string{"Is it €189?"}, Facts: facts,
	}
}

func (w *world) reply(turn *engine.Turn) {
	text := rapid.SampledFrom([]string{
		"It costs €209.", "It costs €219.", "Is it €189? I can't say.", "Free shipping over €50.", "Hello.", "It costs €209, as of 14:12. And €999 more, I guess, or not.",
	}).Draw(w.T, "reply")
	if rapid.Bool().Draw(w.T, "whole") {
		turn.Check(text)
		return
	}
	g := turn.Gate(&bytes.Buffer{})
	for piece := range slices.Chunk([]byte(text), rapid.IntRange(1, 9).Draw(w.T, "pieces")) {
		if _, err := g.Write(piece); err != nil {
			break
		}
	}
	_ = g.Close()
}

// TestReplaysAreEqual lets anything happen to turns, reads the decision log back, and decides every line of it again.
func TestReplaysAreEqual(t *testing.T) {
	fsys, set := everythingSet(t)
	outcomes, verdicts := map[string]int{}, map[string]int{}
	rapid.Check(t, func(rt *rapid.T) {
		w := &world{rt, state.NewVirtual(noon)}
		var log bytes.Buffer
		eng, err := engine.New(fsys, engine.WithClock(w.clock), engine.WithLogger(zerolog.New(&log)), engine.WithInputs(engine.InputOptions{}))
		require.NoError(rt, err)
		for i := range rapid.IntRange(1, 4).Draw(rt, "turns") {
			turn, err := eng.Begin(context.Background(), w.info(i))
			require.NoError(rt, err)
			for range rapid.IntRange(2, 6).Draw(rt, "calls") {
				if rapid.IntRange(0, 5).Draw(rt, "listed") == 0 {
					engine.Offered(turn, []string{"shop__quote", "shop__guess"}, func(s string) string { return s })
				}
				turn.Do(context.Background(), w.call(), w.dispatch)
				w.clock.Advance(time.Duration(rapid.IntRange(0, 3000).Draw(rt, "pause")) * time.Millisecond)
			}
			w.reply(turn)
			turn.End()
		}
		require.NoError(rt, engine.ReadLog(&log, func(l *engine.Logged) error {
			r := replayed(rt, set, l)
			assert.Empty(rt, r.Unknown)
			assert.Empty(rt, r.Assumed)
			if l.Record != nil {
				assert.Empty(rt, l.Record.Differs(r.Record), "%s\nrecorded %s\nreplayed %s", l.ID(), asJSON(l.Record), asJSON(r.Record))
				outcomes[r.Record.Outcome]++
			} else {
				assert.Empty(rt, l.Verdict.Differs(r.Verdict), "%s\nrecorded %s\nreplayed %s", l.ID(), asJSON(l.Verdict), asJSON(r.Verdict))
				verdicts[r.Verdict.Verdict]++
			}
			return nil
		}))
	})
	t.Log(outcomes, verdicts)
	for _, o := range []string{"ok", "cached", "fallback", "omit", "hard_fail", "refused", "uncertain"} {
		assert.NotZero(t, outcomes[o], "%s never happened", o)
	}
}

func replayed(t require.TestingT, set *rules.Set, l *engine.Logged) *engine.Replayed {
	r, err := l.Replay(context.Background(), set)
	require.NoError(t, err)
	return r
}

func asJSON(v any) string {
	b, _ := json.Marshal(v)
	return strings.ReplaceAll(string(b), `\"`, `"`)
}

// Calls of a batch run side by side: what they read of each other is on the record, or the record says that it lacks it.
func TestReplaysOfBatchesAreEqual(t *testing.T) {
	fsys, set := everythingSet(t)
	var log lockedBuffer
	eng, err := engine.New(fsys, engine.WithLogger(zerolog.New(&log)), engine.WithInputs(engine.InputOptions{}))
	require.NoError(t, err)
	order := engine.Call{Server: "orders", Tool: "create", Args: json.RawMessage(`{"qty":1,"price":{"amount":"209.00","currency":"EUR"}}`)}
	quoted := engine.Call{Server: "shop", Tool: "quote", Args: json.RawMessage(`{"sku":"x","qty":1}`)}
	for i := range 15 {
		turn, err := eng.Begin(t.Context(), engine.TurnInfo{ID: fmt.Sprint("t", i), Audience: engine.Public(), Facts: engine.Facts{
			"vip": true, "fresh": "10m", "tag": "x", "price": "5.00 EUR", "day": time.Now().Add(time.Hour),
		}})
		require.NoError(t, err)
		for range 2 {
			turn.DoAll(t.Context(), []engine.Call{quoted, order, order, {Server: "slow", Tool: "quote"}, quoted}, func(_ context.Context, c engine.Call) (engine.Result, error) {
				if i%3 == 0 && c.Server != "orders" {
					return engine.Result{}, engine.StatusError(503, nil)
				}
				return engine.Result{JSON: json.RawMessage(quote)}, nil
			})
		}
		turn.Check("It costs €209.")
		turn.End()
	}
	compared := 0
	require.NoError(t, engine.ReadLog(strings.NewReader(log.String()), func(l *engine.Logged) error {
		if l.Record != nil && l.Record.Inputs == nil {
			assert.Equal(t, "cancelled", l.Record.Outcome, l.ID())
			return nil
		}
		r := replayed(t, set, l)
		if r.Unknown != nil {
			assert.Equal(t, []string{"results"}, r.Unknown)
			return nil
		}
		compared++
		assert.Empty(t, l.Differs(r), "%s\nrecorded %s\nreplayed %s", l.ID(), asJSON(l.Record), asJSON(r.Record))
		return nil
	}))
	assert.Greater(t, compared, 80)
}

// lockedBuffer is a log that several calls write to.
type lockedBuffer struct {
	mu sync.Mutex
	bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.Write(p)
}
