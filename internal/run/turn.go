package run

import (
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// Config is what a turn is made of.
type Config struct {
	// Set is pinned for the turn.
	Set   *rules.Set
	Store *state.Store
	// Live returns the set whose breaker settings count; nil is Set.
	Live func() *rules.Set
	// Info is what rules see of the turn; its budget fields are filled per decision.
	Info  eval.Turn
	Facts *eval.Facts
	// CheckArgs judges the claims in the arguments of a write; nil, and what returns nil, passes all.
	CheckArgs func(call *eval.Call, in *eval.Input) *rules.Arguments
	// Retries bounds and counts retries across the engine; nil does neither.
	Retries *state.Retries
	// Spare is where calls get their memory from, and give it back; nil for the heap.
	Spare *Spare
	// Record: each call keeps a [Tape] of what it reads. It costs a few allocations a call.
	Record bool
	// Play: the turn's one call is played from a tape. It leaves no trace, and Store may be nil.
	Play *Player
	// Looks: the turn only looks at the tool list, and takes no place among those to which a half-open tool is offered.
	Looks bool
}

// Turn is one turn: it owns the budget, what was tried, and the tool list. It is safe for concurrent use.
type Turn struct {
	cfg    Config
	number uint64 // among those that share Spare, 0 for none

	mu       sync.Mutex
	whole    budget         // the turn's
	budgets  []serverBudget // of the servers with a clock of their own
	entered  map[toolKey]state.Failure
	cached   map[string]bool
	hidden   map[toolKey]bool
	offered  map[toolKey]bool
	attempts int
	retries  int
	writes   map[string]*Call
	moments  []rules.Moment // of which calls get their first
}

type serverBudget struct {
	server string
	budget
}

type toolKey struct{ server, tool string }

// NewTurn starts a turn.
func NewTurn(cfg Config) *Turn {
	t := &Turn{cfg: cfg, whole: budget{total: cfg.Set.Turn.Budget}}
	if cfg.Spare != nil {
		t.number = cfg.Spare.turns.Add(1)
	}
	if n := len(cfg.Set.Turn.Budgets); n > 0 {
		t.budgets = make([]serverBudget, 0, n)
		for server, total := range cfg.Set.Turn.Budgets {
			t.budgets = append(t.budgets, serverBudget{server, budget{total: total}})
		}
	}
	for _, server := range cfg.Info.Cached {
		put(&t.cached, server, true)
	}
	return t
}

// put sets an item of a map, which most turns never need.
func put[K comparable, V any](m *map[K]V, key K, v V) {
	if *m == nil {
		*m = map[K]V{}
	}
	(*m)[key] = v
}

// Set returns the pinned set.
func (t *Turn) Set() *rules.Set { return t.cfg.Set }

// budgetOf returns the clock that calls to a server run on. Which one it is never changes; mu guards what it reads.
func (t *Turn) budgetOf(server string) *budget {
	for i := range t.budgets {
		if t.budgets[i].server == server {
			return &t.budgets[i].budget
		}
	}
	return &t.whole
}

// View returns the turn as rules see it now, on the clock of a server.
func (t *Turn) View(server string, now time.Time) eval.Turn {
	v := t.cfg.Info
	t.mu.Lock()
	defer t.mu.Unlock()
	t.look(&v, t.budgetOf(server), now)
	return v
}

// room returns room for the first moment of a decision, of a piece that several calls share. mu is held.
func (t *Turn) room() []rules.Moment {
	if len(t.moments) == 0 {
		const calls = 4
		t.moments = make([]rules.Moment, calls)
	}
	first := t.moments[:0:1]
	t.moments = t.moments[1:]
	return first
}

// look fills in what changes within a turn, on a clock of it. mu is held.
func (t *Turn) look(v *eval.Turn, b *budget, now time.Time) {
	v.Budget, v.Elapsed, v.Remaining = b.total, b.elapsed(now), b.remaining(now)
	v.Attempts, v.Retries = t.attempts, t.retries
	v.Cached = nil
	if len(t.cached) > 0 {
		v.Cached = slices.Sorted(maps.Keys(t.cached))
	}
}

// live returns a tool's breaker settings, which are always those of the live set.
func (t *Turn) live(p *rules.Plan) rules.Breaker {
	if t.cfg.Live == nil {
		return p.Breaker
	}
	set := t.cfg.Live()
	if set == t.cfg.Set { // the plan is of this one
		return p.Breaker
	}
	return set.Plan(p.Server, p.Tool).Breaker
}

func (t *Turn) breaker(p *rules.Plan) (*state.Breaker, *state.Config) { return t.breakerAmong(p, nil) }

// breakerAmong is breaker, where the one that was last looked up may be it.
func (t *Turn) breakerAmong(p *rules.Plan, last *state.Breaker) (*state.Breaker, *state.Config) {
	settings := t.live(p)
	key := state.Key{Server: p.Server, Tool: p.Tool}
	if settings.Scope == eval.ScopeServer {
		key.Tool = ""
	}
	return t.lookUp(key, last), settings.Config
}

// latencies returns the breaker that keeps them: the tool's.
func (t *Turn) latencies(p *rules.Plan, last *state.Breaker) *state.Breaker {
	return t.lookUp(state.Key{Server: p.Server, Tool: p.Tool}, last)
}

func (t *Turn) lookUp(key state.Key, last *state.Breaker) *state.Breaker {
	if last != nil && last.Key() == key {
		return last
	}
	return t.cfg.Store.Breaker(key)
}

// Entry implements rules.World.
func (t *Turn) Entry(key string) *state.Entry {
	e, ok := t.cfg.Store.Entry(key)
	if !ok {
		return nil
	}
	return e
}

// Tool implements rules.World.
func (t *Turn) Tool(p *rules.Plan, now time.Time) (s rules.ToolState) {
	t.read(&s, p, now)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.clock(&s, p, now)
	return s
}

// read reads what the store has of a tool, and returns its breaker.
func (t *Turn) read(s *rules.ToolState, p *rules.Plan, now time.Time) *state.Breaker {
	b, cfg := t.breaker(p)
	s.Admits = b.Read(cfg, t.conversation(), now, &s.Breaker, &s.Latency)
	if b.Key().Tool != p.Tool { // latencies are kept by tool, whatever the breaker's scope
		s.Latency = t.latencies(p, nil).Latency(now)
	}
	if p.Effect == eval.Read && s.Breaker.State == state.Closed { // never a write, nor a tool that is down
		_, s.Drilled = t.cfg.Store.Drilled(state.Key{Server: p.Server, Tool: p.Tool}, now)
	}
	if p.Drill != nil {
		s.DrillsSuspended = t.latencies(p, b).Drilling(now).Suspended
	}
	return b
}

// clock reads what the turn has of a tool. mu is held.
func (t *Turn) clock(s *rules.ToolState, p *rules.Plan, now time.Time) {
	clock := t.budgetOf(p.Server)
	s.Remaining, s.Budget = clock.remaining(now), clock.total
	if len(t.entered) > 0 {
		s.Entered = t.entered[toolKey{p.Server, p.Tool}]
	}
}

// conversation makes ramps sticky; a turn without one is its own.
func (t *Turn) conversation() string {
	if t.cfg.Info.Conversation != "" {
		return t.cfg.Info.Conversation
	}
	return t.cfg.Info.ID
}

// MayRetry implements rules.World.
func (t *Turn) MayRetry(now time.Time) bool {
	if t.cfg.Retries == nil || t.cfg.Retries.May(now) {
		return true
	}
	t.cfg.Retries.Refuse()
	return false
}

// enter records that a call entered its tool's chain: for the rest of the turn the tool is unavailable.
func (t *Turn) enter(p *rules.Plan, f state.Failure) {
	t.mu.Lock()
	defer t.mu.Unlock()
	key := toolKey{p.Server, p.Tool}
	if _, ok := t.entered[key]; !ok {
		put(&t.entered, key, f)
	}
}

func (t *Turn) serveCached(server string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	put(&t.cached, server, true)
}

// End lapses the offers of half-open tools that the turn never used.
func (t *Turn) End(now time.Time) {
	t.mu.Lock()
	offered := make([]toolKey, 0, len(t.offered))
	for key := range t.offered {
		offered = append(offered, key)
	}
	clear(t.offered)
	t.mu.Unlock()
	for _, key := range offered {
		b, _ := t.breaker(t.cfg.Set.Plan(key.server, key.tool))
		b.Lapse(t.cfg.Info.ID, now)
	}
}

// Late takes in the answer of an attempt that was abandoned: it may fill the cache, and is never evidence.
func (t *Turn) Late(plan *rules.Plan, call *eval.Call, facts *eval.Facts, started time.Time, ev Event, now time.Time) {
	tool := t.Tool(plan, now)
	view := t.View(plan.Server, now)
	var c Call
	c.turn, c.plan, c.call, c.leg = t, plan, call, leg{plan: plan, call: call, started: started}
	c.in = eval.Input{
		Now: now, Call: call, Facts: facts, TurnFacts: t.cfg.Facts, Turn: &view,
		Breaker: &tool.Breaker, Latency: &tool.Latency,
	}
	c.Decision.Reset(plan)
	c.store(ev, now)
}

// Started returns when the attempt under way began.
func (c *Call) Started() time.Time { return c.leg.started }

// Facts returns what the call's rules read.
func (c *Call) Facts() *eval.Facts { return c.in.Facts }
