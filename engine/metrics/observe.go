package metrics

import (
	"cmp"
	"strconv"
	"time"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// Observe counts an event. Of a decision it takes some hundred nanoseconds and allocates nothing, once its tool is known.
func (n *Numbers) Observe(ev engine.Event) {
	switch ev := ev.(type) {
	case engine.DecisionEvent:
		n.decided(ev.Record)
	case engine.VerdictEvent:
		n.judged(ev.Record)
	case engine.HiddenEvent:
		n.tool(ev.Tool).hidden.add(words{ev.Reason})
	case engine.TurnEvent:
		n.ended(&ev)
	case engine.TransitionEvent:
		n.changed(&ev.Transition)
	case engine.NoticeEvent:
		n.notices.add(words{pick(ev.Err == nil, "sent", "failed")})
	case engine.CandidateEvent:
		if ev.Err != nil {
			n.candidate.add(words{"error"})
		} else {
			n.candidate.add(words{string(engine.Gravest(ev.Difference.Changes).Direction)})
		}
	}
}

func pick(first bool, one, other string) string {
	if first {
		return one
	}
	return other
}

func (n *Numbers) decided(r *engine.Record) {
	outcome, known := outcomeOf[r.Outcome]
	if !known {
		return
	}
	t := n.tool(engine.Tool{Server: r.Server, Tool: r.Tool})
	t.calls[outcome].Add(1)
	took, _ := time.ParseDuration(r.Took) // the engine wrote it
	t.seconds.record(took.Seconds())
	if outcome == rules.OK && len(r.Arguments) == 0 {
		return
	}
	n.claimed("args", r.Arguments)
	if r.Drilled {
		t.drills.Add(1)
	}
	if outcome == rules.Refused {
		t.refused.add(words{refusalOf(r)})
	} else if r.Failure != nil {
		t.failures.add(words{r.Failure.Kind})
	}
	if r.StepIndex != nil {
		n.stepped(step{cmp.Or(r.Policy, engineChain), *r.StepIndex, r.Step})
	}
	switch outcome {
	case rules.Omit:
		t.omissions.add(words{strconv.FormatBool(r.Disclosure != "")})
	case rules.Cached:
		if r.AsOf != nil {
			t.age.record(max(0, (r.At.Sub(*r.AsOf) + took).Seconds()))
		}
	default:
	}
}

// outcomeOf reads the outcome of a record.
var outcomeOf = func() map[string]rules.Outcome {
	m := map[string]rules.Outcome{}
	for o := rules.OK; o <= rules.Cancelled; o++ {
		m[o.String()] = o
	}
	return m
}()

// refusalOf is the class of a refusal: keys of conditions are no label, for there may be any number of them.
func refusalOf(r *engine.Record) string {
	switch {
	case len(r.Forbidden) > 0:
		return "forbidden"
	case len(r.Arguments) > 0 || r.Reason == rules.TooMuchToCheck:
		return "unsourced"
	case r.Failure != nil:
		return r.Failure.Kind
	}
	return other
}

func (n *Numbers) stepped(key step) {
	c := n.chains.Load()
	if count := c.steps[key]; count != nil {
		count.Add(1)
		return
	}
	if eng := n.engine.Load(); eng != nil && eng.Set() != c.set { // a reload that nobody has read since
		n.live(eng.Set())
		c = n.chains.Load()
	}
	if count := c.steps[key]; count != nil {
		count.Add(1)
		return
	}
	c.rest.Add(1)
}

func (n *Numbers) judged(r *engine.VerdictRecord) {
	n.verdicts.add(words{r.Verdict})
	if r.Would != "" {
		n.would.add(words{r.WouldPolicy, r.Would})
	}
	n.claimed("reply", r.Claims)
}

func (n *Numbers) claimed(site string, list []engine.ClaimRecord) {
	for i := range list {
		c := &list[i]
		w := words{site, c.Kind, "sourced"}
		switch {
		case len(c.Failed) > 0:
			w[2], w[3] = "failed", cmp.Or(c.Reason, "not_met")
		case len(c.Shadow) > 0:
			w[2], w[3] = "would_fail", cmp.Or(c.Reason, "not_met")
		case c.Excused != "":
			w[2] = "excused"
		case !c.Covered:
			w[2] = "uncovered"
		}
		n.claims.add(w)
	}
}

func (n *Numbers) ended(ev *engine.TurnEvent) {
	n.turns.add(words{ev.Purpose, cmp.Or(ev.Outcome.String(), "done")})
	for _, c := range ev.Clocks {
		pair := n.clock(c.Server)
		pair[0].record(c.Used.Seconds())
		if c.Allowed > 0 {
			pair[1].record(c.Used.Seconds() / c.Allowed.Seconds())
		}
	}
}

func (n *Numbers) changed(tr *state.Transition) {
	t := n.tool(engine.Tool{Server: tr.Key.Server, Tool: tr.Key.Tool})
	mode := "enforce"
	switch {
	case tr.Forced:
		mode = "forced"
	case tr.Shadow:
		mode = "shadow"
	}
	t.switches.add(words{tr.To.String(), tr.Reason, mode})
	if mode != "enforce" || t == n.others {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if tr.From == state.Closed && tr.To == state.Open {
		t.outage, t.probed = tr.At, false
	}
	if t.outage.IsZero() {
		return
	}
	if !t.probed && (tr.To == state.Ramping || tr.To == state.Closed) {
		t.probed = true
		t.recovery.record(tr.At.Sub(t.outage).Seconds())
	}
	if tr.To == state.Closed {
		t.full.record(tr.At.Sub(t.outage).Seconds())
		t.outage = time.Time{}
	}
}
