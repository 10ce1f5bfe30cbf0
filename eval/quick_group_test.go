package eval_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/eval"
)

// groups draws groups of conditions from the last expressions of each hook.
type groups struct {
	*grammar
	last map[eval.Hook][]*eval.Expr
}

// with returns conditions of which many begin alike, the expression among them; nil for one that is no condition.
func (g *groups) with(x *eval.Expr) [][]*eval.Expr {
	if x.Type() != "bool" {
		return nil
	}
	list := append(g.last[g.hook], x)
	g.last[g.hook] = list[max(0, len(list)-4):]
	conditions := [][]*eval.Expr{{x}, {nil, x}}
	for range g.r.IntN(7) {
		conditions = append(conditions, []*eval.Expr{pick(g.r, []*eval.Expr{nil, x, pick(g.r, list)}), pick(g.r, list)})
	}
	return conditions
}

// groupDifference says in which condition a group differs from its conditions one by one, and how many it decided.
func groupDifference(group *eval.Group, conditions [][]*eval.Expr, in *eval.Input) (difference string, decided int) {
	in.Reset()
	holding, left := make([]uint64, group.Words()), make([]uint64, group.Words())
	group.Run(in, holding, left)
	for i, list := range conditions {
		if left[i/64]>>(i%64)&1 == 1 {
			continue
		}
		decided++
		in.Reset()
		want, fault := all(list, in)
		if got := holding[i/64]>>(i%64)&1 == 1; got != want || fault != nil {
			return fmt.Sprintf("condition %d: %v, %v; in the group: %v", i, want, fault, got), decided
		}
	}
	return "", decided
}

func all(list []*eval.Expr, in *eval.Input) (bool, *eval.Fault) {
	for _, x := range list {
		if x == nil {
			continue
		}
		if holds, fault := x.Holds(in); fault != nil || !holds {
			return false, fault
		}
	}
	return true, nil
}

// Conditions that begin alike share their tests, and come to what each comes to alone: also where one can't be decided.
func TestGroup(t *testing.T) {
	env := newEnv(t)
	var conditions [][]*eval.Expr
	when := func(text string) *eval.Expr {
		x, problems := env.Compile(eval.HookCall, eval.WantBool, nil, node(t, text))
		require.Empty(t, problems, text)
		return x
	}
	for i := range 70 {
		conditions = append(conditions, []*eval.Expr{nil, when(fmt.Sprintf(`breaker.state == State.OPEN && !call.args.tags.exists(t, t == "x") && latency.p95 < duration("%ds")`, i))})
	}
	vip := when(`facts.vip`)
	for _, text := range []string{
		`breaker.state == State.OPEN && call.args.nope == "a"`, `breaker.state == State.OPEN || facts.vip`, `call.args.qty > 1`, `call.args.sku in ["a", "JKT-114"]`,
		`!(call.args.sku in ["a", "JKT-114"])`, `call.args.sku.startsWith("JKT") && call.args.qty > 1`, `breaker.state != State.OPEN && call.args.qty > 1`,
	} {
		conditions = append(conditions, []*eval.Expr{vip, when(text)}, []*eval.Expr{nil, when(text)})
	}
	group := eval.NewGroup(conditions)
	require.Equal(t, 2, group.Words())
	in := input(t, env)
	found, decided := groupDifference(&group, conditions, in)
	assert.Empty(t, found)
	assert.Equal(t, len(conditions)-4, decided, "all but two that err and two that are no conjunctions")
	holding, left := make([]uint64, 2), make([]uint64, 2)
	assert.Zero(t, testing.AllocsPerRun(100, func() { group.Run(in, holding, left) }))
	in.Turn.Trace = &eval.Trace{}
	_, decided = groupDifference(&group, conditions, in)
	assert.Zero(t, decided, "what is traced is evaluated one by one")
}

// TestGroupDifferencesAreFound breaks a group in one place and holds that drawing finds it.
func TestGroupDifferencesAreFound(t *testing.T) {
	if raceEnabled {
		t.Skip("one goroutine, and ten times as slow: it runs without the race detector")
	}
	for name, breakIt := range eval.SeededGroup {
		t.Run(name, func(t *testing.T) {
			g := &groups{newGrammar(t, 1), map[eval.Hook][]*eval.Expr{}}
			for begun := time.Now(); time.Since(begun) < time.Minute; {
				x := g.expression()
				if x == nil {
					continue
				}
				conditions := g.with(x)
				group := eval.NewGroup(conditions)
				if !breakIt(&group) {
					continue
				}
				for range 12 {
					if found, _ := groupDifference(&group, conditions, g.input()); found != "" {
						t.Logf("found after %s", time.Since(begun).Round(time.Millisecond))
						return
					}
				}
			}
			t.Error("not found within a minute")
		})
	}
}
