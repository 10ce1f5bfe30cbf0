package state_test

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/lacuna-go/lacuna/state"
)

// game plays random events on a subject and on the model, and compares the two after each. Unlike a property of rapid
// it does not shrink, and is cheap enough for a million events.
type game struct {
	dice   *rand.Rand
	sub    subject
	start  state.Config
	cfg    state.Config
	now    int
	list   []happening
	model  *folded
	seen   []state.View // after each item of the list
	probes map[int]bool // permits that are probes, and out
	most   int          // probes that any settings allowed
	ids    []int
	mixed  bool // the settings changed, and a permit still reports under those it was given
}

// draw returns one of a list.
func draw[T any](r *rand.Rand, of ...T) T { return of[r.IntN(len(of))] }

func newGame(seed uint64, sub func(state.Config) subject) *game {
	g := &game{dice: rand.New(rand.NewPCG(seed, 1)), probes: map[int]bool{}}
	g.start = g.settings()
	g.cfg, g.most, g.model = g.start, g.start.Probes, unfolded(g.start)
	g.sub = sub(g.cfg)
	return g
}

func (g *game) settings() state.Config {
	r := g.dice
	c := state.Config{
		Failures: draw(r, 0, 1, 2, 3, 3), MinCalls: draw(r, 1, 3, 5), Window: 60 * s, SlowNum: 1, SlowDen: 2,
		OpenFor: 10 * s, MaxOpenFor: draw(r, 10*s, 35*s, 40*s, 100*s), Probes: draw(r, 1, 1, 2, 3),
		RampFor: 30 * s, MaxHold: 50 * s, QuotaHold: 90 * s, Shadow: r.IntN(6) == 0,
	}
	if r.IntN(2) == 1 {
		c.RateNum, c.RateDen = int64(draw(r, 1, 2)), int64(draw(r, 2, 3))
	}
	if r.IntN(2) == 1 {
		c.Slow = 2 * s
	}
	if r.IntN(2) == 1 {
		c.Calls = draw(r, 2, 4, 10)
	}
	c.Ramp = draw(r, nil, nil, []float64{0.5}, []float64{0.2, 0.6})
	return c
}

// play returns how many of at most n events went by before the two disagreed, and how.
func (g *game) play(n int) (int, error) {
	for i := range n {
		if err := g.event(); err != nil {
			return i + 1, fmt.Errorf("%w\n%s", err, g.history())
		}
	}
	if want, got := fold(g.start, g.list, g.now).view(g.now), g.model.as(g.now).view(g.now); want != got {
		return n, fmt.Errorf("item by item the model comes to\n%+v, from the whole list to\n%+v", got, want)
	}
	return n, nil
}

func (g *game) event() error {
	g.wait()
	before := g.sub.view(g.cfg, ms0(g.now))
	h := g.happens(before)
	g.list = append(g.list, h)
	ok, probe := g.do(len(g.list)-1, h)
	g.model.add(len(g.list)-1, h)
	f := g.model.as(g.now)
	if h.op == opAdmit {
		if want := f.grants[len(g.list)-1]; ok != want.admitted || probe != want.probe {
			return fmt.Errorf("admitted %v, probe %v; the model says %v, %v", ok, probe, want.admitted, want.probe)
		}
	}
	want, after := f.view(g.now), g.sub.view(g.cfg, ms0(g.now))
	g.seen = append(g.seen, after)
	if want != after {
		return fmt.Errorf("want %+v\ngot  %+v", want, after)
	}
	return g.invariants(h, before, after)
}

// wait moves time by nothing, or by enough that a time window of a minute is exact; sometimes just to the end of a wait.
func (g *game) wait() {
	if len(g.seen) > 0 {
		to := g.seen[len(g.seen)-1].Until
		if until := int(to.Sub(epoch) / ms); !to.IsZero() && until-g.now > 1000 && g.dice.IntN(4) == 0 {
			g.now = until - draw(g.dice, 0, 0, 0, 1)
			return
		}
	}
	g.now += draw(g.dice, 0, 0, 0, 0, 0, 1000, 1000, 1500, 3000, 5000, 10_000, 20_000, 30_000, 61_000)
}

func (g *game) happens(v state.View) happening {
	r := g.dice
	kind := r.IntN(100)
	h := happening{op: opAdmit, at: g.now}
	switch {
	case kind >= 94 && kind < 97:
		h.op, h.override = opForce, draw(r, state.ForceOpen, state.ForceClosed, state.Release, state.Release)
	case kind >= 97:
		h.op, h.cfg = opReload, g.reloaded()
	case len(g.ids) > 0 && (kind >= 45 || v.InFlight >= 60): // beyond 64, lost permits are taken back
		h.op, h.permit = opDone, g.ids[len(g.ids)-1-r.IntN(min(6, len(g.ids)))]
		h.outcome = g.outcome()
		if kind >= 90 {
			h.op, h.outcome.Kind = opLimit, state.RateLimited
		}
	default:
		h.draw, h.lease = state.Draw(key, draw(r, conversations...)), draw(r, 1000, 3000, 20_000)
	}
	return h
}

func (g *game) outcome() state.Outcome {
	r := g.dice
	return state.Outcome{
		Kind: draw(r, good, good, good, good, bad, bad, state.Timeout, state.Panic, state.Invalid, state.RateLimited, state.Quota,
			state.Unauthorized, state.Cancelled, state.Budget, state.Rule),
		Took: draw(r, s, 2*s, 9*s), Expected: draw(r, 0, s, 2*s), Received: r.IntN(2) == 0,
		HasRetryAfter: r.IntN(4) > 0, RetryAfter: draw(r, -s, 0, s, 5*s, 20*s, time.Hour),
	}
}

func (g *game) reloaded() state.Config {
	c := g.cfg
	c.Probes, c.OpenFor = draw(g.dice, 1, 2, 3), draw(g.dice, 5*s, 10*s)
	if g.dice.IntN(4) == 0 {
		c.Shadow = !c.Shadow
	}
	return c
}

// do does to the subject what happens.
func (g *game) do(id int, h happening) (ok, probe bool) {
	now := ms0(h.at)
	switch h.op {
	case opAdmit:
		conversation := ""
		for _, c := range conversations {
			if state.Draw(key, c) == h.draw {
				conversation = c
			}
		}
		if ok, probe = g.sub.admit(id, g.cfg, conversation, time.Duration(h.lease)*ms, now); ok {
			g.ids = append(g.ids, id)
			g.probes[id] = probe
		}
	case opDone:
		g.sub.done(h.permit, h.outcome, now)
	case opLimit:
		g.sub.limit(h.permit, h.outcome, now)
	case opForce:
		g.sub.force(g.cfg, h.override, now)
	case opReload:
		g.cfg, g.mixed = h.cfg, true
		g.most = max(g.most, h.cfg.Probes)
	}
	return ok, probe
}

// invariants hold whatever the model says.
func (g *game) invariants(h happening, before, after state.View) error {
	quiet := !before.Forced && !after.Forced && !g.cfg.Shadow && !g.mixed && h.op != opForce
	failed := h.op == opDone && judge(g.cfg, h.outcome).failed
	switch {
	case quiet && before.State == state.Open && after.State == state.Closed:
		return fmt.Errorf("closed without a probe: %+v", after)
	case quiet && failed && before.State == state.Open && after.State == state.Open && !before.Until.Equal(after.Until):
		return fmt.Errorf("a failure moved the end from %v to %v", before.Until, after.Until)
	case quiet && failed && before.State == state.Ramping && after.Share > before.Share:
		return fmt.Errorf("a failure raised the share from %v to %v", before.Share, after.Share)
	}
	if h.op == opDone {
		delete(g.probes, h.permit)
	}
	if n := g.probing(after); n > g.most {
		return fmt.Errorf("%d probes in flight", n)
	}
	if again := g.sub.view(g.cfg, ms0(g.now)); again != after {
		return fmt.Errorf("seen twice, it is %+v and %+v", after, again)
	}
	return nil
}

// probing counts the probes in flight of the era that is.
func (g *game) probing(now state.View) (n int) {
	for id, probe := range g.probes {
		if probe && g.seen[id].Generation == now.Generation {
			n++
		}
	}
	return n
}

func (g *game) history() string {
	text := fmt.Sprintf("%+v\n", g.start)
	for i, h := range g.list {
		text += fmt.Sprintf("%d at %d: %d draw %.2f lease %d permit %d %+v override %d\n", i, h.at, h.op, h.draw, h.lease, h.permit, h.outcome, h.override)
	}
	return text
}
