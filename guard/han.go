package guard

import "github.com/govalues/decimal"

// hanNumber adds up numerals by place value: "三万五千", "36.57亿", "8백 10만".
type hanNumber struct {
	total, section, digit Decimal
	hasDigit              bool
	lastBig               int64
	ok                    bool
}

func (h *hanNumber) put(d Decimal) {
	h.digit, h.hasDigit = d, true
}

// place multiplies what stands before a place: 10, 100, 1000 close a digit, the greater ones a section.
func (h *hanNumber) place(v int64) {
	factor := whole(v)
	if v < 10_000 {
		d := h.digit
		if !h.hasDigit {
			d = whole(1)
		}
		d, err := d.Mul(factor)
		sum, err2 := h.section.Add(d)
		h.ok = h.ok && err == nil && err2 == nil
		h.section, h.hasDigit = sum, false
		return
	}
	sum := h.section
	if h.hasDigit {
		sum, _ = sum.Add(h.digit)
	}
	if sum.IsZero() {
		if !h.total.IsZero() && h.lastBig < v { // "1万亿"
			var err error
			h.total, err = h.total.Mul(factor)
			h.ok = h.ok && err == nil
			h.lastBig = v
			return
		}
		sum = whole(1)
	}
	part, err := sum.Mul(factor)
	total, err2 := h.total.Add(part)
	h.ok = h.ok && err == nil && err2 == nil
	h.total, h.section, h.hasDigit, h.lastBig = total, Decimal{}, false, v
}

func (h *hanNumber) value() Decimal {
	sum, _ := h.total.Add(h.section)
	if h.hasDigit {
		sum, _ = sum.Add(h.digit)
	}
	return sum
}

// hanAfter reads numerals by place value after the digits that f holds.
func (p *parser) hanAfter(f *figure) {
	h := hanNumber{ok: true}
	h.put(f.values[0])
	next := p.han(&h, f.next)
	if next == f.next || !h.ok {
		return
	}
	f.values[0], f.n, f.next, f.scaled, f.fraction = h.value().Trim(0), 1, next, true, 0
}

// hanAt reads a number that begins with such a numeral.
func (p *parser) hanAt(i int) figure {
	f := figure{first: i, next: i, words: true}
	h := hanNumber{ok: true}
	next := p.han(&h, i)
	if next == i || !h.ok {
		return f
	}
	f.add(h.value())
	f.next = next
	return f
}

// han takes in numerals and digits from token i on, and returns the token after them.
func (p *parser) han(h *hanNumber, i int) int {
	at := i
	for ; at < len(p.tokens) && at-i < 24 && h.ok; at++ {
		t := &p.tokens[at]
		if at > i && !t.joined() && !p.koreanGap(at) {
			break
		}
		if t.isDigits() && t.size <= 9 && at > i {
			h.digits(t)
			continue
		}
		if t.has(cuePoint) && t.styled(styleWide) {
			return p.hanFraction(h, at)
		}
		if t.word == nil || t.word.class != classHan {
			break
		}
		if v := t.word.number; v < 10 {
			h.digitWord(v)
		} else {
			h.place(v)
		}
	}
	return at
}

// koreanGap reports whether the blank before token i only parts the groups of one Korean number.
func (p *parser) koreanGap(i int) bool {
	t, b := &p.tokens[i], &p.tokens[i-1]
	if t.gap != blank || b.word == nil || b.word.class != classHan || b.word.number < 100 {
		return false
	}
	for _, r := range p.reply.Text[b.start:b.end] {
		return hangul(r) && (t.isDigits() || t.word != nil && t.word.class == classHan)
	}
	return false
}

// digits takes in ASCII digits after a place: "8백 10만".
func (h *hanNumber) digits(t *token) {
	if h.hasDigit {
		h.ok = false
	}
	h.put(whole(int64(t.num)))
}

// digitWord takes in a numeral below ten; several in a row are read as digits: "二〇二六".
func (h *hanNumber) digitWord(v int64) {
	if !h.hasDigit {
		h.put(whole(v))
		return
	}
	if h.digit.Prec() == decimal.MaxPrec {
		h.ok = false
		return
	}
	d, err := h.digit.Mul(whole(10))
	if err == nil {
		d, err = d.Add(whole(v))
	}
	h.ok = h.ok && err == nil
	h.put(d)
}

// hanFraction reads the decimals after "点".
func (p *parser) hanFraction(h *hanNumber, point int) int {
	coef, scale, at := int64(0), 0, point+1
	for ; at < len(p.tokens) && scale < 6; at++ {
		t := &p.tokens[at]
		if !t.joined() || t.word == nil || t.word.class != classHan || t.word.number > 9 {
			break
		}
		coef, scale = coef*10+t.word.number, scale+1
	}
	if scale == 0 {
		return point
	}
	d, err := decimal.New(coef, scale)
	if err != nil {
		return point
	}
	base := Decimal{}
	if h.hasDigit {
		base = h.digit
	}
	d, _ = base.Add(d)
	h.put(d)
	if t := p.get(at); t != nil && t.joined() && t.word != nil && t.word.class == classHan && t.word.number >= 10 {
		h.place(t.word.number)
		at++
	}
	return at
}
