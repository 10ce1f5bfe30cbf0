package bench_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// applicable is how many conditions apply to the tool that is decided on, of however many policies there are.
const applicable = 10

// noon has a monotonic reading, as the times of a process have.
var noon = time.Now()

// condition is what each policy asks, and each peer in its own language: an enumeration, a list and a time. The server, which peers
// ask for there, too, is the policy's.
func condition(i int) string {
	return fmt.Sprintf(`breaker.state == State.OPEN && !call.args.tags.exists(t, t == "customer_specific") && breaker.open_for < duration("%dm")`, 15+i)
}

// policies are n of one condition each, ten for each server.
func policies(tb testing.TB, n int) *rules.Set {
	tb.Helper()
	set, err := rules.Load(policyFiles(n, 500))
	require.NoError(tb, err)
	return set
}

// policyFiles writes n policies into files of so many each.
func policyFiles(n, each int) fstest.MapFS {
	files := fstest.MapFS{}
	for at := 0; at < n; {
		var b strings.Builder
		b.WriteString("[\n")
		for range min(each, n-at) {
			fmt.Fprintf(&b, "Policy{name: \"p-%d\", server: \"s-%d\", forbid: {\"no\": %s}},\n", at, at/applicable, condition(at))
			at++
		}
		b.WriteString("]\n")
		files[fmt.Sprintf("p%06d.cel", at)] = &fstest.MapFile{Data: []byte(b.String())}
	}
	return files
}

// openWorld is a world whose tool's breaker is open.
type openWorld struct {
	store   *state.Store
	breaker *state.Breaker
	config  *state.Config
}

func newOpenWorld(tb testing.TB) *openWorld {
	tb.Helper()
	w := &openWorld{store: state.NewStore(state.Options{}), config: rules.DefaultBreaker().Config}
	w.breaker = w.store.Breaker(state.Key{Server: "s-0", Tool: "quote"})
	w.breaker.Force(w.config, state.ForceOpen, noon.Add(-time.Minute))
	return w
}

func (w *openWorld) Entry(string) *state.Entry { return nil }

func (w *openWorld) MayRetry(time.Time) bool { return true }

// Tool reads the breaker as a turn does.
func (w *openWorld) Tool(_ *rules.Plan, now time.Time) (s rules.ToolState) {
	s.Remaining, s.Budget = 8*time.Second, 8*time.Second
	s.Admits = w.breaker.Read(w.config, "c", now, &s.Breaker, &s.Latency)
	return s
}

func callOf(tb testing.TB, server string) *eval.Input {
	tb.Helper()
	args, err := eval.ParseArgs([]byte(`{"sku":"JKT-114","tags":["outdoor","winter"]}`))
	require.NoError(tb, err)
	return &eval.Input{
		Now: noon, Call: &eval.Call{Server: server, Tool: "quote", Args: args},
		Turn: &eval.Turn{ID: "1", Remaining: 8 * time.Second, Budget: 8 * time.Second},
	}
}

func BenchmarkDecide(b *testing.B) {
	w, in := newOpenWorld(b), callOf(b, "s-0")
	plan := policies(b, 10_000).Plan("s-0", "quote")
	var d rules.Decision
	b.ReportAllocs()
	for b.Loop() {
		plan.Decide(in, w, &d)
	}
}
