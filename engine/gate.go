package engine

import (
	"errors"
	"io"
	"strings"
	"sync/atomic"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/guard"
	"github.com/lacuna-go/lacuna/rules"
)

// ErrBlocked is returned by a [Gate] that holds back the rest of a reply. [Gate.Verdict] says why.
var ErrBlocked = errors.New("the reply is blocked")

// ErrGateClosed is returned by a [Gate] that was closed and is written to, and ErrGateShared by a call that begins during
// another one on the same gate: nothing was done.
var (
	ErrGateClosed = guard.ErrClosed
	ErrGateShared = guard.ErrShared
)

// Gate is Check for a reply that is streamed: it sends on what is decided, holds back what is not, and never sends a byte of a claim
// that the rules do not let pass. What goes out depends on the reply alone, however it is cut into pieces.
//
// It holds back the word that is still growing, and a claim until the text behind it can't change the verdict: a few words, the
// end of its sentence where that may name another item, the next sentence where a rule reads it (claim.shows), where a figure of the
// customer's may still be affirmed, and where the claim fails, for what follows may prove it. Nothing is held longer than 256 bytes: a
// claim that may not be judged by then is a block. Kinds of claim that no enforced Claims covers are not waited for.
//
// What went out can't be taken back: a regenerate, and a redact, are a block here. Close has to be called; it sends what must be
// disclosed and was not said. A gate that is dropped without it sends nothing more, and no verdict is recorded.
//
// A Gate serves one stream and is not safe for concurrent use: a call during another one returns ErrGateShared. A reply with several
// choices has one gate each; they are independent. The tools of the turn should be done before the gate is made: it judges by the
// evidence at hand when a claim is decided.
type Gate struct {
	turn    *Turn
	w       io.Writer
	reply   *guard.Reply
	inner   *guard.Gate
	verdict Verdict
	sent    int
	err     error // of the last Close
	closed  bool
	busy    atomic.Bool
}

// Gate returns a gate before w. That of an ended turn, or of a zero one, sends nothing.
func (t *Turn) Gate(w io.Writer) *Gate {
	g := &Gate{turn: t, w: w}
	if !t.live() {
		g.verdict, g.closed, g.err = t.blocked(), true, ErrBlocked
		return g
	}
	g.reply = t.reply(t.disclose(""))
	g.inner = guard.NewGate(w, *g.reply, stopping(t.set), g.allowed)
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

// Write takes the next piece of the reply. It returns [ErrBlocked] once the rest is held back, or the turn has ended; the error of the
// writer behind it, after which nothing is sent; and [ErrGateClosed] after Close.
func (g *Gate) Write(p []byte) (int, error) {
	if !g.busy.CompareAndSwap(false, true) {
		return 0, ErrGateShared
	}
	defer g.busy.Store(false)
	switch {
	case g.inner == nil:
		return 0, ErrBlocked
	case g.closed:
		return 0, ErrGateClosed
	case !g.turn.live():
		return 0, ErrBlocked
	}
	n, err := g.inner.Write(p)
	if errors.Is(err, guard.ErrHeld) {
		return n, ErrBlocked
	}
	return n, err
}

// Close judges what is left as the end of the reply, sends it, and then what must be disclosed. So it does for a stream that broke off,
// too. It returns [ErrBlocked] if anything was held back for good, and where the turn has ended before; else the error of the writer
// behind it. Closing again does nothing and returns the same.
func (g *Gate) Close() error {
	if !g.busy.CompareAndSwap(false, true) {
		return ErrGateShared
	}
	defer g.busy.Store(false)
	if !g.closed {
		g.closed = true
		g.err = g.close()
	}
	return g.err
}

func (g *Gate) close() error {
	if !g.turn.live() {
		g.sent, g.verdict = g.inner.Sent(), g.turn.blocked()
		return ErrBlocked
	}
	err := g.inner.Close()
	g.sent = g.inner.Sent()
	g.verdict = g.turn.closing(g.reply, g.inner.Text(), err) // the reader may be gone; then it is what it would have been
	switch {
	case errors.Is(err, guard.ErrHeld):
		return ErrBlocked
	case err != nil:
		return err
	case g.verdict.Verdict == rules.Blocked:
		return ErrBlocked
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
	g.sent += max(0, min(n, len(rest)))
	if err == nil && n < len(rest) {
		return io.ErrShortWrite
	}
	return err
}

// closing is the verdict on a streamed reply: that of the whole, but for what only a reply that nobody has seen yet allows.
func (t *Turn) closing(began *guard.Reply, reply string, held error) Verdict {
	d := t.disclose(reply)
	r := t.reply(d)
	r.Now = began.Now // relative days count from then
	s := t.sceneOf(reply, r.Now).streamed(held)
	new(guard.Finder).Find(r)
	j := t.judge(r)
	if j.Verdict == rules.Pass && d.appended != "" {
		j.Verdict = rules.Append
	}
	if held != nil || j.Verdict >= rules.Redacted {
		if j.Verdict != rules.Blocked {
			j.Text = rules.BlockedMessage(t.language)
		}
		j.Verdict, j.Note, j.Hints = rules.Blocked, "", nil
	}
	return t.verdict(&j, r, s)
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
