package guard

import (
	"slices"
	"unicode/utf8"
)

// closing is how many tokens after the beginning, or the end, of a claim show that it goes on no farther, where no word
// shows that before.
const closing = 8

// look goes on over the tokens that are whole, past those that belong to no claim and past the claims that are decided,
// and sends the text before the rest.
func (g *Gate) look() {
	limit := g.limit()
	if limit == g.seen && len(g.scan.out) == g.came || g.hear(limit) {
		return
	}
	g.came = len(g.scan.out)
	g.seen = limit
	g.walk(limit, false)
	g.trim()
}

// walk is look up to token limit; forced takes the tokens there as the last ones of the text.
func (g *Gate) walk(limit int, forced bool) {
	p := parser{reply: &g.front, tokens: g.scan.out[:limit], lex: g.scan.lex, usual: usualIn(g.reply.Language)}
	g.front.Text, g.front.tokens, g.front.lex = g.scan.text, p.tokens, p.lex
	g.front.Now, g.front.Zone, g.front.Language = g.reply.Now, g.reply.Zone, g.reply.Language
	parsed := false
	for g.err == nil && g.clear < limit {
		i := g.clear
		if g.cold(&p, i) {
			g.clear++
			continue
		}
		if !parsed {
			g.parse(&p)
			parsed = true
		}
		c := g.front.claimOver(i)
		if c == nil {
			if !forced && g.open(&p, i) || !g.decidedBare(&p, i, forced) {
				break
			}
			g.clear++
			continue
		}
		if !forced && !g.over(&p, int(c.next)) {
			break
		}
		if g.kinds&(1<<c.Kind) != 0 && !g.decided(c, forced) {
			break
		}
		if g.claims++; g.claims >= maxClaims {
			g.hold(int(c.Span.Start))
		}
		g.clear = int(c.next)
	}
	g.send(g.free())
}

// limit returns how many tokens are whole, with everything that is glued to them.
func (g *Gate) limit() int {
	s := &g.scan
	if s.gap != glued || len(s.out) == 0 {
		return len(s.out)
	}
	i := len(s.out) - 1
	for i > g.clear && s.out[i].joined() && !s.parted(i) && s.pos-int(s.out[i].start) < maxHeld {
		i--
	}
	return i
}

// parted reports whether token i begins something new although nothing stands between it and the one before.
func (s *scanner) parted(i int) bool {
	t, b := &s.out[i], &s.out[i-1]
	return t.styled(styleWide) || b.styled(styleWide) || b.kind == tokenPunct && b.end-b.start > 1
}

// free returns how many bytes can belong to no claim that is undecided.
func (g *Gate) free() int {
	if g.clear < len(g.scan.out) {
		return int(g.scan.out[g.clear].start)
	}
	return g.scan.pos
}

// parse finds the claims among the latest tokens.
func (g *Gate) parse(p *parser) {
	g.front.reset()
	for i := max(0, g.clear-4*closing); i < len(p.tokens); {
		found := len(g.front.Claims)
		next := p.claimAt(i)
		if next <= i {
			i++
			continue
		}
		i = next
		if len(g.front.Claims) > found {
			p.done = next
		}
	}
}

// cold reports whether no claim begins at token i, whatever follows.
func (g *Gate) cold(p *parser, i int) bool {
	t := &p.tokens[i]
	if g.kinds&(1<<Done) != 0 && t.has(cueHave|cueSelf) || g.kinds&calendar != 0 && t.hash == hashNow {
		return false
	}
	switch t.kind {
	case tokenDigits, tokenSign:
		return false
	case tokenPunct:
		return p.coldMark(i) && !(i+1 == len(p.tokens) && g.scan.gap == glued)
	default:
	}
	if n := p.get(i + 1); n.joined() && (n.kind != tokenPunct || p.get(i+2).joined()) && !n.styled(styleWide) && !t.styled(styleWide) {
		return false
	}
	if t.end-t.start <= 3 && (i+1 == len(g.scan.out) || g.scan.out[i+1].sym == '$') {
		return false // "US $"
	}
	if t.word == nil {
		_, number := p.compoundNumber(t)
		return !number
	}
	if t.word.begins == beginsNever {
		return true
	}
	return i+1 < len(p.tokens) && !p.grows(i) && !p.mayBegin(i)
}

// grows reports whether the tokens from i on are the beginning of a phrase of the lexicon.
func (p *parser) grows(i int) bool {
	t := &p.tokens[i]
	h, grows := t.hash, t.word.phrase
	for j := i + 1; j < len(p.tokens) && grows; j++ {
		if p.tokens[j].kind == tokenPunct && p.tokens[j].joined() && joins(p.tokens[j].sym) {
			continue
		}
		h = hashPhrase(h, p.tokens[j].hash)
		e := p.lex.find(h)
		grows = e != nil && e.phrase
	}
	return grows
}

// coldMark is cold for punctuation.
func (p *parser) coldMark(i int) bool {
	t := &p.tokens[i]
	if raised(t.sym) >= 0 {
		return false
	}
	n := p.get(i + 1)
	switch t.sym {
	case '.', ',', '-', '–', '@', '#':
		return !n.joined()
	case '(', '+':
		return n != nil && !n.isDigits() && n.kind != tokenPunct
	}
	return true
}

// open reports whether a claim may begin at token i, if only the right text follows.
func (g *Gate) open(p *parser, i int) bool {
	t := &p.tokens[i]
	if last := &p.tokens[len(p.tokens)-1]; last.end-t.start > maxHeld {
		return false
	}
	if t.has(cueHave|cueSelf) && g.kinds&(1<<Done) != 0 {
		if p.reports(i) {
			return true
		}
	}
	return !g.over(p, i+1)
}

// reports reports whether an action may still be reported as done by the auxiliary at token i.
func (p *parser) reports(i int) bool {
	for j := i; j <= i+8; j++ {
		t := p.get(j)
		switch {
		case t == nil:
			return true
		case j > i && t.gap == broken, t.is('.'), t.is('?'), t.is('!'), t.is(';'), t.is(':'), t.has(cueModal|cueNot) && !t.has(cueHave):
			return false
		}
	}
	return false
}

// over reports whether a claim that could go on at token i certainly does not: enough follows that is glued to nothing
// before it and no word of a number, or a word that stops it.
func (g *Gate) over(p *parser, i int) bool {
	n := 0
	for j := i; j < len(p.tokens); j++ {
		if g.stops(p, j) {
			return true
		}
		if t := &p.tokens[j]; t.gap != glued && !p.numeric(j) {
			n++
		}
		if n >= closing {
			return true
		}
	}
	return false
}

// numeric reports whether token i is a word of a number.
func (p *parser) numeric(i int) bool {
	t := &p.tokens[i]
	if t.kind != tokenWord {
		return false
	}
	if t.word != nil && (t.word.class != classNone || t.has(cueAnd)) {
		return true
	}
	_, number := p.compoundNumber(t)
	return number
}

// stops reports whether token i ends every claim before it: it begins a paragraph, or is a word that belongs to none.
func (g *Gate) stops(p *parser, i int) bool {
	const harmless = cueIs | cueCopula | cueCosts | cueYours | cueSelf | cueHave | cueModal | cueWould | cueSaid | cueYes | cueBudget | cueIf
	t := &p.tokens[i]
	switch {
	case t.gap == broken:
		return true
	case t.gap == glued || t.kind != tokenWord || t.styled(styleWide) || p.get(i+1).joined() && p.tokens[i+1].kind != tokenPunct,
		t.follows() || p.numeric(i) || p.inPhrase(i) || g.kinds&calendar != 0 && slices.Contains(dateWords[:], t.hash):
		return false
	}
	e := t.word
	return e == nil || e.begins == beginsNever && !e.suffix && e.cues&^harmless == 0 && e.unit == 0 && e.fraction == 0 && e.tones == 0
}

// calendar holds the kinds of claim that the words of the calendar belong to.
const calendar = 1<<Date | 1<<Duration

// dateWords are words that stand inside dates, and have no other meaning for a claim.
var dateWords = [...]uint64{
	hashAt, hashW, hashFor, hashFrom, hashStarting, hashCommencing, hashBeginning, hashThe, hashLast, hashFinal, hashHalf, hashMy, hashOur,
	hashMorgen, hashEn, hashAfter, hashBefore, hashNext, hashClosest, hashNearest, hashOn, hashRest, hashWorkweek, hashUpcoming, hashEarly,
	hashEarlier, hashLate, hashLater, hashCY, hashFY, hashNew, hashSince, hashWithin, hashTo, hashBack, hashUntil, hashBy, hashNow, hashDen, hashDem, hashDate,
}

// inPhrase reports whether a phrase of the lexicon that began before token i may take it in.
func (p *parser) inPhrase(i int) bool {
	for from := i - 1; from >= max(0, i-5); from-- {
		t := &p.tokens[from]
		if t.word == nil || !t.word.phrase {
			continue
		}
		h, whole := t.hash, true
		for j := from + 1; j <= i && whole; j++ {
			if p.tokens[j].kind == tokenPunct && p.tokens[j].joined() && joins(p.tokens[j].sym) {
				continue
			}
			h = hashPhrase(h, p.tokens[j].hash)
			whole = p.lex.find(h) != nil
		}
		if whole {
			return true
		}
	}
	return false
}

// trim forgets the oldest tokens.
func (g *Gate) trim() {
	const keep, most = 128, 512
	s := &g.scan
	if len(s.out) < most || g.clear <= keep {
		return
	}
	n := g.clear - keep
	s.out = s.out[:copy(s.out, s.out[n:])]
	g.clear -= n
	g.seen -= n
	g.quiet -= n
	g.came -= n
	s.quoted = max(0, s.quoted-n)
	if s.spelt -= n; s.spelt < 0 {
		s.spelt = -1
	}
}

// overlong ends the wait where more than maxHeld bytes came and no token: pos is where what came ends.
func (g *Gate) overlong(pos int) {
	s := &g.scan
	if g.err != nil || pos-g.sent <= maxHeld {
		return
	}
	if whole := g.limit(); g.clear < whole {
		g.walk(whole, true)
	}
	switch {
	case g.err != nil:
	case g.clear < len(s.out):
		if t := &s.out[g.clear]; t.kind != tokenWord && t.kind != tokenPunct {
			g.hold(int(t.start)) // a figure without an end
		}
	case pos > s.pos && digitAt(s.text, s.pos):
		g.hold(s.pos)
	default:
		g.send(s.pos)
	}
}

// trickle sends on a word or a row of marks without an end, but for the last part of it.
func (g *Gate) trickle(most int) {
	at := most - maxHeld
	for at > g.scan.pos && at < g.text.Len() && !utf8.RuneStart(g.scan.text[at]) {
		at--
	}
	if at > g.scan.pos {
		g.send(at)
	}
}

// digitAt reports whether a digit stands at pos.
func digitAt(text string, pos int) bool {
	r, _ := utf8.DecodeRuneInString(text[pos:])
	return digitValue(r) >= 0
}
