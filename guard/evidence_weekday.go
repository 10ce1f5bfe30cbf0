package guard

import (
	"slices"
	"strings"
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

// weekdaysOf returns the weekdays that a key is the name of as a run, a bit each from Monday on: "mon_fri", "saturday-sunday", "weekdays".
func weekdaysOf(key string) (set uint8) {
	words, n := fieldWords(key)
	if n == 2 && len(words[0]) == 2 && len(words[1]) == 2 {
		return shortRun(words[0], words[1])
	}
	first, last := uint8(0), uint8(0)
	for _, w := range words[:n] {
		switch w {
		case "weekday", "werktag", "werktags", "werkdagen", "semaine", "feriali":
			return 0b0011111
		case "weekend", "wochenende", "finesettimana":
			return 0b1100000
		case "to", "bis", "a", "al", "au", "tot", "until":
			continue
		}
		e := wordOf(w)
		if e == nil || e.weekday == 0 && e.weekdays == 0 {
			return 0
		}
		last = max(e.weekday, e.weekdays)
		if first == 0 {
			first = last
		}
	}
	if first == 0 || first == last && len(key) < 3 {
		return 0
	}
	for d := first; d <= 7; d++ {
		set |= 1 << (d - 1)
		if d == last {
			return set
		}
	}
	return 0
}

// weekdayAbove returns the weekday that is the key of leaf i, or of the record that it is the first leaf of; or 0.
func (b *builder) weekdayAbove(i int32) uint8 {
	l := &b.walker.leaves[i]
	if l.key.weekday != 0 || l.parent < 0 {
		return l.key.weekday
	}
	if r := &b.walker.records[l.parent]; r.first == i && r.key != nil {
		return r.key.weekday
	}
	return 0
}

// weekdaysIn returns the weekdays that a leaf's key names as a run, or its value under a key that says so: {"days": "Mon-Fri"}.
func (b *builder) weekdaysIn(l *leaf) uint8 {
	if !l.key.days || l.key.weekdays != 0 || l.kind != leafString || l.end-l.start > 24 {
		return l.key.weekdays
	}
	text := b.walker.textOf(l)
	if day := weekdayOf(text); day != 0 {
		return 1 << (day - 1)
	}
	return weekdaysOf(text)
}

// namesDays reports whether the value under a key is a weekday, or a run of them.
func namesDays(key string) bool {
	switch key {
	case "days", "day", "weekday", "weekdays", "dayOfWeek", "day_of_week", "tage", "tag", "wochentag", "wochentage", "jours", "jour", "días", "dias", "dia", "día", "giorni", "giorno", "dagen", "dag", "dagar":
		return true
	}
	return false
}

// shortWeekdays are the weekdays of some languages in two letters, from Monday on.
var shortWeekdays = [...][7]string{
	{"mo", "di", "mi", "do", "fr", "sa", "so"},
	{"ma", "di", "wo", "do", "vr", "za", "zo"},
	{"lu", "ma", "me", "je", "ve", "sa", "di"},
	{"lu", "ma", "mi", "ju", "vi", "sa", "do"},
	{"lu", "ma", "me", "gi", "ve", "sa", "do"},
	{"mo", "tu", "we", "th", "fr", "sa", "su"},
}

// shortRun returns the weekdays of a run of two in two letters each, "di-zo", in the language that has both; or 0.
func shortRun(from, to string) (set uint8) {
	for _, names := range shortWeekdays {
		first, last := slices.Index(names[:], from), slices.Index(names[:], to)
		if first < 0 || last <= first {
			continue
		}
		for d := first; d <= last; d++ {
			set |= 1 << d
		}
		return set
	}
	return 0
}

// openedOn adds the next day of that weekday, today included.
func (b *builder) openedOn(i int32, weekday uint8) {
	today := dayOf(b.now.In(b.zone))
	s := b.source(i, b.walker.textOf(&b.walker.leaves[i]), field{})
	s.Kind, s.opened = Date, true
	s.Day = today.AddDate(0, 0, (int(weekday)-isoWeekday(today)+7)%7)
	b.add(s)
}
