package guard

import "strings"

// stage is how much of the text behind a claim is known.
type stage uint8

const (
	stageOpen stage = iota
	stageNear
	stageReach    // as far as names are looked for
	stageSentence // its sentence has ended
	stageNext     // the next one has
	stageNever    // the whole text is known
)

// stageOf returns how much is known behind a claim, or another piece of the text, that ends before a token.
func (g *Gate) stageOf(next int) stage {
	r := &g.front
	n := len(r.tokens)
	ends := 0
	for i := next - 1; i+1 < n && ends < 2; i++ {
		if r.ends(i) {
			ends++
		}
	}
	switch {
	case ends == 2:
		return stageNext
	case ends == 1:
		return stageSentence
	case n-next >= reach:
		return stageReach
	case n-next >= nearTokens || n-next >= 3 && clause(&r.tokens[next]):
		return stageNear
	}
	return stageOpen
}

// needs returns how much has to be known for the verdict on a claim that passes.
func (c *Claim) needs() stage {
	need := stageNear
	if c.ahead == aheadSentence && !c.Derived {
		need = stageReach
	}
	switch max(c.asked, c.derivedAhead()) {
	case aheadSentence:
		return stageSentence
	case aheadNext:
		return stageNext
	case aheadAll:
		return stageNever
	default:
	}
	return need
}

// derivedAhead is how far the text reaches that the claim's sources rest on, names aside.
func (c *Claim) derivedAhead() ahead {
	if c.Derived || c.ahead > aheadSentence {
		return c.ahead
	}
	return aheadNear
}

// decided reports whether a claim passes, whatever follows. It ends the stream at a claim that does not pass, and at one
// that can't be judged yet where no more text is waited for.
func (g *Gate) decided(c *Claim, forced bool) bool {
	tokens := g.front.tokens
	end := int(tokens[len(tokens)-1].end)
	known, last := g.stageOf(int(c.next)), forced || end-c.Span.Start > maxHeld
	if known == stageOpen && !last || g.asked == c.Span && g.stage >= known && !last {
		return false
	}
	g.asked, g.stage = c.Span, known
	r, allowed := g.judged(end, true)
	own := r.claimAtByte(c.Span.Start - g.base)
	if own == nil {
		return true
	}
	passes := allowed > g.base+own.Span.Start
	switch {
	case passes && own.needs() <= known:
		return true
	case last || !passes && known == stageNext:
		g.hold(min(c.Span.Start, g.base+own.Span.Start))
	}
	return false
}

// decidedBare is decided for a value at token i that is a claim only where the evidence contradicts it: its sentence tells.
func (g *Gate) decidedBare(p *parser, i int, forced bool) bool {
	if g.kinds&(1<<Quantity|1<<ID) == 0 {
		return true
	}
	_, next := p.bareAt(i)
	if next <= i {
		return true
	}
	start, end := int(p.tokens[i].start), int(p.tokens[len(p.tokens)-1].end)
	known, last := g.stageOf(next), forced || end-start > maxHeld
	if known < stageSentence && !last {
		return false
	}
	r, allowed := g.judged(end, true)
	own := r.claimAtByte(start - g.base)
	switch passes := own == nil || allowed > g.base+own.Span.Start; {
	case own == nil, passes && known == stageNext:
		return true
	case last || known == stageNext:
		g.hold(start)
	}
	return false
}

// claimAtByte returns the claim that holds the byte at pos, or nil.
func (r *Reply) claimAtByte(pos int) *Claim {
	for i := range r.Claims {
		if c := &r.Claims[i]; c.Span.Start <= pos && pos < c.Span.End {
			return c
		}
	}
	return nil
}

// hold sends what stands before the byte at pos, and nothing after it.
func (g *Gate) hold(pos int) {
	if g.send(pos); g.err == nil {
		g.err = ErrHeld
	}
}

// judged examines and judges the text up to end, and returns how much of it may be sent. Claims that are decided by the same text
// share one judgement of it.
func (g *Gate) judged(end int, streamed bool) (*Reply, int) {
	r := &g.view
	if streamed && g.viewed == end {
		return r, g.allowed
	}
	g.rebase(end)
	g.viewed = end
	r.Text = g.text.String()[g.base:end]
	r.Now, r.Zone, r.Language, r.Appended, r.Said, r.Place = g.reply.Now, g.reply.Zone, g.reply.Language, g.reply.Appended, g.reply.Said, g.reply.Place
	r.streamed, r.quoting = streamed, g.scan.quote != 0
	r.examine(false)
	if g.allowed = end; len(r.Claims) > 0 || r.anyBare() {
		g.allowed = g.base + g.judge(r)
	}
	return r, g.allowed
}

// rebase lets the text that is judged begin later where it has become long: at the beginning of a line, or of a word.
func (g *Gate) rebase(end int) {
	const keep, most = 4 << 10, 12 << 10
	if end-g.base <= most {
		return
	}
	text := g.text.String()[g.base : end-keep]
	at := strings.LastIndexByte(text, '\n')
	if at < 0 {
		at = strings.LastIndexByte(text, ' ')
	}
	g.base += at + 1
}
