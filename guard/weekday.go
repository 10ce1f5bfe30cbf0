package guard

import (
	"slices"
	"strings"
	"time"
)

// weekdayAt reads "Friday", "next Friday", "Friday, 6 March" and checks that both are the same day.
func (p *parser) weekdayAt(i int, zone *time.Location) (day, bool) {
	at, step := i, 0
	t := &p.tokens[i]
	if t.has(cueNext|cueLast|cueThis) && t.word.weekday == 0 && p.get(i+1) != nil && p.tokens[i+1].near() {
		at++
		switch {
		case t.has(cueNext):
			step = 1
		case t.has(cueLast):
			step = -1
		}
	}
	w := &p.tokens[at]
	if at == i && t.has(cueLast) && t.word.weekday != 0 {
		step = -1 // "i lördags"
	}
	if w.word == nil || w.word.weekday == 0 || !p.weekdayWord(at) {
		return day{}, false
	}
	weekday := int(w.word.weekday)
	if b := p.get(i - 1); b != nil && at == i && (b.hash == hashEvery || b.hash == hashEach) {
		return day{}, false
	}
	if e, _ := p.phrase(at); e.holiday != 0 {
		return day{}, false // "Thursday of Mysteries"
	}
	next := at + 1
	if d, ok := p.besideDay(at, weekday, zone); ok && step == 0 {
		return d, true
	}
	if s := p.get(next); s != nil && s.is('.') && s.joined() && w.end-w.start <= 4 && !p.closed(next+1) {
		next++
	}
	if d, ok := p.ofShifted(at+1, weekday, zone); ok && step == 0 {
		return d, true
	}
	if d, ok := p.afterWeekday(next, weekday, zone); ok {
		return d, true
	}
	if d, ok := p.ofWeek(at+1, weekday, zone); ok && step == 0 {
		return d, true
	}
	if e, after := p.phrase(at + 1); e != nil && step == 0 && p.get(at+1).near() && e.tones&toneBehind != 0 {
		if step = 1; e.cues&cueLast != 0 {
			step = -1
		}
		at = after - 1
	}
	today := p.today(zone)
	ahead := (weekday - (int(today.Weekday())+6)%7 - 1 + 7) % 7
	switch {
	case step > 0:
		monday := today.AddDate(0, 0, 7-(int(today.Weekday())+6)%7)
		d := single(monday.AddDate(0, 0, weekday-1), at+1)
		if soon := today.AddDate(0, 0, ahead); ahead > 0 {
			d.also(soon, soon)
		}
		return d, true
	case step < 0:
		back := today.AddDate(0, 0, ahead-7)
		return single(back, at+1), true
	}
	d := single(today.AddDate(0, 0, ahead), at+1)
	d.weekday = true
	back := today.AddDate(0, 0, ahead-7)
	d.also(back, back)
	if ahead == 0 {
		week := today.AddDate(0, 0, 7)
		d.also(week, week)
	}
	return d, true
}

var hashSat, hashSun = hashWord("sat"), hashWord("sun")

var hashEvery, hashEach = hashWord("every"), hashWord("each")

// ofWeek reads "of last week", "evening next week", "two weeks from now" after a weekday.
func (p *parser) ofWeek(i, weekday int, zone *time.Location) (day, bool) {
	at := i
	for range 2 {
		if t := p.get(at); t.near() && (t.has(cueOf|cueDayPart) || t.is(',') || t.hash == hashFrom) {
			at++
		}
	}
	t := p.get(at)
	if !t.near() {
		return day{}, false
	}
	step := 0
	switch {
	case t.has(cueNext):
		step = 1
	case t.has(cueLast):
		step = -1
	case !t.has(cueThis):
		return day{}, false
	}
	unit, next := p.unitWord(at + 1)
	if unit != unitWeek {
		return day{}, false
	}
	today := p.today(zone)
	monday := today.AddDate(0, 0, 1-isoWeekday(today)+7*step)
	return single(monday.AddDate(0, 0, weekday-1), next), true
}

// ofShifted reads "two weeks from now" after a weekday: that day of the week in which it falls.
func (p *parser) ofShifted(i, weekday int, zone *time.Location) (day, bool) {
	if t := p.get(i); t.near() && t.is(',') {
		i++
	}
	if t := p.get(i); !t.near() || t.word == nil || t.word.month != 0 {
		return day{}, false
	}
	d, ok := p.unitsAgo(i, zone)
	if !ok || !d.first.Equal(d.last) || p.get(d.next-1).has(cueAgo) {
		return day{}, false
	}
	for k := i; k < d.next; k++ {
		if w := p.tokens[k].word; w != nil && (w.unit == unitDay || w.weekday+w.weekdays != 0) {
			return day{}, false
		}
	}
	return single(weekOfDay(d.first).AddDate(0, 0, weekday-1), d.next), true
}

// weekdayWord reports whether token i is a weekday and not a short word such as "sat", "sun" or "mar".
func (p *parser) weekdayWord(i int) bool {
	t := &p.tokens[i]
	if t.end-t.start > 3 {
		return true
	}
	if slices.Contains(englishDays, t.hash) && p.otherThanEnglish(i) {
		return false // "Fri frakt", "Mon colis"
	}
	if n := p.get(i + 1); n.near() && (n.hash == hashThe || n.isDigits()) && !t.word.monthWeak {
		return true
	}
	if n := p.get(i + 1); (t.hash == hashSat || t.hash == hashSun) && n.near() && n.kind == tokenWord && (n.word == nil || n.hash == hashOn || n.has(cueIn|cueArticle)) {
		return false // "Sat on the shelf"
	}
	return t.styled(styleTitle) && (!t.word.weak || i+1 < len(p.tokens)) || p.lastIn(i) && (i == 0 || t.gap >= line)
}

// englishDays are names of weekdays in three letters that only English and those who write like it use; some are words of other languages.
var englishDays = hashWords("mon", "tue", "wed", "thu", "fri", "sat", "sun")

// otherThanEnglish reports whether the text around token i is in another language: the turn says so, or a frequent word of one stands before it
// or right behind.
func (p *parser) otherThanEnglish(i int) bool {
	if code, _, _ := strings.Cut(p.reply.Language, "-"); code != "" {
		return !strings.EqualFold(code, "en")
	}
	for j := max(0, i-2*reach); j < min(len(p.tokens), i+4); j++ {
		if slices.Contains(otherWords, p.tokens[j].hash) {
			return true
		}
	}
	return false
}

// otherWords are frequent words of the other languages, and of English none.
var otherWords = hashWords("och", "du", "får", "från", "att", "det", "är", "inte", "för", "din", "les", "est", "et", "votre", "vous", "nous", "dans", "avec", "der", "das", "und", "ist", "sie", "ihr", "für", "mit", "nicht", "wir", "los", "las", "y", "su", "con",
	"il", "gli", "di", "sono", "het", "een", "van", "je", "voor", "niet", "os", "não", "uma", "com", "seu")

// afterWeekday reads the day after a weekday, and compares both.
func (p *parser) afterWeekday(i, weekday int, zone *time.Location) (day, bool) {
	at := i
	for range 2 {
		if t := p.get(at); t != nil && t.near() && (t.is(',') || t.is('-') && t.joined() && p.get(at+1).joined() && p.tokens[at+1].kind == tokenWord || t.hash == hashThe || t.hash == hashDen || t.hash == hashDem || t.hash == hashDia || at > i && (t.hash == hashLe || t.hash == hashEl || t.hash == hashIl) || t.has(cueDate) && t.hash != hashAfter && t.hash != hashBefore) {
			at++
		}
	}
	t := p.get(at)
	if t == nil || !t.near() || t.hash == hashUm && !p.get(at+1).has(cueOf) {
		return day{}, false // "Freitag um 8:10 Uhr", and not "sexta-feira, um de março"
	}
	d, ok := p.plainDay(at, zone)
	if !ok {
		return p.weekdayNumber(at, i, weekday, zone)
	}
	if !d.first.Equal(d.last) {
		return day{}, false
	}
	d.agree(weekday)
	return d, true
}

var hashDen, hashUm, hashDia = hashWord("den"), hashWord("um"), hashWord("dia")

// weekdayNumber reads "Tuesday the 19th".
func (p *parser) weekdayNumber(at, i, weekday int, zone *time.Location) (day, bool) {
	n, next := p.dayNumber(at)
	if n == 0 || at > i && p.tokens[at-1].hash != hashThe && p.tokens[at-1].hash != hashDia || !p.ends(next) || p.counts(next) || p.get(next).near() && p.get(next).is(':') {
		return day{}, false
	}
	if m := p.get(next); at == i && m.joined() && (m.is('-') || m.is('–')) {
		return day{}, false // "Fri 9-5"
	}
	if u := p.get(next); at == i && u.near() && u.word != nil && (u.word.unit != 0 || u.has(cueAM|cuePM|cueClock)) {
		return day{}, false
	}
	return p.numberOn(n, weekday, next, zone)
}

// numberOn returns the day n of the month that falls on the weekday: in the current month, or else in the next that
// has one, or in the last.
func (p *parser) numberOn(n, weekday, next int, zone *time.Location) (day, bool) {
	today := p.today(zone)
	at := func(step int) (time.Time, bool) {
		d := time.Date(today.Year(), today.Month()+time.Month(step), n, 0, 0, 0, 0, zone)
		return d, d.Day() == n && isoWeekday(d) == weekday
	}
	if d, ok := at(0); ok {
		return single(d, next), true
	}
	for step := range 14 {
		d, ok := at(step)
		if !ok {
			continue
		}
		found := single(d, next)
		for back := range 14 {
			if b, ok := at(-back); ok {
				found.also(b, b)
				break
			}
		}
		return found, true
	}
	return day{}, false
}

func isoWeekday(t time.Time) int { return (int(t.Weekday())+6)%7 + 1 }

// agree keeps the meanings that fall on the weekday; where none does, the text contradicts itself.
func (d *day) agree(weekday int) {
	var fit [3]days
	n := 0
	d.each(func(o days) {
		if n < len(fit) && isoWeekday(o.first) == weekday && o.first.Day() == d.dayOfMonth(o) {
			fit[n] = o
			n++
		}
	})
	if n == 0 {
		d.mismatch = true
		return
	}
	d.first, d.last, d.n = fit[0].first, fit[0].first, 0
	for _, o := range fit[1:n] {
		d.also(o.first, o.first)
	}
}

// dayOfMonth returns the day that a meaning of d must have: its own, unless it is a 29 February moved into March.
func (d *day) dayOfMonth(o days) int {
	if d.openYear && d.first.Day() == 29 && d.first.Month() == time.February && o.first.Month() == time.March {
		return 29
	}
	return o.first.Day()
}
