package state

import "time"

// still is what a breaker looks like until something other than a plain success happens to it, or time brings something about.
// It is immutable; the next disturbance takes it away.
type still struct {
	*terms
	// until is when time itself changes something: a wait or a part of the window ends, or numbers have to be stored.
	until time.Time
	// calm: plain successes, which took less than slow, are counted by the pulse alone: none of them can change more than counts.
	calm bool
	slow time.Duration
	// lease is the longest that may be given by the pulse alone.
	lease time.Duration
	// blind: plain successes change what it looks like in another way, so that only the lock shows it.
	blind bool
	// admits answers Peek. view is the breaker with these counts, and last the size of a window of the last calls, or 0.
	admits bool
	view   View
	counts Counts
	last   int
}

const (
	// stillFor is how long a still lasts at most: what is kept by it, such as when the breaker was last used, is at most so old.
	stillFor = statsEvery
	// restless is how many quiet uses in a row it takes until a still is worth its allocation.
	restless = 4
)

// show sets the view after so many plain successes.
func (s *still) show(v *View, successes int) {
	*v = s.view
	if successes == 0 {
		return
	}
	c := s.counts
	c.Calls += successes
	if s.last > 0 {
		c.Calls = min(c.Calls, s.last)
	}
	v.count(c)
}

// seen shows the breaker without a lock, where nothing has disturbed it. It reports whether it did.
func (b *Breaker) seen(cfg *Config, now time.Time, v *View) (s *still, ok bool) {
	s = b.still.Load()
	if s == nil || s.cfg != cfg || s.blind || !now.Before(s.until) {
		return nil, false
	}
	p := b.pulse.load()
	if b.still.Load() != s { // they may not be of one moment
		return nil, false
	}
	s.show(v, p.successes())
	v.InFlight += p.inFlight()
	return s, true
}

// rest notes a use that changed nothing but counts, and keeps what the breaker looks like once there were a few in a row. mu is held, and
// there is no still.
func (b *Breaker) rest(cfg *Config, now time.Time, at time.Duration) {
	if b.restCfg != cfg {
		b.restCfg, b.quietUses = cfg, 0
	}
	if b.quietUses++; b.quietUses < restless || cfg.Shadow || b.row.Would {
		return
	}
	s := &still{terms: b.terms(cfg), lease: b.out.lease, last: cfg.calls()}
	until := at + stillFor
	switch {
	case b.row.Forced != 0:
		s.admits = b.row.Forced == Closed
	case b.row.State == Closed:
		s.admits = true
		s.calm = b.calm(cfg, at)
	case b.row.State == Open && now.Before(b.row.Until):
		until = min(until, at+b.row.Until.Sub(now))
	default:
		return
	}
	s.view.show(&b.row, cfg)
	s.counts = b.window.counts(cfg, at)
	s.view.count(s.counts)
	s.view.InFlight = b.out.earlier()
	s.blind = s.calm && s.last > 0 && s.counts.Failed+s.counts.Slow > 0
	if s.calm {
		s.slow = cfg.slow()
		until = min(until, b.calmUntil(cfg, at))
	} else {
		until = min(until, b.window.same(cfg))
	}
	if until <= at {
		return
	}
	s.until = now.Add(until - at)
	b.still.Store(s)
	if s.calm {
		b.pulse.calm()
	}
}

// calm reports whether plain successes change nothing but counts, for some time: they end no row of failures, and trip no rate.
func (b *Breaker) calm(cfg *Config, at time.Duration) bool {
	if b.row.Failures != 0 || !b.window.open(cfg, at) {
		return false
	}
	c := b.window.counts(cfg, at)
	c.Calls++
	if last := cfg.calls(); last > 0 {
		c.Calls = min(c.Calls, last) // a full window of the last calls does not grow
	}
	c.Calls = max(c.Calls, cfg.minCalls()) // the fewest calls among which these failures will be judged
	return !cfg.rates() || !reached(c.Failed, c.Calls, cfg.RateNum, cfg.RateDen) && !cfg.tooSlow(c)
}

// calmUntil is when a success does more than add to what is there: it begins a part of the window, or stores the numbers.
func (b *Breaker) calmUntil(cfg *Config, at time.Duration) time.Duration {
	until := b.window.stays(cfg)
	if !b.alone {
		until = min(until, b.flushed+statsEvery)
	}
	return until
}

// disturb takes the still away, if there is one, and counts what the pulse has counted. mu is held.
func (b *Breaker) disturb(at time.Duration) {
	s := b.still.Load()
	if s == nil {
		return
	}
	n := b.pulse.stop()
	b.still.Store(nil)
	if s.calm {
		b.out.gave(at, s.lease)
	}
	b.count(s, n)
}

// stir is disturb by something that is not expected to go on as before.
func (b *Breaker) stir(at time.Duration) {
	b.disturb(at)
	b.quietUses = 0
}

// count takes in what the pulse has counted.
func (b *Breaker) count(s *still, successes int) {
	if successes == 0 {
		return
	}
	b.window.succeed(s.cfg, successes)
	b.stats.Calls += uint64(successes)
	b.stats.Succeeded += uint64(successes)
}
