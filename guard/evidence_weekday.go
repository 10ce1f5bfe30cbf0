package guard

import (
	"strings"
	"time"
)

// Keys name days as values do: {"monday": "9-18", "saturday": {"open": "10:00", "close": "16:00"}} is a source of what a reply
// says of the next Saturday.

// weekdayOf returns the weekday that a key is the name of, or 0. It has three letters at least: "so" and "do" are words.
func weekdayOf(key string) uint8 {
	if len(key) < 3 || len(key) > 16 {
		return 0
	}
	if e := wordOf(strings.ToLower(key)); e != nil {
		return e.weekday
	}
	return 0
}

// weekdaysOf returns the weekdays that a key is the name of as a run, a bit each from Monday on: "mon_fri", "saturday-sunday", "lunes_a_jueves",
// "weekdays". A single one in few letters is a word as well: "mar", "do".
func weekdaysOf(key string) (set uint8) {
	words, n := fieldWords(key)
	set = weekdaysIn(words[:n])
	if set&(set-1) == 0 && len(key) < 4 && weekdayOf(key) == 0 {
		return 0
	}
	return set
}

// weekdayAbove returns the weekday that is the key of leaf i, or of the record that it is the first leaf of; or 0. Today and tomorrow have one
// too, where a time of day stands under them: {"tomorrow": {"open": "10:00", "close": "18:30"}}.
func (b *builder) weekdayAbove(i int32) uint8 {
	l := &b.walker.leaves[i]
	k := l.key
	if l.parent >= 0 && k.weekday == 0 && k.ahead == 0 {
		if r := &b.walker.records[l.parent]; r.first == i && r.key != nil {
			k = r.key
		}
	}
	if k.ahead != 0 && (k != l.key && boundKey(l.key.name) || clockText(b.walker.textOf(l))) {
		return uint8(isoWeekday(b.now.In(b.zone).AddDate(0, 0, int(k.ahead)-1)))
	}
	return k.weekday
}

// aheadKey returns how many days ahead the day is that a key names, and one more; or 0.
func aheadKey(name string) int8 {
	switch e := wordOf(name); {
	case e == nil:
		return 0
	case e.cues&cueToday != 0:
		return 1
	case e.cues&cueTomorrow != 0:
		return 2
	}
	return 0
}

// weekdaysIn returns the weekdays that a leaf's key names as a run, or its value under a key that says so: {"days": "Mon-Fri"}.
func (b *builder) weekdaysIn(l *leaf) uint8 {
	if k := b.parentKey(l); k != nil && k.open && len(l.key.name) <= 4 && l.key.weekdays == 0 && l.key.weekday == 0 {
		if name := strings.ToLower(l.key.name); name != "di" && name != "do" { // which are other days in other languages
			if set := weekdaysIn([]string{name}); set != 0 {
				return set // {"horaires": {"sam": "10h-18h"}}
			}
		}
	}
	if l.key.weekdays == 0 && l.parent >= 0 {
		if r := &b.walker.records[l.parent]; r.key != nil && r.key.weekdays != 0 && &b.walker.leaves[r.first] == l {
			return r.key.weekdays // {"mon_fri": {"open": "10:00", "close": "19:30"}}
		}
	}
	if !l.key.days || l.key.weekdays != 0 || l.kind == leafOther || l.end-l.start > 36 {
		return l.key.weekdays
	}
	text := b.walker.textOf(l)
	if l.kind == leafNumber || len(text) == 1 {
		if day := b.dayNumber(l); day != 0 {
			return 1 << (day - 1)
		}
		return 0
	}
	text = text[strings.LastIndexByte(text, '/')+1:] // "https://schema.org/Saturday"
	if day := weekdayOf(text); day != 0 {
		return 1 << (day - 1)
	}
	if set := weekdaysOf(text); set != 0 || len(text) > 4 {
		return set
	}
	if day := b.dayInShort(l); day != 0 {
		return 1 << (day - 1)
	}
	return 0
}

// parentKey returns the key of the record around a leaf, or nil.
func (b *builder) parentKey(l *leaf) *key {
	if l.parent < 0 {
		return nil
	}
	return b.walker.records[l.parent].key
}

// parentOpen reports whether the record around a leaf is about when something is open, by its key.
func (b *builder) parentOpen(l *leaf) bool {
	k := b.parentKey(l)
	for r := l.parent; r >= 0 && k == l.key; r = b.walker.records[r].parent { // that of a list
		k = b.walker.records[r].key
	}
	return k != nil && k.open
}

// namesDays reports whether the value under a key is a weekday, or a run of them.
func namesDays(key string) bool {
	switch key {
	case "dow", "wd", "openDay", "closeDay", "open_day", "close_day", "dayName", "day_name", "weekDay", "days", "day", "weekday", "weekdays", "dayOfWeek", "day_of_week", "tage", "tag", "wochentag", "wochentage", "jours", "jour", "días", "dias", "dia", "día", "giorni", "giorno", "dagen", "dag", "dagar":
		return true
	}
	return false
}

// openedOn adds the next day of that weekday, today included.
func (b *builder) openedOn(i int32, weekday uint8) {
	b.openedAt(i, b.nextOn(weekday))
}

// openedOnAll adds the next day of each weekday of a set, and of those that come before the first one this week the day after that as well:
// on a Friday "Tuesday to Sunday" ends in nine days.
func (b *builder) openedOnAll(i int32, set uint8) {
	first := time.Time{}
	for day := range uint8(7) {
		if set&(1<<day) == 0 {
			continue
		}
		next := b.nextOn(day + 1)
		b.openedAt(i, next)
		if first.IsZero() {
			first = next
		} else if next.Before(first) {
			b.openedAt(i, next.AddDate(0, 0, 7))
		}
	}
}

// nextOn returns the next day of a weekday, today included.
func (b *builder) nextOn(weekday uint8) time.Time {
	today := dayOf(b.now.In(b.zone))
	return today.AddDate(0, 0, (int(weekday)-isoWeekday(today)+7)%7)
}

// openedAt adds a day on which something is open.
func (b *builder) openedAt(i int32, day time.Time) {
	s := b.source(i, b.walker.textOf(&b.walker.leaves[i]), field{})
	s.Kind, s.opened, s.Day = Date, true, day
	b.add(s)
}

// scheduled reads a short text of weekdays and times of day: {"opening_hours": "Mon-Sat 7:00-21:00"}, {"schedule": "Tue 18:30-20:00"}. It returns
// false where the text is none.
func (b *builder) scheduled(i int32, text string) bool {
	if l := &b.walker.leaves[i]; len(text) < 5 || len(text) > maxTimetable || l.key.free && !b.parentOpen(l) || '0' <= text[0] && text[0] <= '9' {
		return false
	}
	list := timetable(text)
	for k := range list {
		o := &list[k]
		if !o.closed {
			b.openedOnAll(i, o.days)
		}
		if o.times != "" {
			b.timesIn(i, o.times)
		}
	}
	return len(list) > 0
}

// maxTimetable bounds the texts that are read as a timetable.
const maxTimetable = 200
