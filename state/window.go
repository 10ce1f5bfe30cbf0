package state

import (
	"math"
	"time"
)

// window holds what the last calls of one breaker came to: over a time, or the last so many. Times are nanoseconds
// since the breaker's epoch. Changed settings keep what was seen. The zero window is empty.
type window struct {
	span *spanWindow
	last *lastWindow
}

func (w *window) add(cfg *Config, at time.Duration, failed, slow bool) {
	if cfg.Calls > 0 {
		w.lastOf(cfg.calls()).add(failed, slow)
		return
	}
	if w.span == nil {
		w.span = new(spanWindow)
	}
	w.span.add(at, cfg.window(), failed, slow)
}

// counts returns the totals at a time.
func (w *window) counts(cfg *Config, at time.Duration) Counts {
	switch {
	case cfg.Calls > 0 && w.last != nil:
		return w.lastOf(cfg.calls()).total
	case cfg.Calls <= 0 && w.span != nil:
		w.span.expire(at, cfg.window())
		return w.span.total
	default:
		return Counts{}
	}
}

// open reports whether another success would only add to what is there: in the latest part, or in the ring.
func (w *window) open(cfg *Config, at time.Duration) bool {
	if cfg.Calls > 0 {
		return w.last != nil && len(w.last.marks) == cfg.calls()
	}
	return w.span != nil && w.span.n > 0 && at-w.span.latest().from < cfg.window()/spansPer
}

// succeed adds plain successes to an open window.
func (w *window) succeed(cfg *Config, n int) {
	if cfg.Calls > 0 {
		w.last.succeed(n)
		return
	}
	w.span.latest().Calls += n
	w.span.total.Calls += n
}

// same is until when the totals stay as they are by themselves.
func (w *window) same(cfg *Config) time.Duration {
	if cfg.Calls > 0 || w.span == nil || w.span.n == 0 {
		return math.MaxInt64
	}
	return w.span.parts[w.span.first].from + cfg.window()
}

// stays is until when a window that is open stays so.
func (w *window) stays(cfg *Config) time.Duration {
	if cfg.Calls > 0 {
		return math.MaxInt64
	}
	return min(w.same(cfg), w.span.latest().from+cfg.window()/spansPer)
}

func (w *window) reset() {
	if w.span != nil {
		*w.span = spanWindow{}
	}
	if w.last != nil {
		clear(w.last.marks)
		w.last.next, w.last.total = 0, Counts{}
	}
}

func (w *window) lastOf(calls int) *lastWindow {
	if w.last == nil || len(w.last.marks) != calls {
		w.last = w.last.resized(calls)
	}
	return w.last
}

// lastWindow is a ring of the last calls.
type lastWindow struct {
	marks []mark
	next  int
	total Counts
}

// mark is what one call came to, zero if there was none.
type mark uint8

const (
	seen mark = 1 << iota
	failedMark
	slowMark
)

func (m mark) counts() (c Counts) {
	if m&seen != 0 {
		c.add(m&failedMark != 0, m&slowMark != 0)
	}
	return c
}

func (l *lastWindow) add(failed, slow bool) {
	m := seen
	if failed {
		m |= failedMark
	}
	if slow {
		m |= slowMark
	}
	l.total.sub(l.marks[l.next].counts())
	l.total.add(failed, slow)
	l.marks[l.next] = m
	if l.next++; l.next == len(l.marks) {
		l.next = 0
	}
}

// succeed adds plain successes.
func (l *lastWindow) succeed(n int) {
	size := len(l.marks)
	for range min(n, size) { // more of them change no mark that one round has not changed
		l.add(false, false)
	}
	l.next = (l.next + max(0, n-size)) % size
}

// resized returns a ring of another size with the latest calls of this one, which may be nil.
func (l *lastWindow) resized(calls int) *lastWindow {
	to := &lastWindow{marks: make([]mark, calls)}
	if l == nil {
		return to
	}
	for i := range l.marks {
		if m := l.marks[(l.next+i)%len(l.marks)]; m&seen != 0 {
			to.add(m&failedMark != 0, m&slowMark != 0)
		}
	}
	return to
}

// spans is how many parts a time window has at most. A part begins with a call and takes in those of the next 60th of
// the window: exact where calls are farther apart than that, and never off by more. Parts of fixed bounds were
// rejected, as they lose up to a whole part of a thin stream.
const (
	spans    = 64
	spansPer = 60
)

// spanWindow is a ring of parts, oldest first.
type spanWindow struct {
	parts [spans]part
	first int
	n     int
	total Counts
}

type part struct {
	from time.Duration
	Counts
}

func (s *spanWindow) add(at, window time.Duration, failed, slow bool) {
	s.expire(at, window)
	latest := s.latest()
	if s.n == 0 || at-latest.from >= window/spansPer {
		if s.n == spans {
			s.drop()
		}
		latest = &s.parts[(s.first+s.n)%spans]
		*latest = part{from: at}
		s.n++
	}
	latest.add(failed, slow)
	s.total.add(failed, slow)
}

func (s *spanWindow) latest() *part { return &s.parts[(s.first+s.n+spans-1)%spans] }

// expire drops the parts that began a whole window ago, or earlier.
func (s *spanWindow) expire(at, window time.Duration) {
	for s.n > 0 && at-s.parts[s.first].from >= window {
		s.drop()
	}
}

func (s *spanWindow) drop() {
	s.total.sub(s.parts[s.first].Counts)
	s.first = (s.first + 1) % spans
	s.n--
}
