package state

import "time"

// settleIn marks a breaker that the registry took in, or had no place for.
func (b *Breaker) settleIn(alone bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stir(b.flushed)
	b.gone, b.alone = false, alone
}

// idle reports whether the breaker is closed, without permits or an override, and when it was last used.
func (b *Breaker) idle() (last time.Time, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	last = b.last
	if s := b.still.Load(); s != nil && b.pulse.load().successes() > 0 {
		last = s.until // or a little earlier
	}
	return last, b.canLeave()
}

// leave evicts the breaker, if it is idle. Its holders find their way back to the registry.
func (b *Breaker) leave() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.canLeave() {
		return false
	}
	if b.stir(b.flushed); !b.canLeave() { // a call came in
		return false
	}
	b.gone = true
	b.store.forget(b.key)
	return true
}

func (b *Breaker) canLeave() bool {
	return b.row.State <= Closed && b.row.Forced == 0 && b.pulse.load().inFlight()+b.out.earlier() == 0
}

// Force overrides a breaker, or goes back to the evidence. An override wins over all evidence, shadow mode included, is
// reported as forced, and stands until it is released. Repeating it does nothing. It drops the probes in flight.
func (b *Breaker) Force(cfg *Config, o Override, now time.Time) {
	b = b.lock(now)
	defer b.mu.Unlock()
	b.force(cfg, o, now)
}

func (b *Breaker) force(cfg *Config, o Override, now time.Time) {
	at := b.at(now)
	b.stir(at)
	b.apply(cfg, &Event{Kind: Operate, Override: o}, now, at)
}

// Force is [Breaker.Force] under the settings that the breaker was last used with while it was not closed.
func (s *Store) Force(key Key, o Override, now time.Time) {
	b := s.Breaker(key).lock(now)
	defer b.mu.Unlock()
	b.force(b.settings(), o, now)
}

// settings are those that the breaker was last used with while it was not closed.
func (b *Breaker) settings() *Config {
	if b.cfg == nil {
		cfg := DefaultConfig()
		return &cfg
	}
	return b.cfg
}

func (b *Breaker) listed(now time.Time) Listed {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.start(now)
	cfg, at := b.settings(), b.at(now)
	l := Listed{Key: b.key, Stats: b.numbers(now, at)}
	b.view(&l.View, cfg, now, at)
	return l
}
