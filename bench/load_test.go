package bench_test

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"testing"
	"testing/fstest"
	"time"

	"cel.dev/cel-go/cel"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/rules"
)

// collections is how often the garbage is collected.
const collections = 11

// loads is how often everything is loaded in turn. The gates, which are wide, need fewer than a table.
func loads() int {
	if os.Getenv("TABLE") != "" {
		return 5
	}
	return 3
}

// spent is what a step took: the work of all threads, those of the garbage collector included, and the wall's time.
type spent struct{ work, wall time.Duration }

func spend(f func()) spent {
	runtime.GC() // what went before
	began, worked := time.Now(), processTime()
	f()
	return spent{processTime() - worked, time.Since(began)}
}

func median(list []spent, of func(spent) time.Duration) float64 {
	times := make([]float64, len(list))
	for i, s := range list {
		times[i] = float64(of(s))
	}
	slices.Sort(times)
	return times[len(times)/2]
}

func work(s spent) time.Duration { return s.work }
func wall(s spent) time.Duration { return s.wall }

// loading: 10,000 policies of one condition each against compiling as many conditions with cel-go.
func (g *goals) loading() {
	files := policyFiles(10_000, 100)
	env := newCelEnv(g)
	var cel, cold, warm []spent
	for range loads() {
		cel = append(cel, spend(func() { celAll(g, env) }))
		loader := rules.NewLoader()
		cold = append(cold, spend(func() { loadAll(g, loader, files) }))
		changed := change(g, files)
		warm = append(warm, spend(func() { loadAll(g, loader, changed) }))
	}
	g.row("loading 10,000 policies; of cel-go compiling and planning as many conditions", median(cold, work)/median(cel, work), 0.25, 1)
	g.row("loading again after ten files of a hundred have changed; of the first load", median(warm, work)/median(cold, work), 0.06, 0.3)
	g.Logf("by the wall: loading %.0f ms, %.2f of cel-go; loading again %.1f ms, %.3f of loading",
		median(cold, wall)/1e6, median(cold, wall)/median(cel, wall), median(warm, wall)/1e6, median(warm, wall)/median(cold, wall))
	g.keeping(env, files)
}

// keeping: what is kept of the policies against cel-go's programs, and what a collection of all garbage takes meanwhile.
func (g *goals) keeping(env *cel.Env, files fstest.MapFS) {
	celHeap, celGC := kept(func() any { return celAll(g, env) })
	heap, gc := kept(func() any {
		loader := rules.NewLoader()
		return []any{loader, loadAll(g, loader, files)}
	})
	g.row("heap kept by them; of that of cel-go's programs", heap/celHeap, 0.3, 0.6)
	g.row("a full garbage collection while they are kept; of one while those are", median(gc, work)/median(celGC, work), 0.15, 0.8)
	g.Logf("kept %.1f MB, cel-go %.1f MB; a collection %.1f ms of work and %.1f ms by the wall, cel-go %.1f and %.1f",
		heap/1e6, celHeap/1e6, median(gc, work)/1e6, median(gc, wall)/1e6, median(celGC, work)/1e6, median(celGC, wall)/1e6)
}

func celAll(tb testing.TB, env *cel.Env) []cel.Program {
	programs := make([]cel.Program, 10_000)
	for i := range programs {
		programs[i] = celProgram(tb, env, celCondition(i))
	}
	return programs
}

func loadAll(tb testing.TB, loader *rules.Loader, files fstest.MapFS) *rules.Set {
	set, err := loader.Load(files)
	require.NoError(tb, err)
	require.Len(tb, set.Policies, 10_000)
	return set
}

// change returns the files with a comment before the text of ten, so that all in them stands elsewhere.
func change(tb testing.TB, files fstest.MapFS) fstest.MapFS {
	changed := fstest.MapFS{}
	for name, file := range files {
		changed[name] = file
	}
	for i := range 10 {
		name := fmt.Sprintf("p%06d.cel", 1000*i+100)
		require.Contains(tb, files, name)
		changed[name] = &fstest.MapFile{Data: append([]byte(fmt.Sprintf("// changed %d\n", i)), files[name].Data...)}
	}
	return changed
}

// kept returns the bytes that what f makes takes, and what collections take while it is there.
func kept(f func() any) (heap float64, gc []spent) {
	var before, after runtime.MemStats
	for range 3 { // what the measures before have left
		runtime.GC()
	}
	runtime.ReadMemStats(&before)
	made := f()
	runtime.GC()
	runtime.ReadMemStats(&after)
	for range collections {
		gc = append(gc, spend(runtime.GC))
	}
	runtime.KeepAlive(made)
	return float64(after.HeapAlloc) - float64(before.HeapAlloc), gc
}
