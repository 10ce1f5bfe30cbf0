package state

import "time"

// Permit is the right to run one call, and the duty to report it: by Done, or by Release if the call says nothing about
// the tool. Whatever comes first of either ends it, for all copies; what comes later does nothing. A zero Permit does
// nothing at all. It is safe for concurrent use.
type Permit struct {
	breaker    *Breaker
	cfg        Config // a call is judged by the settings it was admitted under
	generation uint64
	lease      uint64
	ticket     ticket
}

// Probe reports whether the call probes a half-open breaker.
func (p Permit) Probe() bool { return p.lease != 0 }

// Done reports what the call came to. It does not allocate while the breaker is closed, but by the first outcome after
// 250 ms, which stores the numbers.
func (p Permit) Done(o Outcome, now time.Time) {
	if p.breaker == nil {
		return
	}
	if flush := p.breaker.done(&p, &o, now); flush {
		p.breaker.store.putStats(p.breaker.Stats(now))
	}
}

// Release gives the permit back without a judgement, as for a call that was never sent.
func (p Permit) Release(now time.Time) { p.Done(Outcome{Kind: Rule}, now) }

// Limit reports the RATE_LIMITED of an attempt while the call goes on: the breaker holds from now on, and is half open
// at its end. The permit still has to be ended, which then is late; to try again the call asks for another one.
func (p Permit) Limit(retryAfter time.Duration, hasRetryAfter bool, now time.Time) {
	b := p.breaker
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.tickets.out(p.ticket) {
		return
	}
	o := Outcome{Kind: RateLimited, RetryAfter: retryAfter, HasRetryAfter: hasRetryAfter}
	b.apply(&p.cfg, &Event{Kind: Limit, Generation: p.generation, LeaseID: p.lease, Outcome: o}, now, b.at(now))
}

// done ends a permit. It reports whether it is time to store the numbers.
func (b *Breaker) done(p *Permit, o *Outcome, now time.Time) (flush bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.tickets.end(p.ticket) {
		return false
	}
	at, c := b.at(now), o.class(&p.cfg)
	ev := Event{Kind: Finish, Generation: p.generation, LeaseID: p.lease}
	late := false
	if b.plain(p, c) {
		b.succeed(&p.cfg, &ev, c, now, at)
	} else {
		ev.Outcome = *o
		late = b.apply(&p.cfg, &ev, now, at).Late
	}
	b.stats.count(c, late)
	if b.alone || at-b.flushed < statsEvery {
		return false
	}
	b.flushed = at
	return true
}

// plain reports that an outcome is a success of a closed breaker: the common case.
func (b *Breaker) plain(p *Permit, c class) bool {
	return c.verdict == success && b.quiet() && p.generation == b.row.Generation && !p.cfg.Shadow
}

// succeed does what apply would do about a plain outcome, at a third of the cost: it ends the row of failures, and asks
// the reducer only where a rate trips.
func (b *Breaker) succeed(cfg *Config, ev *Event, c class, now time.Time, at time.Duration) {
	ev.Seen = b.seen(cfg, c, at)
	b.row.Failures = 0
	if cfg.rates() && cfg.trips(0, ev.Seen) != "" {
		b.run(cfg, ev, now)
	}
}
