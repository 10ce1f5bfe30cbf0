package eval_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/eval"
)

var differential = flag.Duration("differential", 3*time.Second, "how long TestQuickIsExact draws expressions")

// TestQuickIsExact draws expressions from all that the language has, and inputs, and holds that what evaluates without cel-go
// comes to the same value, or to the same error with the same text and place.
func TestQuickIsExact(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	g := &groups{newGrammar(t, seed), map[eval.Hook][]*eval.Expr{}}
	end := time.Now().Add(*differential)
	drawn, decided, alone, grouped := 0, 0, 0, 0
	for time.Now().Before(end) {
		x := g.expression()
		if x == nil {
			continue
		}
		conditions := g.with(x)
		group := eval.NewGroup(conditions)
		for range 12 {
			in := g.input()
			require.Empty(t, difference(x, in), "seed %d: %s", seed, x.Source())
			found, n := groupDifference(&group, conditions, in)
			require.Empty(t, found, "seed %d: %s", seed, conditions)
			grouped += n
			drawn++
			ok, own := x.Decides(in)
			decided += count(ok)
			alone += count(own)
		}
	}
	require.NotZero(t, decided)
	t.Logf("seed %d: %d evaluations of %d expressions, %.0f %% decided without an error or cel-go's whole, %.0f %% without cel-go at all; %d conditions in groups",
		seed, drawn, drawn/12, 100*float64(decided)/float64(drawn), 100*float64(alone)/float64(drawn), grouped)
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// difference says how the two evaluations of an expression differ, "" if they do not.
func difference(x *eval.Expr, in *eval.Input) string {
	in.Reset()
	want, wantFault := x.Reference(in)
	if wantFault == nil && mistyped(x, want) {
		return "" // the type was known only now, and is another one: both are the same error, which cel-go alone does not make
	}
	in.Reset()
	got, gotFault := evaluate(x, in)
	if fmt.Sprint(want) != fmt.Sprint(got) || fmt.Sprint(wantFault) != fmt.Sprint(gotFault) {
		return fmt.Sprintf("cel-go: %v, %v; quick: %v, %v", want, wantFault, got, gotFault)
	}
	if wantFault != nil && wantFault.Kind != gotFault.Kind {
		return fmt.Sprintf("cel-go: %s, quick: %s", wantFault.Kind, gotFault.Kind)
	}
	return ""
}

func mistyped(x *eval.Expr, v any) bool {
	_, isText := v.(string)
	_, isBool := v.(bool)
	return x.Type() == "string" && !isText || x.Type() == "bool" && !isBool
}

// evaluate evaluates as the engine does, by the type.
func evaluate(x *eval.Expr, in *eval.Input) (any, *eval.Fault) {
	switch x.Type() {
	case "bool":
		holds, fault := x.Holds(in)
		return orNil(holds, fault)
	case "duration":
		d, fault := x.Duration(in)
		return orNil(d.String(), fault)
	case "string":
		s, fault := x.Text(in)
		return orNil(s, fault)
	}
	return x.Any(in)
}

func orNil(v any, fault *eval.Fault) (any, *eval.Fault) {
	if fault != nil {
		return nil, fault
	}
	return v, nil
}

// TestDifferencesAreFound breaks the quick form in one place and holds that drawing finds it: a check that can fail.
func TestDifferencesAreFound(t *testing.T) {
	if raceEnabled {
		t.Skip("one goroutine, and ten times as slow: it runs without the race detector")
	}
	for name, breakIt := range eval.Seeded {
		t.Run(name, func(t *testing.T) {
			g := newGrammar(t, 1)
			begun := time.Now()
			for time.Since(begun) < time.Minute {
				x := g.expression()
				if x == nil || !breakIt(x) {
					continue
				}
				for range 12 {
					if difference(x, g.input()) != "" {
						t.Logf("found after %s: %s", time.Since(begun).Round(time.Millisecond), x.Source())
						return
					}
				}
			}
			t.Error("not found within a minute")
		})
	}
}

// TestGrammarIsWhole holds that the expressions drawn use every function, macro and operator, and every field.
func TestGrammarIsWhole(t *testing.T) {
	g := newGrammar(t, 1)
	for _, f := range eval.Catalog().Functions {
		assert.True(t, g.uses(f.Name), f.Name)
	}
}

// TestQuickKnowsTheShipped holds that what policies usually say needs no cel-go.
func TestQuickKnowsTheUsual(t *testing.T) {
	env := newEnv(t)
	for _, c := range []struct {
		hook eval.Hook
		want eval.Want
		text string
	}{
		{eval.HookCall, eval.WantBool, `call.args.sku == "JKT-114" && call.args.qty > 1 && !has(call.args.customer)`},
		{eval.HookCall, eval.WantBool, `facts.vip || turn.purpose in [Purpose.CHECKOUT] || call.args.currency in ["EUR", "USD"]`},
		{eval.HookCall, eval.WantBool, `breaker.state == State.OPEN && breaker.open_for > duration("5m") ? latency.count > 10 : turn.remaining < turn.budget`},
		{eval.HookCall, eval.WantDuration, `facts.reprices_every`},
		{eval.HookCall, eval.WantDuration, `latency.count > 20 ? latency.p99 * 2 : duration("2s")`},
		{eval.HookCached, eval.WantDuration, `facts.reprices_every * 0.5`},
		{eval.HookCached, eval.WantString, `"Price as of " + entry.as_of.clock() + "."`},
		{eval.HookCached, eval.WantBool, `entry.age < duration("15m") && now - entry.as_of <= duration("1h")`},
		{eval.HookStep, eval.WantBool, `failure.kind in [Failure.TIMEOUT, Failure.RESET] && failure.transient`},
		{eval.HookSource, eval.WantBool, `source.server in ["pricing", "cart"] && source.origin == Origin.FIELD && !source.cached`},
		{eval.HookClaim, eval.WantBool, `claim.sources.exists(s, s.server == "pricing" && s.role == Role.PRICE) && evidence.all(s, !s.echoed)`},
		{eval.HookClaim, eval.WantBool, `claim.echo && !claim.asserted && claim.kind != Kind.MONEY`},
	} {
		x, problems := env.Compile(c.hook, c.want, nil, node(t, c.text))
		require.Empty(t, problems, c.text)
		in := input(t, env)
		ok, alone := x.Decides(in)
		assert.True(t, ok && alone, c.text)
		assert.Empty(t, difference(x, in), c.text)
	}
}

// An argument never equals a value of another type, although both may be one number.
func TestTypesThatAreKnownOnlyNow(t *testing.T) {
	env := newEnv(t)
	in := input(t, env)
	args, err := eval.NewArgs(map[string]any{"n": 24 * time.Hour, "one": 1})
	require.NoError(t, err)
	in.Call.Args = args
	in.Facts, err = env.Facts(map[string]any{"reprices_every": "24h", "vip": true, "waits": []string{"24h"}})
	require.NoError(t, err)
	for _, text := range []string{
		`call.args.n == facts.reprices_every`, `call.args.n == duration("24h")`, `call.args.one == facts.vip`, `call.args.one == true`, `call.args.one == Effect.READ`,
		`call.args.n == timestamp(86400) - timestamp(0)`, `call.args.n in facts.waits`, `facts.waits.exists(w, w == call.args.n)`,
	} {
		x, problems := env.Compile(eval.HookCall, eval.WantBool, nil, node(t, text))
		require.Empty(t, problems, text)
		holds, fault := x.Holds(in)
		assert.Nil(t, fault, text)
		assert.False(t, holds, text)
		assert.Empty(t, difference(x, in), text)
	}
}

// TestHoldsAllocs holds that a condition allocates nothing.
func TestHoldsAllocs(t *testing.T) {
	env := newEnv(t)
	in := input(t, env)
	for _, text := range []string{
		`call.args.sku == "JKT-114" && call.args.qty > 1 && breaker.state == State.OPEN && latency.p95 < duration("5s")`,
		`call.args.tags.exists(t, t == "b")`,
	} {
		x, problems := env.Compile(eval.HookCall, eval.WantBool, nil, node(t, text))
		require.Empty(t, problems)
		assert.Zero(t, testing.AllocsPerRun(100, func() { _, _ = x.Holds(in) }), text)
	}
}

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// The reference is made when it is first needed, which may be by many at once.
func TestReferenceIsMadeOnce(t *testing.T) {
	env := newEnv(t)
	x, problems := env.Compile(eval.HookCall, eval.WantBool, nil, node(t, `call.args.sku == "JKT-114" && call.args.nope == 1`))
	require.Empty(t, problems)
	faults := make(chan string, 16)
	for range cap(faults) {
		go func() {
			_, fault := x.Holds(input(t, env))
			faults <- fmt.Sprint(fault)
		}()
	}
	for range cap(faults) {
		assert.Equal(t, "t.cel:1:31: no such key: nope", <-faults)
	}
}
