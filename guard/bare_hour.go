package guard

import "slices"

// An hour without a mark ("from 10 to 6", "il sabato apriamo alle 9", "kl. 11") is as good as any number: it is a time of day that is wrong where the
// evidence has times, and none at that hour of the day that is named with it.

// bareHourAt reports whether the digits at token i are an hour: a word for the time stands before them, or they are an end of a range, and no noun
// follows.
func (p *parser) bareHourAt(i int) bool {
	if !p.hourDigits(i) {
		return false
	}
	low, ranged := i, false
	if p.hourTo(i-1) && p.hourDigits(i-2) {
		low, ranged = i-2, true
	}
	if n := i + 1; p.hourTo(n) && p.hourDigits(n+1) {
		ranged = true
		if !p.countEnds(n + 2) {
			return false
		}
	} else if o := p.reply.claimOver(n + 1); n+1 < len(p.tokens) && (p.hourTo(n) || slices.Contains(hourWords, p.tokens[n].hash)) && o != nil && o.Kind == Time {
		ranged = true // "dalle 16 alle 19:30"
	} else if !p.countEnds(n) {
		return false
	}
	b := p.get(low - 1)
	if b.is('.') && b.joined() {
		b = p.get(low - 2)
	}
	if b == nil || b.kind != tokenWord || b.gap >= line && low == i {
		return false
	}
	return slices.Contains(hourWords, b.hash) || slices.Contains(clockWords, b.hash) || ranged && (b.has(cueFrom|cueBetween) || b.word != nil && max(b.word.weekday, b.word.weekdays) > 0 || slices.Contains(openWords, b.hash))
}

// hourDigits reports whether token i is an hour of the day in digits.
func (p *parser) hourDigits(i int) bool {
	t := p.get(i)
	return t.isDigits() && t.size <= 2 && t.num <= 24 && p.ends(i+1)
}

// hourTo reports whether token i stands between two ends of a range.
func (p *parser) hourTo(i int) bool {
	t := p.get(i)
	return t.is('-') || t.is('–') || t.has(cueTo|cueUpTo) || t.has(cueAnd)
}

// openWords stand before the hours at which something is open.
var openWords = hashWords("open", "geöffnet", "offen", "auf", "ouvert", "ouverts", "ouverte", "abierto", "abierta", "abiertos", "aperto", "aperta", "aperti", "geopend", "aberto", "aberta", "abertos", "öppet", "öppna")

// bareHour adds the hour at token i as a time of day if the evidence contradicts it.
func (m *matcher) bareHour(p *parser, i int) {
	days, hour := m.weekdaysAt(i), int64(p.tokens[i].num)
	var other *Source
	for _, s := range m.index.sources {
		switch {
		case s.Kind == Quantity && s.Amount.Equal(whole(hour)):
			return
		case s.Kind != Time:
			continue
		}
		if of := m.index.weekdays(s); days != 0 && of != 0 && of&days == 0 {
			continue
		}
		if s.Amount.Equal(whole(hour%24*3600)) || hour <= 12 && s.Amount.Equal(whole((hour+12)%24*3600)) {
			return
		}
		if other == nil && s.Origin == Field {
			other = s
		}
	}
	if other == nil {
		return
	}
	n := len(m.reply.Claims)
	p.emitHour(&clock{first: i, next: i + 1, hour: int(hour % 24)})
	m.contradicted(n, other)
}
