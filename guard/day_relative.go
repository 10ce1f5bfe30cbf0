package guard

import (
	"slices"
	"strings"
	"time"
)

// relativeDay reads days that count from the turn's: "tomorrow", "in 3 days", "next week", "two weeks ago".
func (p *parser) relativeDay(i int, zone *time.Location) (day, bool) {
	t := &p.tokens[i]
	today := p.today(zone)
	e, next := p.phrase(i)
	switch { // an entry that opens a date falls through to a count
	case e.period != 0:
		return p.periodAt(e, next, zone)
	case e.cues&cueToday != 0:
		return single(today, next), true
	case e.cues&cueTomorrow != 0 && p.tomorrowWord(i):
		return single(today.AddDate(0, 0, 1+e.days()), next), true
	case e.cues&cueYesterday != 0 && !p.here(i):
		return single(today.AddDate(0, 0, -1-e.days()), next), true
	case t.has(cueNext | cueLast | cueThis):
		if d, ok := p.nextUnit(i, zone); ok {
			return d, true
		}
		return p.nthDay(i, zone)
	case t.hash == hashRest:
		return p.restOf(i, zone)
	case t.edge() != edgeNone:
		if d, ok := p.halfOf(i, zone); ok {
			return d, true
		}
		return p.edgeOf(i, zone)
	case e.opens || e.decade != 0:
		if d, ok := p.openedDay(i, next, zone); ok {
			return d, true
		}
	case t.hash == hashWithin:
		return p.within(next, zone)
	case e.cues&cueIn != 0 && p.get(next).near() && (p.reply.Language != "sv" || t.hash != hashEn):
		return p.inUnits(next, zone)
	}
	if d, ok := p.unitsAgo(i, zone); ok {
		return d, true
	}
	return p.nthDay(i, zone)
}

// days is how much further a phrase reaches than "tomorrow" or "yesterday".
func (e *entry) days() int { return int(e.further) }

// tomorrowWord tells the German "morgen" from "guten Morgen" and "am Morgen".
func (p *parser) tomorrowWord(i int) bool {
	t := &p.tokens[i]
	return t.hash != hashMorgen || !t.styled(styleTitle) || i == 0
}

// here tells the "hier" of German and Dutch, which is a place, from that of French, which is yesterday.
func (p *parser) here(i int) bool {
	if p.tokens[i].hash != hashHier {
		return false
	}
	switch lang, _, _ := strings.Cut(p.reply.Language, "-"); lang {
	case "de", "nl":
		return true
	case "":
		n := p.get(i + 1)
		return n != nil && slices.Contains(afterHere[:], n.hash)
	}
	return false
}

// afterHere are words that follow the "hier" of German or Dutch, and not that of French.
var afterHere = [...]uint64{
	hashWord("ist"), hashWord("sind"), hashWord("die"), hashWord("der"), hashWord("das"), hashWord("ein"), hashWord("eine"), hashWord("finden"),
	hashWord("gibt"), hashWord("haben"), hashWord("können"), hashWord("is"), hashWord("zijn"), hashWord("het"), hashWord("een"), hashWord("vindt"),
	hashWord("staat"), hashWord("kun"),
}

var hashMorgen, hashEn, hashHier = hashWord("morgen"), hashWord("en"), hashWord("hier")

// inUnits reads what follows "in": "3 days", "two weeks".
func (p *parser) inUnits(i int, zone *time.Location) (day, bool) {
	if t := p.get(i); t.has(cueApprox) {
		i++
	}
	if months, next := p.halfYears(i); months > 0 {
		to, ok := p.shift(months, unitMonth, zone)
		return single(to, next), ok
	}
	n, at := p.count(i)
	few, after, vague := p.fewAt(i)
	if vague {
		n, at = few, after
	}
	if at == i {
		return day{}, false
	}
	unit, next := p.unitWord(at)
	if p.workday(at, next) {
		return day{}, false // needs a calendar of working days
	}
	to, ok := p.shift(n, unit, zone)
	d := single(to, next)
	if vague && ok {
		d.widen(unit, 1)
	}
	return d, ok
}

// unitsAgo reads "3 days ago", "two weeks from now", "vor 3 Tagen".
func (p *parser) unitsAgo(i int, zone *time.Location) (day, bool) {
	at := i
	e, next := p.phrase(i)
	before := e != nil && e.cues&cueAgo != 0
	if before {
		if at = next; !p.get(at).near() {
			return day{}, false
		}
	}
	n, end := p.count(at)
	vague := false
	if few, next, ok := p.fewAt(at); ok {
		n, end, vague = few, next, true
	}
	months, past := p.halfYears(at)
	if months > 0 {
		return p.counted(months, unitMonth, past, before, zone)
	}
	if b := p.get(i - 1); b.near() && b.hash == hashHalf && p.tokens[i].near() && p.get(at).has(cueArticle) {
		return day{}, false // "half a month ago"
	}
	if end == at {
		return day{}, false
	}
	if b := p.get(i - 1); p.get(at).has(cueArticle) && b != nil && p.tokens[i].near() && (b.isDigits() || b.kind == tokenSign) && !before {
		return day{}, false // "$11 a month from 15 March"
	}
	if w := p.get(end); w.near() && w.word != nil && w.word.weekday+w.word.weekdays != 0 && !before {
		return p.weekdaysFrom(n, end, zone)
	}
	if d, ok := p.countedAround(n, end, zone); ok && !before {
		return d, true
	}
	unit, after := p.unitWord(end)
	if unit == 0 || p.workday(end, after) {
		return day{}, false
	}
	if d, ok := p.moreUnits(n, unit, after, zone); ok && !before {
		return d, true
	}
	d, ok := p.counted(n, unit, after, before, zone)
	if vague && ok {
		sign := 1
		if d.first.Before(p.today(zone)) {
			sign = -1
		}
		d.widen(unit, sign)
	}
	return d, ok
}

// counted returns the day n units from today; the token after them says in which direction, unless a word before them
// said that it is back.
func (p *parser) counted(n int, unit unitID, after int, before bool, zone *time.Location) (day, bool) {
	sign := 0
	e, next := p.phrase(after)
	switch {
	case before:
		sign, next = -1, after
	case p.get(after).near() && p.tokens[after].hash == hashBack && p.closed(after+1):
		sign, next = -1, after+1
	case e == nil || !p.tokens[after].near():
		return day{}, false
	case e.cues&cueAgo != 0:
		sign = -1
	case e.cues&cueLater != 0:
		if slices.Contains(thenWords, p.tokens[next-1].hash) && p.datedBefore(after) {
			return day{}, false // "due on 27 February and now on 5 March, six days later"
		}
		sign = 1
	default:
		return day{}, false
	}
	to, ok := p.shift(sign*n, unit, zone)
	return single(to, next), ok
}

// thenWords count from the day that was named before, where one was.
var thenWords = hashWords("later", "später", "tard", "después", "dopo", "depois", "later", "senare")

// datedBefore reports whether a date stands before token i in its sentence.
func (p *parser) datedBefore(i int) bool {
	list := p.reply.Claims
	for k := len(list) - 1; k >= max(0, len(list)-4); k-- {
		if c := &list[k]; c.Kind == Date && !c.period {
			for j := int(c.next); j < i; j++ {
				if t := &p.tokens[j]; t.is('.') && !t.joined() || t.is('!') || t.is('?') || t.gap >= line {
					return false
				}
			}
			return true
		}
	}
	return false
}

// moreUnits reads what may follow "3 weeks": "and 2 days ago", "after 12 January", "before Christmas".
func (p *parser) moreUnits(n int, unit unitID, i int, zone *time.Location) (day, bool) {
	t := p.get(i)
	if t == nil || !t.near() {
		return day{}, false
	}
	if e, next := p.phrase(i); e != nil && e.cues&cueAfter != 0 && e.cues&cueAgo == 0 || t.hash == hashAfter || t.hash == hashPast || t.hash == hashBefore || t.hash == hashFrom && (e == nil || e.cues&cueLater == 0) {
		if the := p.get(next); the.near() && the.hash == hashThe {
			next++
		}
		d, ok := p.dayAt(next, zone)
		if !ok || !p.get(next).near() || !d.first.Equal(d.last) {
			return day{}, false
		}
		if t.hash != hashAfter && t.hash != hashPast && t.hash != hashFrom && !t.has(cueIn) {
			n = -n
		}
		d.move(n, unit)
		if o := &d.others[0]; d.n > 0 && !d.weekday && o.first.Before(d.first) && !o.first.Before(p.today(zone)) {
			d.prefer(true) // "a year from Christmas"
		}
		return d, unit >= unitDay
	}
	return p.unitChain(n, unit, i, zone)
}

// unitChain reads the rest of "2 years, 1 month and 3 days ago".
func (p *parser) unitChain(n int, unit unitID, i int, zone *time.Location) (day, bool) {
	d := single(p.today(zone), i)
	years, months, days := amountOf(n, unit)
	at, more := i, 0
	for more < 3 {
		from := at
		if t := p.get(at); t.near() && (t.has(cueAnd) || t.is(',')) {
			from++
		}
		m, end := p.count(from)
		if end == from || !p.get(from).near() {
			break
		}
		u, next := p.unitWord(end)
		if u < unitDay {
			return day{}, false
		}
		y, mo, da := amountOf(m, u)
		years, months, days = years+y, months+mo, days+da
		at, more = next, more+1
	}
	e, next := p.phrase(at)
	if more == 0 || unit < unitDay || e == nil || e.cues&(cueAgo|cueLater) == 0 || !p.get(at).near() {
		return day{}, false
	}
	if e.cues&cueAgo != 0 {
		years, months, days = -years, -months, -days
	}
	return single(d.first.AddDate(years, months, days), next), true
}

var hashAfter, hashBefore, hashPast = hashWord("after"), hashWord("before"), hashWord("past")

// move shifts every meaning of a day.
func (d *day) move(n int, unit unitID) {
	years, months, days := amountOf(n, unit)
	d.first, d.last = d.first.AddDate(years, months, days), d.last.AddDate(years, months, days)
	for i := range d.others[:d.n] {
		o := &d.others[i]
		o.first, o.last = o.first.AddDate(years, months, days), o.last.AddDate(years, months, days)
	}
}

// amountOf returns n units as years, months and days.
func amountOf(n int, unit unitID) (years, months, days int) {
	switch unit {
	case unitDay:
		days = n
	case unitWeek:
		days = 7 * n
	case unitFortnight:
		days = 14 * n
	case unitMonth:
		months = n
	case unitQuarter:
		months = 3 * n
	case unitYear:
		years = n
	case unitDecade:
		years = 10 * n
	default:
	}
	return years, months, days
}
