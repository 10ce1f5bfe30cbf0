package run

import (
	"slices"
	"time"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// Player answers a call from the tape of an earlier one, in place of the world. As long as the call does what the earlier one did,
// it gets what that one got. Where it goes another way, for its policies are others, the nearest reading stands for what was not
// read, an attempt comes to what the last one of its tool came to, and [Player.Assumed] says what nothing stands for. A Player serves
// one call.
type Player struct {
	// Assumed lists what was asked and is not on the tape.
	Assumed []string

	tape   *Tape
	set    *rules.Set
	server string // of the call
	at     int    // the moment; -1 before the first
	now    time.Time
	events int  // that were fed
	used   int  // permits of the moment
	lost   bool // the call goes another way than the tape
	// own counts the attempts and retries that the tape does not.
	own struct{ attempts, retries int }
}

// NewPlayer plays a tape of a call to a server under a set.
func NewPlayer(tape *Tape, set *rules.Set, server string) *Player {
	return &Player{tape: tape, set: set, server: server, at: -1}
}

// Start returns when the taped call began; the zero time for an empty tape.
func (p *Player) Start() time.Time {
	if len(p.tape.Moments) == 0 {
		return time.Time{}
	}
	return p.tape.Moments[0].Now
}

// Next returns what an effect comes to, and when; false if the tape does not tell: then it is not known what follows.
func (p *Player) Next(eff Effect, now time.Time) (Event, time.Time, bool) {
	if !p.lost && p.events < len(p.tape.Events) {
		if e := &p.tape.Events[p.events]; e.answers(eff) {
			p.events++
			if eff.Kind == Attempt && e.Kind != Cancelled && eff.Deadline.Sub(now) != e.Limit {
				return p.within(e, eff, now)
			}
			return e.Event, e.At, true
		}
	}
	p.lost = true
	switch eff.Kind {
	case Wait:
		return Event{Kind: Woke}, eff.Until, true
	case Attempt:
		return p.attempt(eff, now)
	default:
		return Event{}, now, false
	}
}

// answers reports whether the event may be what an effect came to.
func (e *Taped) answers(eff Effect) bool {
	switch e.Kind {
	case Answered, Failed, Unsettled:
		return eff.Kind == Attempt && e.Server == eff.Plan.Server && e.Tool == eff.Plan.Tool
	case Woke:
		return eff.Kind == Wait
	case Cancelled:
		return true
	case Joined:
	}
	return false
}

// attempt returns what an attempt came to that the tape has at another place: the next one of its tool, else the last one again.
func (p *Player) attempt(eff Effect, now time.Time) (Event, time.Time, bool) {
	last := -1
	for i := range p.tape.Events {
		e := &p.tape.Events[i]
		if e.Kind == Cancelled || !e.answers(eff) {
			continue
		}
		last = i
		if i >= p.events {
			break
		}
	}
	if last < 0 {
		return Event{}, now, false
	}
	p.events = max(p.events, last+1)
	return p.within(&p.tape.Events[last], eff, now)
}

// within is what an attempt comes to that may take another time than the taped one: it is cut off, or waits longer in vain.
func (p *Player) within(e *Taped, eff Effect, now time.Time) (Event, time.Time, bool) {
	p.lost = true
	limit := eff.Deadline.Sub(now)
	waited := e.Kind == Failed && e.Failure.Kind == state.Timeout
	if e.Took <= limit && !waited {
		return e.Event, now.Add(e.Took), true
	}
	if waited && limit > e.Took {
		p.assume("what " + e.Server + "/" + e.Tool + " comes to after " + e.Took.Round(time.Millisecond).String() + ": no answer")
	}
	ev := Event{Kind: Failed, Failure: state.Failure{Kind: state.Timeout, Sent: true}, DeadlineOfTurn: eff.OfTurn}
	if waited {
		ev.Failure.Sent, ev.Received, ev.Passed = e.Failure.Sent, e.Received, e.Passed
	}
	return ev, eff.Deadline, true
}

// Seek goes to the last moment before a time, or the first one, for an explanation. It returns the moment's time.
func (p *Player) Seek(now time.Time) time.Time {
	p.at, p.lost = 0, false
	for i := range p.tape.Moments {
		if !p.tape.Moments[i].Now.After(now) {
			p.at = i
		}
	}
	p.now = p.tape.Moments[p.at].Now
	return p.now
}

// View is the turn as the moment has it.
func (p *Player) View(v *eval.Turn) {
	total := p.total(p.server)
	m := p.tape.Moments[p.at]
	if p.lost {
		m.Elapsed += max(0, p.now.Sub(m.Now))
		m.Attempts, m.Retries = p.tape.Moments[0].Attempts+p.own.attempts, p.tape.Moments[0].Retries+p.own.retries
	}
	m.turnView(v, total)
}

func (p *Player) pinned(c *Call, now time.Time) {
	if p.at+1 < len(p.tape.Moments) {
		p.at++
	} else {
		p.lost = true
	}
	p.now, p.used = now, 0
	p.own.attempts, p.own.retries = c.Decision.Attempts, c.Decision.Retries
	p.View(&c.view)
}

func (p *Player) total(server string) time.Duration {
	if total, ok := p.set.Turn.Budgets[server]; ok {
		return total
	}
	return p.set.Turn.Budget
}

// shares reports whether two servers run on one clock.
func (p *Player) shares(a, b string) bool {
	_, own := p.set.Turn.Budgets[a]
	_, other := p.set.Turn.Budgets[b]
	return a == b || !own && !other
}

func (p *Player) tool(_ *world, plan *rules.Plan, now time.Time) rules.ToolState {
	return p.Tool(plan, now)
}

// Tool implements rules.World.
func (p *Player) Tool(plan *rules.Plan, _ time.Time) rules.ToolState {
	var v eval.Turn
	p.View(&v)
	s := rules.ToolState{Admits: true, Breaker: state.View{State: state.Closed}}
	its := v.Elapsed
	if r, shift := p.reading(plan); r != nil {
		s = r.State
		if !p.shares(p.server, plan.Server) {
			its = r.Elapsed + shift
		}
	} else {
		p.assume("the state of " + plan.Server + "/" + plan.Tool + ": healthy")
	}
	total := p.total(plan.Server)
	s.Budget = min(v.Budget, total)
	s.Remaining = min(v.Remaining, max(0, total-its))
	return s
}

// reading returns the nearest reading of a tool: of this moment, else of the next one that has it, else of the last one; and how
// long ago that was.
func (p *Player) reading(plan *rules.Plan) (*ToolRead, time.Duration) {
	for _, i := range p.nearest() {
		m := &p.tape.Moments[i]
		if r := m.read(plan.Server, plan.Tool); r != nil {
			return r, max(0, p.now.Sub(m.Now))
		}
	}
	return nil, 0
}

// nearest lists the moments in the order in which they are asked: this one, those after it, those before it.
func (p *Player) nearest() []int {
	var order []int
	for i := p.at; i < len(p.tape.Moments); i++ {
		order = append(order, i)
	}
	for i := p.at - 1; i >= 0; i-- {
		order = append(order, i)
	}
	return order
}

func (p *Player) entry(_ *world, key string) *state.Entry { return p.Entry(key) }

// Entry implements rules.World: whatever its key, the entry of the call is the one that was found.
func (p *Player) Entry(string) *state.Entry {
	for _, i := range p.nearest() {
		if m := &p.tape.Moments[i]; m.Looked {
			return m.Entry
		}
	}
	p.assume("whether an answer was stored: none")
	return nil
}

func (p *Player) mayRetry(*world, time.Time) bool { return p.MayRetry(time.Time{}) }

// MayRetry implements rules.World.
func (p *Player) MayRetry(time.Time) bool {
	for _, i := range p.nearest() {
		if m := &p.tape.Moments[i]; m.Asked {
			return m.May
		}
	}
	return true // a share is for the engine's retries as a whole; it is rarely spent
}

func (p *Player) permit(c *Call, _ time.Duration, now time.Time) Permitted {
	if m := &p.tape.Moments[p.at]; !p.lost && p.used < len(m.Permits) {
		p.used++
		return m.Permits[p.used-1]
	}
	s := p.Tool(c.leg.plan, now)
	return Permitted{Admitted: s.Admits, Counted: true, Probe: s.Breaker.State == state.HalfOpen}
}

func (p *Player) event(*Call, Event, time.Time) {}

func (p *Player) assume(what string) {
	if !slices.Contains(p.Assumed, what) {
		p.Assumed = append(p.Assumed, what)
	}
}
