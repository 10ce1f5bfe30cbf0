package guard

// A number counts something without a noun, too: "only 5 left", "1,500 of them", "quedan 2", a cell of a column "Seats".

// tallies returns what the figure at token i counts without a unit behind it, or 0 where it is no quantity.
func (p *parser) tallies(f *figure, i int) gauge {
	if g := p.countCell(f, i); g != 0 {
		return g
	}
	if p.numbered(i) || !p.ends(f.next) {
		return 0
	}
	if t := p.get(f.next); t.near() && p.soundsAt(f.next, tonePart) {
		return p.lastGauge()
	}
	if p.partBefore(i) {
		return p.lastGauge()
	}
	if !p.countEnds(f.next) {
		return 0
	}
	for j := i - 1; j >= max(p.done, i-4); j-- {
		t := &p.tokens[j]
		switch {
		case clause(t), t.isDigits(), t.is('.'), t.kind == tokenSign:
			return 0
		case p.soundsAt(j, toneRest|tonePart):
			return p.lastGauge() | gaugeStock
		}
	}
	return 0
}

// partBefore reports whether "of them" or its like stands directly before token i, a comma aside: "de ellos, 820 caducan".
func (p *parser) partBefore(i int) bool {
	if i > p.done && p.get(i-1).is(',') {
		i--
	}
	for j := i - 1; j >= max(p.done, i-4); j-- {
		if e, next := p.phrase(j); e != nil && next == i && e.tones&tonePart != 0 {
			return true
		}
	}
	return false
}

// restBefore reports whether a word for how many there are stands before a number word at token i, "only" aside: "ne restano solo
// due".
func (p *parser) restBefore(i int) bool {
	for j := i - 1; j >= max(p.done, i-2); j-- {
		if p.soundsAt(j, toneRest) {
			return true
		}
		if !p.soundsAt(j, toneFill) {
			return false
		}
	}
	return false
}

// soundsAt reports whether the word or phrase at token i has one of the tones.
func (p *parser) soundsAt(i int, o tone) bool {
	e, _ := p.phrase(i)
	return e != nil && (e.tones|p.tokens[i].word.tones)&o != 0
}

// countEnds reports whether no noun follows a count at token i: the text ends there, or a word like "in" goes on.
func (p *parser) countEnds(i int) bool {
	t := p.get(i)
	if t == nil || t.gap >= line {
		return true
	}
	switch t.kind {
	case tokenPunct:
		if n := p.get(i + 1); t.joined() && n.isDigits() && n.joined() {
			return false
		}
		return t.is('.') || t.is(',') || t.is('!') || t.is(';') || t.is(')') || t.is('?') || t.is('(')
	case tokenWord:
		w := t.word
		return w != nil && w.unit == 0 && w.sort == sortNone && w.class == classNone && w.month == 0 &&
			(w.cues&(cueIn|cueFor|cueAnd|cueDate|cueOf|cueWith|cueTo) != 0 || w.tones&(toneTail|toneOr|toneRest) != 0)
	default:
	}
	return false
}

// lastGauge returns what the quantity before counts.
func (p *parser) lastGauge() gauge {
	for k := len(p.reply.Claims) - 1; k >= 0; k-- {
		if c := &p.reply.Claims[k]; c.Kind == Quantity && c.gauge != 0 {
			return c.gauge
		}
	}
	return gaugeStock
}
