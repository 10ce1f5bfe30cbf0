package engine

import (
	"errors"
	"io"
	"strings"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/guard"
	"github.com/lacuna-go/lacuna/rules"
)

// ErrBlocked is returned by a [Gate] that holds back the rest of a reply. [Gate.Verdict] says why.
var ErrBlocked = errors.New("the reply is blocked")

// Gate is Check for a reply that is streamed: it sends on what is decided, holds back what is not, and never sends a byte of a claim
// that the rules do not let pass, however the text is cut into pieces. It holds back a sentence with a claim until that has ended, and
// what a rule reads of the next sentence.
//
// What went out can't be taken back: a regenerate, and a redact, are a block here. Close has to be called; it sends what must be
// disclosed and was not said. A Gate serves one stream and is not safe for concurrent use; a reply with several choices has one gate each.
type Gate struct {
	turn    *Turn
	w       io.Writer
	inner   *guard.Gate
	verdict Verdict
	sent    int
	closed  bool
}

// Gate returns a gate before w. That of an ended turn, or of a zero one, sends nothing.
func (t *Turn) Gate(w io.Writer) *Gate {
	g := &Gate{turn: t, w: w}
	if !t.live() {
		g.verdict, g.closed = t.blocked(), true
		return g
	}
	_, appended := t.disclose("")
	g.inner = guard.NewGate(w, *t.reply("", appended), stopping(t.set), g.allowed)
	return g
}

// stopping lists the kinds of claim that can stop a reply, never nil.
func stopping(set *rules.Set) []guard.Kind {
	kinds := []guard.Kind{}
	for _, c := range set.Claims {
		if _, flag := c.Otherwise.(rules.Flag); !flag && c.On == guard.SiteReply && c.Mode == eval.ModeEnforce {
			kinds = append(kinds, c.Kinds...)
		}
	}
	return kinds
}

// allowed returns how many bytes of the text so far may be sent.
func (g *Gate) allowed(r *guard.Reply) int {
	j := g.turn.judge(r)
	for i := range j.Claims {
		if c := &j.Claims[i]; stops(c) {
			return c.Claim.Span.Start
		}
	}
	if j.Verdict >= rules.Redacted {
		return 0
	}
	return len(r.Text)
}

// stops reports whether a claim must not be sent; a Flag only records it.
func stops(c *rules.Judged) bool {
	if c.Passes() {
		return false
	}
	_, flag := c.Failed[0].Otherwise.(rules.Flag)
	return !flag
}

// Write takes the next piece of the reply. It returns [ErrBlocked] once the rest is held back, and the errors of the writer behind
// it.
func (g *Gate) Write(p []byte) (int, error) {
	if g.closed {
		return 0, ErrBlocked
	}
	n, err := g.inner.Write(p)
	if errors.Is(err, guard.ErrHeld) {
		return n, ErrBlocked
	}
	return n, err
}

// Close judges the rest, sends it, and then what must be disclosed. It returns [ErrBlocked] if anything was held back for good.
func (g *Gate) Close() error {
	if g.closed {
		if g.verdict.Verdict == rules.Blocked {
			return ErrBlocked
		}
		return nil
	}
	g.closed = true
	err := g.inner.Close()
	g.sent = g.inner.Sent()
	held := errors.Is(err, guard.ErrHeld)
	if err != nil && !held {
		held = true // the reader is gone; the verdict says what it would have been
	}
	g.verdict = g.turn.closing(g.inner.Text(), held)
	if errors.Is(err, guard.ErrHeld) {
		return ErrBlocked
	}
	if err != nil {
		return err
	}
	return g.append()
}

// append sends what must be disclosed.
func (g *Gate) append() error {
	rest, ok := strings.CutPrefix(g.verdict.Text, g.inner.Text())
	if !ok || rest == "" {
		return nil
	}
	n, err := io.WriteString(g.w, rest)
	g.sent += n
	return err
}

// closing is the verdict on a streamed reply: that of the whole, but for what only a reply that nobody has seen yet allows.
func (t *Turn) closing(reply string, held bool) Verdict {
	text, appended := t.disclose(reply)
	r := t.reply(text, appended)
	new(guard.Finder).Find(r)
	j := t.judge(r)
	if j.Verdict == rules.Pass && appended != "" {
		j.Verdict = rules.Append
	}
	if held || j.Verdict >= rules.Redacted {
		if j.Verdict != rules.Blocked {
			j.Text = rules.BlockedMessage(t.language)
		}
		j.Verdict, j.Note = rules.Blocked, ""
	}
	v := Verdict{Verdict: j.Verdict, Text: j.Text, Note: j.Note, Handoff: j.Handoff}
	v.Record = t.verdictRecord(&j, r)
	t.eng.observe(VerdictEvent{v.Record})
	return v
}

// Sent returns how many bytes went out: what a reader has of the reply, and will never be sent again.
func (g *Gate) Sent() int {
	if g.inner == nil || g.closed {
		return g.sent
	}
	return g.inner.Sent()
}

// Verdict returns the verdict, after Close. Of a block, Text is the fixed message to send behind what went out.
func (g *Gate) Verdict() Verdict { return g.verdict }
