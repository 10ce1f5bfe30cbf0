package guard

import "time"

// commaYear reads "08/12,2026".
func (p *parser) commaYear(i int, zone *time.Location) (day, bool) {
	t, m, u, comma, y := &p.tokens[i], p.get(i+1), p.get(i+2), p.get(i+3), p.get(i+4)
	if !y.isDigits() || y.size != 4 || y.num < 1900 || y.num > 2200 || !y.near() || !comma.is(',') || !u.isDigits() || u.size > 2 || !m.is('/') || t.size > 2 {
		return day{}, false
	}
	if !p.ends(i+5) || p.counts(i+5) {
		return day{}, false
	}
	dayFirst, ok1 := date(int(y.num), int(u.num), int(t.num), zone, i+5)
	monthFirst, ok2 := date(int(y.num), int(t.num), int(u.num), zone, i+5)
	return p.either(dayFirst, monthFirst, ok1, ok2)
}

// spacedDots reads "12. 3. 2026".
func (p *parser) spacedDots(i int, zone *time.Location) (day, bool) {
	d, dot, m, dot2, y := &p.tokens[i], p.get(i+1), p.get(i+2), p.get(i+3), p.get(i+4)
	if d.size > 2 || !dot.is('.') || !dot.joined() || !m.isDigits() || m.size > 2 || m.gap != blank && m.gap != thin || !dot2.is('.') || !dot2.joined() {
		return day{}, false
	}
	if !y.isDigits() || y.size != 4 || !y.near() || !p.ends(i+5) || p.counts(i+5) {
		return day{}, false
	}
	return date(int(y.num), int(m.num), int(d.num), zone, i+5)
}

// onDotted reports whether "4.22" is a month and a day: "on" stands before it, and it can be no other date.
func (p *parser) onDotted(i int, n [3]int, next int) bool {
	b := p.get(i - 1)
	return b != nil && b.hash == hashOn && p.tokens[i].near() && p.tokens[next-1].size == 2 && n[0] >= 1 && n[0] <= 12 && n[1] > 12 &&
		p.closed(next) && !p.counts(next)
}

var hashOn = hashWord("on")

// slashedMonth reads "2026/11", "11 / 2026" and "11-2026".
func (p *parser) slashedMonth(i int, zone *time.Location) (day, bool) {
	t, m, u := &p.tokens[i], p.get(i+1), p.get(i+2)
	if !u.isDigits() || !m.near() || !u.near() || !p.ends(i+3) || p.counts(i+3) || p.get(i+3).joined() && (p.get(i+3).is('-') || p.get(i+3).is('/')) {
		return day{}, false
	}
	b := p.get(i - 1)
	if !m.is('/') && (!m.is('-') || !m.joined() || !u.joined() || t.size == 4) || b.has(cueNumber) || b.is('#') || b.is('-') || b.is('/') || b.is('.') {
		return day{}, false
	}
	year, month := t, u
	if u.size == 4 {
		year, month = u, t
	}
	if year.size != 4 || month.size > 2 || month.num < 1 || month.num > 12 || year.num < 1900 || year.num > 2200 {
		return day{}, false
	}
	return monthOf(int(year.num), int(month.num), zone, i+3), true
}
