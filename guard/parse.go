package guard

// parser turns tokens into claims. It looks at each token once as the start of a claim, and a bounded number of
// tokens around it.
type parser struct {
	reply  *Reply
	tokens []token
	lex    *lexicon
	usual  reading
	bare   bool // also yield plain numbers, as the customer writes them
	datum  int  // the next token, from the last word on that was looked at, of which every date holds one
	nested int  // how many days the one is within that is being read
	upper  int  // where the upper end of a range may begin, although a dash is glued to it
	cached cachedFigure
	day    zonedDay

	numerals [4]cachedWords
	phrases  [4]readPhrase
	tongues  [len(tongueTables)]uint16 // words that tell each tongue
	done     int                       // tokens before it belong to claims
}

// maxClaims bounds how many claims of one text are looked at.
const maxClaims = 512

// run yields the claims of the text in order.
func (p *parser) run() {
	for i := 0; i < len(p.tokens); {
		found := len(p.reply.Claims)
		next := p.claimAt(i)
		if next <= i {
			i++
			continue
		}
		i = next
		if len(p.reply.Claims) > found {
			p.done = next
		}
		if len(p.reply.Claims) >= maxClaims {
			p.reply.tooMany = true
			return
		}
	}
}

// claimAt yields the claim that begins at token i and returns the token after it, or i where none begins there. What a
// token is made of decides which sorts of claim are tried, and in which order.
func (p *parser) claimAt(i int) int {
	switch t := &p.tokens[i]; t.kind {
	case tokenWord:
		if t.word != nil && t.word.tongues != 0 {
			p.tells(t.word)
		}
		if !p.inHan(i) && p.mayBegin(i) {
			return p.claimAtWord(i)
		}
	case tokenPunct:
		if raised(t.sym) >= 0 {
			return p.oddFigure(i)
		}
		return p.claimAtMark(i, t.sym)
	case tokenSign:
		if n := p.get(i + 1); n != nil && n.kind == tokenSign && n.gap < line && !t.word.phrase {
			return i // the second of two signs may begin something
		}
		if !p.leadsFigure(i+1) && t.word.hundredths <= 1 {
			return i
		}
		return p.figureClaim(i)
	case tokenDigits:
		if p.bare || !p.idle(i) {
			if next := p.claimAtDigits(i); next > i {
				return next
			}
		}
		return p.skipRun(i)
	}
	return i
}

// leadsFigure reports whether a figure may begin with token i, which stands behind a sign, or behind a mark or bracket that is
// that token.
func (p *parser) leadsFigure(i int) bool {
	t := p.get(i)
	if t == nil || t.kind != tokenPunct {
		return t != nil
	}
	switch t.sym {
	case '.', ',', '-', '–', '\'', '’':
		return true
	case ':', '(', '[':
		return p.get(i + 1).isDigits()
	}
	return raised(t.sym) >= 0
}

// claimAtWord is claimAt for a word that may begin a claim.
func (p *parser) claimAtWord(i int) int {
	if next := p.addressAt(i); next > i {
		return next
	}
	if p.dotted(i) {
		return p.idAt(i)
	}
	w, sign := p.tokens[i].word, p.signAfter(i)
	if w != nil && w.numeral && p.amongNumbers(i) {
		return i
	}
	if next := p.spokenHour(i); next > i {
		return next
	}
	if (w == nil || !p.namesMoney(i) && !(sign && w.begins == beginsNever)) && p.dateWord(i) {
		if next := p.dateAt(i); next > i {
			return next
		}
	}
	if w == nil || w.figures || sign || p.get(i+1).is('/') {
		if next := p.figureClaim(i); next > i {
			return next
		}
	}
	if next := p.halfAt(i); next > i {
		return next
	}
	if next := p.feeAt(i); next > i {
		return next
	}
	if next := p.freeAt(i); next > i {
		return next
	}
	if next := p.soldAt(i); next > i {
		return next
	}
	if next := p.idAt(i); next > i {
		return next
	}
	return p.doneAt(i)
}

// claimAtDigits is claimAt for digits.
func (p *parser) claimAtDigits(i int) int {
	if next := p.phoneAt(i); next > i {
		return next
	}
	if p.mayDate(i) && p.dateDigits(i) {
		if next := p.dateAt(i); next > i {
			return next
		}
	}
	if next := p.hourAt(i); next > i {
		return next
	}
	if next := p.figureClaim(i); next > i {
		return next
	}
	return p.idAt(i)
}

// mayDate reports whether a date may begin at the digits that are token i: not where a currency or another number
// follows, nor with three digits and a mark.
func (p *parser) mayDate(i int) bool {
	t, n := &p.tokens[i], p.get(i+1)
	switch {
	case !n.near():
		return true
	case n.kind == tokenDigits:
		return n.gap == glued || t.size == 4
	case n.kind == tokenSign:
		return n.word.sort == sortNone || n.word.phrase
	case n.kind == tokenPunct:
		return !(t.size == 3 && n.joined() && (n.sym == ',' || n.sym == '.') && p.get(i+2).joined() && p.tokens[i+2].isDigits())
	}
	return n.word == nil || !p.namesMoney(i+1) && !p.undated(i)
}

// claimAtMark is claimAt for punctuation: what stands after it decides whether it can begin anything.
func (p *parser) claimAtMark(i int, mark rune) int {
	n := p.get(i + 1)
	switch mark {
	case '.', ',':
		if n.isDigits() && n.joined() {
			return p.figureClaim(i)
		}
	case '-', '–':
		if n.joined() {
			return p.figureClaim(i)
		}
	case '@':
		return p.addressAt(i)
	case '#':
		if n.joined() {
			return p.idAt(i)
		}
	case '(':
		if n.isDigits() || n.is('+') {
			return p.phoneAt(i)
		}
	case '+':
		return p.phoneAt(i)
	}
	return i
}

// figureClaim yields the amount, percentage or quantity that begins at token i.
func (p *parser) figureClaim(i int) int {
	if next := p.moneyAt(i); next > i {
		return next
	}
	if next := p.percentAt(i); next > i {
		return next
	}
	return p.quantityAt(i)
}

// skipRun returns the token after the number that begins at i: nothing starts in the middle of one.
func (p *parser) skipRun(i int) int {
	runs, _ := collect(p.tokens, i)
	next := i + 1
	if runs.n > 1 {
		next = runs.next
	}
	for next+1 < len(p.tokens) && p.tokens[next].gap == glued && p.tokens[next].kind == tokenPunct &&
		p.tokens[next+1].gap == glued && p.tokens[next+1].kind == tokenDigits && ties(p.tokens[next].sym) {
		next += 2
	}
	if p.bare && p.bordered(i) {
		if f := parseDigits(p.tokens, i, p.usual); f.n > 0 {
			p.emit(Quantity, &f, i, f.next)
		}
	}
	return next
}

// get returns token i, or nil beyond the ends.
func (p *parser) get(i int) *token {
	if i < 0 || i >= len(p.tokens) {
		return nil
	}
	return &p.tokens[i]
}

// phrase returns what the lexicon knows of the longest phrase that begins at token i, and the token after it.
func (p *parser) phrase(i int) (*entry, int) {
	if i >= 0 && i < len(p.tokens) {
		if w := p.tokens[i].word; w != nil && !w.phrase {
			return w, i + 1 // most words
		}
	}
	m := &p.phrases[uint(i)%uint(len(p.phrases))]
	if m.at != i+1 {
		m.entry, m.next = phraseIn(p.tokens, p.lex, i)
		m.at = i + 1
	}
	return m.entry, m.next
}

// readPhrase is a phrase that was read: the grammars ask for it again and again.
type readPhrase struct {
	entry    *entry
	at, next int // at is counted from 1
}

func phraseIn(tokens []token, lex *lexicon, i int) (*entry, int) {
	if i < 0 || i >= len(tokens) || tokens[i].word == nil {
		return nil, i
	}
	t := &tokens[i]
	best, next := t.word, i+1
	if !t.word.phrase {
		return best, next
	}
	h, at := t.hash, i+1
	for range 4 {
		if at < len(tokens) && tokens[at].gap == glued && tokens[at].kind == tokenPunct && joins(tokens[at].sym) {
			at++
		}
		if at >= len(tokens) || tokens[at].kind == tokenDigits || !tokens[at].near() {
			break
		}
		h = hashPhrase(h, tokens[at].hash)
		e := lex.find(h)
		at++
		if e == nil {
			break
		}
		if !e.empty() {
			best, next = e, at
		}
		if !e.phrase {
			break
		}
	}
	return best, next
}

// emit appends a claim of kind over the tokens [first, next).
func (p *parser) emit(kind Kind, f *figure, first, next int) *Claim {
	r := p.reply
	c := r.claim()
	c.Kind = kind
	c.Span = Span{int(p.tokens[first].start), int(p.tokens[next-1].end)}
	c.Text = r.Text[c.Span.Start:c.Span.End]
	c.first, c.next = int32(first), int32(next)
	start := len(r.readings)
	for _, v := range f.values[:f.n] {
		r.readings = append(r.readings, Reading{Amount: v, Low: v, High: v})
	}
	c.Readings = r.readings[start:len(r.readings):len(r.readings)]
	return c
}

// ties reports whether a mark between digits makes one thing of them, in which no figure begins.
func ties(mark rune) bool {
	switch mark {
	case '.', ',', '-', '/', ':', '\'', '_':
		return true
	}
	return false
}

// idle reports whether nothing around the digits at token i can make a claim of them: an unknown word or another number
// follows, and no word before them announces an id or a day.
func (p *parser) idle(i int) bool {
	t := &p.tokens[i]
	if i+1 == len(p.tokens) || t.size >= 8 {
		return false
	}
	n := &p.tokens[i+1]
	if n.gap == glued && n.kind != tokenPunct || n.gap > apart || n.word != nil {
		return false
	}
	b := p.get(i - 1)
	switch n.kind {
	case tokenWord:
	case tokenDigits: // neither a group of the same number, nor part of a year or of a telephone number
		if n.size == 3 || t.size == 3 || t.size == 4 || p.reply.Text[t.start] == '0' || b != nil && b.kind == tokenWord && b.end-b.start <= 3 {
			return false
		}
	case tokenPunct: // "(1(2": no currency in brackets follows, and no price leads up to it
		return n.is('(') && p.get(i+2).isDigits() && b.is('(') && t.size < 3 && p.reply.Text[t.start] != '0' && (i < 2 || p.tokens[i-2].isDigits())
	default:
		return false
	}
	return b == nil || b.word == nil && (b.kind == tokenWord || b.kind == tokenDigits && n.kind == tokenDigits) ||
		b.kind == tokenPunct && (b.sym == ',' && !p.partBefore(i) || b.sym == ')')
}
