package state_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/lacuna-go/lacuna/state"
)

// TestModel plays random events on a breaker and on the model. Run it with -rapid.checks=10000 for two million events.
func TestModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		start := drawConfig(t)
		p := &play{T: t, store: state.NewStore(state.Options{Transitions: 1 << 12}), start: start, cfg: start, permits: map[int]*state.Permit{}}
		p.b = p.store.Breaker(key)
		p.b.View(p.to(start), epoch) // it begins with its first use
		for range rapid.IntRange(1, 200).Draw(t, "events") {
			p.event()
			p.compare()
		}
		p.invariants()
	})
}

func drawConfig(t *rapid.T) state.Config {
	pick := func(name string, of ...int) int { return one(t, name, of...) }
	c := state.Config{
		Failures: pick("failures", 0, 1, 2, 3, 3), MinCalls: pick("min_calls", 1, 3, 5), Window: 60 * s, SlowNum: 1, SlowDen: 2,
		OpenFor: 10 * s, MaxOpenFor: time.Duration(pick("max_open_for", 10, 35, 40, 100)) * s, Probes: pick("probes", 1, 1, 2, 3),
		RampFor: 30 * s, MaxHold: 50 * s, QuotaHold: 90 * s,
	}
	if pick("rate", 0, 1) == 1 {
		c.RateNum, c.RateDen = int64(pick("num", 1, 2)), int64(pick("den", 2, 3))
	}
	if pick("slow", 0, 1) == 1 {
		c.Slow = 2 * s
	}
	if pick("by calls", 0, 1) == 1 {
		c.Calls = pick("calls", 2, 4, 10)
	}
	c.Ramp = [][]float64{nil, nil, {0.5}, {0.2, 0.6}}[pick("ramp", 0, 1, 2, 3)]
	c.Shadow = pick("shadow", 0, 0, 0, 0, 0, 1) == 1
	return c
}

// play is one run of both.
type play struct {
	*rapid.T
	store   *state.Store
	b       *state.Breaker
	start   state.Config
	cfg     state.Config
	now     int
	list    []happening
	permits map[int]*state.Permit
	ids     []int
	pinned
}

// uniform draws evenly, which rapid on purpose does not.
func uniform(t *rapid.T, n int, name string) int {
	x := rapid.Uint64().Draw(t, name)
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return int((x ^ x>>31) >> 1 % uint64(n))
}

func one[T any](t *rapid.T, name string, of ...T) T { return of[uniform(t, len(of), name)] }

var conversations = []string{inside(0.2), conversation(0.2, 0.5), conversation(0.5, 0.6), outside(0.6)}

func (p *play) event() {
	p.wait()
	switch kind := uniform(p.T, 100, "event"); {
	case kind < 45 && p.b.View(p.to(p.cfg), ms0(p.now)).InFlight < 60: // beyond 64, lost permits are taken back
		p.admit()
	case kind < 90:
		p.done()
	case kind < 94:
		p.limit()
	case kind < 97:
		p.force()
	default:
		p.reload()
	}
}

// wait moves time by nothing, or by enough that a time window of a minute is exact.
func (p *play) wait() {
	p.now += one(p.T, "wait", 0, 0, 0, 0, 0, 1000, 1000, 1500, 3000, 5000, 10_000, 20_000, 30_000, 61_000)
	v := fold(p.start, p.list, p.now).view(p.now)
	if to := v.Until; !to.IsZero() && one(p.T, "to its end", true, false, false, false) {
		if until := int(to.Sub(epoch) / ms); until-p.now > 1000 {
			p.now = until - one(p.T, "just before", 0, 0, 0, 1)
		}
	}
}

func (p *play) admit() {
	conv := one(p.T, "conversation", conversations...)
	h := happening{op: opAdmit, at: p.now, draw: state.Draw(key, conv), lease: one(p.T, "lease", 1000, 3000, 20_000)}
	in, _, _ := fold(p.start, p.list, p.now).lets(p.now, h.draw)
	assert.Equal(p, in, p.b.Peek(p.to(p.cfg), conv, ms0(p.now)), "peek")
	id := len(p.list)
	p.list = append(p.list, h)
	want := fold(p.start, p.list, p.now).grants[id]
	got, ok := p.b.Admit(p.to(p.cfg), conv, time.Duration(h.lease)*ms, ms0(p.now))
	if ok != want.admitted || got.Probe() != want.probe {
		p.Fatalf("admitted %v, probe %v; the model says %v, %v\n%s", ok, got.Probe(), want.admitted, want.probe, p.history())
	}
	if ok {
		p.permits[id] = &got
		p.ids = append(p.ids, id)
	}
}

// pick returns one of the latest permits, ended or not.
func (p *play) pick() (int, bool) {
	if len(p.ids) == 0 {
		return 0, false
	}
	back := 1 + uniform(p.T, min(6, len(p.ids)), "permit")
	return p.ids[len(p.ids)-back], true
}

func (p *play) done() {
	id, ok := p.pick()
	if !ok {
		return
	}
	kinds := []state.FailureKind{
		good, good, good, good, bad, bad, state.Timeout, state.Panic, state.Invalid, state.RateLimited, state.Quota,
		state.Unauthorized, state.Cancelled, state.Budget, state.Rule,
	}
	o := state.Outcome{
		Kind: one(p.T, "kind", kinds...), Took: one(p.T, "took", s, 2*s, 9*s),
		Expected: one(p.T, "expected", 0, s, 2*s), Received: one(p.T, "received", true, false),
	}
	p.hint(&o)
	p.list = append(p.list, happening{op: opDone, at: p.now, permit: id, outcome: o})
	p.permits[id].Done(o, ms0(p.now))
}

func (p *play) hint(o *state.Outcome) {
	o.HasRetryAfter = one(p.T, "hint", true, true, true, false)
	o.RetryAfter = one(p.T, "retry after", -s, 0, s, 5*s, 20*s, time.Hour)
}

func (p *play) limit() {
	id, ok := p.pick()
	if !ok {
		return
	}
	o := state.Outcome{Kind: state.RateLimited}
	p.hint(&o)
	p.list = append(p.list, happening{op: opLimit, at: p.now, permit: id, outcome: o})
	p.permits[id].Limit(o.RetryAfter, o.HasRetryAfter, ms0(p.now))
}

func (p *play) force() {
	o := one(p.T, "override", state.ForceOpen, state.ForceClosed, state.Release, state.Release)
	p.list = append(p.list, happening{op: opForce, at: p.now, override: o})
	p.b.Force(p.to(p.cfg), o, ms0(p.now))
}

func (p *play) reload() {
	p.cfg.Probes = one(p.T, "probes", 1, 2, 3)
	p.cfg.OpenFor = one(p.T, "open_for", 5*s, 10*s)
	if one(p.T, "mode", true, false, false, false) {
		p.cfg.Shadow = !p.cfg.Shadow
	}
	p.list = append(p.list, happening{op: opReload, at: p.now, cfg: p.cfg})
}

func (p *play) compare() {
	want, got := fold(p.start, p.list, p.now).view(p.now), p.b.View(p.to(p.cfg), ms0(p.now))
	if want != got {
		p.Fatalf("want %+v\ngot  %+v\n%s", want, got, p.history())
	}
}

func (p *play) history() string {
	text := fmt.Sprintf("%+v\n", p.start)
	for i, h := range p.list {
		text += fmt.Sprintf("%d at %d: %d draw %.2f lease %d permit %d %+v override %d\n", i, h.at, h.op, h.draw, h.lease, h.permit, h.outcome, h.override)
	}
	return text
}

// invariants hold whatever the model says.
func (p *play) invariants() {
	forced := false
	for _, tr := range p.store.Transitions(0) {
		if tr.Reason == state.ReasonForced || tr.Reason == state.ReasonForceReleased || tr.Shadow {
			forced = forced || !tr.Shadow
			continue
		}
		assert.False(p, tr.From == state.Open && tr.To == state.Closed, "closed without a probe: %+v", tr)
		assert.True(p, tr.To != state.Open || tr.Until.After(tr.At), "opened for nothing: %+v", tr)
	}
}
