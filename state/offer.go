package state

import (
	"slices"
	"time"
)

// offer is a turn to which a half-open tool was offered.
type offer struct {
	turn  string
	until time.Time
}

// Offer reports whether a tool may be offered to a turn: as [Breaker.Peek] does, but a half-open one is offered to at
// most Probes turns at a time. The offer lasts until [Breaker.Lapse], or until a time (such as the turn's deadline): a
// turn that never uses it costs the breaker nothing. It takes no permit; the call still asks for one.
func (b *Breaker) Offer(cfg *Config, turn, conversation string, until, now time.Time) bool {
	if s := b.still.Load(); s != nil && s.cfg == cfg && s.admits && now.Before(s.until) { // then it is no half-open one
		return true
	}
	b = b.lock(now)
	defer b.mu.Unlock()
	if b.quiet() {
		return true
	}
	row := b.row
	m := machine{cfg: cfg, row: &row, when: &now, out: new(Effects)}
	m.settle()
	a := m.admission(b.draw(conversation))
	if row.State != HalfOpen || row.Forced != 0 || cfg.Shadow {
		return a != refused
	}
	b.offers = slices.DeleteFunc(b.offers, func(o offer) bool { return !now.Before(o.until) })
	if slices.ContainsFunc(b.offers, func(o offer) bool { return o.turn == turn }) {
		return true
	}
	if a == refused || len(b.offers) >= cfg.probes() {
		return false
	}
	b.offers = append(b.offers, offer{turn, until})
	return true
}

// Lapse ends the offer to a turn, without a judgement. It does nothing if there is none.
func (b *Breaker) Lapse(turn string, now time.Time) {
	b = b.lock(now)
	defer b.mu.Unlock()
	b.offers = slices.DeleteFunc(b.offers, func(o offer) bool { return o.turn == turn })
}
