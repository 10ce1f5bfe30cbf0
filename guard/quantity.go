package guard

import (
	"slices"

	"github.com/govalues/decimal"
)

// unitSeconds is the length of a unit of time; months and years have the length that shops give them.
func unitSeconds(u unitID) int64 {
	switch u {
	case unitSecond:
		return 1
	case unitMinute:
		return 60
	case unitHour:
		return 3600
	case unitDay:
		return 86400
	case unitWeek:
		return 7 * 86400
	case unitMonth:
		return 30 * 86400
	case unitYear:
		return 365 * 86400
	default:
	}
	return 0
}

// quantityAt reads a figure and its unit from token i on, and yields a duration ("3-5 business days") or a quantity
// ("14 pieces", "2 kg").
func (p *parser) quantityAt(i int) int {
	if !p.bordered(i) {
		return i
	}
	low := p.figureBefore(i)
	if low.n == 0 || low.next <= i || low.article {
		return i
	}
	high, next := low, low.next
	if c := p.connector(&amount{figure: low, first: i}); c > 0 {
		p.upper = c
		if g := p.figureBefore(c); g.n > 0 && g.next > c && p.bordered(c) && (g.words || !low.words) && g.values[0].Cmp(low.values[0]) != 0 && p.unitFollows(g.next) {
			high, next = g, g.next
		}
	}
	at := next
	if t := p.get(at); t.is('-') && t.joined() {
		at++
	}
	unit, end := p.unitWord(at)
	counted := gauge(0)
	if g, after := p.gaugeAt(at); g != 0 && (g != gaugeRate || p.get(after).has(cueOf|cueFrom|cuePer|cueTo|cueTimes)) && (unit == 0 && p.tokens[i].isDigits() || unit == unitOther) {
		counted, unit, end = g, unitOther, after
	}
	rest := int64(0)
	if unitSeconds(unit) > 0 && low.next == next {
		rest, end = p.remainderOf(unit, end)
	}
	switch {
	case p.network(at), unit == unitHour && p.dottedClock(i, at):
		return i
	case unit == unitOther && low.next == next && i > 0 && slices.Contains(sizeWords, p.tokens[i-1].hash):
		return i // "the size 42 pair"
	case unit == unitOther && low.next == next && p.tokens[i].kind == tokenWord && low.values[0].Equal(whole(1)):
		return i // "one pair is €14"
	case p.get(at) != nil && p.tokens[at].hash == hashAn && !low.values[0].Equal(whole(1)) && !high.values[0].Equal(whole(1)):
		return i // a year in French is one; "order 55120 to a colleague" in German
	case unit == unitOther || unit != 0 && unitSeconds(unit) > 0 && (rest > 0 || !p.unitClock(at)):
	case low.next == next && p.inStock(at) && !(p.get(i-1).has(cueOf) && p.get(i-2).isDigits()): // "1 of 2 in stock"
		counted, unit, end = gaugeStock, unitOther, next
	case low.next == next && (p.tokens[i].isDigits() || p.restBefore(i) && low.values[0].Cmp(whole(1)) > 0):
		if counted = p.tallies(&low, i); counted == 0 {
			return i
		}
		unit, end = unitOther, next
	default:
		return i
	}
	if low.next == next && counted&^gaugeThings != 0 && p.perBase(i, low.values[0]) {
		return end
	}
	p.emitQuantity(&low, &high, unit, rest, i, end)
	p.reply.Claims[len(p.reply.Claims)-1].gauge = counted
	p.fallsOn(&p.reply.Claims[len(p.reply.Claims)-1], unit)
	return end
}

// perBase reports whether a measure is only what an amount is for: "€6 per 100 ml".
func (p *parser) perBase(i int, v Decimal) bool {
	b := p.get(i - 1)
	return (b.has(cuePer) || b.is('/')) && p.inMoneyBefore(i-1) && (v.Equal(whole(1)) || v.Equal(whole(10)) || v.Equal(hundred) || v.Equal(whole(1000)))
}

// inMoneyBefore reports whether the latest claim ends directly before token i and is an amount.
func (p *parser) inMoneyBefore(i int) bool {
	n := len(p.reply.Claims)
	return n > 0 && p.reply.Claims[n-1].Kind == Money && int(p.reply.Claims[n-1].next) >= i
}

// sizeWords say that the number behind them is a size.
var sizeWords = hashWords("size", "sizes", "größe", "groesse", "gr", "taille", "talla", "taglia", "maat", "storlek", "tamanho", "eu", "uk")

// network reports whether the unit at token i is the G of "5G".
func (p *parser) network(i int) bool {
	t, n := p.get(i), p.get(i-1)
	return t.joined() && t.hash == hashG && t.styled(styleUpper) && n.isDigits() && n.size == 1
}

var hashG, hashAn = hashWord("g"), hashWord("an")

// unitFollows reports whether token i names a unit, or begins to.
func (p *parser) unitFollows(i int) bool {
	if t := p.get(i); t.is('-') && t.joined() {
		i++
	}
	unit, _ := p.unitWord(i)
	return unit != 0
}

// unitClock reports whether the unit at token i is only a mark of the clock, as in "14 h".
func (p *parser) unitClock(i int) bool { return p.get(i).has(cueClock) && p.tokens[i].hash == hashH }

// dottedClock reports whether the figure directly before the unit at token at is a time as Dutch writes it, and Spanish with "horas": "14.00 uur",
// "tussen 14.00 en 16.00 uur"; or an hour that "om" stands before, or one of two behind "tussen" or "van". Token i is where the figure, or the range that it ends, begins.
func (p *parser) dottedClock(i, at int) bool {
	if u := p.get(at); u == nil || u.hash != hashUur && u.hash != hashHoras {
		return false
	}
	if b := p.get(i - 1); b != nil && b.hash == hashOm {
		return true
	}
	if p.hourOfDay(at-3) && p.hourOfDay(at-1) && (p.get(at-2).has(cueAnd) && p.get(at-4).has(cueBetween) || p.get(at-2).has(cueTo) && p.get(at-4).has(cueFrom)) {
		return true
	}
	m, sep, h := p.get(at-1), p.get(at-2), p.get(at-3)
	return m.isDigits() && m.size == 2 && m.num < 60 && m.joined() && sep.is('.') && sep.joined() && h.isDigits() && h.size <= 2 && h.num <= 24
}

// hourOfDay reports whether token i is an hour at which a shop may come or be open, and which few things last.
func (p *parser) hourOfDay(i int) bool {
	t := p.get(i)
	return t.isDigits() && t.num >= 7 && t.num < 24
}

var hashUur, hashHoras, hashOm = hashWord("uur"), hashWord("horas"), hashWord("om")

// maxNoun bounds the words between a number and "in stock".
const maxNoun = 3

// inStock reports whether "left", "in stock" or their like follow at token i, after what is counted: "14 blue chairs in stock".
func (p *parser) inStock(i int) bool {
	for j := i; j <= i+maxNoun; j++ {
		t := p.get(j)
		if !t.near() || t.kind != tokenWord {
			return false
		}
		e, _ := p.phrase(j)
		if e != nil && e.about == AboutStock && e.role != RoleOther {
			return true
		}
		if t.word != nil && t.word.cues&^cueOf != 0 || t.word != nil && t.word.unit != 0 {
			return false
		}
	}
	return false
}

// emitQuantity yields a quantity, or a duration in seconds, of which rest comes on top of the figure.
func (p *parser) emitQuantity(low, high *figure, unit unitID, rest int64, first, next int) {
	factor, kind := int64(1), Quantity
	if s := unitSeconds(unit); s > 0 {
		factor, kind = s, Duration
	}
	f := *low
	f.n = min(low.n, high.n)
	scale := func(d Decimal) Decimal {
		if factor == 1 {
			return d
		}
		v, err := d.Mul(decimal.MustNew(factor, 0))
		if err != nil {
			return d
		}
		if rest > 0 {
			v, _ = v.Add(whole(rest))
		}
		return v
	}
	count := f.values[0]
	for k := range f.values[:f.n] {
		f.values[k] = scale(f.values[k])
	}
	c := p.emit(kind, &f, first, next)
	if rest == 0 {
		c.count = count
	}
	for k := range c.Readings {
		c.Readings[k].High = scale(high.values[k])
	}
	if !c.Readings[0].single() {
		return // the "da" of "da 2 a 4 giorni" opens no end
	}
	switch b := p.boundAt(&amount{figure: f, first: first, next: next}); b {
	case atMost:
		c.Readings[0].OpenLow = true
	case atLeast, from:
		c.Readings[0].OpenHigh = true
	default:
	}
}
