package run

import (
	"slices"
	"time"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// Tape is what a call read of the world outside it, and what happened to it: enough to decide the call again, under the same
// policies or under others (see [Player]). One call writes it; once that is done, it does not change.
type Tape struct {
	Moments []Moment
	Events  []Taped
}

// Moment is what was read at one time at which the call decided. What is read twice at one moment is what was read first: a
// decision reads live state once.
type Moment struct {
	Now time.Time
	// Elapsed on the clock of the call's server; Attempts, Retries and Cached are those of the turn.
	Elapsed           time.Duration
	Attempts, Retries int
	Cached            []string
	// Tools that were read, in that order.
	Tools []ToolRead
	// Looked: the call's entry was looked for; Entry is what was found, nil for none.
	Looked bool
	Entry  *state.Entry
	// Asked: whether the engine's retries are within their share was asked, and May the answer.
	Asked, May bool
	// Permits that were asked for, in order.
	Permits []Permitted
}

// ToolRead is what was read of one tool.
type ToolRead struct {
	Server, Tool string
	State        rules.ToolState
	// Elapsed on the clock of the tool's own server.
	Elapsed time.Duration
}

// Permitted is what became of an attempt that was decided: whether the breaker let it in, whether it was within the share of
// retries, and whether it was a half-open probe.
type Permitted struct{ Admitted, Counted, Probe bool }

// Taped is an event of a call, without its data.
type Taped struct {
	Event
	At time.Time
	// Server and Tool that were asked last, how long before that was, and how long it might have taken.
	Server, Tool string
	Took, Limit  time.Duration
}

// tap stands between a call and the world: a [Tape] looks on, a [Player] answers from one.
type tap interface {
	// pinned begins a moment; it may change what the call sees of its turn.
	pinned(c *Call, now time.Time)
	tool(w *world, p *rules.Plan, now time.Time) rules.ToolState
	entry(w *world, key string) *state.Entry
	mayRetry(w *world, now time.Time) bool
	// permit asks for the leg's next attempt.
	permit(c *Call, timeout time.Duration, now time.Time) Permitted
	event(c *Call, ev Event, now time.Time)
}

func (t *Tape) now() *Moment { return &t.Moments[len(t.Moments)-1] }

func (t *Tape) pinned(c *Call, now time.Time) {
	v := &c.view
	t.Moments = append(t.Moments, Moment{Now: now, Elapsed: v.Elapsed, Attempts: v.Attempts, Retries: v.Retries, Cached: v.Cached})
}

func (t *Tape) tool(w *world, p *rules.Plan, now time.Time) rules.ToolState {
	m := t.now()
	if r := m.read(p.Server, p.Tool); r != nil {
		return r.State
	}
	s := w.read(p, now)
	w.turn.mu.Lock()
	elapsed := w.turn.budgetOf(p.Server).elapsed(now)
	w.turn.mu.Unlock()
	m.Tools = append(m.Tools, ToolRead{p.Server, p.Tool, s, elapsed})
	return s
}

func (m *Moment) read(server, tool string) *ToolRead {
	i := slices.IndexFunc(m.Tools, func(r ToolRead) bool { return r.Server == server && r.Tool == tool })
	if i < 0 {
		return nil
	}
	return &m.Tools[i]
}

func (t *Tape) entry(w *world, key string) *state.Entry {
	m := t.now()
	if !m.Looked {
		m.Looked, m.Entry = true, w.turn.Entry(key)
	}
	return m.Entry
}

func (t *Tape) mayRetry(w *world, now time.Time) bool {
	m := t.now()
	if !m.Asked {
		m.Asked, m.May = true, w.turn.MayRetry(now)
	}
	return m.May
}

func (t *Tape) permit(c *Call, timeout time.Duration, now time.Time) Permitted {
	p := c.permit(timeout, now)
	m := t.now()
	m.Permits = append(m.Permits, p)
	return p
}

func (t *Tape) event(c *Call, ev Event, now time.Time) {
	e := Taped{Event: ev, At: now}
	e.Data = nil
	if l := &c.leg; l.plan != nil {
		e.Server, e.Tool, e.Took, e.Limit = l.plan.Server, l.plan.Tool, now.Sub(l.started), l.limit
	}
	t.Events = append(t.Events, e)
}

// Tape returns what the call read, nil where nothing was kept; of a call that repeats an earlier write, that one's.
func (c *Call) Tape() *Tape {
	if c.first != nil {
		return c.first.Tape()
	}
	t, _ := c.tap.(*Tape)
	return t
}

// pinned lets the call's tap see that a moment begins.
func (c *Call) pinned(now time.Time) {
	if c.tap != nil {
		c.tap.pinned(c, now)
	}
}

// playing reports whether the call is played from a tape, so that it must leave no trace.
func (c *Call) playing() bool { return c.turn.cfg.Play != nil }

// newTap returns what stands between a call of the turn and the world, nil for nothing.
func (t *Turn) newTap() tap {
	switch {
	case t.cfg.Play != nil:
		return t.cfg.Play
	case t.cfg.Record:
		return &Tape{}
	}
	return nil
}

// permit asks the breaker, and then the engine's share of retries, for the leg's next attempt.
func (c *Call) permit(timeout time.Duration, now time.Time) Permitted {
	p := Permitted{Admitted: c.permitted(timeout, now)}
	if p.Admitted {
		p.Counted = c.counted(now)
	}
	p.Probe = c.leg.held && c.leg.permit.Probe()
	return p
}

// turnView is what a rule sees of the turn's clock and counts.
func (m *Moment) turnView(v *eval.Turn, total time.Duration) {
	v.Budget, v.Elapsed, v.Remaining = total, m.Elapsed, max(0, total-m.Elapsed)
	v.Attempts, v.Retries, v.Cached = m.Attempts, m.Retries, m.Cached
}
