package state

import (
	"context"
	"sync"
	"time"
)

// Virtual is a clock that stands still until somebody sleeps or advances it. A day passes in no time. It is safe for
// concurrent use; concurrent sleepers share the one clock, so that each carries the others along. The zero Virtual
// stands at the zero time.
type Virtual struct {
	mu   sync.Mutex
	now  time.Time
	runs map[*virtualRun]struct{}
}

// NewVirtual returns a clock that stands at start.
func NewVirtual(start time.Time) *Virtual { return &Virtual{now: start} }

// Now returns where the clock stands.
func (v *Virtual) Now() time.Time {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.now
}

// Advance moves the clock forward; a negative d does nothing. The contexts of runs whose deadline it passes are done.
func (v *Virtual) Advance(d time.Duration) {
	v.mu.Lock()
	to := v.now.Add(d)
	v.mu.Unlock()
	v.advance(to)
}

func (v *Virtual) advance(to time.Time) {
	v.mu.Lock()
	if to.After(v.now) {
		v.now = to
	}
	var over []*virtualRun
	for r := range v.runs {
		if !v.now.Before(r.deadline) {
			over = append(over, r)
		}
	}
	v.mu.Unlock()
	for _, r := range over {
		r.cancel(context.DeadlineExceeded)
	}
}

// Run calls f in the caller's goroutine, with a context for which [Virtual.Sleep] moves the clock at most to the
// deadline. It reports whether f returned before the clock reached the deadline; if not, the clock then stands
// exactly there, even if f went on beyond it (as a call does that ignores its context): the caller was free by then.
func (v *Virtual) Run(ctx context.Context, deadline time.Time, f func(context.Context)) (returned bool) {
	outer, _ := ctx.Value(virtualKey{v}).(*virtualRun)
	if outer != nil && outer.deadline.Before(deadline) {
		deadline = outer.deadline
	}
	inner, cancel := context.WithCancelCause(ctx)
	r := &virtualRun{Context: inner, clock: v, deadline: deadline, cancel: cancel}
	start := v.begin(r)
	defer cancel(nil)
	defer v.end(r)
	f(r)
	return v.stop(start, deadline)
}

func (v *Virtual) begin(r *virtualRun) (start time.Time) {
	v.mu.Lock()
	start = v.now
	if v.runs == nil {
		v.runs = map[*virtualRun]struct{}{}
	}
	v.runs[r] = struct{}{}
	v.mu.Unlock()
	if !start.Before(r.deadline) {
		r.cancel(context.DeadlineExceeded)
	}
	return start
}

func (v *Virtual) end(r *virtualRun) {
	v.mu.Lock()
	defer v.mu.Unlock()
	delete(v.runs, r)
}

func (v *Virtual) stop(start, deadline time.Time) (returned bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.now.Before(deadline) {
		return true
	}
	v.now = deadline
	if start.After(deadline) {
		v.now = start
	}
	return false
}

// Sleep moves the clock to until, or to the deadline of the enclosing Run if that comes first; then it returns
// [context.DeadlineExceeded]. It returns the cause at once if ctx is done.
func (v *Virtual) Sleep(ctx context.Context, until time.Time) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if r, _ := ctx.Value(virtualKey{v}).(*virtualRun); r != nil && !until.Before(r.deadline) {
		v.advance(r.deadline)
		return context.DeadlineExceeded
	}
	v.advance(until)
	return nil
}

// virtualRun is the context of one Run.
type virtualRun struct {
	context.Context
	clock    *Virtual
	deadline time.Time
	cancel   context.CancelCauseFunc
}

// virtualKey finds the innermost run of a clock in a context.
type virtualKey struct{ clock *Virtual }

// Deadline is in the clock's time.
func (r *virtualRun) Deadline() (time.Time, bool) { return r.deadline, true }

func (r *virtualRun) Err() error {
	err := r.Context.Err()
	if err != nil && context.Cause(r.Context) == context.DeadlineExceeded { //nolint:errorlint // set as is
		return context.DeadlineExceeded
	}
	return err
}

func (r *virtualRun) Value(key any) any {
	if key == (virtualKey{r.clock}) {
		return r
	}
	return r.Context.Value(key)
}
