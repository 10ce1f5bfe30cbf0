package console

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/state"
)

// happened is a line of what happens: a decision, a verdict, a transition, or another event.
type happened struct {
	At time.Time
	// Kind is "decision", "verdict", "breaker" or "news".
	Kind string
	// Class of the kind: an outcome, a verdict, a state, a level.
	Class string
	// What is a word or two, Text a sentence, and Link where there is more.
	What, Text, Link string
	Tool             string
	Turn             string
	Took             string
}

// log is the list of what happened, and how much of it was told.
type log struct {
	List []happened
	// Decisions and Verdicts since the feed was made.
	Decisions, Verdicts uint64
	// Missed events: a queue before the feed had no room for them.
	Missed uint64
}

// activity lists the latest n things.
func (c *Console) activity(n int) *log {
	f := c.feed
	f.mu.Lock()
	out := &log{Decisions: f.told.decisions, Verdicts: f.told.verdicts, Missed: f.told.missed}
	decisions, verdicts, told := f.decisions.latest(n), f.verdicts.latest(n), f.news.latest(n)
	moves := f.moves.latest(n)
	f.mu.Unlock()
	for _, d := range decisions {
		out.List = append(out.List, ofDecision(d))
	}
	for _, v := range verdicts {
		out.List = append(out.List, ofVerdict(v))
	}
	for _, e := range told {
		if h, ok := ofNews(e); ok {
			out.List = append(out.List, h)
		}
	}
	if c.eng != nil {
		moves = c.eng.Store().Transitions(n)
	}
	for i := range moves {
		out.List = append(out.List, ofMove(&moves[i]))
	}
	slices.SortStableFunc(out.List, func(a, b happened) int { return cmp.Or(b.At.Compare(a.At)) })
	out.List = out.List[:min(n, len(out.List))]
	return out
}

func ofDecision(d *decided) happened {
	r := d.Record
	return happened{
		At: d.At, Kind: "decision", Class: r.Outcome, What: outcomeWords(r.Outcome), Text: sentence(r), Link: address("decision", "id", r.ID),
		Tool: r.Server + "/" + r.Tool, Turn: r.Turn, Took: brief(r.Took),
	}
}

func ofVerdict(v *judged) happened {
	r := v.Record
	text := "The reply was " + verdictWords(r.Verdict)
	if r.Policy != "" {
		text += ", by " + r.Policy
	}
	return happened{
		At: v.At, Kind: "verdict", Class: r.Verdict, What: r.Verdict, Text: text + ". " + claimsWords(r.Claims), Link: address("turn", "id", r.Turn) + "#reply", Turn: r.Turn,
	}
}

// claimsWords counts the claims of a reply, and names the first that did not pass.
func claimsWords(claims []engine.ClaimRecord) string {
	failed, first := 0, ""
	for i := range claims {
		if len(claims[i].Failed) > 0 {
			if failed++; failed == 1 {
				first = quoted(clip(claims[i].Text, 60))
			}
		}
	}
	switch {
	case len(claims) == 0:
		return "It claims nothing."
	case failed == 0:
		return plural(len(claims), "claim") + "."
	case failed == 1:
		return first + " has no source that counts."
	}
	return first + " and " + plural(failed-1, "other claim") + " have no source that counts."
}

func ofMove(t *state.Transition) happened {
	h := happened{
		At: t.At, Kind: "breaker", Class: t.To.String(), What: stateWords(t.To), Tool: keyName(t.Key),
		Link: address("tool", "server", t.Key.Server, "tool", t.Key.Tool), Text: moveWords(t),
	}
	return h
}

// moveWords says how a breaker changed.
func moveWords(t *state.Transition) string {
	var b strings.Builder
	switch {
	case t.Shadow:
		b.WriteString("It observes only, and would be " + stateWords(t.To))
	case t.From == t.To:
		b.WriteString("The ramp goes on to its stage " + number(t.Stage+1))
	default:
		b.WriteString("From " + stateWords(t.From) + " to " + stateWords(t.To))
	}
	if t.Reason != "" && t.Reason != state.ReasonRampStep {
		b.WriteString(": " + reasonWords(t.Reason))
	}
	if t.Outage > 0 {
		b.WriteString(", after " + span(t.Outage))
	}
	return b.String() + "."
}

// ofNews puts another event into words; false for one that says nothing here.
func ofNews(e *news) (happened, bool) {
	h := happened{At: e.at, Kind: "news"}
	switch ev := e.event.(type) {
	case engine.ReloadEvent:
		h.Class, h.What, h.Text, h.Link = "reload", "policies", reloadWords(&ev), "reloads"
		if ev.Err != nil {
			h.Class = "refused"
		}
	case engine.OperationEvent:
		h.At, h.Class, h.What, h.Text = ev.At, "operation", "operator", operationWords(&ev)
		if ev.Server != "" {
			h.Tool = keyName(state.Key{Server: ev.Server, Tool: ev.Tool})
		}
	case engine.RetryEvent:
		h.Class, h.What, h.Text = "alarm", "retries", "Attempts per call have risen above 1.05: a tool is failing, or somebody else repeats calls, too."
	case engine.NoticeEvent:
		if ev.Err == nil {
			return h, false
		}
		h.Class, h.What, h.Turn, h.Text = "alarm", "not delivered", ev.Turn, "The text that ended the turn did not reach its audience: "+clip(ev.Err.Error(), keptCause)
	case engine.CandidateEvent:
		d := &ev.Difference
		h.Class, h.What, h.Turn, h.Tool = "candidate", "candidate", d.Turn, d.Server+"/"+d.Tool
		h.Text = "The candidate's policies could not be compared."
		if ev.Err == nil {
			h.Text = "The candidate's policies come to something else: " + changesWords(d.Changes)
		}
		if d.Tool == "" {
			h.Tool = ""
		}
	default:
		return h, false
	}
	return h, true
}

func changesWords(changes []engine.Change) string {
	var list []string
	for _, change := range changes {
		list = append(list, change.String())
	}
	return clip(strings.Join(list, "; "), keptCause)
}

// reloadWords says what a reload came to.
func reloadWords(ev *engine.ReloadEvent) string {
	switch ev.Result {
	case engine.ReloadLive:
		return "New policies went live, as generation " + number(ev.Generation) + "."
	case engine.ReloadUnchanged:
		return "The policies were read again, and are those that are live."
	case engine.ReloadHeld:
		return "The policies on disk are those that a rollback keeps out."
	case engine.ReloadRolledBack:
		return "Rolled back to earlier policies, as generation " + number(ev.Generation) + "."
	case engine.ReloadUnreadable:
		return "New policies were refused: files can't be read."
	case engine.ReloadChanging:
		return "New policies were refused: files change while they are read."
	case engine.ReloadBroken:
		return "New policies were refused: they do not load."
	case engine.ReloadFailed:
		return "New policies were refused: they fail their own tests."
	}
	return "The policies were read again."
}

// operationWords says what an operator did.
func operationWords(ev *engine.OperationEvent) string {
	done := map[engine.OperationKind]string{
		engine.OpForceOpen: "forced the breaker open", engine.OpForceClosed: "forced the breaker closed", engine.OpRelease: "released the breaker",
		engine.OpDrill: "began a drill", engine.OpEndDrill: "ended the drill", engine.OpRollback: "rolled back the policies",
	}
	text := cmp.Or(ev.By, "Somebody") + " " + cmp.Or(done[ev.Kind], string(ev.Kind))
	if ev.For > 0 {
		text += " for " + span(ev.For)
	}
	if ev.Reason != "" {
		text += ": " + ev.Reason
	}
	if ev.Err != nil {
		text += ". It was not done: " + ev.Err.Error()
	}
	return text
}

// matches reports whether a name has all words of a search in it.
func matches(name, query string) bool {
	for word := range strings.FieldsSeq(strings.ToLower(query)) {
		if !strings.Contains(strings.ToLower(name), word) {
			return false
		}
	}
	return true
}
