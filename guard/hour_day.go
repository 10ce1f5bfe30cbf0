package guard

import (
	"slices"
	"time"
)

// A shop has other hours on other days: those that the reply gives are of the weekday that it names before them, or else behind.

// weekdaysAt returns the weekdays that the time of day, or the number, at token i is said of, a bit each from Monday on; 0 where none is named.
func (m *matcher) weekdaysAt(i int) uint8 {
	r := m.reply
	s := r.sentences[r.sentenceOf(i)]
	for j := i - 1; j >= s.first; j-- {
		if set := m.weekdayAt(j); set != 0 {
			return set | m.runBefore(j, s, set)
		}
	}
	for j := i + 1; j < s.next && !(clause(&r.tokens[j]) && r.claimOver(j) == nil); j++ {
		if set := m.weekdayAt(j); set != 0 {
			return set
		}
	}
	return 0
}

// runBefore returns the weekdays that stand with the one at token j: those of "Monday to Friday", and of "Saturday and Sunday".
func (m *matcher) runBefore(j int, s sentence, last uint8) (set uint8) {
	r, run := m.reply, false
	for k := j - 1; k >= s.first; k-- {
		t := &r.tokens[k]
		day := m.weekdayAt(k)
		switch {
		case day != 0 && run:
			for d := day; d != 0 && d != last; d <<= 1 {
				set |= d & 0x7f
			}
			return set
		case day != 0:
			set, last = set|day, day
		case t.is('-') || t.is('–') || t.has(cueTo) || t.has(cueUpTo):
			run = true
		case !t.has(cueAnd) && !t.is(',') && !t.is('.') && !t.has(cueArticle):
			return set
		}
	}
	return set
}

// weekdayAt returns the weekday that token j, or the day that ends with it, names; or 0.
func (m *matcher) weekdayAt(j int) uint8 {
	r := m.reply
	t := &r.tokens[j]
	if t.word != nil && t.kind == tokenWord {
		if day := max(t.word.weekday, t.word.weekdays); day != 0 && (r.claimOver(j) != nil || t.end-t.start > 3) {
			return 1 << (day - 1)
		}
	}
	if r.cuesAt(j)&cueToday != 0 {
		return 1 << (isoWeekday(r.today()) - 1)
	}
	if slices.Contains(workdayWords, t.hash) {
		return severalDays("weekday")
	}
	if e := r.phraseAt(j); e != nil && r.claimOver(j) == nil {
		switch e.unit {
		case unitWeek:
			return severalDays("weekday") // "unter der Woche"
		case unitWeekend:
			return severalDays("weekend")
		default:
		}
	}
	if c := r.claimOver(j); c != nil && c.Kind == Date && int(c.next) == j+1 && !c.period && c.Readings[0].single() {
		return 1 << (isoWeekday(c.Readings[0].Day) - 1)
	} else if c == nil && t.has(cueTomorrow) && t.word.further == 0 && r.sentences[r.sentenceOf(j)].first == j {
		return 1 << (isoWeekday(r.today().AddDate(0, 0, 1)) - 1) // "Morgen", which is a morning elsewhere
	}
	return 0
}

// workdayWords name the days from Monday to Friday.
var workdayWords = hashWords("weekdays", "weekday", "werktags", "werktag", "wochentags", "doordeweeks", "werkdagen", "vardagar", "feriali", "feriale")

// weekdays returns the weekdays on which the time of day of a source holds, or 0 where its result does not say: those of its own value, its
// record, its date, or the records around.
func (x *index) weekdays(s *Source) uint8 {
	days := func(fits func(o *Source) bool) (set uint8) {
		for _, o := range x.sources {
			if o.opened && o.Tool == s.Tool && o.Server == s.Server && fits(o) {
				set |= 1 << (isoWeekday(o.Day) - 1)
			}
		}
		return set
	}
	if set := days(func(o *Source) bool { return o.Path == s.Path }); set != 0 {
		return set
	}
	if of := around(s.Path); of != "" {
		if set := days(func(o *Source) bool { return around(o.Path) == of && weekdaysOf(lastKey(o.Path)) == 0 }); set != 0 {
			return set
		}
	}
	if !s.Day.IsZero() && hourKey(s.Path) {
		return 1 << (isoWeekday(s.Day) - 1) // {"date": "2026-03-01", "closes": "17:00"}
	}
	for g, depth := s.group, 0; g != nil && depth < 4; g, depth = g.parent, depth+1 {
		if set := days(func(o *Source) bool {
			return o.group.record() == g.record() && o.group.array == g.array && weekdaysOf(lastKey(o.Path)) == 0
		}); set != 0 {
			return set
		}
	}
	return 0
}

// overruled reports whether a time of day is said of a day for which the result has other hours, by its date: those of the weekday do not count
// on it.
func (m *matcher) overruled(c *Claim) bool {
	day := m.dayOfHour(c)
	if day.IsZero() {
		return false
	}
	for _, s := range c.Sources {
		if s.Kind != Time || !s.Day.IsZero() || m.index.weekdays(s) == 0 {
			return false
		}
	}
	return slices.ContainsFunc(m.index.sources, func(s *Source) bool {
		return s.Kind == Time && s.Day.Equal(day) && s.Tool == c.Sources[0].Tool && s.Server == c.Sources[0].Server
	})
}

// opensOn reports whether a time of day can be one of a day: it holds on its weekday, or the result does not say on which ones it does.
func (x *index) opensOn(s *Source, day time.Time) bool {
	set := x.weekdays(s)
	return set == 0 || set&(1<<(isoWeekday(day)-1)) != 0
}

// otherHours reports whether all sources of a time of day hold on other weekdays, or other dates, than it is said of.
func (m *matcher) otherHours(c *Claim) bool {
	if m.overruled(c) {
		return true
	}
	days := m.weekdaysAt(int(c.first))
	if days == 0 {
		return false
	}
	for _, s := range c.Sources {
		if of := m.index.weekdays(s); of == 0 || of&days != 0 {
			return false
		}
	}
	return true
}
