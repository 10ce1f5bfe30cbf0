package console

import (
	"context"
	"net/url"
	"slices"
	"time"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// oneTool is a tool, or a server whose tools share a breaker, in full.
type oneTool struct {
	*breaker
	Tools    []state.Key // that share the breaker
	Chain    []chainStep
	Settings []rules.ExplainedSetting
	// Forbid and Unavailable are conditions of its policies.
	Forbid, Unavailable []rules.Condition
	Moves               []happened
	Calls               []happened
	Split               []verdictCount
	Covered             bool
	Log                 bool
}

// tool is the page of one tool.
func (c *Console) tool(q url.Values, m *moment) (*page, error) {
	key := state.Key{Server: q.Get("server"), Tool: q.Get("tool")}
	b := c.lookUp(key, m)
	if b == nil {
		return nil, notFound("No policy covers the tool " + quoted(clip(keyName(key), 120)) + ", and none of its calls is known.")
	}
	t := &oneTool{breaker: c.drawn([]*breaker{b}, m.now)[0], Log: c.eng == nil}
	for o := engine.OK; o <= engine.Cancelled; o++ {
		if n := t.Hour.Of(o); n > 0 {
			t.Split = append(t.Split, verdictCount{o.String(), n})
		}
	}
	c.past(t)
	if c.eng != nil {
		c.present(t, m)
	}
	return &page{Title: t.Name(), Section: "overview", Parts: []part{{ID: "tool", Data: t}}}, nil
}

// lookUp finds the breaker of a tool, which may be its server's; of one that a policy covers and nobody has called, there is one that has
// seen nothing.
func (c *Console) lookUp(key state.Key, m *moment) *breaker {
	own := func(key state.Key) *breaker {
		if i := slices.IndexFunc(m.breakers, func(b *breaker) bool { return b.Key == key }); i >= 0 {
			return m.breakers[i]
		}
		return nil
	}
	if b := own(key); b != nil || c.eng == nil {
		return b
	}
	plan := c.eng.Set().Plan(key.Server, key.Tool)
	switch b := own(plan.BreakerKey()); {
	case !plan.Covered || key.Tool == "":
		return nil
	case b != nil:
		return b
	}
	return &breaker{Key: plan.BreakerKey(), Plan: plan}
}

// past fills in what has happened.
func (c *Console) past(t *oneTool) {
	c.feed.mu.Lock()
	decisions, moves := c.feed.decisions.latest(keptDecisions), c.feed.moves.latest(keptMoves)
	c.feed.mu.Unlock()
	for _, d := range decisions {
		if d.Record.Server == t.Key.Server && (t.Key.Tool == "" || d.Record.Tool == t.Key.Tool) && len(t.Calls) < 20 {
			call := ofDecision(d)
			if t.Key.Tool != "" {
				call.Tool = ""
			}
			t.Calls = append(t.Calls, call)
		}
	}
	if c.eng != nil {
		moves = c.eng.Store().Transitions(0)
		slices.Reverse(moves)
	}
	for i := range moves {
		if moves[i].Key == t.Key && len(t.Moves) < 30 {
			move := ofMove(&moves[i])
			move.Tool, move.Link = "", ""
			t.Moves = append(t.Moves, move)
		}
	}
}

// present fills in what its policies say now.
func (c *Console) present(t *oneTool, m *moment) {
	set := c.eng.Set()
	plan := t.Plan
	if plan == nil { // of a server: what holds for any of its tools
		for _, k := range named(set) {
			if k.Server == t.Key.Server && set.Plan(k.Server, k.Tool).BreakerKey() == t.Key {
				t.Tools = append(t.Tools, k)
			}
		}
		plan = set.Plan(t.Key.Server, "*")
	}
	t.Covered = plan.Covered
	t.Chain = c.chain(plan, m)
	t.Unavailable, t.Forbid = plan.Conditions("unavailable_when"), plan.Conditions("forbid")
	t.Settings = settings(plan, t.breaker, m.now)
}

// settings are those of a tool as they would hold for a call without arguments, in a turn without facts.
func settings(plan *rules.Plan, b *breaker, now time.Time) []rules.ExplainedSetting {
	turn := plan.Set().Turn
	facts, err := plan.Set().Env.Facts(nil)
	args, err2 := eval.ParseArgs([]byte("{}"))
	if err != nil || err2 != nil { // neither of nothing fails
		return nil
	}
	in := &eval.Input{
		Now: now, Context: context.Background(), Facts: facts,
		Turn: &eval.Turn{Purpose: turn.Purposes[0], Language: turn.Languages[0], Rendered: turn.Languages[0], Budget: turn.Budget, Remaining: turn.Budget},
		Call: &eval.Call{Server: plan.Server, Tool: plan.Tool, Effect: plan.Effect, Args: args},
	}
	return plan.Explain(in, idle{b, turn.Budget}, nil).Settings
}

// idle is a world in which nothing is kept, and all other tools are well.
type idle struct {
	*breaker
	budget time.Duration
}

// Entry finds nothing.
func (idle) Entry(string) *state.Entry { return nil }

// MayRetry allows it.
func (idle) MayRetry(time.Time) bool { return true }

// Tool returns the state of the tool, or that of one that is well.
func (w idle) Tool(p *rules.Plan, _ time.Time) rules.ToolState {
	t := rules.ToolState{Breaker: state.View{State: state.Closed, Share: 1}, Admits: true, Remaining: w.budget, Budget: w.budget}
	if p.BreakerKey() == w.Key && w.View.State != 0 {
		t.Breaker, t.Latency = w.View, w.Stats.Latency
	}
	return t
}
