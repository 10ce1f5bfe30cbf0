package engine

import (
	"slices"
	"strings"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/guard"
	"github.com/lacuna-go/lacuna/rules"
)

// Verdict is what happens to a reply.
type Verdict struct {
	// Verdict is pass, append, flag, redact, regenerate or block; the zero value is none and sends nothing.
	Verdict rules.Verdict
	// Text is exactly what to send. For regenerate it is the block's text, for an embedder that does not try again.
	Text string
	// Note is for the model, of a regenerate: the note of the Claims, and a line for each claim that did not pass.
	Note    string
	Handoff Handoff
	// Record says what was found, and why.
	Record *VerdictRecord
}

// Sent reports whether Text is the model's reply, as it is or amended, and not a fixed message.
func (v Verdict) Sent() bool { return v.Verdict >= rules.Pass && v.Verdict <= rules.Redacted }

// Check judges a reply: every claim in it must rest on what tools returned in this turn, as Claims say. What must be
// disclosed is appended first, if the reply does not say it. The verdict's Text is what to send.
func (t *Turn) Check(reply string) Verdict {
	if !t.live() {
		return t.blocked()
	}
	d := t.disclose(reply)
	r := t.reply(d)
	s := t.sceneOf(reply, r.Now)
	new(guard.Finder).Find(r)
	j := t.judge(r)
	if j.Verdict == rules.Pass && d.appended != "" {
		j.Verdict = rules.Append
	}
	t.limit(&j)
	return t.verdict(&j, r, s)
}

// verdict records what was judged. s is what was read, nil where that is not kept.
func (t *Turn) verdict(j *rules.Judgement, r *guard.Reply, s *scene) Verdict {
	v := Verdict{Verdict: j.Verdict, Text: j.Text, Note: j.Told(), Handoff: j.Handoff}
	v.Record = t.verdictRecord(j, r)
	t.eng.observeIn(t.ctx, VerdictEvent{s.withInputs(t.eng.options.inputs, v.Record)})
	if t.trial != nil {
		t.trial.verdict(s, v.Record)
	}
	return v
}

// reply is a text of this turn, to be examined now.
func (t *Turn) reply(d disclosed) *guard.Reply {
	return &guard.Reply{
		Text: d.text, Appended: d.all, Now: t.clock().Now(), Zone: t.zone, Language: t.spoken(), Said: t.info.Said,
	}
}

// spoken is the language in which the reply is read: the turn's, whether or not the set declares it.
func (t *Turn) spoken() string {
	if t.info.Language != "" {
		return t.info.Language
	}
	return t.language
}

// judge matches the claims that were found in a reply, and asks the rules.
func (t *Turn) judge(r *guard.Reply) rules.Judgement {
	t.evidence.Match(r)
	view := t.run.View("", r.Now)
	in := &eval.Input{Now: r.Now, Context: t.ctx, Turn: &view, Facts: t.facts}
	if len(r.Claims) > 0 { // the evidence is read for a claim
		t.asked.note(false)
		in.Evidence = t.evidence.Sources()
	}
	var j rules.Judgement
	t.set.Judge(in, guard.SiteReply, r, &j)
	return j
}

// limit turns a regenerate into a block once the model has had its tries.
func (t *Turn) limit(j *rules.Judgement) {
	if j.Verdict != rules.Regenerated {
		return
	}
	most := 1
	if o, ok := j.By.Otherwise.(rules.Regenerate); ok {
		most = o.Max
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.tries == nil {
		t.tries = map[string]int{}
	}
	t.tries[j.By.Name]++
	if t.tries[j.By.Name] > most {
		j.Verdict, j.Note, j.Hints = rules.Blocked, "", nil
	}
}

// blocked is the verdict of a turn that has ended, or never began.
func (t *Turn) blocked() Verdict {
	v := Verdict{Verdict: rules.Blocked, Text: rules.BlockedMessage("")}
	if final, ok := t.Ended(); ok {
		v.Text, v.Handoff = final.Text, final.Handoff
	}
	v.Record = &VerdictRecord{Verdict: v.Verdict.String(), Text: v.Text, Handoff: v.Handoff.String()}
	return v
}

// disclosed is a reply with what must be said in it.
type disclosed struct {
	text     string
	appended string // what the reply did not say itself, and the end of text says
	all      string // all of it, wherever text says it
}

// disclose appends what must be said and is not.
func (t *Turn) disclose(reply string) disclosed {
	t.mu.Lock()
	owed := slices.Clone(t.owed)
	t.mu.Unlock()
	var missing []string
	for _, d := range owed {
		if !guard.Contains(reply, d) && !slices.Contains(missing, d) {
			missing = append(missing, d)
		}
	}
	d := disclosed{text: reply, appended: strings.Join(missing, "\n"), all: strings.Join(owed, "\n")}
	switch {
	case missing == nil:
	case strings.TrimSpace(reply) == "":
		d.text = d.appended
	default:
		d.text = reply + "\n\n" + d.appended
	}
	return d
}

// checkArgs judges the claims in the arguments of a write; nil where there are none.
func (t *Turn) checkArgs(call *eval.Call, in *eval.Input) *rules.Arguments {
	if !slices.ContainsFunc(t.set.Claims, func(c *rules.Claims) bool { return c.On == guard.SiteArgs }) {
		return nil
	}
	r := &guard.Reply{Now: in.Now, Zone: t.zone, Language: t.spoken(), Said: t.info.Said}
	t.asked.note(true)
	t.refind(call)
	defer t.judged(call)
	if !new(guard.Finder).FindArguments(r, call.Args.JSON(), t.set.Plan(call.Server, call.Tool).Evidence) {
		return &rules.Arguments{Reason: rules.TooMuchToCheck}
	}
	if t.evidence.Match(r); len(r.Claims) == 0 {
		return nil
	}
	t.asked.note(false)
	judged := eval.Input{
		Now: in.Now, Context: t.ctx, Turn: in.Turn, Facts: in.Facts, Call: call, Evidence: t.evidence.Sources(),
	}
	return t.set.JudgeArguments(&judged, r)
}

// readsOf lists the tools of a server that the model may read from: those that it was offered or that policies name, else those
// that have answered in this turn.
func (t *Turn) readsOf(server string) []string {
	if list := t.run.Reads(server); len(list) > 0 {
		return list
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	var list []string
	for _, kept := range t.results {
		from, tool := kept.Tool()
		if from == server && !slices.Contains(list, tool) && t.set.Plan(server, tool).Effect == eval.Read {
			list = append(list, tool)
		}
	}
	slices.Sort(list)
	return list
}
