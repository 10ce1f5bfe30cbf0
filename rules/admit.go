package rules

import (
	"time"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/state"
)

// World is what a decision reads beyond its Input. Implementations only read; a decision never changes anything.
type World interface {
	// Entry returns the cached entry under a key that [Plan.CacheKey] made, or nil.
	Entry(key string) *state.Entry
	// Tool returns the state of a tool, under its plan, at now.
	Tool(p *Plan, now time.Time) ToolState
	// MayRetry reports whether retries of the whole engine are within their share.
	MayRetry(now time.Time) bool
}

// ToolState is what a decision reads of one tool.
type ToolState struct {
	Breaker state.View
	Latency state.Latency
	// Admits reports whether the breaker has a place for this turn.
	Admits bool
	// Entered is the first failure of a call of this turn that entered the tool's chain; the zero Failure is none.
	Entered state.Failure
	// Drilled reports whether an operator drills the tool. DrillsSuspended: real fallbacks have risen, and its policy drills nobody.
	Drilled, DrillsSuspended bool
	// Remaining is what is left of the clock that calls of the tool run on, and Budget the whole of it.
	Remaining, Budget time.Duration
}

// Admit decides whether a call may be attempted: it is refused by a forbid, unavailable, or attempted. in holds the call and the
// state of its tool. Its cost is that of the conditions that apply.
func (p *Plan) Admit(in *eval.Input, w World, d *Decision) Action {
	tool := w.Tool(p, in.Now)
	p.read(in, &tool, d)
	if p.forbidden(in, d) {
		d.Outcome, d.Reason = Refused, p.forbid.list[d.forbidden.first()].ID
		d.moment(in.Now, Admission, p, Refuse, 0, 0)
		return Refuse
	}
	if failure := p.unavailable(in, &tool, d); failure.Kind != 0 {
		d.Failure = failure
		d.moment(in.Now, Admission, p, Unavailable, failure.Kind, 0)
		return Unavailable
	}
	d.Timeout = p.Timeout(in, d)
	d.moment(in.Now, Admission, p, Attempt, 0, 0)
	return Attempt
}

// read pins the state of the call's own tool.
func (p *Plan) read(in *eval.Input, tool *ToolState, d *Decision) {
	d.Breaker, d.Latency, d.Remaining = tool.Breaker, tool.Latency, tool.Remaining
	in.Breaker, in.Latency = &d.Breaker, &d.Latency
}

func (p *Plan) forbidden(in *eval.Input, d *Decision) bool { return d.forbidden.hold(&p.forbid, in, d) }

// applies evaluates the When of a condition's policy; an error counts as applying.
func applies(c *planCondition, in *eval.Input, d *Decision) bool {
	if c.when == nil {
		return true
	}
	holds, fault := c.when.Holds(in)
	if fault != nil {
		d.fault(c.Policy+"/when", fault)
		return true
	}
	return holds
}

// unavailable says why the tool can't be attempted, in the order: its chain was entered, a drill, a rule, the budget, the
// breaker.
func (p *Plan) unavailable(in *eval.Input, tool *ToolState, d *Decision) state.Failure {
	switch {
	case tool.Entered.Kind != 0:
		return tool.Entered
	case p.UnavailableNow(in, d):
		return state.Failure{Kind: state.Rule}
	case !tool.Admits:
		return state.Failure{Kind: state.BreakerOpen}
	case p.Drilled(in, tool, d):
		return state.Failure{Kind: state.Drill}
	}
	d.Expected = min(p.Expected(in, d), tool.Budget/2)
	if tool.Remaining < d.Expected || tool.Remaining <= 0 {
		return state.Failure{Kind: state.Budget}
	}
	return state.Failure{}
}

// UnavailableNow reports whether an unavailable_when holds, or errs. It is also asked before any call exists: in then
// holds a call with only server, tool and effect.
func (p *Plan) UnavailableNow(in *eval.Input, d *Decision) bool {
	if len(p.unavailableWhen.list) == 0 {
		return false
	}
	defer afterCalls(in, beforeCalls(in))
	return d.unavailable.hold(&p.unavailableWhen, in, d)
}

// beforeCalls lets the input show the facts of the turn alone, for what is also asked before any call exists. It returns what
// afterCalls puts back.
func beforeCalls(in *eval.Input) *eval.Facts {
	facts := in.Facts
	if in.TurnFacts != nil {
		in.Facts = in.TurnFacts
		in.Forget()
	}
	return facts
}

func afterCalls(in *eval.Input, facts *eval.Facts) {
	if in.TurnFacts != nil {
		in.Facts = facts
		in.Forget()
	}
}

// CacheKey returns the key under which the call's entry is stored and found. Without an audience, where entries are not shared,
// and on an error of Store.key there is none: "".
func (p *Plan) CacheKey(in *eval.Input, d *Decision) string {
	if p.Store == nil {
		return ""
	}
	audience := "*"
	if !p.Store.Shared {
		if in.Turn == nil || in.Turn.Audience == "" {
			return ""
		}
		audience = in.Turn.Audience
	}
	args := in.Call.Args.Canonical()
	if p.Store.Key != nil {
		key, fault := p.Store.Key.Key(in)
		if fault != nil {
			d.fault(p.by["store"]+"/store.key", fault)
			return ""
		}
		args = key
	}
	return joinKey(p.Store.Shared, p.Server, p.Tool, audience, args)
}

// joinKey writes each part with its length, so that no two lists of parts give one key.
func joinKey(shared bool, parts ...string) string {
	n := 1
	for _, s := range parts {
		n += len(s) + 8
	}
	b := make([]byte, 0, n)
	b = append(b, map[bool]byte{true: 's', false: 'a'}[shared])
	for _, s := range parts {
		b = append(b, byte(len(s)), byte(len(s)>>8), byte(len(s)>>16), ':')
		b = append(b, s...)
	}
	return string(b)
}

// Stores decides whether a live success is kept, and under which key; "" is not. Answers of writes are not:
// an old confirmation confirms nothing.
func (p *Plan) Stores(in *eval.Input, d *Decision) string {
	if p.Store == nil || p.Effect != eval.Read {
		return ""
	}
	if p.Store.When != nil {
		holds, fault := p.Store.When.Holds(in)
		if fault != nil {
			d.fault(p.by["store"]+"/store.when", fault)
			return ""
		}
		if !holds {
			return ""
		}
	}
	return p.CacheKey(in, d)
}
