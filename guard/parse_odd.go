package guard

import (
	"strings"
	"unicode/utf8"

	"github.com/govalues/decimal"
)

// oddFigure yields the amount of a figure that is written in other than digits beside a currency: in raised or lowered
// ones ("₂₁₉ €"), or with the letter O for a nought ("2OO €"). It returns i where there is none.
func (p *parser) oddFigure(i int) int {
	first := i
	cur := p.currencyAt(i)
	if cur.next > i && cur.sort != sortNoun {
		i = cur.next
	} else {
		cur = currency{}
	}
	text, next := p.oddDigits(i)
	if text == "" || cur.set == 0 && (i < p.done || i > 0 && p.tokens[i].joined() && p.tokens[i-1].kind != tokenPunct) {
		return first
	}
	if cur.set == 0 {
		if t := p.get(next); !t.near() || t.word == nil {
			return first
		}
		if cur = p.currencyAt(next); cur.next == next || cur.weak {
			return first
		}
		next = cur.next
	}
	d, err := decimal.Parse(strings.NewReplacer("o", "0", "O", "0").Replace(text))
	if err != nil {
		return first
	}
	f := figure{first: first, next: next}
	f.add(d)
	c := p.emit(Money, &f, first, next)
	c.Currencies = p.lex.sets[cur.set]
	c.unread = strings.ContainsAny(text, "oO")
	return next
}

// oddDigits returns the digits of the figure that begins at token i, and the token after it; "" where it is none, or an
// ordinary one.
func (p *parser) oddDigits(i int) (string, int) {
	var room [24]byte
	digits, odd := room[:0], false
	at := i
	for ; at < len(p.tokens) && len(digits) < 18 && (at == i || p.tokens[at].joined()); at++ {
		t := &p.tokens[at]
		word := p.reply.Text[t.start:t.end]
		d := raised(t.sym)
		switch {
		case t.kind == tokenPunct && d >= 0:
			digits, odd = append(digits, byte('0'+d)), true
			continue
		case t.isDigits() && t.size < 10 && t.end-t.start == int32(t.size):
			digits = append(digits, word...)
			continue
		case t.kind == tokenWord && len(digits) > 0 && strings.Trim(word, "oO") == "":
			digits, odd = append(digits, word...), true
			continue
		}
		break
	}
	if !odd {
		return "", i
	}
	return string(digits), at
}

// raised returns the value of a raised or lowered digit, or -1.
func raised(r rune) int {
	switch {
	case r < utf8.RuneSelf:
		return -1
	case r == '¹':
		return 1
	case r == '²' || r == '³':
		return int(r - '²' + 2)
	case r == '⁰' || r >= '⁴' && r <= '⁹':
		return int(r - '⁰')
	case r >= '₀' && r <= '₉':
		return int(r - '₀')
	}
	return -1
}

// manyPrices holds words for several prices: half of those is a count.
var manyPrices = map[uint64]bool{
	hashWord("prices"): true, hashWord("preise"): true, hashWord("precios"): true, hashWord("prezzi"): true, hashWord("preços"): true, hashWord("prijzen"): true,
}

// halfAt yields "half the price" and "half price" at token i: an amount that no record holds as it stands.
func (p *parser) halfAt(i int) int {
	t := p.get(i)
	if !t.sounds(toneHalf) {
		return i
	}
	for j := i + 1; j < min(len(p.tokens), i+4) && p.tokens[j].near() && p.tokens[j].kind == tokenWord; j++ {
		if p.tokens[j].sounds(tonePrice) && !p.tokens[j].has(cueCosts) && !manyPrices[p.tokens[j].hash] {
			f := figure{first: i, next: j + 1}
			f.add(decimal.MustNew(5, 1))
			p.emit(Money, &f, i, j+1).unread = true
			return j + 1
		}
		if w := p.tokens[j].word; w != nil && w.about != 0 {
			break
		}
	}
	return i
}
