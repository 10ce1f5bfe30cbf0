package state

import "time"

// Permit is the right to run one call, and the duty to report it: by Done, or by Release if the call says nothing about
// the tool. Whatever comes first of either ends it; what comes later does nothing. A zero Permit does nothing at all. It
// belongs to one goroutine at a time, and a copy must not be used besides it: both would be counted.
type Permit struct {
	breaker *Breaker
	terms   *terms
	lease   uint64
	marks   permitMarks
}

// permitMarks are one word: a fifth field would keep the compiler from holding a permit in registers.
type permitMarks uint8

const (
	counted permitMarks = 1 << iota // as a call in flight
	over
)

func (p *Permit) counted() bool { return p.marks&counted != 0 }

func (p *Permit) over() bool { return p.marks&over != 0 }

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
	if b == nil || p.over() {
		return
	}
	for {
		was := b.pulse.load()
		s := b.still.Load()
		if s == nil || s.terms != p.terms || took >= s.slow || !was.counts() || !now.Before(s.until) {
			p.report(&Outcome{Took: took}, now)
			return
		}
		next := was + oneSuccess
		if p.counted() {
			next -= oneInFlight
		}
		if b.pulse.swap(was, next) { // else another call was quicker
			p.marks |= over
			return
		}
	}
}

// Release gives the permit back without a judgement, as for a call that was never sent.
func (p *Permit) Release(now time.Time) { p.Done(Outcome{Kind: Rule}, now) }

// Limit reports the RATE_LIMITED of an attempt while the call goes on: the breaker holds from now on, and is half open
// at its end. The permit still has to be ended, which then is late; to try again the call asks for another one.
func (p *Permit) Limit(retryAfter time.Duration, hasRetryAfter bool, now time.Time) {
	if p.breaker == nil {
		return
	}
	b, generation := p.found(now)
	defer b.mu.Unlock()
	at := b.at(now)
	if p.over() || p.counted() && !b.out.knows(p.terms.era) {
		return
	}
	b.stir(at)
	o := Outcome{Kind: RateLimited, RetryAfter: retryAfter, HasRetryAfter: hasRetryAfter}
	b.apply(p.terms.cfg, &Event{Kind: Limit, Generation: generation, LeaseID: p.lease, Outcome: o}, now, at)
}

// report ends a permit under the lock, and stores the numbers where it is time to.
func (p *Permit) report(o *Outcome, now time.Time) {
	if p.breaker == nil {
		return
	}
	if b, flush := p.end(o, now); flush {
		b.store.putStats(b.Stats(now))
	}
}

// end ends a permit. It reports whether it is time to store the numbers.
func (p *Permit) end(o *Outcome, now time.Time) (b *Breaker, flush bool) {
	b, generation := p.found(now)
	defer b.mu.Unlock()
	if p.over() {
		return b, false
	}
	p.marks, b.last = p.marks|over, now
	at, c := b.at(now), o.class(p.terms.cfg)
	b.disturb(at)
	if p.counted() && !b.end(p.terms.era) {
		return b, false
	}
	ev := Event{Kind: Finish, Generation: generation, LeaseID: p.lease}
	late, plain := false, b.plain(p, generation, c)
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
	return b, flush
}

// found locks the breaker that the permit is reported to, and returns the generation that the permit is of there. It is the permit's own
// breaker, but for a call that was not counted and whose breaker was evicted meanwhile. That one was closed and began anew: a permit of
// its last state is one of the first state of what took its place, and any other is late.
func (p *Permit) found(now time.Time) (b *Breaker, generation uint64) {
	b, generation = p.breaker, p.terms.generation
	b.mu.Lock()
	if !b.gone || p.counted() { // one that is counted and whose breaker is gone was taken for lost
		return b, generation
	}
	last := b.row.Generation
	b.mu.Unlock()
	if b = b.lock(now); b == p.breaker {
		return b, generation
	}
	if generation == last {
		return b, firstGeneration
	}
	return b, 0
}

// plain reports that an outcome is a success of a closed breaker: the common case.
func (b *Breaker) plain(p *Permit, generation uint64, c class) bool {
	return c.verdict == success && b.quiet() && generation == b.row.Generation && !p.terms.cfg.Shadow
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
