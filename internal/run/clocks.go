package run

import (
	"time"

	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// fly starts the clock that the call runs on, from admission to answer.
func (c *Call) fly(now time.Time) {
	c.turn.mu.Lock()
	defer c.turn.mu.Unlock()
	c.turn.budgetOf(c.call.Server).start(now)
	c.flying = true
}

func (c *Call) land(now time.Time) {
	if !c.flying {
		return
	}
	c.flying = false
	c.turn.mu.Lock()
	defer c.turn.mu.Unlock()
	c.turn.budgetOf(c.call.Server).stop(now)
}

// share starts the clock of the leg's target too, where its server has another one than the call.
func (c *Call) share(now time.Time) {
	c.turn.mu.Lock()
	defer c.turn.mu.Unlock()
	if b := c.turn.budgetOf(c.leg.plan.Server); b != c.turn.budgetOf(c.call.Server) {
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
	s = w.turn.Tool(p, now)
	w.turn.mu.Lock()
	defer w.turn.mu.Unlock()
	s.Budget = min(s.Budget, w.turn.budgetOf(w.call.Server).total)
	s.Remaining = (*Call)(w).remaining(p, now)
	return s
}

// remaining is what is left for a tool: of its own clock, and of the call's. The turn's mu is held.
func (c *Call) remaining(p *rules.Plan, now time.Time) time.Duration {
	own, its := c.turn.budgetOf(c.call.Server), c.turn.budgetOf(p.Server)
	return min(own.remaining(now), its.remaining(now))
}

// left is what is left for the tool of the leg.
func (c *Call) left(now time.Time) time.Duration {
	if play := c.turn.cfg.Play; play != nil {
		return play.Tool(c.leg.plan, now).Remaining
	}
	c.turn.mu.Lock()
	defer c.turn.mu.Unlock()
	return c.remaining(c.leg.plan, now)
}
