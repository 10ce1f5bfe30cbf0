package bench_test

import (
	"context"
	"encoding/json"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/failsafe-go/failsafe-go/timeout"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
)

// perTurn is how many calls a turn makes.
const perTurn = 8

// contender makes one batch of calls on a healthy tool in memory, and says how long the calls took.
type contender struct {
	name string
	run  func() time.Duration

	spent   time.Duration
	mallocs uint64
	bytes   uint64
}

// BenchmarkDo shows what a call on a healthy tool costs by itself, and by failsafe-go with what its guide composes
// for this: a retry policy around a breaker around a timeout. One iteration is a batch of each, so that whatever else
// the machine does meanwhile falls on all of them. ns and allocations are of one call:
//
//	go test -run XXX -bench Do -benchtime 5000x
func BenchmarkDo(b *testing.B) {
	list := []*contender{
		{name: "plain", run: plainCalls(b)},
		{name: "failsafe", run: failsafeCalls(b)},
		{name: "lacuna", run: lacunaCalls(b, false)},
		{name: "lacuna+turn", run: lacunaCalls(b, true)},
		{name: "lacuna+turn+prompt", run: lacunaCalls(b, true, engine.WithPromptDispatch())},
	}
	n := 0
	for b.Loop() {
		for _, c := range list {
			c.batch()
		}
		n++
	}
	calls := float64(n * perTurn)
	for _, c := range list {
		b.ReportMetric(float64(c.spent)/calls, "ns/"+c.name)
		b.ReportMetric(float64(c.mallocs)/calls, "allocs/"+c.name)
		b.ReportMetric(float64(c.bytes)/calls, "B/"+c.name)
	}
	b.ReportMetric(0, "ns/op") // of all of them together: says nothing
}

// ofFailsafe measures a call of a healthy tool in memory, its turn and all that it keeps included, of what failsafe-go takes for it: by an engine whose
// dispatchers have given their word, so that both run the tool on the caller's goroutine and none frees the caller from it, and by one as it is by default, which
// does. So many goroutines make the calls of one round. Rounds take turns, and the medians of their ratios count. A round is long enough for collections to come
// as they do: with one forced before each, the peer's calls take twice as long.
func ofFailsafe(t testing.TB, goroutines int) (prompt, byDefault taken) {
	list := []func() time.Duration{failsafeCalls(t), lacunaCalls(t, true, engine.WithPromptDispatch()), lacunaCalls(t, true)}
	const rounds, turns = 15, 2000
	ratios := make([][]taken, len(list))
	for range rounds {
		var peer taken
		for i, f := range list {
			spent := together(goroutines, turns/goroutines, func() { f() })
			if i == 0 {
				peer = spent
			}
			ratios[i] = append(ratios[i], taken{spent.work / peer.work, spent.wall / peer.wall})
		}
	}
	return medianOf(ratios[1]), medianOf(ratios[2])
}

// taken is what something takes: the work of all threads, the garbage collector's among it, and the time until it is done.
type taken struct{ work, wall float64 }

func medianOf(list []taken) taken {
	median := func(of func(taken) float64) float64 {
		values := make([]float64, len(list))
		for i := range list {
			values[i] = of(list[i])
		}
		slices.Sort(values)
		return values[len(values)/2]
	}
	return taken{median(func(t taken) float64 { return t.work }), median(func(t taken) float64 { return t.wall })}
}

// together is what it takes that so many goroutines do something so often.
func together(goroutines, times int, f func()) taken {
	begun, clock := processTime(), time.Now()
	var group sync.WaitGroup
	for range goroutines {
		group.Go(func() {
			for range times {
				f()
			}
		})
	}
	group.Wait()
	return taken{float64(processTime() - begun), float64(time.Since(clock))}
}

func (c *contender) batch() {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	c.spent += c.run()
	runtime.ReadMemStats(&after)
	c.mallocs += after.Mallocs - before.Mallocs
	c.bytes += after.TotalAlloc - before.TotalAlloc
}

var body = json.RawMessage(`{"sku":"JKT-114","price":{"amount":"209.00","currency":"EUR"}}`)

func tool(ctx context.Context, _ engine.Call) (engine.Result, error) {
	return engine.Result{JSON: body}, ctx.Err()
}

func timed(f func()) time.Duration {
	start := time.Now()
	f()
	return time.Since(start)
}

func plainCalls(b testing.TB) func() time.Duration {
	return func() time.Duration {
		return timed(func() {
			for range perTurn {
				if _, err := tool(b.Context(), quote); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func failsafeCalls(b testing.TB) func() time.Duration {
	retry := retrypolicy.NewBuilder[engine.Result]().WithMaxRetries(1).WithBackoff(100*time.Millisecond, 2*time.Second).Build()
	breaker := circuitbreaker.NewBuilder[engine.Result]().WithFailureThreshold(3).WithSuccessThreshold(1).WithDelay(30 * time.Second).Build()
	executor := failsafe.With[engine.Result](retry, breaker, timeout.New[engine.Result](2500*time.Millisecond))
	return func() time.Duration {
		return timed(func() {
			for range perTurn {
				if _, err := executor.WithContext(b.Context()).GetWithExecution(func(e failsafe.Execution[engine.Result]) (engine.Result, error) {
					return tool(e.Context(), quote)
				}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func lacunaCalls(b testing.TB, whole bool, opts ...engine.Option) func() time.Duration {
	eng, err := engine.Open("../policies", opts...)
	require.NoError(b, err)
	info := engine.TurnInfo{
		Purpose: "chat", Language: "en", Audience: engine.Person("C-9"),
		Facts: engine.Facts{"customer_specific": true, "time_sensitive": false, "reprices_every": 7 * 24 * time.Hour},
	}
	begin := func() *engine.Turn {
		turn, err := eng.Begin(b.Context(), info)
		require.NoError(b, err)
		return turn
	}
	calls := func(turn *engine.Turn) {
		for range perTurn {
			if a := turn.Do(b.Context(), quote, tool); a.Outcome != engine.OK {
				b.Fatal(a.Outcome)
			}
		}
		turn.End()
	}
	if whole {
		return func() time.Duration { return timed(func() { calls(begin()) }) }
	}
	return func() time.Duration {
		turn := begin()
		return timed(func() { calls(turn) })
	}
}
