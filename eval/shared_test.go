package eval_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/eval"
)

// What an environment knows of other expressions changes nothing: one that has compiled many gives each the same value, the same
// error at the same place and the same explanation as one that has compiled none.
func TestSharedIsExact(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	g := newGrammar(t, seed)
	compared, known := 0, 0
	for compared < 250 {
		x := g.expression()
		if x == nil || x.Vars() != nil {
			continue
		}
		f, problems := eval.Parse("elsewhere.cel", []byte("// moved\n  "+x.Source()))
		require.Empty(t, problems)
		shared, problems := g.env.Compile(g.hook, eval.WantAny, nil, f.Root())
		require.Empty(t, problems)
		alone, problems := newEnv(t).Compile(g.hook, eval.WantAny, nil, f.Root())
		require.Empty(t, problems, "seed %d: %s", seed, x.Source())
		assert.Equal(t, alone.Found(), shared.Found(), "seed %d: %s", seed, x.Source())
		for range 8 {
			in := g.input()
			require.Equal(t, everything(alone, in), everything(shared, in), "seed %d: %s", seed, x.Source())
		}
		compared++
		if g.env.Knows(x) {
			known++
		}
	}
	assert.Positive(t, known)
}

// everything is all that an expression says of an input.
func everything(x *eval.Expr, in *eval.Input) string {
	in.Reset()
	value, fault := evaluate(x, in)
	in.Reset()
	reference, refused := x.Reference(in)
	in.Reset()
	return fmt.Sprintf("%v %v\n%v %v\n%+v", value, fault, reference, refused, x.Explain(in))
}

// Literals of one shape are told apart, whatever they are.
func TestSharedTellsLiteralsApart(t *testing.T) {
	env := newEnv(t)
	for _, c := range []struct {
		text string
		want bool
	}{
		{`call.server == "pricing"`, true},
		{`call.server == "pricin"`, false},
		{`call.server == "g"`, false},
		{`call.args.qty == 2`, true},
		{`call.args.qty == 20`, false},
		{`call.args.qty == 2.0`, true},
		{`call.args.qty == 2.5`, false},
		{`call.args.sku in ["a", "JKT-114"]`, true},
		{`call.args.sku in ["a", "b"]`, false},
		{`call.args.sku in ["a,JKT-114"]`, false},
		{`now >= timestamp("2026-03-01T00:00:00Z")`, true},
		{`now >= timestamp("2036-03-01T00:00:00Z")`, false},
		{`call.args.sku.matches("^JKT")`, true},
		{`call.args.sku.matches("^JKS")`, false},
		{`{"a": 1}["a"] == 1`, true},
		{`{"a": 2}["a"] == 1`, false},
		{`b"a" == b"a"`, true},
		{`b"a" == b"b"`, false},
		{`1u == 1u`, true},
		{`1u == 2u`, false},
		{`has(call.args.sku)`, true},
		{`has(call.args.skx)`, false},
		{`[1, 2].exists(x, x == 2)`, true},
		{`[1, 2].exists(x, x == 3)`, false},
	} {
		x, problems := env.Compile(eval.HookCall, eval.WantBool, nil, node(t, c.text))
		require.Empty(t, problems, c.text)
		holds, fault := x.Holds(input(t, env))
		require.Nil(t, fault, c.text)
		assert.Equal(t, c.want, holds, c.text)
	}
}

// What is at fault stays at fault, beside what is of its shape or text and is not.
func TestSharedKeepsFaults(t *testing.T) {
	env := newEnv(t)
	for _, c := range []struct {
		hook eval.Hook
		want eval.Want
		text string
		ok   bool
	}{
		{eval.HookCall, eval.WantBool, `call.server == "a"`, true},
		{eval.HookSource, eval.WantBool, `call.server == "a"`, false},
		{eval.HookCall, eval.WantDuration, `call.server == "a"`, false},
		{eval.HookCall, eval.WantBool, `call.server == 1`, false},
		{eval.HookCall, eval.WantBool, `call.args.sku.matches("a")`, true},
		{eval.HookCall, eval.WantBool, `call.args.sku.matches("(")`, false},
		{eval.HookCall, eval.WantBool, `turn.remaining < duration("1s")`, true},
		{eval.HookCall, eval.WantBool, `turn.remaining < duration("1 s")`, false},
		{eval.HookCall, eval.WantBool, `money("1", "EUR") == money("2", "EUR")`, true},
		{eval.HookCall, eval.WantBool, `money("1", "XXQ") == money("2", "EUR")`, false},
		{eval.HookCall, eval.WantBool, `lists.range(3).all(x, x < 3)`, true},
		{eval.HookCall, eval.WantBool, `lists.range(30000000).all(x, x < 3)`, false},
		{eval.HookCall, eval.WantBool, `call.args.sku in ["a", "b"]`, true},
		{eval.HookCall, eval.WantBool, `call.args.sku in ["a", 1]`, false},
	} {
		for range 2 {
			_, problems := env.Compile(c.hook, c.want, nil, node(t, c.text))
			assert.Equal(t, c.ok, len(problems) == 0, "%s: %v", c.text, problems)
		}
	}
}

// What is kept is bounded.
func TestSharedIsBounded(t *testing.T) {
	env := newEnv(t)
	for i := range 2 * eval.MaxCodes {
		_, problems := env.Compile(eval.HookCall, eval.WantBool, nil, node(t, fmt.Sprintf("call.args.qty == %d", i)))
		require.Empty(t, problems)
	}
	shapes, codes := env.Kept()
	assert.Equal(t, 1, shapes)
	assert.LessOrEqual(t, codes, eval.MaxCodes)
}

func TestSharedConcurrently(t *testing.T) {
	env := newEnv(t)
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			for i := range 50 {
				x, problems := env.Compile(eval.HookCall, eval.WantBool, nil, node(t, fmt.Sprintf(`call.args.sku == "%s" || call.args.tags.exists(x, x == "b")`, strings.Repeat("a", (i+g)%20))))
				assert.Empty(t, problems)
				holds, fault := x.Holds(input(t, env))
				assert.True(t, holds && fault == nil)
				x.Explain(input(t, env))
			}
		})
	}
	wg.Wait()
}

// What an expression may cost depends on no other text: not on which of two of one shape was met first.
func TestSharedIsOrderFree(t *testing.T) {
	texts := []string{
		`call.args.sku.contains("x")`, `call.args.sku.contains("` + strings.Repeat("x", 5000) + `")`, `call.args.sku.contains("` + strings.Repeat("x", 60) + `")`,
		`lists.range(3).all(x, x < 30)`, `lists.range(300).all(x, x < 3)`,
	}
	found := func(order ...int) map[int]string {
		env, all := newEnv(t), map[int]string{}
		for _, i := range order {
			x, problems := env.Compile(eval.HookCall, eval.WantBool, nil, node(t, texts[i]))
			require.Empty(t, problems)
			all[i] = x.Found()
		}
		return all
	}
	assert.Equal(t, found(0, 1, 2, 3, 4), found(4, 3, 2, 1, 0))
	assert.NotEqual(t, found(3)[3], found(4)[4])
}
