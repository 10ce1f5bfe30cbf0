package guard

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// Services write their timetables as records: {"open": {"day": 1, "time": "1000"}}, {"openDay": "MONDAY", "openTime": {"hours": 10}}, {"dow": "ma",
// "van": "12:00"}, {"date": "2026-03-06", "from": "10:00"}.

// boundKey reports whether the value under a key may be when something begins or ends.
func boundKey(name string) bool {
	switch strings.ToLower(name) {
	case "open", "close", "opens", "closes", "opened", "closed", "opening", "closing", "start", "end", "starts", "ends", "begin", "from", "to", "until", "till", "time", "times", "opentime", "closetime", "open_time", "close_time",
		"opening_time", "closing_time", "starttime", "endtime", "start_time", "end_time", "von", "bis", "van", "tot", "desde", "hasta", "de", "a", "à", "dalle", "alle", "das", "às", "até", "från", "till_kl", "öffnet", "schließt":
		return true
	}
	return false
}

// fromClock adds the time of day that a leaf writes without a colon: {"time": "1000"}, {"opens": 930}, {"hour": 9, "minute": 30}. It returns
// false where it is none.
func (b *builder) fromClock(i int32, text string) bool {
	l := &b.walker.leaves[i]
	if l.parent < 0 || !allDigits(text) {
		return false
	}
	hour, minute := 0, 0
	switch n, _ := strconv.Atoi(text); {
	case (l.key.name == "hour" || l.key.name == "hours") && len(text) <= 2:
		if k := b.walker.records[l.parent].key; !boundKey(k.name) && !k.clock {
			return false
		}
		hour = n
		for _, name := range [...]string{"minute", "minutes"} {
			if o := b.sibling(l, name); o != nil {
				minute, _ = strconv.Atoi(b.walker.textOf(o))
			}
		}
	case len(text) == 4 || len(text) == 3 && l.kind == leafNumber:
		if !b.timetabled(l) {
			return false
		}
		hour, minute = n/100, n%100
	default:
		return false
	}
	if hour > 24 || minute > 59 {
		return false
	}
	b.openAt(i, text, []int64{int64(hour%24*3600 + minute*60)})
	return true
}

// timetabled reports whether a leaf stands in a record that says on which day, or in one about when something is open.
func (b *builder) timetabled(l *leaf) bool {
	w := &b.walker
	for r, depth := l.parent, 0; r >= 0 && depth < 4; r, depth = w.records[r].parent, depth+1 {
		k := w.records[r].key
		if k.open && !boundKey(k.name) || k.weekday != 0 || k.weekdays != 0 {
			return true
		}
		if depth == 0 && b.dayBeside(l) != nil {
			return true
		}
	}
	return false
}

// dayBeside returns the leaf of a record that names the weekday of the times in it, or nil.
func (b *builder) dayBeside(l *leaf) *leaf {
	w := &b.walker
	first := int(w.records[l.parent].first)
	for i := first; i < min(len(w.leaves), first+maxSiblings); i++ {
		if o := &w.leaves[i]; o.parent == l.parent && o.key.days {
			return o
		}
	}
	return nil
}

// dayNumber returns the weekday that a number beside times of day stands for, from 1, Monday first; or 0. Sunday is 0 or 7; where a
// service counts from Monday on, it says so in its own way.
func (b *builder) dayNumber(l *leaf) int {
	n, err := strconv.Atoi(b.walker.textOf(l))
	if err != nil || n < 0 || n > 7 || l.end-l.start > 1 || l.parent < 0 {
		return 0
	}
	w := &b.walker
	first, timed := int(w.records[l.parent].first), boundKey(w.records[l.parent].key.name)
	for i := first; i < min(len(w.leaves), first+maxSiblings); i++ {
		o := &w.leaves[i]
		if o.parent != l.parent {
			continue
		}
		if o.key.name == "is_overnight" {
			return n%7 + 1
		}
		timed = timed || boundKey(o.key.name) || o.key.name == "hour" || o.key.name == "hours"
	}
	switch {
	case !timed:
		return 0
	case n == 0:
		return 7
	}
	return n
}

// dayInShort returns the weekday that a leaf names in two letters, from 1, Monday first, or 0. The others under its key tell the language:
// "do" is a Thursday beside "wo", and a Sunday beside "gi".
func (b *builder) dayInShort(l *leaf) (day int) {
	own := strings.ToLower(strings.TrimSuffix(b.walker.textOf(l), "."))
	var words [8]string
	n := 0
	for i := range b.walker.leaves {
		if o := &b.walker.leaves[i]; o.keys == l.keys && o.kind == leafString {
			for w := range strings.FieldsFuncSeq(strings.ToLower(b.walker.textOf(o)), func(r rune) bool { return r == '-' || r == '–' || r == '.' }) {
				if n < len(words) { // "Mo-Fr", "Sa"
					words[n] = w
					n++
				}
			}
		}
	}
	for k := range shortWeekdays {
		names := &shortWeekdays[k]
		if slices.ContainsFunc(words[:n], func(w string) bool { return !slices.Contains(names[:], w) }) {
			continue
		}
		found := slices.Index(names[:], own) + 1
		if day != 0 && day != found {
			return 0
		}
		day = found
	}
	return day
}

// dateOver returns the day that a leaf's times are of: its record, or one around it, has it as a value or as its key. The zero time where
// there is none.
func (b *builder) dateOver(l *leaf) (day time.Time) {
	w := &b.walker
	for r, depth := l.parent, 0; r >= 0 && depth < 3; r, depth = w.records[r].parent, depth+1 {
		rec := &w.records[r]
		if at, ok := b.dayKey(rec.key.name); ok {
			return at
		}
		if rec.array {
			continue
		}
		for i := int(rec.first); i < min(len(w.leaves), int(rec.first)+maxSiblings/8); i++ {
			o := &w.leaves[i]
			if o.parent != r || o.kind != leafString || o.end-o.start != 10 || !dateKey(o.key.name) {
				continue
			}
			if at, ok := isoDay(w.textOf(o), b.zone); ok {
				return at.days[0]
			}
		}
	}
	return day
}

// dateKey reports whether the value under a key is the day that its record is about.
func dateKey(name string) bool {
	switch strings.ToLower(name) {
	case "date", "day", "datum", "fecha", "data", "jour", "tag", "dag", "on", "start_date", "startdate", "delivery_date", "deliverydate", "slot_date", "slotdate":
		return true
	}
	return false
}

// dayKey returns the day that a key is: "2026-03-02".
func (b *builder) dayKey(name string) (time.Time, bool) {
	if len(name) != 10 || name[4] != '-' {
		return time.Time{}, false
	}
	at, ok := isoDay(name, b.zone)
	return at.days[0], ok
}
