package console

import (
	"net/url"
	"slices"
	"time"

	"github.com/lacuna-go/lacuna/engine"
)

// shownTurns bounds the list of turns.
const shownTurns = 60

// turnLine is a turn in the list: its calls, and what became of its reply.
type turnLine struct {
	ID      string
	At      time.Time
	Calls   []*decided // in their order
	Verdict *judged    // the last one
	Replies int
}

// Ended reports whether a call ended the turn.
func (t *turnLine) Ended() string {
	for _, d := range t.Calls {
		if d.Record.Message != "" && (d.Record.Outcome == engine.HardFail.String() || d.Record.Outcome == engine.Uncertain.String()) {
			return d.Record.Outcome
		}
	}
	return ""
}

// turnsOf groups the latest decisions and verdicts by their turns, the turn that was active last first.
func (c *Console) turnsOf(n int) []*turnLine {
	c.feed.mu.Lock()
	decisions, verdicts := c.feed.decisions.latest(keptDecisions), c.feed.verdicts.latest(keptVerdicts)
	c.feed.mu.Unlock()
	byID := map[string]*turnLine{}
	var list []*turnLine
	get := func(id string, at time.Time) *turnLine {
		t := byID[id]
		if t == nil {
			t = &turnLine{ID: id, At: at}
			byID[id] = t
			list = append(list, t)
		}
		if at.After(t.At) {
			t.At = at
		}
		return t
	}
	for _, d := range decisions {
		t := get(d.Record.Turn, d.At)
		t.Calls = append(t.Calls, d)
	}
	for _, v := range verdicts {
		t := get(v.Record.Turn, v.At)
		t.Replies++
		if t.Verdict == nil {
			t.Verdict = v
		}
	}
	slices.SortStableFunc(list, func(a, b *turnLine) int { return b.At.Compare(a.At) })
	list = list[:min(n, len(list))]
	for _, t := range list {
		slices.Reverse(t.Calls)
	}
	return list
}

// turns is the page of the latest turns.
func (c *Console) turns(_ url.Values, _ *moment) (*page, error) {
	return &page{Title: "Turns", Section: "turns", Parts: []part{{ID: "turns", Data: c.turnsOf(shownTurns)}}}, nil
}

// oneTurn is a turn in full.
type oneTurn struct {
	ID      string
	Calls   []happened
	Replies []*reply
	Final   string // the fixed text that ended it
	Inputs  *engine.Inputs
	Hidden  []engine.HiddenEvent
	Ended   *engine.TurnEvent // nil while it runs
}

// turn is the page of one turn.
func (c *Console) turn(q url.Values, _ *moment) (*page, error) {
	id := q.Get("id")
	t := &oneTurn{ID: id}
	c.feed.mu.Lock()
	decisions, verdicts := c.feed.decisions.latest(keptDecisions), c.feed.verdicts.latest(keptVerdicts)
	ended, hidden := c.feed.ended.latest(keptTurns), c.feed.hidden.latest(keptHidden)
	c.feed.mu.Unlock()
	if i := slices.IndexFunc(ended, func(e engine.TurnEvent) bool { return e.Turn == id }); i >= 0 {
		t.Ended = &ended[i]
	}
	for _, h := range slices.Backward(hidden) {
		if h.Turn == id {
			t.Hidden = append(t.Hidden, h)
		}
	}
	for _, d := range slices.Backward(decisions) {
		if d.Record.Turn != id {
			continue
		}
		call := ofDecision(d)
		call.Turn = ""
		t.Calls = append(t.Calls, call)
		if d.Record.Message != "" {
			t.Final = d.Record.Message
		}
		if d.Record.Inputs != nil {
			t.Inputs = d.Record.Inputs
		}
	}
	for _, v := range slices.Backward(verdicts) {
		if v.Record.Turn == id {
			t.Replies = append(t.Replies, replyOf(v))
			if v.Record.Inputs != nil {
				t.Inputs = v.Record.Inputs
			}
		}
	}
	if t.Calls == nil && t.Replies == nil {
		return nil, notFound("The turn " + quoted(clip(id, 80)) + " is not known, or not kept any more: the latest " + number(keptDecisions) + " decisions are.")
	}
	return &page{Title: "Turn " + clip(id, 40), Section: "turns", Parts: []part{{ID: "turn", Data: t}}}, nil
}
