package policytest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/state"
)

// job is one case to play, and where its result belongs.
type job struct {
	file *File
	c    *Case
	at   int
}

// Run plays the cases and compares. The report is in the order of files and cases, whatever order they are played in. It stops where
// ctx ends, and says so in the report.
func (s *Suite) Run(ctx context.Context, opts ...Option) *Report {
	run := *s
	for _, opt := range opts {
		opt(&run.options)
	}
	r := &Report{Dir: s.Dir, Problems: slices.Clone(s.shelf.problems)}
	var jobs []job
	for _, f := range s.Files {
		jobs = run.plan(f, r, jobs)
	}
	t := run.playAll(ctx, jobs, r)
	if t != nil {
		r.Coverage = t.coverage(s.Set)
	}
	at := eval.Pos{}
	switch {
	case len(s.Files) == 0:
		r.Problems = append(r.Problems, eval.Problem{Pos: at, Message: "no *" + suffix + " below " + s.Dir + ": nothing is tested"})
	case len(r.Results) == 0 && len(r.Problems) == 0:
		r.Problems = append(r.Problems, eval.Problem{Pos: at, Message: fmt.Sprintf("no case matches %s", run.options.run)})
	}
	return r
}

// plan adds a result for each case of a file that the filter leaves, and lists those that are to be played.
func (s *Suite) plan(f *File, r *Report, jobs []job) []job {
	r.Problems = append(r.Problems, f.Problems...)
	first := len(r.Results)
	cases := map[eval.Pos]*Case{}
	for _, b := range f.Broken {
		if s.selects(f, b.Name) {
			r.Results = append(r.Results, Result{File: f.Name, Name: b.Name, Pos: b.Pos, Problems: b.Problems})
		}
	}
	for _, c := range f.Cases {
		if s.selects(f, c.Name) {
			// With problems of the file, what it means is not certain.
			r.Results = append(r.Results, Result{File: f.Name, Name: c.Name, Pos: c.Pos, NotPlayed: len(f.Problems) > 0})
			cases[c.Pos] = c
		}
	}
	slices.SortStableFunc(r.Results[first:], func(a, b Result) int { return a.Pos.Compare(b.Pos) })
	for i := first; i < len(r.Results); i++ {
		if c := cases[r.Results[i].Pos]; c != nil && !r.Results[i].NotPlayed {
			jobs = append(jobs, job{f, c, i})
		}
	}
	return jobs
}

func (s *Suite) selects(f *File, name string) bool {
	return s.options.run == nil || s.options.run.MatchString(path.Base(f.Name)+"/"+name)
}

// playAll plays the jobs and fills in their results. It returns what they exercised, where that is asked for.
func (s *Suite) playAll(ctx context.Context, jobs []job, r *Report) *tally {
	var total *tally
	if _, ours := s.options.player.(enginePlayer); ours && s.options.coverage {
		total = newTally()
	}
	order := slices.Clone(jobs)
	if seed := s.options.shuffle; seed != 0 {
		rand.New(rand.NewPCG(seed, seed)).Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	var mu sync.Mutex
	each(s.options.workers(), len(order), func(i int) {
		j := order[i]
		played := s.play(ctx, j, &r.Results[j.at])
		if total != nil && played != nil {
			mu.Lock()
			total.add(s.Set, j.c, played)
			mu.Unlock()
		}
	})
	return total
}

func (o *options) workers() int {
	if o.parallel > 0 {
		return o.parallel
	}
	return runtime.GOMAXPROCS(0)
}

// each calls do for 0 to n-1 in so many goroutines, and returns when all have ended.
func each(workers, n int, do func(i int)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(workers, n) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	wg.Wait()
}

// play plays one case, and returns what came of it, nil if it could not be played. A panic fails the case: a trial runs in a process that
// serves, and no other goroutine could recover it.
func (s *Suite) play(ctx context.Context, j job, out *Result) (played *Played) {
	defer func() {
		if p := recover(); p != nil {
			played, out.Problems = nil, []eval.Problem{{Pos: j.c.Pos, Message: fmt.Sprintf("panic: %v", p)}}
		}
	}()
	if ctx.Err() != nil {
		out.Problems = []eval.Problem{{Pos: j.c.Pos, Message: "not played: " + context.Cause(ctx).Error()}}
		return nil
	}
	clock := state.System()
	begun := clock.Now()
	played, err := s.perform(ctx, j.c, s.options.coverage, false)
	out.Elapsed = clock.Now().Sub(begun)
	if err != nil {
		out.Problems = []eval.Problem{problemOf(j.c, err)}
		return nil
	}
	out.Taken = played.taken()
	record := s.record(played)
	if out.Diffs = record.compare(j.c); len(out.Diffs) > 0 {
		out.Faults = played.faults()
		out.Values = s.values(ctx, j.c)
	}
	if j.c.Golden != "" && len(out.Diffs) == 0 {
		s.golden(j.file, j.c, record, out)
	}
	return played
}

// perform plays a case, traced if the player can.
func (s *Suite) perform(ctx context.Context, c *Case, traced, values bool) (*Played, error) {
	ours, ok := s.options.player.(enginePlayer)
	if !ok || !traced && !values {
		return s.options.player.Play(ctx, c)
	}
	return ours.traced(ctx, c, &eval.Trace{Values: values})
}

func problemOf(c *Case, err error) eval.Problem {
	var p eval.Problem
	if errors.As(err, &p) {
		return p
	}
	return eval.Problem{Pos: c.Pos, Message: err.Error()}
}
