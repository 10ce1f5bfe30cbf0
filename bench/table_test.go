package bench_test

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"cel.dev/cel-go/cel"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/hashicorp/go-memdb"
	"github.com/sony/gobreaker/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// TestGoals measures each goal as a ratio within one run and prints them as a table. With the environment variable TABLE set to a
// file's name it also writes it there, for docs/performance.md. What a machine that is busy with other things may show at most is
// the gate of each; the goal is in the table.
func TestGoals(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes a minute")
	}
	g := &goals{T: t}
	g.calls() // while the heap is small: with much in it a collection is longer than a round, and falls to those who come after who caused it
	g.set = policies(t, 10_000)
	g.decisions()
	g.peers()
	g.foreign()
	g.set = nil
	g.breakers()
	g.loading()
	table := g.table()
	t.Log("\n" + table)
	if name := os.Getenv("TABLE"); name != "" {
		require.NoError(t, os.WriteFile(name, []byte(table), 0o644))
	}
}

type goals struct {
	*testing.T
	set  *rules.Set // of 10,000 policies
	rows []string
}

// row notes a ratio, and fails if it is above the gate.
func (g *goals) row(what string, ratio, goal, gate float64) {
	g.rows = append(g.rows, fmt.Sprintf("| %s | %s | <= %s |", what, figure(ratio), figure(goal)))
	assert.LessOrEqual(g, ratio, gate, what)
}

// times notes how many times quicker it is than a peer, and fails if it is below the gate.
func (g *goals) times(what string, times, goal, gate float64) {
	g.rows = append(g.rows, fmt.Sprintf("| %s | %.0f times | >= %.0f times |", what, times, goal))
	assert.GreaterOrEqual(g, times, gate, what)
}

func figure(v float64) string {
	if v < 0.1 {
		return fmt.Sprintf("%.4f", v)
	}
	return fmt.Sprintf("%.2f", v)
}

func (g *goals) table() string {
	return "| measure | measured | goal |\n|---|---|---|\n" + strings.Join(g.rows, "\n") + "\n"
}

// interleaved is how often contenders are timed in turn, so that whatever else the machine does falls on all of them.
const interleaved = 11

// contest is a contender and how many calls of it make one round.
type contest struct {
	n   int
	run func()
}

// medians runs contenders in turn and returns the median time that one call of each worked, in nanoseconds.
func medians(contenders ...contest) []float64 {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	times := make([][]float64, len(contenders))
	for _, c := range contenders { // caches filled, plans made
		for range c.n/10 + 1 {
			c.run()
		}
	}
	for range interleaved {
		for i, c := range contenders {
			begun := cpuTime()
			for range c.n {
				c.run()
			}
			times[i] = append(times[i], float64((cpuTime()-begun).Nanoseconds())/float64(c.n))
		}
	}
	list := make([]float64, len(contenders))
	for i := range times {
		slices.Sort(times[i])
		list[i] = times[i][interleaved/2]
	}
	return list
}

// decisions: ten conditions apply; each holds, and is a finding with its place.
func (g *goals) decisions() {
	few, many := policies(g, 20), g.set
	w, in := newOpenWorld(g), callOf(g, "s-0")
	programs, cw := celPrograms(g, 0, applicable), newCelWorld()
	plan := many.Plan("s-0", "quote")
	var d rules.Decision
	plan.Decide(in, w, &d)
	require.Len(g, d.Forbidden(), applicable, "all ten hold")
	for _, p := range programs {
		v, _, err := p.Eval(cw)
		require.NoError(g, err)
		require.Equal(g, true, v.Value())
	}
	ten := func() {
		for _, p := range programs {
			_, _, _ = p.Eval(cw)
		}
	}
	m := medians(
		contest{500, ten},
		contest{5000, func() { plan.Decide(in, w, &d) }},
		contest{5000, func() { many.Decide(in, w, &d) }},
		contest{5000, func() { few.Decide(in, w, &d) }},
	)
	g.row("a decision, ten conditions of 10,000, by a plan that is held; of ten bare evaluations by cel-go", m[1]/m[0], 0.06, 0.15)
	g.row("the same by the names of server and tool", m[2]/m[0], 0.08, 0.16)
	g.row("10,000 policies, of 20", m[2]/m[3], 1.10, 1.30)
	if !raceEnabled {
		assert.Zero(g, testing.AllocsPerRun(100, func() { many.Decide(in, w, &d) }))
	}
	g.apart()
	g.rotating()
}

// apart: the same ten questions, the one in which the conditions differ first, so that no two begin alike and share a test.
func (g *goals) apart() {
	var text strings.Builder
	var programs []cel.Program
	env := newCelEnv(g)
	for i := range applicable {
		fmt.Fprintf(&text, `Policy{name: "p-%d", server: "s-0", forbid: {"no": breaker.open_for < duration("%dm") && !call.args.tags.exists(t, t == "customer_specific") && breaker.state == State.OPEN}},`+"\n", i, 15+i)
		programs = append(programs, celProgram(g, env, fmt.Sprintf(`breaker.open_for < duration("%dm") && !call.tags.exists(t, t == "customer_specific") && breaker.state == "open" && call.server == "s-0"`, 15+i)))
	}
	set, err := rules.Load(fstest.MapFS{"p.cel": {Data: []byte("[" + text.String() + "]")}})
	require.NoError(g, err)
	w, in, cw := newOpenWorld(g), callOf(g, "s-0"), newCelWorld()
	plan := set.Plan("s-0", "quote")
	var d rules.Decision
	plan.Decide(in, w, &d)
	require.Len(g, d.Forbidden(), applicable)
	m := medians(
		contest{500, func() {
			for _, p := range programs {
				_, _, _ = p.Eval(cw)
			}
		}},
		contest{5000, func() { plan.Decide(in, w, &d) }},
	)
	g.row("a decision, ten conditions of which no two begin alike; of ten bare evaluations by cel-go", m[1]/m[0], 0.06, 0.15)
}

// rotating decides on one tool after the other, so that all policies are the working set.
func (g *goals) rotating() {
	const servers = 10_000 / applicable
	w, cw := newOpenWorld(g), newCelWorld()
	programs := celPrograms(g, 0, 10_000)
	in := callOf(g, "s-0")
	names := make([]string, servers)
	for i := range names {
		names[i] = fmt.Sprintf("s-%d", i)
	}
	var d rules.Decision
	i := 0
	m := medians(
		contest{servers, func() {
			i = (i + 1) % servers
			for _, p := range programs[i*applicable : (i+1)*applicable] {
				_, _, _ = p.Eval(cw)
			}
		}},
		contest{servers, func() {
			i = (i + 1) % servers
			in.Call.Server = names[i]
			g.set.Decide(in, w, &d)
		}},
	)
	g.row("deciding on all tools in turn; of cel-go with the same index", m[1]/m[0], 0.05, 0.20)
}

func (g *goals) peers() {
	few, many := policies(g, 10), g.set
	w, in := newOpenWorld(g), callOf(g, "s-0")
	var d rules.Decision
	ours := func(set *rules.Set) contest {
		plan := set.Plan("s-0", "quote")
		return contest{5000, func() { plan.Decide(in, w, &d) }}
	}
	opa, cedar10, cedar10k, rule := opaEval(g, 10_000), cedarEval(g, 10), cedarEval(g, 10_000), exprEval(g)
	require.Equal(g, applicable, opa())
	require.Equal(g, applicable, cedar10())
	require.Equal(g, applicable, cedar10k())
	require.True(g, rule())
	m := medians(
		ours(many), ours(few),
		contest{100, func() { opa() }}, contest{500, func() { cedar10() }}, contest{5, func() { cedar10k() }}, contest{5000, func() { rule() }},
	)
	g.times("OPA, its rule index used, 10,000 rules", m[2]/m[0], 200, 100)
	g.times("cedar-go, 10 policies", m[3]/m[1], 12, 6)
	g.times("cedar-go, 10,000 policies", m[4]/m[0], 4000, 4000)
	g.times("expr-lang, one rule against a tenth of the decision", m[5]/(m[0]/applicable), 25, 10)
}

// foreign: one operand of a condition is a call that the quick form leaves to cel-go.
func (g *goals) foreign() {
	set, err := rules.Load(fstest.MapFS{"p.cel": {Data: []byte(
		`[Policy{name: "p", server: "s-0", forbid: {"no": breaker.state == State.OPEN && breaker.open_for < duration("15m") && call.args.sku.lowerAscii() == "jkt-114"}}]`)}})
	require.NoError(g, err)
	env := newCelEnv(g)
	program := celProgram(g, env, `breaker.state == "open" && breaker.open_for < duration("15m") && call.args.sku.lowerAscii() == "jkt-114"`)
	in, cw := callOf(g, "s-0"), newCelWorld()
	in.Breaker = &state.View{State: state.Open, Since: noon.Add(-time.Minute)}
	condition := set.Plan("s-0", "quote").Conditions("forbid")[0].Expr
	holds, fault := condition.Holds(in)
	require.Nil(g, fault)
	require.True(g, holds)
	m := medians(contest{3000, func() { _, _, _ = program.Eval(cw) }}, contest{3000, func() { condition.Holds(in) }})
	g.row("a condition of which one part is left to cel-go; of all of it by cel-go", m[1]/m[0], 0.75, 0.9)
}

// calls of a healthy tool, by one goroutine, and by as many as there are processors. Of one alone, the rest of the machine is idle, and waking it for the
// goroutine of each attempt is most of what the default costs; where no processor is idle nothing is woken.
func (g *goals) calls() {
	prompt, byDefault := ofFailsafe(g, 1)
	g.row("a call of a healthy tool in memory, by Do with WithPromptDispatch; of failsafe-go's retry, breaker and timeout", prompt.work, 1, 3)
	g.row("the same by default, which frees the caller even from a tool that ignores its context", byDefault.work, 1, 6)
	g.row("the first by the clock; the others are the work of all threads", prompt.wall, 1, 3)
	g.row("the second by the clock", byDefault.wall, 1, 6)
	prompt, byDefault = ofFailsafe(g, runtime.GOMAXPROCS(0))
	g.row("the first, while every processor makes such calls", prompt.work, 1, 4)
	g.row("the second, while every processor does", byDefault.work, 1, 6)
	if raceEnabled {
		return
	}
	observed := openObserved(g).ratios(g)
	g.row("a call by default that all observers see: record, metrics, span, disabled log; of one that none sees", observed[disabled], 2.2, 4)
	g.row("the same with a log that is written behind a queue", observed[queued], 2.2, 6)
	g.row("the same with a log that is written at once", observed[atOnce], 2.2, 6)
}

func (g *goals) breakers() {
	store := state.NewStore(state.Options{})
	b, cfg := store.Breaker(state.Key{Server: "s", Tool: "t"}), state.DefaultConfig()
	ours := func() {
		p, _ := b.Allow(&cfg, "c", time.Second, noon)
		p.Succeed(time.Millisecond, noon)
	}
	seen := func() {
		p, _ := b.Admit(&cfg, "c", time.Second, noon)
		p.Succeed(time.Millisecond, noon)
	}
	sony := gobreaker.NewTwoStepCircuitBreaker[bool](gobreaker.Settings{Name: "s"})
	failsafe := circuitbreaker.NewBuilder[any]().WithFailureThreshold(3).WithDelay(30 * time.Second).Build()
	db, err := memdb.NewMemDB(&memdb.DBSchema{Tables: map[string]*memdb.TableSchema{"row": {
		Name: "row", Indexes: map[string]*memdb.IndexSchema{"id": {Name: "id", Unique: true, Indexer: &memdb.StringFieldIndex{Field: "ID"}}},
	}}})
	require.NoError(g, err)
	type row struct {
		ID string
		N  int
	}
	m := medians(
		contest{5000, ours},
		contest{5000, func() {
			done, err := sony.Allow()
			if err == nil {
				done(nil)
			}
		}},
		contest{5000, func() {
			if failsafe.TryAcquirePermit() {
				failsafe.RecordSuccess()
			}
		}},
		contest{500, func() {
			txn := db.Txn(true)
			_ = txn.Insert("row", &row{"s/t", 1})
			txn.Commit()
		}},
		contest{5000, seen},
	)
	g.row("a breaker's permit and its report; of gobreaker's", m[0]/m[1], 0.08, 0.3)
	g.row("the same; of failsafe-go's", m[0]/m[2], 0.35, 1)
	g.row("the same; of one write to memdb", m[0]/m[3], 0.005, 0.03)
	g.row("a permit by which the call is seen in flight, as Do takes it, and its report; of gobreaker's", m[4]/m[1], 0.08, 0.3)
	g.row("the same; of failsafe-go's", m[4]/m[2], 0.35, 1)
}
