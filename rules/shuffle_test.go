package rules_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// overlapping is a set in which more than forty policies, of all specificities, apply to s/abcdef.
func overlapping() []string {
	var list []string
	add := func(name, selector, fields string) {
		list = append(list, fmt.Sprintf("Policy{name: %q, %s %s}", name, selector, fields))
	}
	for i := range 7 { // prefixes "", "a", ... "abcdef", each with and without the server
		prefix := "abcdef"[:i]
		tools := ""
		if i > 0 {
			tools = fmt.Sprintf(`tools: ["%s*"],`, prefix)
		}
		for _, server := range []string{"", `server: "s",`} {
			selector := server + tools
			name := fmt.Sprintf("p%d%t", i, server != "")
			add(name+"forbid", selector, fmt.Sprintf(`forbid: {"too many %d": call.args.?n.orValue(0) > %d}`, i, 90+i))
			add(name+"require", selector, fmt.Sprintf(`when: call.args.?n.orValue(0) > %d, require: {"not %d": call.args.?n.orValue(0) %% 17 != %d}`, i, i, i))
			add(name+"list", selector, fmt.Sprintf(`unavailable_when: {"calls %d": breaker.calls > %d}`, i, 1000*(i+1)))
		}
	}
	add("exact", `server: "s", tools: ["abcdef"],`, `effect: Effect.READ, vars: {"n": call.args.?n.orValue(0)}, require: {"odd": vars.n % 2 == 1 || vars.n < 40}`)
	add("exact-anywhere", `tools: ["abcdef"],`, `timeout: duration("3s"), effect: Effect.IDEMPOTENT`)
	add("prefix", `server: "s", tools: ["abc*"],`, `timeout: duration("1s"), expected: duration("100ms"), retry: Retry{max: 2}`)
	add("longer-prefix", `tools: ["abcde*"],`, `expected: duration("200ms")`)
	add("server", `server: "s",`, `when_unavailable: [Cached{max_age: duration("1h"), require: {"fresh": entry.age < duration("30m")}}, UseTool{tool: "other"}, Omit{disclose: "gone"}]`)
	add("all", ``, `when_unavailable: [HardFail{}], retry: Retry{max: 5}`)
	add("other", `server: "s", tools: ["other"],`, `effect: Effect.READ, when_unavailable: [Omit{}]`)
	return list
}

// TestShuffle holds that names, files and order never change a decision: only ids, digests and positions may differ.
func TestShuffle(t *testing.T) {
	rounds := 1000
	if raceEnabled {
		rounds = 50
	}
	policies := overlapping()
	want := decisions(t, fstest.MapFS{"a.cel": {Data: []byte("[" + strings.Join(policies, ",\n") + "]")}})
	for _, part := range []string{"applicable 47\n", ": refused", ": cached", ": omit", ": attempt", ": use tool"} {
		require.True(t, strings.Contains(want, part), "the situations reach %q", part)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range rounds {
		r.Shuffle(len(policies), func(i, j int) { policies[i], policies[j] = policies[j], policies[i] })
		files := fstest.MapFS{}
		for rest := policies; len(rest) > 0; {
			n := min(len(rest), 1+r.IntN(12))
			name := fmt.Sprintf("%c/%x.cel", 'a'+rune(r.IntN(5)), r.Uint32())
			files[name] = &fstest.MapFile{Data: []byte("[" + strings.Join(rest[:n], ",") + "]")}
			rest = rest[n:]
		}
		got := decisions(t, files)
		require.True(t, want == got, "decisions differ under the files %v", files)
	}
}

// decisions plays many situations and writes down all of each decision but positions.
func decisions(t *testing.T, files fstest.MapFS) string {
	t.Helper()
	set, err := rules.Load(files)
	require.NoError(t, err)
	plan := set.Plan("s", "abcdef")
	var b strings.Builder
	applicable := map[string]bool{}
	for _, field := range []string{"unavailable_when", "forbid", "require"} {
		for _, c := range plan.Conditions(field) {
			applicable[c.Policy] = true
		}
	}
	for _, field := range []string{"effect", "timeout", "expected", "retry", "when_unavailable"} {
		applicable[plan.DecidedBy(field)] = true
	}
	fmt.Fprintf(&b, "applicable %d\n", len(applicable))
	for n := 0; n < 100; n += 3 {
		for _, failure := range []*state.Failure{nil, {Kind: state.Internal, Attempts: 1}} {
			for _, calls := range []int{0, 3500} {
				b.WriteString(decision(t, set, n, failure, calls))
			}
		}
	}
	return b.String()
}

func decision(t *testing.T, set *rules.Set, n int, failure *state.Failure, calls int) string {
	t.Helper()
	args, err := eval.NewArgs(map[string]any{"n": n})
	require.NoError(t, err)
	in := &eval.Input{
		Now: noon, Call: &eval.Call{Server: "s", Tool: "abcdef", Args: args}, Failure: failure,
		Turn: &eval.Turn{ID: "1", Audience: "A", Remaining: 8 * time.Second, Budget: 8 * time.Second},
	}
	w := newWorld()
	w.entry = &state.Entry{Server: "s", Tool: "abcdef", AsOf: noon.Add(-time.Duration(n) * time.Minute)}
	w.tool.Breaker.Calls = calls
	w.tools = map[string]rules.ToolState{"s/other": {Breaker: state.View{State: state.Open}, Admits: n%4 == 1, Remaining: 8 * time.Second, Budget: 8 * time.Second}}
	var d rules.Decision
	set.Decide(in, w, &d)
	var b strings.Builder
	what := d.Outcome.String()
	if d.Outcome == 0 {
		what = "attempt"
		if d.Target != nil {
			what = "use tool " + d.Target.Tool
		}
	}
	fmt.Fprintf(&b, "%d %d %v: %s step %d reason %q timeout %s expected %s effect %s failure %s disclosure %q\n",
		n, calls, failure != nil, what, d.Step, d.Reason, d.Timeout, d.Expected, d.Plan.Effect, d.Failure.Kind, d.Disclosure)
	for _, list := range [][]rules.Finding{d.Unmet, d.Unavailable(), d.Forbidden(), d.Faults} {
		for _, f := range list {
			fmt.Fprintf(&b, "  %s %s %v\n", f.ID, f.Note, f.Fault != nil)
		}
		b.WriteString("  -\n")
	}
	for _, m := range d.Moments {
		fmt.Fprintf(&b, "  %s %s %s %s\n", m.Stage, m.Action, m.Tool, m.Failure)
	}
	return b.String()
}
