package state

import (
	"sync"
	"time"
)

// Breaker is the circuit breaker of one key, and its latencies. It is safe for concurrent use, and needs a store: see
// [Store.Breaker]. While it is closed no call allocates or touches a table; tables are written on transitions, and with
// the numbers by the first outcome after 250 ms.
type Breaker struct {
	store *Store
	key   Key

	mu      sync.Mutex
	row     Row
	cfg     Config    // last used while not closed, for listings and overrides
	epoch   time.Time // of the first use; offsets are monotonic
	window  window
	tickets tickets
	samples samples
	offers  []offer
	// drilling counts calls of the tool, whatever the breaker says.
	drilling drilling
	stats    Stats
	flushed  time.Duration

	// last is the latest use; gone says that it was evicted, alone that the registry had no place for it.
	last        time.Time
	gone, alone bool
}

// DefaultLease is how long a permit lasts where [Breaker.Admit] is given none: the default timeout and a second.
const DefaultLease = 6 * time.Second

// Key returns whose breaker it is.
func (b *Breaker) Key() Key { return b.key }

// lock locks the breaker, or the one that took its place after an eviction.
func (b *Breaker) lock(now time.Time) *Breaker {
	for {
		b.mu.Lock()
		if !b.gone {
			break
		}
		b.mu.Unlock()
		b = b.store.enter(b)
	}
	b.last = now
	b.start(now)
	return b
}

// start begins the row with the first use.
func (b *Breaker) start(now time.Time) {
	if b.row.State == 0 {
		b.row, b.epoch = NewRow(b.key, now), now
	}
}

// at is a time as an offset from the first use.
func (b *Breaker) at(now time.Time) time.Duration { return now.Sub(b.epoch) }

// quiet reports that the row changes by an outcome alone: nothing is due, nobody overrides, nothing to leave behind.
func (b *Breaker) quiet() bool {
	return b.row.State == Closed && b.row.Forced == 0 && !b.row.Would
}

// View returns the breaker at a time: what is due by then is seen, and written by nobody. It does not allocate.
func (b *Breaker) View(cfg Config, now time.Time) (v View) {
	b = b.lock(now)
	defer b.mu.Unlock()
	b.view(&v, &cfg, now, b.at(now))
	return v
}

func (b *Breaker) view(v *View, cfg *Config, now time.Time, at time.Duration) {
	v.InFlight = b.tickets.used
	if b.quiet() {
		v.show(&b.row, cfg)
	} else if fresh := v.showAt(b.row, cfg, now); fresh {
		return
	}
	v.count(b.window.counts(cfg, at))
}

// Peek reports whether a call of the conversation would be admitted, without taking a permit.
func (b *Breaker) Peek(cfg Config, conversation string, now time.Time) bool {
	b = b.lock(now)
	defer b.mu.Unlock()
	if b.quiet() {
		return true
	}
	row := b.row
	m := machine{cfg: &cfg, row: &row, when: &now, out: new(Effects)}
	m.settle()
	return m.admission(b.draw(conversation)) != refused
}

// draw places a conversation; calls without one are drawn one by one.
func (b *Breaker) draw(conversation string) float64 {
	if conversation == "" {
		n := b.stats.Calls + b.stats.Refused
		conversation = string([]byte{0, byte(n), byte(n >> 8), byte(n >> 16), byte(n >> 24)})
	}
	return Draw(b.key, conversation)
}

// Admit asks for a permit for one call. It returns the breaker as it is then, and whether the call may run; only then
// the permit is one. The lease is the call's timeout and some slack ([DefaultLease] if it is not positive): a probe that
// has not reported by then is lost, and the breaker opens again. A ramp decides by conversation; calls without one
// ("") are drawn one by one. It does not allocate while the breaker is closed.
func (b *Breaker) Admit(cfg Config, conversation string, lease time.Duration, now time.Time) (p Permit, v View, ok bool) {
	b = b.lock(now)
	defer b.mu.Unlock()
	if lease <= 0 {
		lease = DefaultLease
	}
	at := b.at(now)
	if ok = b.quiet(); !ok {
		out := b.apply(&cfg, &Event{Kind: Admit, Draw: b.draw(conversation), Lease: lease}, now, at)
		ok, p.lease = out.Admitted, out.LeaseID
	}
	if ok {
		p.breaker, p.cfg, p.generation, p.ticket = b, cfg, b.row.Generation, b.tickets.take(at, at+lease)
	}
	b.stats.admitted(ok, p.lease != 0)
	b.view(&v, &cfg, now, at)
	return p, v, ok
}

// apply runs the reducer on the breaker's row. What is due comes before a call is counted.
func (b *Breaker) apply(cfg *Config, ev *Event, now time.Time, at time.Duration) Effects {
	if ev.Kind == Finish {
		b.run(cfg, &Event{Kind: Tick}, now)
		if b.row.Counts(cfg, ev.Generation, &ev.Outcome) {
			ev.Seen = b.seen(cfg, ev.Outcome.class(cfg), at)
		}
	}
	return b.run(cfg, ev, now)
}

// run does what the reducer asks for.
func (b *Breaker) run(cfg *Config, ev *Event, now time.Time) (out Effects) {
	m := machine{cfg: cfg, row: &b.row, when: &now, out: &out}
	m.settle()
	m.take(ev)
	if out.Fresh {
		b.window.reset()
	}
	if out.Changed {
		b.store.commit(b.row, !b.alone, out.Transitions)
	}
	if out.Changed || !b.quiet() {
		b.cfg = *cfg
	}
	return out
}

// seen is the window with one more outcome.
func (b *Breaker) seen(cfg *Config, c class, at time.Duration) Counts {
	b.window.add(cfg, at, c.verdict == failure, c.slow)
	return b.window.counts(cfg, at)
}

// Observe adds a successful attempt to the latencies. It allocates only while they grow.
func (b *Breaker) Observe(now time.Time, took time.Duration) {
	b = b.lock(now)
	defer b.mu.Unlock()
	b.samples.add(b.at(now), took)
}

// Latency returns the latencies at a time. It does not allocate.
func (b *Breaker) Latency(now time.Time) Latency {
	b = b.lock(now)
	defer b.mu.Unlock()
	return b.samples.latency(b.at(now))
}

// Stats returns the numbers at a time.
func (b *Breaker) Stats(now time.Time) Stats {
	b = b.lock(now)
	defer b.mu.Unlock()
	return b.numbers(now, b.at(now))
}

func (b *Breaker) numbers(now time.Time, at time.Duration) Stats {
	s := b.stats
	s.Key, s.At, s.InFlight, s.Latency = b.key, now, b.tickets.used, b.samples.latency(at)
	return s
}
