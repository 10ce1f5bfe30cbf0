package eval_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/guard"
	"github.com/lacuna-go/lacuna/state"
)

var noon = time.Date(2026, 3, 1, 14, 12, 0, 0, time.UTC)

func newEnv(t testing.TB) *eval.Env {
	t.Helper()
	env, problems := eval.NewEnv(eval.Options{
		Purposes: []string{"chat", "checkout"},
		Facts: []eval.FactDecl{
			{Name: "vip", Type: "bool"},
			{Name: "reprices_every", Type: "duration"},
			{Name: "limit", Type: "money"},
			{Name: "regions", Type: "string", List: true},
			{Name: "n", Type: "int"},
			{Name: "waits", Type: "duration", List: true},
		},
		Functions: []eval.Function{{Name: "boom", Params: []string{"int"}, Result: "bool", Call: func([]any) (any, error) { panic("x") }}},
	})
	require.Empty(t, problems)
	return env
}

func node(t testing.TB, text string) eval.Node {
	t.Helper()
	f, problems := eval.Parse("t.cel", []byte(text))
	require.Empty(t, problems, text)
	return f.Root()
}

func input(t testing.TB, env *eval.Env) *eval.Input {
	t.Helper()
	args, err := eval.ParseArgs([]byte(`{"sku":"JKT-114","currency":"EUR","qty":2,"price":209.00,"tags":["a","b"],"none":null,"ship":{"zip":"10115"}}`))
	require.NoError(t, err)
	facts, err := env.Facts(map[string]any{"vip": true, "reprices_every": "24h", "regions": []string{"eu"}})
	require.NoError(t, err)
	price := &guard.Source{Kind: guard.Money, Server: "pricing", Tool: "quote", Path: "price.amount", Origin: guard.Field, Currency: "EUR", AsOf: noon}
	return &eval.Input{
		Now:     noon,
		Call:    &eval.Call{Server: "pricing", Tool: "quote", Effect: eval.Read, Args: args},
		Turn:    &eval.Turn{ID: "t1", Purpose: "chat", Budget: 8 * time.Second, Remaining: 5 * time.Second, Cached: []string{"pricing"}},
		Facts:   facts,
		Breaker: &state.View{State: state.Open, Since: noon.Add(-time.Minute), Failures: 3},
		Latency: &state.Latency{P50: time.Second, P95: 2 * time.Second, Count: 30},
		Failure: &state.Failure{Kind: state.Timeout, Sent: true, Attempts: 1},
		Entry:   &state.Entry{Server: "pricing", Tool: "quote", AsOf: noon.Add(-5 * time.Minute)},
		Source:  price, Evidence: []*guard.Source{price},
		Claim: &guard.Claim{Kind: guard.Money, Text: "€209", Sources: []*guard.Source{price}, Currencies: []string{"EUR"}, Readings: make([]guard.Reading, 1)},
	}
}

func TestConditions(t *testing.T) {
	env := newEnv(t)
	for _, c := range []struct {
		hook eval.Hook
		text string
		want any // true, false, or the kind of fault
	}{
		{eval.HookCall, `call.server == "pricing" && call.effect == Effect.READ`, true},
		{eval.HookCall, `call.args.sku == "JKT-114" && call.args.qty == 2 && call.args.ship.zip.startsWith("10")`, true},
		{eval.HookCall, `has(call.args.none)`, false},
		{eval.HookCall, `has(call.args.sku) && !has(call.args.nope)`, true},
		{eval.HookCall, `call.args.nope == 1`, eval.FaultMissingKey},
		{eval.HookCall, `call.args.nope == 1 || true`, eval.FaultMissingKey},
		{eval.HookCall, `true || call.args.nope == 1`, true},
		{eval.HookCall, `false && call.args.nope == 1`, false},
		{eval.HookCall, `[1, 2].exists(x, x == 1 || call.args.nope == x)`, true},
		{eval.HookCall, `[2, 1].exists(x, call.args.nope == x || x == 1)`, eval.FaultMissingKey},
		{eval.HookCall, `call.args.?nope.orValue(3) == 3`, true},
		{eval.HookCall, `facts.vip && facts.reprices_every >= duration("24h")`, true},
		{eval.HookCall, `facts.limit > money("1", "EUR")`, eval.FaultMissingFact},
		{eval.HookCall, `has(facts.limit)`, false},
		{eval.HookCall, `"eu" in facts.regions`, true},
		{eval.HookCall, `turn.purpose == Purpose.CHAT && "pricing" in turn.cached`, true},
		{eval.HookCall, `turn.audience == "x"`, eval.FaultOther},
		{eval.HookCall, `turn.remaining > duration("2s") * 2`, true},
		{eval.HookCall, `turn.remaining > 2.6 * duration("2s")`, false},
		{eval.HookCall, `breaker.state == State.OPEN && breaker.open_for == duration("60s")`, true},
		{eval.HookCall, `latency.p95 * 2 < duration("5s")`, true},
		{eval.HookCall, `call.money("price", "currency") == money("209", "EUR")`, true},
		{eval.HookCall, `call.money("price", "currency") == money("209", "USD")`, false},
		{eval.HookCall, `call.money("price", "currency") < money("300", "USD")`, eval.FaultOther},
		{eval.HookCall, `int(call.args.sku) == 1`, eval.FaultConversion},
		{eval.HookCall, `call.args.qty / (call.args.qty - 2) == 1`, eval.FaultDivision},
		{eval.HookCall, `call.args.qty > "3"`, eval.FaultOverload},
		{eval.HookCall, `boom(1)`, eval.FaultPanic},
		{eval.HookCall, `now == timestamp("2026-03-01T14:12:00Z")`, true},
		{eval.HookStep, `failure.kind == Failure.TIMEOUT && failure.transient && failure.uncertain`, true},
		{eval.HookStep, `failure.kind in [Failure.TIMEOUT, Failure.RESET]`, true},
		{eval.HookStep, `has(failure.status) || failure.attempts == 1`, true},
		{eval.HookCached, `entry.server == "pricing" && entry.age < duration("15m")`, true},
		{eval.HookSource, `source.origin == Origin.FIELD && (!source.cached || claim.shows(source.as_of))`, true},
		{eval.HookClaim, `claim.sources.exists(s, s.server == "pricing") && evidence.all(s, s.age == duration("0s"))`, true},
		{eval.HookClaim, `claim.about != About.BALANCE`, true},
	} {
		x, problems := env.Compile(c.hook, eval.WantBool, nil, node(t, c.text))
		if !assert.Empty(t, problems, c.text) {
			continue
		}
		got, fault := x.Holds(input(t, env))
		if kind, ok := c.want.(eval.FaultKind); ok {
			if assert.NotNil(t, fault, c.text) {
				assert.Equal(t, kind.String(), fault.Kind.String(), "%s: %s", c.text, fault)
			}
			continue
		}
		if assert.Nil(t, fault, c.text) {
			assert.Equal(t, c.want, got, c.text)
		}
	}
}

func TestCompileProblems(t *testing.T) {
	env := newEnv(t)
	for _, c := range []struct {
		hook eval.Hook
		want eval.Want
		text string
		err  string
	}{
		{eval.HookCached, eval.WantBool, `entry.agee < duration("1m")`, `t.cel:1:7: entry has no field "agee"; did you mean "age"?`},
		{eval.HookCall, eval.WantBool, `entry.age < duration("1m")`, `t.cel:1:1: entry is not available in a call hook (forbid, timeout, expected, store, vars); it exists in Cached steps`},
		{eval.HookCall, eval.WantBool, `step.breaker.state == State.OPEN`, `t.cel:1:1: step is not available in a call hook (forbid, timeout, expected, store, vars); it exists in a policy's require`},
		{eval.HookCall, eval.WantBool, `call.effect == Effect.REED`, `t.cel:1:23: Effect has no member REED; did you mean Effect.READ?`},
		{eval.HookCall, eval.WantBool, `call.effect == READ`, `t.cel:1:16: undeclared name "READ"; did you mean Effect.READ?`},
		{eval.HookCall, eval.WantBool, `turn.purpose == "chat"`, `t.cel:1:17: == can't be applied to Purpose and string; did you mean Purpose.CHAT?`},
		{eval.HookCall, eval.WantBool, `call.effect in [Effect.READ, "read"]`, `t.cel:1:30: the elements are of different types: Effect and string`},
		{eval.HookList, eval.WantBool, `call.args.x == 1`, `t.cel:1:6: call.args is not visible in unavailable_when: it is also asked before any call exists`},
		{eval.HookCall, eval.WantBool, `facts.vipp`, `t.cel:1:7: the fact "vipp" is not declared in Turn.facts; did you mean "vip"?`},
		{eval.HookCall, eval.WantDuration, `"2s"`, `t.cel:1:1: a duration is due here, not a string; write duration("2s")`},
		{eval.HookCall, eval.WantBool, `money(209.0, "EUR") == money("209", "EUR")`, `t.cel:1:7: money can't be applied to (double, string); an amount is written money("209.00", "EUR")`},
		{eval.HookCall, eval.WantBool, `money("2o9", "EUR") == money("209", "EUR")`, `t.cel:1:7: "2o9" is no decimal number such as "209.00"`},
		{eval.HookCall, eval.WantBool, `call.money("a", "b") > 3.0`, `t.cel:1:24: > can't be applied to Money and double; an amount is written money("209.00", "EUR")`},
		{eval.HookCall, eval.WantBool, `dyn(1) == "1"`, `t.cel:1:1: there is no function "dyn"`},
		{eval.HookCall, eval.WantBool, `!shop.is_open(now)`, `t.cel:1:2: there is no function "shop.is_open"; those that a program adds with engine.WithFunctions are not known to the command`},
		{eval.HookCall, eval.WantBool, `math.greatset(1, 2) > 1`, `t.cel:1:1: there is no function "math.greatset"; did you mean "math.greatest"?`},
		{eval.HookCall, eval.WantBool, `call.args.sku.is_open()`, `t.cel:1:15: there is no function "is_open"`},
		{eval.HookCached, eval.WantString, `entry.as_of.format("about now")`, `t.cel:1:20: the layout "about now" gives the same text for every time; a Go layout is written with 2006-01-02 15:04:05`},
		{eval.HookCached, eval.WantDuration, "turn.channel == \"a\"\n ? duration(\"4s\")\n : \"2s\"", `t.cel:3:4: the two values of ? : are of different types: duration and string; did you mean duration("2s")?`},
		{eval.HookCached, eval.WantDuration, "turn.channel == \"a\"\n ? \"4s\"\n : \"2s\"", `t.cel:2:4: a duration is due here, not a string; write duration("4s")`},
		{eval.HookCached, eval.WantBool, "turn.channel ==\n 3", `t.cel:2:2: == can't be applied to string and int`},
		{eval.HookCached, eval.WantBool, "3 ==\n turn.channel", `t.cel:1:1: == can't be applied to int and string`},
		{eval.HookCached, eval.WantBool, "turn.channel <\n turn.budget", `t.cel:1:1: < can't be applied to string and duration`},
		{eval.HookCached, eval.WantBool, "true &&\n turn.channel", `t.cel:2:2: a condition (bool) is due here, not a string`},
		{eval.HookCached, eval.WantBool, "turn.cached.exists(x,\n x + \"a\")", `t.cel:2:2: a condition (bool) is due here, not a string`},
		{eval.HookCached, eval.WantBool, `turn.purpose in ["chat"]`, `t.cel:1:17: in can't be applied to Purpose and list(string)`},
		{eval.HookCached, eval.WantBool, `turn.channel.exists(x, x == "a")`, `t.cel:1:1: only a list or a map has elements, not a string`},
		{eval.HookCached, eval.WantString, "\"as of \" +\n entry.as_of", `t.cel:2:2: + can't be applied to string and timestamp`},
		{eval.HookCached, eval.WantString, "entry.as_of\n .clok()", `t.cel:2:3: there is no function "clok"; did you mean "clock"?`},
		{eval.HookCached, eval.WantString, "entry.as_of\n .clock(\n3)", `t.cel:3:1: clock can't be applied to timestamp.(int)`},
		{eval.HookCached, eval.WantBool, "turn.channel.startsWith(\n3)", `t.cel:2:1: startsWith can't be applied to string.(int)`},
		{eval.HookCached, eval.WantBool, "turn.budget\n.startsWith(\"a\")", `t.cel:2:2: startsWith can't be applied to duration.(string)`},
		{eval.HookCached, eval.WantBool, `turn.cached.exsts(x, x == "a")`, `t.cel:1:13: there is no function "exsts"; did you mean "exists"?`},
		{eval.HookCached, eval.WantBool, `turn.cached.exists(i, x, x == "a")`, `t.cel:1:13: exists() with two variables is no part of the language: it takes one, as in list.exists(x, x > 0)`},
		{eval.HookCached, eval.WantBool, `turn.cached.exists(call, call == "a")`, `t.cel:1:20: call names an element here and would hide the variable call: choose another name`},
		{eval.HookCached, eval.WantBool, `call.args.?a.optMap(turn, turn == "a").orValue(false)`, `t.cel:1:21: turn names an element here and would hide the variable turn: choose another name`},
		{eval.HookCached, eval.WantBool, `lists.range(1000000).all(x, lists.range(1000000).all(y, x == y))`, `more than the 20000000`},
		{eval.HookCached, eval.WantBool, `lists.range(1000000000).size() > 1`, `more than the 20000000`},
		{eval.HookCall, eval.WantKey, `[call.args.sku, turn]`, `t.cel:1:17: a key holds single values, and turn is a whole object: name the fields that matter`},
		{eval.HookCall, eval.WantBool, `facts.vp`, `t.cel:1:7: the fact "vp" is not declared in Turn.facts; did you mean "vip"?`},
		{eval.HookCall, eval.WantBool, `Efect.READ == call.effect`, `t.cel:1:1: there is no Efect.READ; did you mean "Effect.READ"?`},
		{eval.HookCall, eval.WantBool, `None == call.effect`, `t.cel:1:1: undeclared name "None"; did you mean Handoff.NONE?`},
		{eval.HookClaim, eval.WantBool, `evidence.exists(a, evidence.exists(b, evidence.exists(c, a.path == b.path)))`, `more than the 20000000`},
	} {
		_, problems := env.Compile(c.hook, c.want, nil, node(t, c.text))
		if assert.NotEmpty(t, problems, c.text) {
			assert.Contains(t, problems[0].Error(), c.err)
			assert.Len(t, problems, 1, c.text)
		}
	}
}

func TestTexts(t *testing.T) {
	env := newEnv(t)
	berlin, err := time.LoadLocation("Europe/Berlin")
	require.NoError(t, err)
	for _, c := range []struct {
		text, language, want string
		entry                time.Time
	}{
		{`"Price as of " + entry.as_of.clock() + "."`, "en", "Price as of 15:07.", noon.Add(-5 * time.Minute)},
		{`entry.as_of.clock()`, "de", "28. Februar 2026, 15:12", noon.AddDate(0, 0, -1)},
		{`entry.as_of.date()`, "de", "1. März 2026", noon},
		{`entry.as_of.date()`, "xx", "2026-03-01", noon},
		{`entry.as_of.format("Monday, 2 January")`, "fr", "dimanche, 1 mars", noon},
	} {
		x, problems := env.Compile(eval.HookCached, eval.WantString, nil, node(t, c.text))
		require.Empty(t, problems, c.text)
		in := input(t, env)
		in.Turn.Location, in.Turn.Language, in.Entry = berlin, c.language, &state.Entry{AsOf: c.entry}
		got, fault := x.Text(in)
		require.Nil(t, fault)
		assert.Equal(t, c.want, got)
	}
}

func TestVars(t *testing.T) {
	env := newEnv(t)
	root := node(t, `{"b": vars.a && call.args.qty == 2, "a": facts.vip, "bad": call.args.nope == 1}`)
	var named []eval.Named
	for _, e := range root.Entries() {
		name, _ := e.Key.Str()
		named = append(named, eval.Named{Name: name, Pos: e.Key.Pos(), Node: e.Value})
	}
	vars, problems := env.Vars("p", named)
	require.Empty(t, problems)

	x, problems := env.Compile(eval.HookCall, eval.WantBool, vars, node(t, `vars.b`))
	require.Empty(t, problems)
	holds, fault := x.Holds(input(t, env))
	require.Nil(t, fault)
	assert.True(t, holds)

	x, problems = env.Compile(eval.HookCall, eval.WantBool, vars, node(t, `vars.bad || true`))
	require.Empty(t, problems)
	_, fault = x.Holds(input(t, env))
	require.NotNil(t, fault)
	assert.Equal(t, "t.cel:1:60: no such key: nope", fault.Error(), "at the definition")

	_, problems = env.Compile(eval.HookList, eval.WantBool, vars, node(t, `vars.a`))
	assert.Empty(t, problems)
	_, problems = env.Compile(eval.HookList, eval.WantBool, vars, node(t, `vars.b`))
	require.Len(t, problems, 1)
	assert.Contains(t, problems[0].Message, "vars.b reads call.args")
}

func TestVarsCycle(t *testing.T) {
	env := newEnv(t)
	root := node(t, `{"a": vars.b, "b": vars.a}`)
	var named []eval.Named
	for _, e := range root.Entries() {
		name, _ := e.Key.Str()
		named = append(named, eval.Named{Name: name, Pos: e.Key.Pos(), Node: e.Value})
	}
	_, problems := env.Vars("p", named)
	require.Len(t, problems, 1)
	assert.Equal(t, "t.cel:1:2: vars read each other in a circle: vars.a -> vars.b -> vars.a", problems[0].Error())
}

func TestExplain(t *testing.T) {
	env := newEnv(t)
	x, problems := env.Compile(eval.HookCached, eval.WantBool, nil, node(t, `entry.age < duration("1m") || turn.cached.exists(s, s == "x")`))
	require.Empty(t, problems)
	got := x.Explain(input(t, env))
	assert.Equal(t, false, got.Value)
	byText := map[string]any{}
	for _, o := range got.Operands {
		byText[o.Text] = o.Value
	}
	assert.Equal(t, "5m0s", byText["entry.age"])
	assert.Equal(t, false, byText[`turn.cached.exists(s, s == "x")`])
	assert.Equal(t, false, byText[`s == "x"`])
}

func TestKey(t *testing.T) {
	env := newEnv(t)
	x, problems := env.Compile(eval.HookCall, eval.WantKey, nil, node(t, `[call.args.sku, call.args.qty, call.tool]`))
	require.Empty(t, problems)
	key, fault := x.Key(input(t, env))
	require.Nil(t, fault)
	assert.Equal(t, `["JKT-114",2,"quote"]`, key)

	x, problems = env.Compile(eval.HookCall, eval.WantKey, nil, node(t, `[call.args.nope]`))
	require.Empty(t, problems)
	_, fault = x.Key(input(t, env))
	assert.NotNil(t, fault)
}

func TestReads(t *testing.T) {
	env := newEnv(t)
	x, problems := env.Compile(eval.HookClaim, eval.WantBool, nil, node(t, `claim.sources.exists(s, !s.echoed) && facts.vip`))
	require.Empty(t, problems)
	assert.True(t, x.Reads("source.echoed"))
	assert.True(t, x.Reads("facts.vip"))
	assert.False(t, x.Reads("s"))
	assert.False(t, x.Const())
}

func TestCompared(t *testing.T) {
	env := newEnv(t)
	compared := func(text string) []string {
		x, problems := env.Compile(eval.HookSource, eval.WantBool, nil, node(t, text))
		require.Empty(t, problems)
		return x.Compared("source.server")
	}
	assert.Equal(t, []string{"pricing"}, compared(`source.server == "pricing" && source.origin == Origin.FIELD`))
	assert.Equal(t, []string{"cart", "orders", "pricing"}, compared(`source.server in ["cart", "orders"] || "pricing" == source.server`))
	assert.Empty(t, compared(`source.server != "search" && !(source.server == "reviews") && source.tool == "quote"`))
}
