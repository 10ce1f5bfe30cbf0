package run

import (
	"slices"
	"time"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// Offer says whether a tool stands in the turn's tool list. A tool leaves it while it is unavailable and its chain
// could serve nothing. Within a turn the list only shrinks, and with freeze_tools it does not even do that.
func (t *Turn) Offer(server, tool string, now time.Time) bool {
	key := toolKey{server, tool}
	t.mu.Lock()
	hidden, asked := t.hidden[key]
	t.mu.Unlock()
	if asked && (hidden || t.cfg.Set.Turn.FreezeTools) {
		return !hidden
	}
	plan := t.cfg.Set.Plan(server, tool)
	why := t.unavailable(plan, now)
	hide := why != 0 && !t.couldServe(plan, why, now)
	t.mu.Lock()
	put(&t.hidden, key, hide)
	t.mu.Unlock()
	if hide { // a call for it all the same gets the chain's fixed answer
		t.enter(plan, state.Failure{Kind: why})
	}
	return !hide
}

// Entered returns why the tool is unavailable for the rest of the turn: what a call of it failed with, or what hid it. It is 0 for none.
func (t *Turn) Entered(server, tool string) state.FailureKind {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.entered[toolKey{server, tool}].Kind
}

// Hidden reports whether the tool was left out of the turn's tool list.
func (t *Turn) Hidden(server, tool string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.hidden[toolKey{server, tool}]
}

// Reads lists the tools of a server that the model may read from, by name: those that were offered, else those that
// policies name. Tools that left the list, that entered their chain or that are no evidence are not among them.
func (t *Turn) Reads(server string) []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var list []string
	for key, hide := range t.hidden {
		if key.server == server && !hide {
			list = append(list, key.tool)
		}
	}
	if list == nil {
		list = t.cfg.Set.ToolsOf(server)
	}
	list = slices.DeleteFunc(list, func(tool string) bool {
		p, key := t.cfg.Set.Plan(server, tool), toolKey{server, tool}
		return p.Effect != eval.Read || p.Evidence.None || t.hidden[key] || t.entered[key].Kind != 0
	})
	slices.Sort(list)
	return list
}

// unavailable says why a tool is unavailable before any call exists, and 0 if it is not. hide_after and show_after damp what
// its breaker says.
func (t *Turn) unavailable(p *rules.Plan, now time.Time) state.FailureKind {
	tool := t.Tool(p, now)
	if tool.Entered.Kind != 0 {
		return tool.Entered.Kind
	}
	in := t.listInput(p, &tool, now)
	var d rules.Decision
	d.Reset(p)
	switch {
	case p.UnavailableNow(in, &d):
		return state.Rule
	case p.Drilled(in, &tool, &d):
		return state.Drill
	case t.broken(p, &tool, now):
		return state.BreakerOpen
	}
	return 0
}

// broken reports whether the breaker leaves no place for the turn.
func (t *Turn) broken(p *rules.Plan, tool *rules.ToolState, now time.Time) bool {
	v := &tool.Breaker
	b, cfg := t.breaker(p)
	if (v.State == state.Open || v.State == state.HalfOpen) && now.Sub(t.downSince(b.Key(), v)) < p.HideAfter {
		return false
	}
	if v.State != state.Open && now.Sub(v.Since) < p.ShowAfter && t.wasHidden(p, b.Key(), v) {
		return true
	}
	if v.State != state.HalfOpen || t.cfg.Looks {
		return !tool.Admits
	}
	ok := b.Offer(cfg, t.cfg.Info.ID, t.conversation(), now.Add(tool.Budget), now)
	t.mu.Lock()
	put(&t.offered, toolKey{p.Server, p.Tool}, ok)
	t.mu.Unlock()
	return !ok
}

// downSince is when an outage began: probes that failed in the meantime did not end it.
func (t *Turn) downSince(key state.Key, v *state.View) time.Time {
	if row, ok := t.cfg.Store.Row(key); ok && !v.Forced && !row.Outage.IsZero() {
		return row.Outage
	}
	return v.Since
}

// wasHidden reports whether the outage that a tool is back from lasted long enough to take it off the lists.
func (t *Turn) wasHidden(p *rules.Plan, key state.Key, v *state.View) bool {
	switch {
	case v.Reason == "" || p.HideAfter == 0:
		return v.Reason != ""
	case v.State != state.Closed:
		return v.Since.Sub(t.downSince(key, v)) >= p.HideAfter
	}
	for _, tr := range slices.Backward(t.cfg.Store.Transitions(0)) {
		if tr.Key == key && tr.To == state.Closed {
			return tr.Outage >= p.HideAfter
		}
	}
	return true
}

func (t *Turn) listInput(p *rules.Plan, tool *rules.ToolState, now time.Time) *eval.Input {
	view := t.View(p.Server, now)
	return &eval.Input{
		Now: now, Turn: &view, Facts: t.cfg.Facts, Breaker: &tool.Breaker, Latency: &tool.Latency,
		Call: &eval.Call{Server: p.Server, Tool: p.Tool, Effect: p.Effect},
	}
}

// couldServe reports whether the chain of an unavailable tool could still give the model something, or ends in a
// HardFail, whose words only a call brings.
func (t *Turn) couldServe(p *rules.Plan, why state.FailureKind, now time.Time) bool {
	for i := range p.Chain {
		step := &p.Chain[i]
		switch step.Kind {
		case eval.StepCached:
			if t.cfg.Store.HasEntry(p.Server, p.Tool) {
				return true
			}
		case eval.StepUseTool:
			target := t.unavailable(p.TargetOf(step), now)
			if target == 0 || target == state.Drill && why != state.Drill { // no policy drills in the middle of an outage
				return true
			}
		case eval.StepHardFail:
			return true
		case eval.StepOmit:
		}
	}
	return false
}

// HiddenNote renders what must be said because a tool was left out: the disclosure of the Omit at the chain's end. It is ""
// where there is none, or where it needs a call.
func (t *Turn) HiddenNote(server, tool string, now time.Time) string {
	p := t.cfg.Set.Plan(server, tool)
	i := slices.IndexFunc(p.Chain, rules.Step.Ends)
	if i < 0 || p.Chain[i].Kind != eval.StepOmit {
		return ""
	}
	ts := t.Tool(p, now)
	in := t.listInput(p, &ts, now)
	x := p.Chain[i].Disclose.In(in.RenderedLanguage())
	if x == nil {
		return ""
	}
	in.Failure = &state.Failure{Kind: state.BreakerOpen}
	text, fault := x.Text(in)
	if fault != nil {
		return ""
	}
	return text
}
