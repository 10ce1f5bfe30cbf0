package guard

import (
	"errors"
	"io"
	"strings"
	"sync/atomic"
)

// What a [Gate] returns besides the errors of the writer behind it.
var (
	// ErrHeld: the text makes a claim that must not be sent. Nothing after it is sent either.
	ErrHeld = errors.New("the text makes a claim that must not be sent")
	// ErrClosed: the gate has been closed, and takes no more text.
	ErrClosed = errors.New("the gate is closed")
	// ErrShared: two calls on one gate ran at the same time. The later one did nothing.
	ErrShared = errors.New("the gate is in use by another call")
)

// maxHeld bounds the bytes from the beginning of a claim on that are waited for. A claim that may not be judged by then
// is not sent.
const maxHeld = 256

// Gate sends a text on as it is written, and never a byte of a claim that its judge does not let pass. What goes out
// depends on the text alone, however it is cut into pieces.
//
// It reads every word once and holds back what is not decided: the word that is still growing, what may be the beginning
// of a claim, and a claim until the text behind it can't change the verdict. For most claims that is a few words, or the
// end of the sentence. One that names no item waits for the end of its sentence, which may name one; one whose judge
// asks what the rest of the sentence or the next one says ([Claim.Shows], [Claim.IsAsserted], [Claim.SentenceText]) waits
// for that; so does one that fails, for what follows may prove it. None waits longer than 256 bytes: then it is not sent.
//
// It keeps the whole text, and reads again at most the last 12 KiB of it for each of at most 512 claims. A Gate serves
// one stream. It is not safe for concurrent use, and says so: a call during another one returns [ErrShared]. Gates share
// nothing with each other.
type Gate struct {
	w     io.Writer
	reply Reply
	kinds uint32 // a bit for each kind that is judged
	judge func(*Reply) int

	text strings.Builder
	scan scanner
	edge int // how far the piece of text that is not whole yet has been looked over
	long int // the piece that was found to be too long

	noise int // bytes that came since a token did
	quiet int // tokens by then

	front  Reply // the claims among the latest tokens
	clear  int   // tokens before it belong to no claim that is undecided
	seen   int   // tokens that were whole at the last look
	came   int   // tokens that were there, whole or not
	claims int   // that were decided

	tells parser // what the words tell about the tongue
	told  int    // the byte up to which they were looked at

	asked Span  // the claim that was judged last, and how much of the text behind it was known
	stage stage // by then
	base  int   // where the text begins that is judged
	view  Reply // that text

	viewed, allowed int // where the text ended that was judged last, and how much of it might be sent

	sent   int
	err    error
	closed bool
	busy   atomic.Bool
}

// NewGate returns a gate before w. The reply gives the turn's time, zone, language, disclosures and what the customer
// said; its Text and Claims are the gate's. Claims of other kinds than those listed are not waited for; nil is every kind.
//
// The judge is given the text so far, or the last part of a long one, with its claims. It matches and judges them and
// returns how many bytes of r.Text may be sent: len(r.Text), or the start of the first claim that must not be. It must
// judge equal texts alike.
func NewGate(w io.Writer, reply Reply, kinds []Kind, judge func(r *Reply) int) *Gate {
	g := &Gate{w: w, reply: reply, judge: judge, scan: scanner{lex: wordsOf(tongueOf(reply.Language)), gap: broken, spelt: -1}, long: -1}
	g.tells.reply = &Reply{streamed: true}
	for _, k := range kinds {
		g.kinds |= 1 << k
	}
	if kinds == nil {
		g.kinds = ^uint32(0)
	}
	return g
}

// Sent returns how many bytes of the text went out.
func (g *Gate) Sent() int { return g.sent }

// Text returns everything that was written so far, sent or held.
func (g *Gate) Text() string { return g.text.String() }

// Write takes the next piece of the text and sends on what is decided. After a claim that must not be sent it returns
// [ErrHeld], now and for every later piece; errors of the writer behind it are returned as they are, and nothing is sent
// after one.
func (g *Gate) Write(p []byte) (int, error) {
	if !g.busy.CompareAndSwap(false, true) {
		return 0, ErrShared
	}
	defer g.busy.Store(false)
	switch {
	case g.closed:
		return 0, ErrClosed
	case g.err != nil:
		return 0, g.err
	}
	g.text.Write(p)
	if g.advance(false); g.err != nil {
		return 0, g.err
	}
	return len(p), nil
}

// Close judges what is left as the end of the text, and sends it. Closing again does nothing and returns the same.
func (g *Gate) Close() error {
	if !g.busy.CompareAndSwap(false, true) {
		return ErrShared
	}
	defer g.busy.Store(false)
	if g.closed {
		return g.err
	}
	g.closed = true
	if g.err == nil {
		g.advance(true)
	}
	if g.err == nil {
		g.finish()
	}
	return g.err
}

// advance reads what is whole, token by token, and sends what is free to go.
func (g *Gate) advance(last bool) {
	s := &g.scan
	s.text = g.text.String()
	for g.err == nil && s.pos < len(s.text) {
		whole := g.whole() || last
		most := max(g.edge, s.pos)
		if most-s.pos > maxHeld && s.pos != g.long {
			g.long = s.pos
			g.overlong(most)
		}
		if g.long == s.pos {
			g.trickle(most)
		}
		if !whole || g.err != nil {
			return
		}
		from := s.pos
		s.step()
		if g.look(); g.seen == g.quiet {
			g.noise += s.pos - from
		} else {
			g.quiet, g.noise = g.seen, 0
		}
		if g.noise > maxHeld {
			g.noise = 0
			g.overlong(s.pos)
		}
	}
}

// finish judges the text as it ends here.
func (g *Gate) finish() {
	end := g.text.Len()
	_, allowed := g.judged(end, false)
	if g.send(min(allowed, end)); g.err == nil && allowed < end {
		g.err = ErrHeld
	}
}

// send writes up to end.
func (g *Gate) send(end int) {
	if end <= g.sent || g.err != nil {
		return
	}
	n, err := io.WriteString(g.w, g.text.String()[g.sent:end])
	if n < 0 || n > end-g.sent {
		n, err = 0, errors.New("the writer behind the gate returned an impossible count")
	}
	g.sent += n
	if err != nil {
		g.err = err
	} else if g.sent < end {
		g.err = io.ErrShortWrite
	}
}
