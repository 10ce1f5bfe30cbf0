package state_test

import (
	"time"

	"github.com/lacuna-go/lacuna/state"
)

// subject is what the proofs play against: the handle that everybody uses, or a reducer alone. Permits go by number.
type subject interface {
	admit(id int, cfg state.Config, conversation string, lease time.Duration, now time.Time) (ok, probe bool)
	done(id int, o state.Outcome, now time.Time)
	limit(id int, o state.Outcome, now time.Time)
	force(cfg state.Config, o state.Override, now time.Time)
	view(cfg state.Config, now time.Time) state.View
}

// handle is the subject that everybody uses.
type handle struct {
	b       *state.Breaker
	permits map[int]*state.Permit
	pinned
}

func newHandle(cfg state.Config) *handle {
	h := &handle{b: state.NewStore(state.Options{}).Breaker(key), permits: map[int]*state.Permit{}}
	h.b.View(h.to(cfg), epoch) // it begins with its first use
	return h
}

func (h *handle) admit(id int, cfg state.Config, conversation string, lease time.Duration, now time.Time) (ok, probe bool) {
	p, ok := h.b.Admit(h.to(cfg), conversation, lease, now)
	if ok {
		h.permits[id] = &p
	}
	return ok, p.Probe()
}

func (h *handle) done(id int, o state.Outcome, now time.Time) { h.permits[id].Done(o, now) }

func (h *handle) limit(id int, o state.Outcome, now time.Time) {
	h.permits[id].Limit(o.RetryAfter, o.HasRetryAfter, now)
}

func (h *handle) force(cfg state.Config, o state.Override, now time.Time) {
	h.b.Force(h.to(cfg), o, now)
}

func (h *handle) view(cfg state.Config, now time.Time) state.View { return h.b.View(h.to(cfg), now) }

// reducer has the shape of [state.Next].
type reducer func(state.Config, state.Row, state.Event, time.Time) (state.Row, state.Effects)

// bare owns a row as a breaker does, around any reducer, with the plainest window of calls.
type bare struct {
	next    reducer
	row     state.Row
	calls   []call
	permits map[int]*held
}

type held struct {
	cfg        state.Config
	generation uint64
	lease      uint64
	over       bool
}

func newBare(next reducer) *bare {
	return &bare{next: next, row: state.NewRow(key, epoch), permits: map[int]*held{}}
}

// run keeps the row after an event.
func (b *bare) run(cfg state.Config, ev state.Event, now time.Time) state.Effects {
	row, out := b.next(cfg, b.row, ev, now)
	b.row = row
	if out.Fresh {
		b.calls = nil
	}
	return out
}

func (b *bare) admit(id int, cfg state.Config, conversation string, lease time.Duration, now time.Time) (ok, probe bool) {
	out := b.run(cfg, state.Event{Kind: state.Admit, Draw: state.Draw(key, conversation), Lease: lease}, now)
	if out.Admitted {
		b.permits[id] = &held{cfg: cfg, generation: b.row.Generation, lease: out.LeaseID}
	}
	return out.Admitted, out.LeaseID != 0
}

func (b *bare) done(id int, o state.Outcome, now time.Time) {
	p := b.permits[id]
	if p == nil || p.over {
		return
	}
	p.over = true
	b.run(p.cfg, state.Event{}, now)
	ev := state.Event{Kind: state.Finish, Generation: p.generation, LeaseID: p.lease, Outcome: o}
	if b.row.Counts(&p.cfg, p.generation, &o) {
		j := judge(p.cfg, o)
		b.calls = append(b.calls, call{int(now.Sub(epoch) / ms), j.failed, j.slow})
		ev.Seen = b.counts(p.cfg, now)
	}
	b.run(p.cfg, ev, now)
}

func (b *bare) counts(cfg state.Config, now time.Time) (c state.Counts) {
	c.Calls, c.Failed, c.Slow = tally((&folded{cfg: cfg, calls: b.calls}).window(int(now.Sub(epoch) / ms)))
	return c
}

func (b *bare) limit(id int, o state.Outcome, now time.Time) {
	if p := b.permits[id]; p != nil && !p.over {
		b.run(p.cfg, state.Event{Kind: state.Limit, Generation: p.generation, LeaseID: p.lease, Outcome: o}, now)
	}
}

func (b *bare) force(cfg state.Config, o state.Override, now time.Time) {
	b.run(cfg, state.Event{Kind: state.Operate, Override: o}, now)
}

// view shows a copy of the row at a time.
func (b *bare) view(cfg state.Config, now time.Time) state.View {
	r, out := b.next(cfg, b.row, state.Event{}, now)
	v := state.View{
		State: r.State, Since: r.Since, Until: r.Until, Reason: r.Reason, Failures: r.Failures, Generation: r.Generation,
	}
	b.seen(&v, r, cfg)
	for _, p := range b.permits {
		if !p.over {
			v.InFlight++
		}
	}
	if c := b.counts(cfg, now); !out.Fresh && c.Calls > 0 {
		v.Calls, v.FailureRate, v.SlowRate = c.Calls, float64(c.Failed)/float64(c.Calls), float64(c.Slow)/float64(c.Calls)
	}
	return v
}

// seen is what overrides, observing and ramps make of a row.
func (b *bare) seen(v *state.View, r state.Row, cfg state.Config) {
	switch {
	case r.Forced != 0:
		v.State, v.Forced, v.Since, v.Until, v.Reason = r.Forced, true, r.ForcedSince, time.Time{}, state.ReasonForced
	case cfg.Shadow:
		if r.State != state.Closed {
			v.Would = r.State
		}
		if r.Would {
			v.Would = state.Open
		}
		v.State, v.Until = state.Closed, time.Time{}
	}
	switch v.State {
	case state.Closed:
		v.Share = 1
	case state.Ramping:
		v.Stage, v.Share = r.Stage, 1
		if r.Stage < len(cfg.Ramp) {
			v.Share = cfg.Ramp[r.Stage]
		}
	default:
	}
}
