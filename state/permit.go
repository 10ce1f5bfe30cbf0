package state

import "time"

// Permit is the right to run one call, and the duty to report it: by Done, or by Release if the call says nothing about
// the tool. Whatever comes first of either ends it; what comes later does nothing. A zero Permit does nothing at all. It
// belongs to one goroutine at a time, and a copy must not be used besides it: both would be counted.
type Permit struct {
	breaker *Breaker
	terms   *terms
	lease   uint64
	over    bool
}

// terms are what a permit is given under: a call is judged by the settings it was admitted under. They are immutable.
type terms struct {
	cfg        *Config
	generation uint64
	era        uint32
}

// terms returns those of now. They are made anew when they change. mu is held.
func (b *Breaker) terms(cfg *Config) *terms {
	if t := b.given; t != nil && *t == (terms{cfg, b.row.Generation, b.out.era}) {
		return t
	}
	b.given = &terms{cfg, b.row.Generation, b.out.era}
	return b.given
}

// Probe reports whether the call probes a half-open breaker.
func (p *Permit) Probe() bool { return p.lease != 0 }

// Stands reports whether the breaker is, at a time, in the state in which it gave the permit.
func (p *Permit) Stands(cfg *Config, now time.Time) bool {
	if p.breaker == nil {
		return false
	}
	if s := p.breaker.still.Load(); s != nil && s.cfg == cfg && now.Before(s.until) {
		return s.terms.generation == p.terms.generation
	}
	return p.breaker.View(cfg, now).Generation == p.terms.generation
}

// Done reports what the call came to. It does not allocate while the breaker is closed, but four times a second at most: by the first
// outcome after 250 ms, which stores the numbers, and to say anew what the breaker looks like.
func (p *Permit) Done(o Outcome, now time.Time) {
	if o.Kind == 0 || o.Kind.CallError() {
		p.Succeed(o.Took, now)
		return
	}
	p.report(&o, now)
}

// Succeed is Done for a success that took so long, or for a call error: of the tool's health it is one. On a closed breaker that sees
// nothing else it costs one atomic swap.
func (p *Permit) Succeed(took time.Duration, now time.Time) {
	b := p.breaker
	if b == nil || p.over {
		return
	}
	for {
		was := b.pulse.load()
		s := b.still.Load()
		if s == nil || s.terms != p.terms || took >= s.slow || !was.counts() || !now.Before(s.until) {
			p.report(&Outcome{Took: took}, now)
			return
		}
		if b.pulse.swap(was, was-oneInFlight+oneSuccess) { // else another call was quicker
			p.over = true
			return
		}
	}
}

// Release gives the permit back without a judgement, as for a call that was never sent.
func (p *Permit) Release(now time.Time) { p.Done(Outcome{Kind: Rule}, now) }

// Limit reports the RATE_LIMITED of an attempt while the call goes on: the breaker holds from now on, and is half open
// at its end. The permit still has to be ended, which then is late; to try again the call asks for another one.
func (p *Permit) Limit(retryAfter time.Duration, hasRetryAfter bool, now time.Time) {
	b := p.breaker
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	at := b.at(now)
	if p.over || !b.out.knows(p.terms.era) {
		return
	}
	b.stir(at)
	o := Outcome{Kind: RateLimited, RetryAfter: retryAfter, HasRetryAfter: hasRetryAfter}
	b.apply(p.terms.cfg, &Event{Kind: Limit, Generation: p.terms.generation, LeaseID: p.lease, Outcome: o}, now, at)
}

// report ends a permit under the lock, and stores the numbers where it is time to.
func (p *Permit) report(o *Outcome, now time.Time) {
	b := p.breaker
	if b != nil && b.done(p, o, now) {
		b.store.putStats(b.Stats(now))
	}
}

// done ends a permit. It reports whether it is time to store the numbers.
func (b *Breaker) done(p *Permit, o *Outcome, now time.Time) (flush bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if p.over {
		return false
	}
	p.over = true
	at, c := b.at(now), o.class(p.terms.cfg)
	b.disturb(at)
	if !b.end(p.terms.era) {
		return false
	}
	ev := Event{Kind: Finish, Generation: p.terms.generation, LeaseID: p.lease}
	late, plain := false, b.plain(p, c)
	if plain {
		plain = b.succeed(p.terms.cfg, &ev, c, now, at)
	} else {
		ev.Outcome = *o
		late = b.apply(p.terms.cfg, &ev, now, at).Late
	}
	b.stats.count(c, late)
	if flush = !b.alone && at-b.flushed >= statsEvery; flush {
		b.flushed = at
	}
	if plain {
		b.rest(p.terms.cfg, now, at)
	} else {
		b.quietUses = 0
	}
	return flush
}

// plain reports that an outcome is a success of a closed breaker: the common case.
func (b *Breaker) plain(p *Permit, c class) bool {
	return c.verdict == success && b.quiet() && p.terms.generation == b.row.Generation && !p.terms.cfg.Shadow
}

// succeed does what apply would do about a plain outcome, at a third of the cost: it ends the row of failures, and asks
// the reducer only where a rate trips, which it reports as false.
func (b *Breaker) succeed(cfg *Config, ev *Event, c class, now time.Time, at time.Duration) bool {
	ev.Seen = b.counted(cfg, c, at)
	b.row.Failures = 0
	if !cfg.rates() || cfg.trips(0, ev.Seen) == "" {
		return true
	}
	b.run(cfg, ev, now)
	return false
}
