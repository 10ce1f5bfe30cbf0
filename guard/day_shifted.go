package guard

import "time"

// shiftedAt reads "2 years ago" and "in five years" after the name of a holiday or a month: the first one from then on
// is meant.
func (p *parser) shiftedAt(i int, zone *time.Location) (time.Time, int, bool) {
	t := p.get(i)
	if !t.near() || t.kind == tokenPunct {
		return time.Time{}, i, false
	}
	d, ok := day{}, false
	if e, next := p.phrase(i); e != nil && e.cues&cueIn != 0 && t.hash != hashWithin && p.get(next).near() {
		d, ok = p.inUnits(next, zone)
	} else {
		d, ok = p.unitsAgo(i, zone)
	}
	if !ok || !d.first.Equal(d.last) || d.n > 0 {
		return time.Time{}, i, false
	}
	return d.first, d.next, true
}

// monthFrom reads "March in a year", "March after next".
func (p *parser) monthFrom(i, month int, zone *time.Location) (day, bool) {
	if !p.monthWord(i) && i > 0 {
		return day{}, false
	}
	if a, n := p.get(i+1), p.get(i+2); a.near() && a.hash == hashAfter && n.near() && n.hash == hashNext {
		d := p.bareMonth(month, i+3, zone)
		return monthOf(d.first.Year()+1, month, zone, i+3), true
	}
	from, next, ok := p.shiftedAt(i+1, zone)
	if !ok {
		return day{}, false
	}
	y := from.Year()
	if month < int(from.Month()) {
		y++
	}
	return monthOf(y, month, zone, next), true
}

var hashNext = hashWord("next")

// besideDay reads "Friday before Christmas", "Monday after 4 May", "Wednesday after next", and what "closest" before a
// weekday makes of "Monday to Oct 5th".
func (p *parser) besideDay(i, weekday int, zone *time.Location) (day, bool) {
	t := p.get(i + 1)
	if !t.near() {
		return day{}, false
	}
	after := t.hash == hashAfter
	if n := p.get(i + 2); after && n.near() && n.hash == hashNext {
		today := p.today(zone)
		ahead := (weekday-isoWeekday(today)+6)%7 + 1
		return single(today.AddDate(0, 0, ahead+7), i+3), true
	}
	if c := p.get(i - 1); c != nil && t.hash == hashTo && (c.hash == hashClosest || c.hash == hashNearest) {
		return p.closest(i, weekday, zone)
	}
	if !after && t.hash != hashBefore {
		return day{}, false
	}
	d, ok := p.plainDay(p.skipThe(i+2), zone)
	if !ok || !p.get(i+2).near() || !d.first.Equal(d.last) {
		return day{}, false
	}
	d.weekdayBeside(weekday, after)
	return d, true
}

var hashClosest, hashNearest = hashWord("closest"), hashWord("nearest")

// weekdayBeside moves a day, in all its meanings, to the weekday after or before it.
func (d *day) weekdayBeside(weekday int, after bool) {
	move := func(t time.Time) time.Time {
		ahead := (weekday-isoWeekday(t)+6)%7 + 1
		if !after {
			ahead = -((isoWeekday(t)-weekday+6)%7 + 1)
		}
		return t.AddDate(0, 0, ahead)
	}
	d.first = move(d.first)
	d.last = d.first
	for k := range d.others[:d.n] {
		o := &d.others[k]
		o.first = move(o.first)
		o.last = o.first
	}
}

// closest reads "second closest Monday to 5 October".
func (p *parser) closest(i, weekday int, zone *time.Location) (day, bool) {
	d, ok := p.plainDay(p.skipThe(i+2), zone)
	if !ok || !d.first.Equal(d.last) {
		return day{}, false
	}
	ahead := (weekday - isoWeekday(d.first) + 7) % 7
	if ahead > 3 {
		ahead -= 7
	}
	switch p.ordinalAt(i - 2) {
	case 0, 1:
	case 2:
		if ahead > 0 {
			ahead -= 7
		} else {
			ahead += 7
		}
	default:
		return day{}, false
	}
	return single(d.first.AddDate(0, 0, ahead), d.next), true
}

// onWeekday reads the weekday after "next week": "on Friday", "Friday".
func (p *parser) onWeekday(d *day) {
	at := d.next
	if on := p.get(at); on.near() && on.hash == hashOn {
		at++
	}
	if s := p.get(at + 1); p.get(at).is('\'') && s.joined() && s.hash == hashS {
		at += 2 // "next week's Friday"
	}
	w := p.get(at)
	if !w.near() || w.word == nil || w.word.weekday == 0 || !p.weekdayWord(at) {
		return
	}
	if m := p.get(at + 1); m.near() && (m.isDigits() || m.word != nil && m.word.month != 0) {
		return
	}
	d.first = d.first.AddDate(0, 0, int(w.word.weekday)-1)
	d.last, d.next = d.first, at+1
}
