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

// openWords stand before the hours at which something is open, comes or goes.
var openWords = hashWords("open", "geöffnet", "offen", "auf", "ouvert", "ouverts", "ouverte", "abierto", "abierta", "abiertos", "aperto", "aperta", "aperti", "geopend", "aberto", "aberta", "abertos", "öppet", "öppna", "stänger", "framme", "ankommer", "avgår")

// bareDotted reads "18.30" at token i where a word before it says that something is open, comes or goes until then: "öppet till 18.30".
func (p *parser) bareDotted(i int) (c clock, ok bool) {
	t, dot, minutes, b := p.get(i), p.get(i+1), p.get(i+2), p.get(i-1)
	if b == nil || !t.isDigits() || !t.near() || t.size > 2 || t.num > 23 || !dot.is('.') || !dot.joined() || !minutes.isDigits() || !minutes.joined() || minutes.size != 2 || minutes.num > 59 || !p.ends(i+3) {
		return c, false
	}
	c = clock{first: i, next: i + 3, hour: int(t.num), minute: int(minutes.num)}
	if b.is('-') || b.is('–') {
		_, ok = p.bareDotted(i - 4) // "öppet 10.00–14.00"
		return c, ok
	}
	ok = slices.Contains(openWords, b.hash)
	for j := i - 1; b.has(cueFrom|cueTo|cueUpTo) && j >= max(0, i-8) && !clause(&p.tokens[j]) && !ok; j-- {
		ok = slices.Contains(openWords, p.tokens[j].hash)
	}
	return c, ok
}

// bareHour adds such a time of day as a claim if the evidence contradicts it.
func (m *matcher) bareHour(p *parser, c *clock) {
	days, hour := m.weekdaysAt(c.first), int64(c.hour)
	at := func(hour int64) Decimal { return whole(hour%24*3600 + int64(c.minute)*60) }
	var other, elsewhere *Source
	for _, s := range m.index.sources {
		switch {
		case s.Kind == Quantity && c.minute == 0 && s.Amount.Equal(whole(hour)):
			return
		case s.Kind != Time:
			continue
		}
		if of := m.index.weekdays(s); days != 0 && of != 0 && of&days == 0 {
			if elsewhere == nil && s.Origin == Field {
				elsewhere = s
			}
			continue
		}
		if s.Amount.Equal(at(hour)) || hour <= 12 && s.Amount.Equal(at(hour+12)) {
			return
		}
		if other == nil && s.Origin == Field {
			other = s
		}
	}
	if other == nil {
		other = elsewhere
	}
	if other == nil {
		return
	}
	n := len(m.reply.Claims)
	c.hour %= 24
	p.emitHour(c)
	m.contradicted(n, other)
}
