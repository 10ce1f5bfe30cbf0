package guard

// A figure without a currency is a price where it settles one: "it's yours for 219", and where the customer has named it:
// "Ok, 150.", "we match the 159", "209 is still right".

// dealt reports whether the figure settles a price.
func (p *parser) dealt(m *amount) bool {
	i, next := m.first, m.figure.next
	if m.n == 0 || m.values[0].Cmp(whole(10)) < 0 || p.tokens[i].joined() && !quoting(p.tokens[max(0, i-1)].sym) {
		return false
	}
	before := p.get(i - 1)
	ends := p.dealEnds(next)
	switch {
	case ends && before.has(cueFor|cueIs) && p.given(i-1):
		return true
	case !p.reply.named(m.values[0]):
		return false
	case ends && (p.agreed(i) || before.has(cueCopula) || before.hash == hashS || p.given(i-1)):
		return true
	}
	return p.confirmed(next)
}

// dealEnds reports whether the sentence, or its part, ends at token i.
func (p *parser) dealEnds(i int) bool {
	t := p.get(i)
	return t == nil || t.gap >= line || t.is('.') || t.is('!') || t.is(',') && !t.is('-') || t.is('…') || t.sounds(toneDeal|toneYes)
}

// agreed reports whether nothing but "ok", "deal" or their like stands before token i in its sentence.
func (p *parser) agreed(i int) bool {
	found := false
	for j := i - 1; j >= max(0, i-4); j-- {
		t := &p.tokens[j]
		switch {
		case p.tokens[j+1].gap >= line, t.is('.'), t.is('!'):
			return found
		case t.is(',') || t.is(':') || t.is('–') || t.is('—'):
		case t.sounds(toneYes | toneDeal):
			found = true
		case t.sounds(toneFill), found && t.kind == tokenWord && t.end-t.start <= 4 && !p.reply.deniesAt(p.tokens, j): // "na gut"
		default:
			return false
		}
	}
	return found
}

// given reports whether "yours", "have it", "match" or their like stand shortly before token i.
func (p *parser) given(i int) bool {
	for j := i; j >= max(0, i-4); j-- {
		t := &p.tokens[j]
		if t.kind == tokenPunct && !t.is('\'') || p.reply.deniesAt(p.tokens, j) {
			return false
		}
		if e, _ := p.phrase(j); e != nil && (e.tones|t.word.tones)&toneGive != 0 {
			for k := j - 1; k >= max(0, j-4) && p.tokens[k].kind == tokenWord; k-- {
				if p.reply.deniesAt(p.tokens, k) {
					return false
				}
			}
			return true
		}
	}
	return false
}

// confirmed reports whether "is right", "it is" or their like follow at token i.
func (p *parser) confirmed(i int) bool {
	if !p.get(i).near() {
		return false
	}
	is := false
	for j := i; j < min(len(p.tokens), i+4); j++ {
		t := &p.tokens[j]
		switch {
		case t.kind != tokenWord || p.reply.deniesAt(p.tokens, j):
			return false
		case t.has(cueCopula):
			if j > i && p.dealEnds(j+1) {
				return true // "150 it is"
			}
			is = true
		case is && t.sounds(toneYes|toneDeal):
			return true
		}
	}
	return false
}

// deniesAt reports whether token i of a list is "not" or its like.
func (r *Reply) deniesAt(tokens []token, i int) bool {
	return tokens[i].has(cueNot) || tokens[i].hash == hashT && i > 0 && tokens[i-1].is('\'')
}
