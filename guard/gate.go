package guard

import (
	"errors"
	"io"
)

// ErrHeld is returned by a [Gate] when the text makes a claim that must not be sent. Nothing after it is sent either.
var ErrHeld = errors.New("the text makes a claim that must not be sent")

// maxHeld bounds the bytes of one unfinished sentence that a gate holds back for later text; beyond it the sentence is
// judged as it stands.
const maxHeld = 8 << 10

// lookahead is how many tokens after the end of a sentence show that no claim goes on beyond it.
const lookahead = 6

// Gate sends a text on as it is written, and never a byte of a claim that its judge does not let pass, however the text
// is cut into pieces.
//
// Words that can begin no claim go out at once, but for the last two, which may still grow into one. From the first
// word of a sentence that may belong to a claim on, the gate holds until the sentence has ended, for its end decides
// what the claim is about; a claim that does not pass then waits for the next sentence, which may show its time, and
// no longer. The customer's own figure waits for the next sentence too, which may affirm it. [Gate.Close] judges the rest.
//
// A Gate serves one stream and is not safe for concurrent use. It reads a sentence again for each piece, and the whole
// text for each sentence with a claim in it.
type Gate struct {
	w     io.Writer
	reply Reply
	judge func(*Reply) int

	text   []byte
	judged int // bytes of whole sentences that passed
	sent   int
	failed bool // a claim waits for the next sentence, which must let it pass
	ahead  int  // how many sentences beyond the first one are waited for
	err    error
}

// NewGate returns a gate before w. The reply gives the turn's time, zone, language and what the customer said; its Text
// and Claims are the gate's. The judge is given the text so far with its claims, matches and judges them, and returns
// how many bytes of r.Text may be sent: len(r.Text), or the start of the first claim that must not be.
func NewGate(w io.Writer, reply Reply, judge func(r *Reply) int) *Gate {
	return &Gate{w: w, reply: reply, judge: judge}
}

// Sent returns how many bytes went out.
func (g *Gate) Sent() int { return g.sent }

// Text returns everything that was written so far, sent or held.
func (g *Gate) Text() string { return string(g.text) }

// Write takes the next piece of the text and sends on what is decided. After a claim that must not be sent it returns
// [ErrHeld], now and for every later piece; errors of the writer behind it are returned as they are.
func (g *Gate) Write(p []byte) (int, error) {
	if g.err != nil {
		return 0, g.err
	}
	g.text = append(g.text, p...)
	if g.advance(false); g.err != nil {
		return 0, g.err
	}
	return len(p), nil
}

// Close judges what is left, and sends it.
func (g *Gate) Close() error {
	if g.err == nil {
		g.advance(true)
	}
	return g.err
}

// advance judges the sentences that are whole and sends what is free to go.
func (g *Gate) advance(last bool) {
	for g.err == nil {
		rest := string(g.text[g.judged:])
		r := Reply{Text: rest, Now: g.reply.Now, Zone: g.reply.Zone, Language: g.reply.Language}
		r.lex = g.lexicon()
		r.tokens = scanAround(rest, r.lex, nil, nil)
		end := r.wholeSentence(last, g.ahead)
		if end < 0 {
			if free := r.free(); g.ahead == 0 && !last && g.judged+free > g.sent {
				g.send(g.judged + free)
			}
			if len(rest) < maxHeld && !last {
				return
			}
			end = len(rest)
		}
		if end == 0 || !g.pass(g.judged+end, last) {
			return
		}
	}
}

// lexicon returns the words that the text so far is read with.
func (g *Gate) lexicon() *lexicon {
	if g.reply.lex == nil {
		g.reply.lex = wordsOf(tongueOf(g.reply.Language))
	}
	return g.reply.lex
}

// pass judges the text up to end; it returns false where nothing more can be decided now.
func (g *Gate) pass(end int, last bool) bool {
	r := g.reply
	r.Text = string(g.text[:end])
	r.Claims, r.tokens, r.sentences, r.readings = nil, nil, nil, nil
	r.examine(false)
	g.reply.lex = r.lex
	allowed := end
	if len(r.Claims) > 0 {
		allowed = g.judge(&r)
	}
	switch {
	case allowed >= end && !last && end-g.judged < maxHeld && r.undecided():
		g.failed = false
		g.ahead++
		return true
	case allowed >= end:
		g.failed = false
		g.ahead = 0
		g.judged = end
		g.send(end)
		return end < len(g.text)
	case g.failed || last:
		g.send(allowed)
		if g.err == nil {
			g.err = ErrHeld
		}
		return false
	}
	g.failed = true
	g.ahead++
	return true
}

// undecided reports whether the last sentence gives back a figure of the customer's that the next one may affirm.
func (r *Reply) undecided() bool {
	if len(r.Claims) == 0 {
		return false
	}
	last := r.sentences[len(r.sentences)-1]
	for i := len(r.Claims) - 1; i >= 0 && int(r.Claims[i].first) >= last.first; i-- {
		if c := &r.Claims[i]; c.Echo && !c.Asserted {
			return true
		}
	}
	return false
}

// send writes up to end.
func (g *Gate) send(end int) {
	if end <= g.sent {
		return
	}
	n, err := g.w.Write(g.text[g.sent:end])
	g.sent += n
	if err != nil {
		g.err = err
	} else if g.sent < end {
		g.err = io.ErrShortWrite
	}
}

// wholeSentence returns the bytes up to the end of the first sentence that later text cannot lengthen, or of one as
// many sentences ahead; -1 is none. At the end of the text the whole of it is one.
func (r *Reply) wholeSentence(last bool, ahead int) int {
	found := false
	for i := 0; i+1 < len(r.tokens) && (last || i+lookahead < len(r.tokens)); i++ {
		if !r.ends(i) {
			continue
		}
		if !found {
			p := parser{reply: r, tokens: r.tokens, lex: r.lexicon()}
			p.run()
			found = true
		}
		if r.crosses(i + 1) {
			continue
		}
		if ahead > 0 {
			ahead--
			continue
		}
		return int(r.tokens[i+1].start)
	}
	if last {
		return len(r.Text)
	}
	return -1
}

// crosses reports whether a claim begins before token i and ends after it.
func (r *Reply) crosses(i int) bool {
	for k := range r.Claims {
		if c := &r.Claims[k]; int(c.first) < i && i < int(c.next) {
			return true
		}
	}
	return false
}

// free returns how many bytes of an unfinished sentence can belong to no claim, whatever follows.
func (r *Reply) free() int {
	p := parser{reply: r, tokens: r.tokens, lex: r.lexicon()}
	n := len(r.tokens) - 2
	for n > 0 && (r.tokens[n].joined() || r.tokens[n+1].joined()) {
		n--
	}
	for i := range max(n, 0) {
		t := &r.tokens[i]
		if t.kind != tokenWord && t.kind != tokenPunct || t.styled(styleWide) || t.has(cueHave|cueSelf) || p.mayBegin(i) || t.word != nil && t.word.tongues != 0 ||
			t.kind == tokenPunct && t.sym != ',' && t.sym != '\'' {
			return r.runStart(i)
		}
	}
	return r.runStart(max(n, 0))
}

// runStart returns the first byte of the unbroken run that token i stands in.
func (r *Reply) runStart(i int) int {
	for i > 0 && r.tokens[i].joined() {
		i--
	}
	if i >= len(r.tokens) {
		return 0
	}
	return int(r.tokens[i].start)
}
