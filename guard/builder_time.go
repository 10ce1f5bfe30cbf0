package guard

import (
	"strconv"
	"strings"
	"time"
)

// timeOf reads a point in time: [instant], and where it must be one a count of seconds or milliseconds since 1970, plain
// or as "/Date(1772365920000)/".
func (b *builder) timeOf(text string, must bool) (moment, bool) {
	if ms, ok := strings.CutPrefix(text, "/Date("); ok {
		ms, ok = strings.CutSuffix(ms, ")/")
		if i := strings.IndexAny(ms, "+-"); i > 0 {
			ms = ms[:i]
		}
		n, err := strconv.ParseInt(ms, 10, 64)
		return b.epoch(n), ok && err == nil
	}
	if must && (len(text) == 10 || len(text) == 13) && allDigits(text) {
		n, err := strconv.ParseInt(text, 10, 64)
		if len(text) == 10 {
			n *= 1000
		}
		return b.epoch(n), err == nil
	}
	if len(text) < 10 || len(text) > 40 || text[4] != '-' {
		return moment{}, false
	}
	if m := &b.time; m.text != text {
		m.text = text
		m.of, m.ok = instant(text, b.zone)
	}
	return b.time.of, b.time.ok
}

// compact adds what a number under a key of times writes without marks: the day 20260303, the time of day "131900", and seconds since 1970
// with a fraction. It returns false where it is none of them.
func (b *builder) compact(i int32, text string, f field) bool {
	l := &b.walker.leaves[i]
	switch {
	case len(text) == 8 && (text[:2] == "19" || text[:2] == "20") && allDigits(text):
		at, ok := isoDay(text[:4]+"-"+text[4:6]+"-"+text[6:], b.zone)
		if ok {
			b.moment(i, text, f, at)
		}
		return ok
	case len(text) == 6 && l.kind == leafString && l.key.clock && allDigits(text):
		h, m := int64(text[0]-'0')*10+int64(text[1]-'0'), int64(text[2]-'0')*10+int64(text[3]-'0')
		if h > 23 || m > 59 || text[4] > '5' {
			return false
		}
		s := b.source(i, text, field{})
		s.Kind, s.Amount = Time, whole(h*3600+m*60)
		b.add(s)
		return true
	case len(text) > 11 && text[10] == '.' && allDigits(text[:10]) && allDigits(text[11:]):
		at, ok := b.timeOf(text[:10], true)
		if ok {
			b.moment(i, text, f, at)
		}
		return ok
	}
	return false
}

// soon reports whether eight digits begin with this year, the last one or the next.
func (b *builder) soon(text string) bool {
	year, err := strconv.Atoi(text[:4])
	return err == nil && max(year-b.now.Year(), b.now.Year()-year) <= 1
}

// epoch returns the moment of a count of milliseconds since 1970.
func (b *builder) epoch(ms int64) moment {
	t := time.UnixMilli(ms).In(b.zone)
	d := dayOf(t)
	return moment{t, [2]time.Time{d, d}}
}

// isoDuration reads an ISO 8601 duration of days, hours, minutes and seconds, as "PT14H15M", in seconds.
func isoDuration(text string) (int64, bool) {
	if len(text) < 3 || len(text) > 20 || text[0] != 'P' {
		return 0, false
	}
	total, n, digits, clock := int64(0), int64(0), 0, false
	for _, c := range []byte(text[1:]) {
		unit := int64(0)
		switch {
		case '0' <= c && c <= '9' && digits < 9:
			n, digits = n*10+int64(c-'0'), digits+1
			continue
		case c == 'T' && !clock && digits == 0:
			clock = true
			continue
		case c == 'W' && !clock:
			unit = unitSeconds(unitWeek)
		case c == 'D' && !clock:
			unit = unitSeconds(unitDay)
		case c == 'H' && clock:
			unit = unitSeconds(unitHour)
		case c == 'M' && clock:
			unit = unitSeconds(unitMinute)
		case c == 'S' && clock:
			unit = 1
		}
		if unit == 0 || digits == 0 {
			return 0, false
		}
		total, n, digits = total+n*unit, 0, 0
	}
	return total, digits == 0 && total > 0
}

// partOfDate reports whether a number is a part of a date that stands as an object, as google.type.Date does; the year
// yields the date.
func (b *builder) partOfDate(i int32, l *leaf) bool {
	switch l.key.name {
	case "year", "month", "day":
	default:
		return false
	}
	y, m, d := b.sibling(l, "year"), b.sibling(l, "month"), b.sibling(l, "day")
	if y == nil || m == nil || d == nil {
		return false
	}
	year, err1 := strconv.Atoi(b.walker.textOf(y))
	month, err2 := strconv.Atoi(b.walker.textOf(m))
	day, err3 := strconv.Atoi(b.walker.textOf(d))
	if err1 != nil || err2 != nil || err3 != nil || year > 9999 {
		return false
	}
	at := time.Date(year, time.Month(month), day, 0, 0, 0, 0, b.zone)
	if at.Year() != year || int(at.Month()) != month || at.Day() != day {
		return false
	}
	if l.key.name == "year" {
		s := b.source(i, at.Format(time.DateOnly), field{})
		s.Path = strings.TrimSuffix(string(b.walker.pathOf(l)), ".year")
		s.Kind, s.Day = Date, dayOf(at)
		b.addAt(s, -1)
	}
	return true
}

// timeRange reads both ends of a text such as "3-5" under a key that names a unit of time.
func (b *builder) timeRange(i int32, raw, text string, f field) bool {
	low, high, found := strings.Cut(text, "-")
	if !found {
		low, high, found = strings.Cut(text, "–")
	}
	low, high = strings.TrimSpace(low), strings.TrimSpace(high)
	if !found || len(low) > 4 || len(high) > 4 || low == "" || high == "" || !allDigits(low) || !allDigits(high) {
		return false
	}
	for _, end := range [...]string{low, high} {
		n, err := strconv.ParseInt(end, 10, 64)
		if err != nil {
			return false
		}
		s := b.source(i, raw, f)
		s.Kind, s.Amount = Duration, whole(n*b.walker.leaves[i].key.seconds)
		b.add(s)
	}
	return true
}
