package state

import (
	"sync"
	"sync/atomic"
	"time"
)

// Breaker is the circuit breaker of one key, and its latencies. It is safe for concurrent use, and needs a store: see
// [Store.Breaker]. While it is closed no call allocates or touches a table, but four times a second; tables are written on
// transitions, and with the numbers by the first outcome after 250 ms.
//
// What nothing disturbs is read and counted without a lock: see still and pulse. Whatever might change the state goes under the lock and
// through the reducer.
//
// Settings are given as pointers: what they point to must not change, and one that stays the same pointer is recognized.
type Breaker struct {
	store *Store
	key   Key

	// pulse and still are read by all; but for what the pulse counts, they are written under mu.
	pulse pulse
	still atomic.Pointer[still]

	mu     sync.Mutex
	row    Row
	cfg    *Config   // last used while not closed, for listings and overrides
	epoch  time.Time // of the first use; offsets are monotonic
	window window
	out    out
	given  *terms // the latest
	offers []offer
	// drilling counts calls of the tool, whatever the breaker says.
	drilling drilling
	stats    Stats
	flushed  time.Duration

	// restCfg and quietUses: so many uses in a row that disturbed nothing, under those settings.
	restCfg   *Config
	quietUses int

	samples     samples
	latencyUses int                    // looks since the last sample
	lately      atomic.Pointer[lately] // what the samples come to, if that is known

	// last is the latest use that took the lock; gone says that it was evicted, alone that the registry had no place for it.
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

// View returns the breaker at a time: what is due by then is seen, and written by nobody.
func (b *Breaker) View(cfg *Config, now time.Time) (v View) {
	if _, ok := b.seen(cfg, now, &v); ok {
		return v
	}
	b = b.lock(now)
	defer b.mu.Unlock()
	b.view(&v, cfg, now, b.at(now))
	return v
}

// Read sets what a decision reads: the breaker as [Breaker.View] shows it, the latencies as [Breaker.Latency] does, and whether a call of
// the conversation would be admitted, as [Breaker.Peek] says; all at one moment, in most cases without a lock.
func (b *Breaker) Read(cfg *Config, conversation string, now time.Time, v *View, l *Latency) (admits bool) {
	if s, ok := b.seen(cfg, now, v); ok {
		*l = b.Latency(now)
		return s.admits
	}
	b = b.lock(now)
	defer b.mu.Unlock()
	at := b.at(now)
	b.view(v, cfg, now, at)
	*l = b.latency(now, at)
	return b.peek(cfg, conversation, now)
}

// view shows what only the lock can show. mu is held.
func (b *Breaker) view(v *View, cfg *Config, now time.Time, at time.Duration) {
	if s := b.still.Load(); s != nil {
		if s.cfg == cfg && s.blind && now.Before(s.until) {
			b.count(s, b.pulse.take())
		} else {
			b.disturb(at)
		}
	}
	v.InFlight = b.pulse.load().inFlight() + b.out.earlier()
	if b.quiet() {
		v.show(&b.row, cfg)
	} else if fresh := v.showAt(b.row, cfg, now); fresh {
		return
	}
	v.count(b.window.counts(cfg, at))
	if b.still.Load() == nil {
		b.rest(cfg, now, at)
	}
}

// Peek reports whether a call of the conversation would be admitted, without taking a permit.
func (b *Breaker) Peek(cfg *Config, conversation string, now time.Time) bool {
	if s := b.still.Load(); s != nil && s.cfg == cfg && now.Before(s.until) {
		return s.admits
	}
	b = b.lock(now)
	defer b.mu.Unlock()
	return b.peek(cfg, conversation, now)
}

func (b *Breaker) peek(cfg *Config, conversation string, now time.Time) bool {
	if b.quiet() {
		return true
	}
	row := b.row
	m := machine{cfg: cfg, row: &row, when: &now, out: new(Effects)}
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

// Admit asks for a permit for one call, and reports whether the call may run; only then the permit is one. The call counts as one in
// flight until its permit ends: a View shows it, and the breaker is not evicted meanwhile. The lease is the call's
// timeout and some slack ([DefaultLease] if it is not positive): a probe that
// has not reported by then is lost, and the breaker opens again. A ramp decides by conversation; calls without one
// ("") are drawn one by one. It does not allocate while the breaker is closed, and takes no lock while only successes are reported.
func (b *Breaker) Admit(cfg *Config, conversation string, lease time.Duration, now time.Time) (Permit, bool) {
	if lease <= 0 {
		lease = DefaultLease
	}
	for {
		was := b.pulse.load()
		s := b.still.Load()
		if !was.isCalm() || s == nil || s.cfg != cfg || lease > s.lease || was.full() {
			return b.admit(cfg, conversation, lease, now, counted)
		}
		if b.pulse.swap(was, was+oneInFlight) {
			return Permit{breaker: b, terms: s.terms, marks: counted}, true
		}
	}
}

// Allow is Admit for a call that need not be seen in flight: half the cost of a permit and its report. Of a closed breaker that nothing
// disturbs it only reads. Probes are counted and leased as ever. Where the breaker is evicted before the call has ended, what the call comes
// to is reported to the one that took its place.
func (b *Breaker) Allow(cfg *Config, conversation string, lease time.Duration, now time.Time) (Permit, bool) {
	if s := b.still.Load(); s != nil && s.cfg == cfg && s.admits { // closed, which nothing but a report or an operator ends
		return Permit{breaker: b, terms: s.terms}, true
	}
	if lease <= 0 {
		lease = DefaultLease
	}
	return b.admit(cfg, conversation, lease, now, 0)
}

// admit is Admit under the lock, and Allow where the call is not counted.
func (b *Breaker) admit(cfg *Config, conversation string, lease time.Duration, now time.Time, marks permitMarks) (p Permit, ok bool) {
	b = b.lock(now)
	defer b.mu.Unlock()
	at := b.at(now)
	b.clear(at)
	if ok = b.quiet(); !ok {
		out := b.apply(cfg, &Event{Kind: Admit, Draw: b.draw(conversation), Lease: lease}, now, at)
		ok, p.lease = out.Admitted, out.LeaseID
		if out.Admitted || out.Changed {
			b.stir(at)
		}
	} else if b.still.Load() == nil {
		b.rest(cfg, now, at)
	}
	b.stats.admitted(ok, p.lease != 0)
	if !ok {
		return p, false
	}
	p.breaker, p.terms, p.marks = b, b.terms(cfg), marks
	b.out.gave(at, lease)
	if p.counted() {
		b.pulse.add(1)
	}
	return p, true
}

// apply runs the reducer on the breaker's row. What is due comes before a call is counted.
func (b *Breaker) apply(cfg *Config, ev *Event, now time.Time, at time.Duration) Effects {
	if ev.Kind == Finish {
		b.run(cfg, &Event{Kind: Tick}, now)
		if b.row.Counts(cfg, ev.Generation, &ev.Outcome) {
			ev.Seen = b.counted(cfg, ev.Outcome.class(cfg), at)
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
		b.cfg = cfg
	}
	return out
}

// counted is the window with one more outcome.
func (b *Breaker) counted(cfg *Config, c class, at time.Duration) Counts {
	b.window.add(cfg, at, c.verdict == failure, c.slow)
	return b.window.counts(cfg, at)
}

// Stats returns the numbers at a time.
func (b *Breaker) Stats(now time.Time) Stats {
	b = b.lock(now)
	defer b.mu.Unlock()
	return b.numbers(now, b.at(now))
}

func (b *Breaker) numbers(now time.Time, at time.Duration) Stats {
	s, p := b.stats, b.pulse.load()
	n := uint64(p.successes())
	s.Calls, s.Succeeded = s.Calls+n, s.Succeeded+n
	s.Key, s.At, s.InFlight, s.Latency = b.key, now, p.inFlight()+b.out.earlier(), b.samples.latency(at)
	return s
}
