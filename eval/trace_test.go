package eval_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/eval"
)

// sides writes what was seen: T true, F false, E error, V another value, - nothing.
func sides(list []eval.Sides) string {
	var words []string
	for _, s := range list {
		word := ""
		for i, letter := range "TFEV" {
			if s.Has(1 << i) {
				word += string(letter)
			}
		}
		if word == "" {
			word = "-"
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

func TestTraceSeesEachBranch(t *testing.T) {
	env := newEnv(t)
	for _, c := range []struct {
		hook eval.Hook
		text string
		// branches, as they are written, and what is seen of them.
		branches, seen string
	}{
		{eval.HookCall, `facts.vip`, `facts.vip`, "T"},
		{eval.HookCall, `!facts.vip`, `!facts.vip`, "F"},
		{eval.HookCall, `facts.vip && call.args.qty == 3`, `facts.vip && call.args.qty == 3|facts.vip|call.args.qty == 3`, "F T F"},
		{eval.HookCall, `call.args.qty == 2 && facts.vip`, `call.args.qty == 2 && facts.vip|call.args.qty == 2|facts.vip`, "T T T"},
		{eval.HookCall, `facts.vip || call.args.qty == 3`, `facts.vip || call.args.qty == 3|facts.vip|call.args.qty == 3`, "T T -"},
		{eval.HookCall, `!facts.vip && facts.vip && facts.vip`, `!facts.vip && facts.vip && facts.vip|!facts.vip|facts.vip|facts.vip`, "F F - -"},
		{eval.HookCall, `(!facts.vip || facts.vip) && facts.vip`, `(!facts.vip || facts.vip) && facts.vip|(!facts.vip || facts.vip)|!facts.vip|facts.vip|facts.vip`, "T T F T T"},
		{eval.HookCall, `!(facts.vip && call.args.nope == 1)`, `!(facts.vip && call.args.nope == 1)|facts.vip|call.args.nope == 1`, "E T E"},
		{eval.HookCall, `facts.vip ? call.args.qty == 2 : facts.vip`, `facts.vip ? call.args.qty == 2 : facts.vip|facts.vip`, "T T"},
		{eval.HookCall, `(facts.vip ? 1 : 2) == 2`, `(facts.vip ? 1 : 2) == 2|facts.vip`, "F T"},
		{eval.HookCall, `[1, 2].exists(x, x == 2 && facts.vip)`, `[1, 2].exists(x, x == 2 && facts.vip)|x == 2|facts.vip`, "T TF T"},
		{eval.HookCall, `[1, 2].all(x, x == 1 || x == 2)`, `[1, 2].all(x, x == 1 || x == 2)|x == 1|x == 2`, "T TF T"},
		{eval.HookCall, `true || facts.vip`, `true || facts.vip|facts.vip`, "T -"},
		{
			eval.HookClaim, `claim.sources.exists(s, s.cached || s.server == "pricing") && now == now`,
			`claim.sources.exists(s, s.cached || s.server == "pricing") && now == now|claim.sources.exists(s, s.cached || s.server == "pricing")|s.cached|s.server == "pricing"|now == now`, "T T F T T",
		},
	} {
		x, problems := env.Compile(c.hook, eval.WantBool, nil, node(t, c.text))
		require.Empty(t, problems, c.text)
		in := input(t, env)
		untraced, fault := x.Holds(in)
		in.Reset()
		_, _ = x.Reference(in)
		cost := in.Cost()
		in.Turn.Trace = &eval.Trace{}
		in.Reset()
		traced, tracedFault := x.Holds(in)
		assert.Equal(t, untraced, traced, c.text)
		assert.Equal(t, fault, tracedFault, c.text)
		assert.Equal(t, cost, in.Cost(), "a trace costs the rule nothing: %s", c.text)

		var texts []string
		for _, b := range x.Branches() {
			texts = append(texts, b.Text)
		}
		assert.Equal(t, c.branches, strings.Join(texts, "|"), c.text)
		assert.Equal(t, c.seen, sides(in.Turn.Trace.Exprs()[x]), c.text)
	}
}

func TestTraceSeesVarsAndValues(t *testing.T) {
	env := newEnv(t)
	vars, problems := env.Vars("p", []eval.Named{{Name: "many", Node: node(t, `call.args.qty > 1 || facts.vip`)}})
	require.Empty(t, problems)
	x, problems := env.Compile(eval.HookCall, eval.WantBool, vars, node(t, `vars.many && vars.many`))
	require.Empty(t, problems)
	wait, problems := env.Compile(eval.HookCall, eval.WantDuration, nil, node(t, `latency.p95`))
	require.Empty(t, problems)

	in := input(t, env)
	in.Turn.Trace = &eval.Trace{Values: true}
	holds, fault := x.Holds(in)
	require.Nil(t, fault)
	assert.True(t, holds)
	_, fault = wait.Duration(in)
	require.Nil(t, fault)
	in.Mark(eval.Pos{File: "t.cel", Line: 3, Col: 1}, true)
	in.Mark(eval.Pos{File: "t.cel", Line: 3, Col: 1}, false)

	seen := in.Turn.Trace.Exprs()
	assert.Equal(t, "T T T", sides(seen[x]))
	assert.Equal(t, "T T -", sides(seen[vars.All()[0].Expr]))
	assert.Equal(t, "V", sides(seen[wait]))
	assert.Equal(t, eval.SawTrue|eval.SawFalse, in.Turn.Trace.Marks()[eval.Pos{File: "t.cel", Line: 3, Col: 1}])
	var values []any
	for _, e := range in.Turn.Trace.Evaluations() {
		values = append(values, e.Value)
	}
	assert.ElementsMatch(t, []any{true, true, "2s"}, values)

	in.Turn.Trace.Reset()
	assert.Empty(t, in.Turn.Trace.Exprs())
	in.Turn.Trace = nil
	in.Mark(eval.Pos{}, true) // does nothing
}

func TestParts(t *testing.T) {
	for _, c := range []struct{ text, op, at, parts string }{
		{`a && (b || c)`, "&&", "t.cel:1:3", "a|(b || c)"},
		{`a >= b`, ">=", "t.cel:1:3", "a|b"},
		{`!a`, "!", "t.cel:1:1", "a"},
		{`a ? b : c`, "?", "t.cel:1:3", "a|b|c"},
		{`a in [b, c]`, "in", "t.cel:1:3", "a|[b, c]"},
		{`f(a, b)`, "", "", "a|b"},
		{`a.b`, "", "", "a"},
		{`a.exists(x, x && b)`, "", "", "a|x|x && b"},
		{`-a`, "-", "t.cel:1:1", "a"},
		{`1`, "", "", ""},
	} {
		n := node(t, c.text)
		op, at := n.Operator()
		assert.Equal(t, c.op, op, c.text)
		assert.Equal(t, c.at, at.String(), c.text)
		var parts []string
		for _, p := range n.Parts() {
			parts = append(parts, p.Text())
		}
		assert.Equal(t, c.parts, strings.Join(parts, "|"), c.text)
	}
	op, _ := eval.Node{}.Operator()
	assert.Empty(t, op)
	assert.Empty(t, eval.Node{}.Parts())
}
