package guard

// begins says whether a claim may begin with a word. Most words of a text begin none, and are passed over at once.
type begins uint8

const (
	beginsNever begins = iota
	beginsSome         // with a figure, a unit or the like after it: "in 3 days", "a dollar"
	beginsAny
)

// beginning returns what an entry may begin.
func (e *entry) beginning() begins {
	const relative = cueToday | cueTomorrow | cueYesterday | cuePercentOf | cuePercent
	switch {
	case e.unit != 0 && e.cues&(cueNext|cueLast) != 0, e.sort == sortSign, e.sort == sortCode, e.class != classNone, e.month != 0 && !e.monthWeak, e.weekday != 0, e.decade != 0, e.period != 0,
		e.ordinal != 0, e.holiday != 0 && !e.weak, e.action != 0, e.terms&(termFee|termDeposit) != 0, e.tones&(toneHalf|toneFree|toneGratis|toneSold) != 0, e.cues&relative != 0, e.hundredths > 1:
		return beginsAny
	case e.opens, e.sort == sortNoun, e.nation != 0, e.month != 0, e.holiday != 0, e.unit == unitWeek, e.unit == unitWeekend,
		e.cues&(cueArticle|cueIn|cueNext|cueLast|cueThis|cueAgo|cueMinus|cueBegin|cueEnd) != 0:
		return beginsSome
	}
	return beginsNever
}

// follows reports whether t, or a phrase that it begins, may come second in a claim.
func (t *token) follows() bool { return t.followsAlone() || t.word != nil && t.word.phrase }

// followed is follows for token i, where a phrase that it only begins must stand there.
func (p *parser) followed(i int) bool {
	t := &p.tokens[i]
	if t.followsAlone() || t.word == nil || !t.word.phrase {
		return t.followsAlone()
	}
	_, next := p.phrase(i)
	return next > i+1
}

// followsAlone is follows for the word by itself.
func (t *token) followsAlone() bool {
	if t.kind != tokenWord {
		return t.kind == tokenDigits || t.kind == tokenSign || t.sym == '.' || t.sym == '-'
	}
	e := t.word
	return t.hash == hashThe || t.hash == hashFew || t.hash == hashCouple || e != nil && (e.class != classNone || e.unit != 0 || e.weekday != 0 || e.month != 0 || e.sort != sortNone || e.ordinal != 0 || e.holiday != 0 ||
		e.nation != 0 || t.hash == hashStarting || t.hash == hashCommencing || e.plural || e.weekdays != 0 || e.decade != 0 || e.opens || e.cues&(cueApprox|cueArticle|cueOf|cueBusiness|cueDayPart|cueNext|cueLast|cueThis|cueIn|cueTo|cueAfter) != 0)
}

// mayBegin reports whether a claim may begin at the word that is token i.
func (p *parser) mayBegin(i int) bool {
	t := &p.tokens[i]
	if i+1 == len(p.tokens) {
		return t.word != nil && t.word.own != beginsNever
	}
	n := &p.tokens[i+1]
	if n.gap == glued {
		switch n.kind {
		case tokenPunct:
			if n.sym == '/' && (t.hash == hashS || t.hash == hashW) || (n.sym == '.' || n.sym == '-' || n.sym == ':') && i+2 < len(p.tokens) && p.tokens[i+2].gap == glued {
				return true
			}
		default:
			return true
		}
	}
	if n.sym == '$' {
		if s := p.lex.find(hashPhrase(t.hash, n.hash)); s != nil && s.set != 0 {
			return true
		}
	}
	if t.word == nil {
		return t.end-t.start >= 6 && n.word != nil && n.countable()
	}
	begins, behind := t.word.begins, i+1
	if t.word.own == beginsNever && begins != beginsNever { // it only begins a phrase
		e, next := p.phrase(i)
		switch {
		case next > i+1:
			begins, behind = e.own, next
		case n.kind != tokenWord:
			return false
		default:
			begins = beginsSome // "the day after Christmas"
		}
	}
	switch begins {
	case beginsAny:
		return true
	case beginsSome:
		return p.followed(i+1) || behind > i+1 && behind < len(p.tokens) && p.followed(behind) || t.word.month != 0 && p.get(i-1).has(cueNext|cueLast|cueThis)
	default:
	}
	return false
}

// dotted reports whether the word at token i can only begin an address or an id: a full stop and a word are glued to it,
// and by itself it begins nothing.
func (p *parser) dotted(i int) bool {
	t, stop, n := &p.tokens[i], p.get(i+1), p.get(i+2)
	if !stop.is('.') || !stop.joined() || !n.joined() || n.kind != tokenWord {
		return false
	}
	if t.word == nil {
		return t.end-t.start < 6
	}
	_, next := p.phrase(i)
	return next == i+1 && (t.word.own == beginsNever || t.has(cueArticle) && t.word.own == beginsSome)
}

// inHan reports whether the numeral at token i stands inside a number by place value: a figure begins at its real
// border or nowhere.
func (p *parser) inHan(i int) bool {
	return i > p.done && p.tokens[i].joined() && p.tokens[i].word.onlyHan() && p.tokens[i-1].word.onlyHan()
}

// onlyHan reports whether an entry is a numeral by place value and nothing else.
func (e *entry) onlyHan() bool {
	return e != nil && e.class == classHan && e.sort == sortNone && e.unit == 0 && e.cues == 0 && e.nation == 0 && !e.phrase
}

// countsOrPays reports whether an amount, a percentage or a quantity may begin with an entry.
func (e *entry) countsOrPays() bool {
	return e.class != classNone || e.sort != sortNone || e.nation != 0 || e.hundredths != 0 ||
		e.cues&(cueArticle|cueMinus|cuePercentOf|cuePercent|cuePer) != 0
}

// onlyNumber reports whether an entry is a number word and nothing else.
func (e *entry) onlyNumber() bool {
	return e.class >= classUnit && e.class <= classScale && !e.weak && !e.phrase && e.cues == 0 && e.sort == sortNone && e.nation == 0 && e.unit == 0 &&
		e.hundredths == 0 && e.month == 0 && e.weekday == 0 && e.ordinal == 0 && e.holiday == 0 && e.action == 0 && e.fraction == 0 && e.tones == 0
}

// amongNumbers reports whether the number word at token i stands between two others and makes no number with the next:
// nothing is counted by it.
func (p *parser) amongNumbers(i int) bool {
	b, n := p.get(i-1), p.get(i+1)
	return b != nil && i > p.done && b.word != nil && b.word.numeral && p.tokens[i].word.numeral && !p.tokens[i].joined() &&
		n.near() && !n.joined() && n.word != nil && n.word.numeral && p.wordsAt(i).next == i+1
}

// undated reports whether no date begins at the one or two digits that are token i, for a word follows that goes on with none.
func (p *parser) undated(i int) bool {
	n := p.get(i + 1)
	if p.tokens[i].size > 2 || n == nil || n.kind != tokenWord || n.gap == glued || n.word == nil || n.word.dated || datedAlone.has(n.hash) || afterDay.has(n.hash) {
		return false
	}
	_, next := p.phrase(i + 1)
	return next == i+2
}

// afterDay are words that go on with a date behind the number of a day or a year, although the lexicon says nothing of it.
var afterDay = newHashSet(hashOr, hashAD, hashCE)

// namesMoney reports whether the word at token i names a currency and can begin neither a date nor a number.
func (p *parser) namesMoney(i int) bool {
	w := p.tokens[i].word
	if w == nil || !w.moneyOnly || !w.phrase {
		return w != nil && w.moneyOnly
	}
	_, next := p.phrase(i)
	return next == i+1
}

// onlyMoney reports whether an entry names a currency and can begin neither a date nor a number, phrases aside.
func (e *entry) onlyMoney() bool {
	return e.sort != sortNone && e.cues&^cueAbbr == 0 && e.class == classNone && e.unit == 0 && e.month == 0 && e.weekday == 0 && !e.opens && e.period == 0 && e.decade == 0 &&
		e.ordinal == 0 && e.holiday == 0
}

// filterWords is the size of the filter that most unknown words do not pass; it stays in the nearest cache.
const filterWords = 1024

// slot is a place in the lexicon's table.
type slot struct {
	hash  uint64
	entry *entry
}

// freeze settles what every word may begin, and lays the words out for looking up.
func (x *lexicon) freeze() {
	for _, e := range x.words {
		e.own = e.beginning()
		e.begins = e.own
		e.moneyOnly, e.numeral, e.figures = e.onlyMoney(), e.onlyNumber(), e.countsOrPays()
		e.datum = e.isDatum()
		e.dated = e.datum || e.class != classNone || e.cues != 0 || e.side != edgeNone
		e.freezeFacts()
	}
	for _, p := range x.phrases {
		e := x.words[p.last]
		x.words[p.first].figures = x.words[p.first].figures || e.countsOrPays()
		if e.begins != beginsNever {
			x.words[p.first].begins = max(x.words[p.first].begins, e.begins)
		}
	}
	size := 1
	for size < 4*len(x.words) {
		size *= 2
	}
	x.table = make([]slot, size)
	for h, e := range x.words {
		x.filter[h>>48%filterWords] |= 1 << (h >> 58)
		at := h >> 40 & uint64(size-1)
		for x.table[at].entry != nil {
			at = (at + 1) & uint64(size-1)
		}
		x.table[at] = slot{h, e}
	}
}

// find returns what the lexicon knows of a folded word or phrase, or nil.
func (x *lexicon) find(h uint64) *entry {
	if x.filter[h>>48%filterWords]&(1<<(h>>58)) == 0 {
		return nil
	}
	mask := uint64(len(x.table) - 1)
	for at := h >> 40 & mask; ; at = (at + 1) & mask {
		switch s := &x.table[at]; {
		case s.hash == h:
			return s.entry
		case s.entry == nil:
			return nil
		}
	}
}
