package run

import (
	"time"

	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// land stops the clock that the call runs on, from admission to answer.
func (c *Call) land(now time.Time) {
	if !c.flying {
		return
	}
	c.turn.mu.Lock()
	defer c.turn.mu.Unlock()
	c.lands(now)
}

// lands is land where the turn's mu is held.
func (c *Call) lands(now time.Time) {
	if c.flying {
		c.flying = false
		c.clock.stop(now)
	}
}

// share starts the clock of the leg's target too, where its server has another one than the call.
func (c *Call) share(now time.Time) {
	c.turn.mu.Lock()
	defer c.turn.mu.Unlock()
	if b := c.turn.budgetOf(c.leg.plan.Server); b != c.clock {
		b.start(now)
		c.shared = b
	}
}

func (c *Call) leave(now time.Time) {
	if c.shared == nil {
		return
	}
	c.turn.mu.Lock()
	defer c.turn.mu.Unlock()
	c.shared.stop(now)
	c.shared = nil
}

// world is the turn as one call sees it: a UseTool's target has what is left on the call's own clock, too.
type world Call

func (c *Call) world() *world { return (*world)(c) }

// Entry implements rules.World.
func (w *world) Entry(key string) *state.Entry {
	if w.tap != nil {
		return w.tap.entry(w, key)
	}
	return w.turn.Entry(key)
}

// MayRetry implements rules.World.
func (w *world) MayRetry(now time.Time) bool {
	if w.tap != nil {
		return w.tap.mayRetry(w, now)
	}
	return w.turn.MayRetry(now)
}

// Tool implements rules.World.
func (w *world) Tool(p *rules.Plan, now time.Time) rules.ToolState {
	if w.tap != nil {
		return w.tap.tool(w, p, now)
	}
	return w.read(p, now)
}

func (w *world) read(p *rules.Plan, now time.Time) (s rules.ToolState) {
	w.breaker = w.turn.read(&s, p, now)
	if w.looked && p == w.plan { // at this moment, for its start
		w.looked = false
		s.Remaining, s.Budget = w.view.Remaining, w.view.Budget
		return s
	}
	w.turn.mu.Lock()
	defer w.turn.mu.Unlock()
	w.turn.clock(&s, p, now)
	s.Budget = min(s.Budget, w.clock.total)
	s.Remaining = min(s.Remaining, w.clock.remaining(now))
	return s
}

// begun counts an attempt of the leg, and returns what is left for its tool: of its own clock, and of the call's.
func (c *Call) begun(now time.Time) (left time.Duration) {
	t := c.turn
	if t.cfg.Play != nil {
		left = t.cfg.Play.Tool(c.leg.plan, now).Remaining
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.attempts++
	if c.leg.attempts > 1 {
		t.retries++
	}
	if t.cfg.Play != nil {
		return left
	}
	return min(c.clock.remaining(now), t.budgetOf(c.leg.plan.Server).remaining(now))
}
