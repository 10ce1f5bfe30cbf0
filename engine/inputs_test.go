package engine_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/state"
)

const inputsText = `[
	Turn{facts: {"vip": bool, "tier": string}},
	Policy{name: "crm", server: "crm", effect: Effect.READ, store: Store{key: [call.args.sku]},
		when_unavailable: [Omit{require: {"no customer": !has(call.args.customer_id)}}, Omit{require: {"vip": facts.vip}}, HardFail{}]},
	Policy{name: "pay", server: "pay", effect: Effect.WRITE},
	Claims{name: "money", kinds: [Kind.MONEY], otherwise: Block{}},
	Claims{name: "paid", kinds: [Kind.MONEY], on: Site.ARGS, otherwise: Block{}},
]`

// logged runs a turn with a customer's data in every place, and returns its log and what can be read from it.
func logged(t *testing.T, o engine.InputOptions, fail bool) (string, []*engine.Logged) {
	t.Helper()
	clock := state.NewVirtual(noon)
	var log bytes.Buffer
	eng, err := engine.New(fstest.MapFS{"p.cel": {Data: []byte(inputsText)}}, engine.WithClock(clock), engine.WithLogger(zerolog.New(&log)), engine.WithInputs(o))
	require.NoError(t, err)
	turn, err := eng.Begin(t.Context(), engine.TurnInfo{
		ID: "t1", Audience: engine.Person("SECRET-a"), Conversation: "SECRET-c", Said: []string{"SECRET-s €7"}, Facts: engine.Facts{"vip": true, "tier": "SECRET-t"},
	})
	require.NoError(t, err)
	crm := engine.Call{Server: "crm", Tool: "look_up", Args: json.RawMessage(`{"sku":"x","customer_id":"SECRET-i","deep":[{"mail":"SECRET-m"}]}`)}
	dispatch := answering(`{"mail":"SECRET-r","total":{"amount":"209.00","currency":"EUR"}}`)
	if fail {
		dispatch = failing(clock, time.Millisecond)
	}
	turn.Do(t.Context(), crm, dispatch)
	v := turn.Check("It costs €219.")
	assert.Nil(t, v.Record.Inputs, "what is returned is as ever")
	if !fail {
		assert.Equal(t, "€219", v.Record.Claims[0].Text)
	}
	turn.Do(t.Context(), engine.Call{Server: "pay", Tool: "refund", Args: json.RawMessage(`{"amount":"219.00","currency":"EUR","iban":"SECRET-b"}`)}, dispatch)
	text := log.String()
	var list []*engine.Logged
	require.NoError(t, engine.ReadLog(strings.NewReader(text), func(l *engine.Logged) error {
		list = append(list, l)
		return nil
	}))
	require.Len(t, list, 3)
	return text, list
}

var everySecret = []string{
	"audience", "conversation", "said", "facts.tier", "args.customer_id", "args.deep.mail", "args.iban", "results.json.mail", "results.args", "idempotency_key", "reply",
}

func TestRedaction(t *testing.T) {
	text, list := logged(t, engine.InputOptions{}, false)
	for _, secret := range []string{"a", "c", "s", "t", "i", "m", "r", "b"} {
		assert.Contains(t, text, "SECRET-"+secret, "nothing is left out unless it is asked for")
	}
	assert.Empty(t, list[0].Record.Inputs.Redacted)

	text, list = logged(t, engine.InputOptions{Redact: everySecret}, false)
	assert.NotContains(t, text, "SECRET")
	for line := range strings.Lines(text) {
		if strings.Contains(line, `"event":"verdict"`) {
			assert.NotContains(t, line, "219", "nor in what the record quotes of it")
		}
	}
	assert.Empty(t, list[2].Record.Arguments[0].Text)
	assert.Equal(t, []string{"args.customer_id", "args.deep[0].mail", "audience", "conversation", "facts.tier", "said"}, list[0].Record.Inputs.Redacted)
	assert.JSONEq(t, `{"sku":"x","deep":[{}]}`, string(list[0].Record.Inputs.Args))
	assert.Equal(t, []string{"audience", "conversation", "facts.tier", "reply", "results[0].args", "results[0].json.mail", "said"}, list[1].Verdict.Inputs.Redacted)
	assert.Equal(t, "block", list[1].Verdict.Verdict)
}

func TestRedactionIsChecked(t *testing.T) {
	for _, c := range []struct{ path, want string }{
		{"arg.x", `did you mean "args"?`},
		{"results.jsn.x", `did you mean "results.json"?`},
		{"reply.x", "reply is no map"},
		{"args..x", "can't be redacted"},
		{"", "can't be redacted"},
	} {
		_, err := engine.New(fstest.MapFS{"p.cel": {Data: []byte(inputsText)}}, engine.WithInputs(engine.InputOptions{Redact: []string{c.path}}))
		assert.ErrorContains(t, err, c.want, c.path)
	}
	var records int
	eng := engine.NewWithSet(loadText(t, liveText), engine.WithInputs(engine.InputOptions{Redact: []string{"arg"}}), engine.WithObserver(func(ev engine.Event) {
		if d, ok := ev.(engine.DecisionEvent); ok {
			records++
			assert.Nil(t, d.Record.Inputs, "none rather than those that were meant to be left out")
		}
	}))
	turn, err := eng.Begin(t.Context(), engine.TurnInfo{})
	require.NoError(t, err)
	turn.Do(t.Context(), priceCall, answering(quote))
	assert.Equal(t, 1, records)
}

// A record is replayable as long as what it lacks could not have counted.
func TestReplayOfWhatIsNotThere(t *testing.T) {
	set := loadText(t, inputsText)
	for _, c := range []struct {
		name    string
		options engine.InputOptions
		fail    bool
		unknown [3][]string // of the decision, the verdict, the write
	}{
		{"nothing lacks", engine.InputOptions{}, true, [3][]string{}},
		{
			"a condition reads it",
			engine.InputOptions{Redact: []string{"args.customer_id"}},
			true,
			[3][]string{{"args.customer_id"}, nil, nil},
		},
		{"the chain is not entered", engine.InputOptions{Redact: []string{"args.customer_id", "facts.vip"}}, false, [3][]string{nil, {"results[0].args.customer_id"}, {"results[0].args.customer_id"}}},
		{"nothing reads it", engine.InputOptions{Redact: []string{"facts.tier", "args.deep", "audience", "conversation"}}, true, [3][]string{}},
		{"of the whole a part is read", engine.InputOptions{Redact: []string{"args"}}, true, [3][]string{{"args"}, nil, {"args"}}},
		{"a key of it is", engine.InputOptions{Redact: []string{"args.sku"}}, false, [3][]string{{"args.sku"}, {"results[0].args.sku"}, {"results[0].args.sku"}}},
		{"a claim is judged", engine.InputOptions{Redact: []string{"said"}}, true, [3][]string{nil, {"said"}, {"said"}}},
		{"the reply itself", engine.InputOptions{Redact: []string{"reply"}}, true, [3][]string{nil, {"reply"}, nil}},
		{"it is too large", engine.InputOptions{MaxBytes: 40}, true, [3][]string{{"args"}, nil, {"args"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, list := logged(t, c.options, c.fail)
			for i, l := range list {
				r := replayed(t, set, l)
				assert.Equal(t, c.unknown[i], r.Unknown, l.ID())
				switch {
				case r.Unknown != nil:
				case l.Record != nil:
					assert.Empty(t, l.Record.Differs(r.Record), l.ID())
				default:
					assert.Empty(t, l.Verdict.Differs(r.Verdict), l.ID())
				}
			}
		})
	}
	_, err := engine.Replay(t.Context(), set, &engine.Record{Outcome: "ok"})
	assert.ErrorIs(t, err, engine.ErrNoInputs)
	_, err = engine.Replay(t.Context(), set, &engine.Record{Inputs: &engine.Inputs{}})
	assert.ErrorContains(t, err, "does not hold what the call read")
	_, err = engine.Replay(t.Context(), set, &engine.Record{Took: "long", Inputs: &engine.Inputs{}})
	assert.ErrorContains(t, err, `took is no duration: "long"`)
	_, err = engine.Replay(t.Context(), loadText(t, `[Turn{purposes: ["order"]}, Policy{name: "p"}]`), &engine.Record{Inputs: &engine.Inputs{Purpose: "chat"}})
	assert.ErrorContains(t, err, "is not declared")
}

func TestReadLog(t *testing.T) {
	read := func(text string) (n int, err error) {
		err = engine.ReadLog(strings.NewReader(text), func(*engine.Logged) error { n++; return nil })
		return n, err
	}
	n, err := read(`{"event":"reload"}` + "\n\n" + `{"event":"decision","outcome":"ok"}` + "\n" + `{"verdict":"pass"}` + "\n" + `{"level":"info","message":"hi"}`)
	require.NoError(t, err)
	assert.Equal(t, 2, n)
	n, err = read("lacuna: serving\n" + `  {"event":"decision","outcome":"ok"}` + "\n[stderr] of a server")
	require.NoError(t, err, "what else the process writes is passed over")
	assert.Equal(t, 1, n)
	_, err = read("\n12:00 decision ok\n12:01 decision ok")
	assert.ErrorContains(t, err, "line 2: is no JSON object", "a log of another kind")
	_, err = read(`{}` + "\n" + `{"event":"decision","outco`)
	assert.ErrorContains(t, err, "line 2: is no JSON object", "a line that was cut off")
	_, err = read(`{"outcome":"ok","attempts":"many"}`)
	assert.ErrorContains(t, err, "line 1")
	_, err = read(`{"event":"decision","outcome":5}`)
	assert.ErrorContains(t, err, "line 1")
	n, err = read(`{"event":5,"outcome":{"code":200}}` + "\n" + `{"verdict":"pass"}`)
	require.NoError(t, err, "an object of another program is passed over")
	assert.Equal(t, 1, n)
	for line, claims := range map[string]int{
		`{"event":"verdict","verdict":"pass","claims":2}`:                                 0, // how many, without inputs
		`{"event":"verdict","verdict":"block","claims":[{"kind":"money","text":"€209"}]}`: 1,
	} {
		require.NoError(t, engine.ReadLog(strings.NewReader(line), func(l *engine.Logged) error {
			assert.Len(t, l.Verdict.Claims, claims, line)
			return nil
		}), line)
	}
}

// What a log leaves out of the inputs is known to lack.
func TestReplayOfARedactedLog(t *testing.T) {
	set := loadText(t, inputsText)
	clock := state.NewVirtual(noon)
	var out bytes.Buffer
	log, err := engine.NewLog(zerolog.New(&out), engine.LogOptions{Redact: []string{"inputs.args.customer_id", "moments", "note"}})
	require.NoError(t, err)
	eng := engine.NewWithSet(set, engine.WithClock(clock), engine.WithObserver(log.Observe), engine.WithInputs(engine.InputOptions{}))
	for _, args := range []string{`{"sku":"x","customer_id":"C-9"}`, `{"sku":"x"}`} {
		turn, err := eng.Begin(t.Context(), engine.TurnInfo{Facts: engine.Facts{"vip": true}})
		require.NoError(t, err)
		turn.Do(t.Context(), engine.Call{Server: "crm", Tool: "t", Args: json.RawMessage(args)}, failing(clock, time.Millisecond))
	}
	var unknown [][]string
	require.NoError(t, engine.ReadLog(&out, func(l *engine.Logged) error {
		r := replayed(t, set, l)
		unknown = append(unknown, r.Unknown)
		if r.Unknown == nil {
			assert.Empty(t, l.Differs(r))
		}
		return nil
	}))
	assert.Equal(t, [][]string{{"args.customer_id"}, nil}, unknown)
}

// Replays go another way than the record where the policies do.
func TestReplayUnderOtherPolicies(t *testing.T) {
	clock := state.NewVirtual(noon)
	const live = `[
		Policy{name: "a", server: "s", tools: ["a"], effect: Effect.READ, timeout: duration("2s"), retry: Retry{max: 1}, when_unavailable: [Omit{}]},
		Policy{name: "b", server: "s", tools: ["b"], effect: Effect.READ},
	]`
	var r *engine.Record
	eng, err := engine.New(fstest.MapFS{"p.cel": {Data: []byte(live)}}, engine.WithClock(clock), engine.WithInputs(engine.InputOptions{}),
		engine.WithObserver(func(ev engine.Event) {
			if d, ok := ev.(engine.DecisionEvent); ok {
				r = d.Record
			}
		}))
	require.NoError(t, err)
	do := func(dispatch engine.Dispatch) *engine.Record {
		turn, err := eng.Begin(t.Context(), engine.TurnInfo{Audience: engine.Public()})
		require.NoError(t, err)
		turn.Do(t.Context(), engine.Call{Server: "s", Tool: "a"}, dispatch)
		return r
	}
	slow := do(func(ctx context.Context, _ engine.Call) (engine.Result, error) {
		return engine.Result{JSON: json.RawMessage(`{}`)}, clock.Sleep(ctx, clock.Now().Add(1800*time.Millisecond))
	})
	require.Equal(t, "ok", slow.Outcome)
	failed := do(func(context.Context, engine.Call) (engine.Result, error) {
		return engine.Result{}, engine.StatusError(503, nil)
	})
	require.Equal(t, "omit", failed.Outcome)
	require.Equal(t, 1, failed.Retries)
	for _, c := range []struct {
		name, from, to  string
		record          *engine.Record
		outcome         string
		retries         int
		assumed, change string
	}{
		{"a shorter timeout", `duration("2s")`, `duration("1s")`, slow, "omit", 1, "", "outcome: ok -> omit"},
		{"a longer one", `duration("2s")`, `duration("3s")`, slow, "ok", 0, "", "timeout: 2s -> 3s"},
		{"more retries", `max: 1`, `max: 3`, failed, "omit", 3, "", "retries: 1 -> 3"},
		{"no retries", `, retry: Retry{max: 1}`, ``, failed, "omit", 0, "", "retries: 1 -> 0"},
		{"another tool first", `[Omit{}]`, `[UseTool{tool: "b"}, Omit{}]`, failed, "attempt", 1, "the state of s/b: healthy", "outcome: omit -> attempt"},
		{"a cached answer first", `[Omit{}]`, `[Cached{max_age: duration("1h")}, Omit{}]`, failed, "omit", 1, "whether an answer was stored: none", "step: 1. omit of a -> 2. omit of a"},
		{"a forbid", `when_unavailable`, `forbid: {"no": true}, when_unavailable`, failed, "refused", 0, "", "outcome: omit -> refused"},
	} {
		t.Run(c.name, func(t *testing.T) {
			set := loadText(t, strings.Replace(live, c.from, c.to, 1))
			out, err := engine.Replay(t.Context(), set, c.record)
			require.NoError(t, err)
			assert.Equal(t, c.outcome, out.Record.Outcome)
			assert.Equal(t, c.retries, out.Record.Retries)
			if c.assumed == "" {
				assert.Empty(t, out.Assumed)
			} else {
				assert.Contains(t, out.Assumed, c.assumed)
			}
			var all []string
			for _, change := range c.record.Changes(out.Record) {
				all = append(all, change.String())
			}
			assert.Contains(t, all, c.change)
		})
	}
}

// Neither recording nor a candidate costs anything where there is none.
func TestNoRecordNoCost(t *testing.T) {
	if testing.Short() {
		t.Skip()
	}
	allocs := func(change func(*engine.Engine)) float64 {
		eng, err := engine.New(fstest.MapFS{"p.cel": {Data: []byte(liveText)}}, engine.WithClock(state.NewVirtual(noon)))
		require.NoError(t, err)
		change(eng)
		dispatch := answering(quote)
		return testing.AllocsPerRun(50, func() {
			turn, err := eng.Begin(t.Context(), engine.TurnInfo{ID: "t"})
			require.NoError(t, err)
			turn.Do(t.Context(), priceCall, dispatch)
			turn.End()
		})
	}
	none := allocs(func(*engine.Engine) {})
	dropped := allocs(func(e *engine.Engine) { e.SetCandidate(e.Set()); e.SetCandidate(nil) })
	with := allocs(func(e *engine.Engine) { e.SetCandidate(e.Set()) })
	assert.InDelta(t, none, dropped, 1)
	assert.Greater(t, with, none+10, "a candidate costs something, so that this test can tell")
	t.Logf("allocations of a turn with a call: %.0f, with a candidate %.0f", none, with)
}
