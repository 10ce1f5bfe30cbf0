package guard

import "time"

// basicDay reads what ISO 8601 writes without hyphens or with weeks: "20260312" where a time of day is glued to it or a
// word before it announces a day, "2026-W12" and "2026-W12-4".
func (p *parser) basicDay(i int, zone *time.Location) (day, bool) {
	t := &p.tokens[i]
	if t.size == 8 {
		n := int(t.num)
		d, ok := date(n/10000, n/100%100, n%100, zone, i+1)
		s := p.get(i + 1)
		clock := s.joined() && s.hash == hashT && p.get(i+2).isDigits() && p.tokens[i+2].joined()
		if !ok || d.first.Year() < 1900 || d.first.Year() > 2199 || !clock && (s.joined() && s.kind != tokenPunct || !p.dated(i)) {
			return day{}, false
		}
		if clock {
			d.next = i + 3
			p.zulu(&d)
		}
		return d, true
	}
	if t.size != 4 || t.num < 1900 || t.num > 2199 {
		return day{}, false
	}
	at := i + 1
	if m := p.get(at); m.is('-') && m.joined() {
		at++
	}
	w, n := p.get(at), p.get(at+1)
	if !w.joined() || w.hash != hashW || !n.isDigits() || !n.joined() || n.size != 2 {
		return day{}, false
	}
	year := yearOf(int(t.num), zone, at+2)
	d, ok := year.part(int(n.num), unitWeek)
	if s, k := p.get(at+2), p.get(at+3); ok && s.is('-') && s.joined() && k.isDigits() && k.joined() && k.size == 1 && k.num >= 1 && k.num <= 7 {
		d = single(d.first.AddDate(0, 0, int(k.num)-1), at+4)
	}
	return d, ok
}

// zulu takes in the mark of the zone after the time of day in basic form.
func (p *parser) zulu(d *day) {
	if z := p.get(d.next); z.joined() && z.has(cueUTC) {
		d.next++
	}
}

// era reads "2014 AD" and "14 a.d.".
func (p *parser) era(i int, zone *time.Location) (day, bool) {
	t, a := &p.tokens[i], p.get(i+1)
	if t.size > 4 || t.num == 0 || !a.near() {
		return day{}, false
	}
	stop, d := p.get(i+2), p.get(i+3)
	switch {
	case (a.hash == hashAD || a.hash == hashCE) && a.styled(styleUpper):
		return yearOf(int(t.num), zone, i+2), true
	case a.hash == hashA && stop.is('.') && stop.joined() && d.joined() && d.hash == hashD:
		return yearOf(int(t.num), zone, i+4), true
	}
	return day{}, false
}

var hashAD, hashCE, hashA, hashD = hashWord("ad"), hashWord("ce"), hashWord("a"), hashWord("d")
