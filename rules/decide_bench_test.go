package rules_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// hotAmong is a set of n policies in which ten conditions apply to hot/tool.
func hotAmong(tb testing.TB, n int) *rules.Set {
	tb.Helper()
	files := fstest.MapFS{}
	var b strings.Builder
	b.WriteString("[")
	for i := range 10 {
		fmt.Fprintf(&b, "Policy{name: \"hot-%d\", server: \"hot\", forbid: {\"no %d\": call.args.sku == \"never-%d\"}},\n", i, i, i)
	}
	b.WriteString(`Policy{name: "hot", server: "hot", effect: Effect.READ}]`)
	files["hot.cel"] = &fstest.MapFile{Data: []byte(b.String())}
	for at := 11; at < n; {
		b.Reset()
		b.WriteString("[")
		for k := 0; k < 500 && at < n; k++ {
			fmt.Fprintf(&b, "Policy{name: \"p-%d\", server: \"s-%d\", effect: Effect.READ, forbid: {\"no\": call.args.sku == \"x-%d\"}},\n", at, at, at)
			at++
		}
		b.WriteString("]")
		files[fmt.Sprintf("p%06d.cel", at)] = &fstest.MapFile{Data: []byte(b.String())}
	}
	set, err := rules.Load(files)
	require.NoError(tb, err)
	return set
}

func hotInput(tb testing.TB) *eval.Input {
	tb.Helper()
	args, err := eval.ParseArgs([]byte(`{"sku":"JKT-114"}`))
	require.NoError(tb, err)
	return &eval.Input{
		Now: noon, Call: &eval.Call{Server: "hot", Tool: "tool", Args: args},
		Turn: &eval.Turn{ID: "1", Remaining: 8 * time.Second, Budget: 8 * time.Second},
	}
}

func BenchmarkDecide(b *testing.B) {
	for _, n := range []int{11, 1000, 10_000} {
		b.Run(fmt.Sprintf("policies=%d", n), func(b *testing.B) {
			set, in, w := hotAmong(b, n), hotInput(b), newWorld()
			var d rules.Decision
			b.ReportAllocs()
			for b.Loop() {
				set.Decide(in, w, &d)
			}
		})
	}
}

// TestDecideScales holds that a decision with ten applicable conditions costs the same among 10,000 policies as among
// ten, as a ratio within one run.
func TestDecideScales(t *testing.T) {
	if raceEnabled {
		t.Skip("a ratio of times means nothing under the race detector")
	}
	small, large := hotAmong(t, 11), hotAmong(t, 10_000)
	in, w := hotInput(t), newWorld()
	var d rules.Decision
	round := func(set *rules.Set) time.Duration {
		start := time.Now()
		for range 200 {
			set.Decide(in, w, &d)
		}
		return time.Since(start)
	}
	round(small)
	round(large)
	ratio := 0.0
	for range 5 { // what else runs only ever adds: one quiet spell is enough
		var fast, slow time.Duration
		for i := range 100 {
			a, b := round(small), round(large)
			if i == 0 || a < fast {
				fast = a
			}
			if i == 0 || b < slow {
				slow = b
			}
		}
		if ratio = float64(slow) / float64(fast); ratio <= 1.10 {
			break
		}
	}
	assert.LessOrEqual(t, ratio, 1.10)
	assert.Equal(t, rules.Outcome(0), d.Outcome)
	t.Logf("10,000 policies cost %.3f of ten", ratio)
}

// TestDecideAllocs holds that a decision allocates nothing.
func TestDecideAllocs(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	set, in, w := hotAmong(t, 11), hotInput(t), newWorld()
	var d rules.Decision
	set.Decide(in, w, &d)
	assert.Zero(t, testing.AllocsPerRun(100, func() { set.Decide(in, w, &d) }))
}
