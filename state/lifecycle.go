package state

import "time"

// settleIn marks a breaker that the registry took in, or had no place for.
func (b *Breaker) settleIn(alone bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.gone, b.alone, b.used = false, alone, true
}

// departure is what came of asking a breaker to leave.
type departure uint8

const (
	needed departure = iota // open, overridden, or with permits out
	used                    // since the last time it was asked
	left
)

// leave evicts the breaker if it is closed and idle. Its holders find their way back to the registry.
func (b *Breaker) leave() departure {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.row.State > Closed || b.row.Forced != 0 || b.tickets.used > 0:
		return needed
	case b.used:
		b.used = false
		return used
	}
	b.gone = true
	b.store.forget(b.key)
	return left
}

// Force overrides a breaker, or goes back to the evidence. An override wins over all evidence, shadow mode included, is
// reported as forced, and stands until it is released. Repeating it does nothing.
func (s *Store) Force(key Key, o Override, now time.Time) {
	b := s.Breaker(key).lock(now)
	defer b.mu.Unlock()
	cfg := b.settings()
	b.apply(&cfg, &Event{Kind: Operate, Override: o}, now, b.at(now))
}

// settings are those that the breaker was last used with while it was not closed.
func (b *Breaker) settings() Config {
	if b.cfg.OpenFor == 0 {
		return DefaultConfig()
	}
	return b.cfg
}

func (b *Breaker) listed(now time.Time) Listed {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.start(now)
	cfg := b.settings()
	return Listed{Key: b.key, View: b.view(&cfg, now, b.at(now)), Stats: b.numbers(now, b.at(now))}
}
