package guard

import (
	"strconv"
	"strings"
	"time"
)

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
	if err1 != nil || err2 != nil || err3 != nil {
		return false
	}
	at := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if at.Year() != year || int(at.Month()) != month || at.Day() != day {
		return false
	}
	if l.key.name == "year" {
		s := b.source(i, at.Format(time.DateOnly), field{})
		s.Path = strings.TrimSuffix(s.Path, ".year")
		s.Kind, s.Day = Date, dayOf(at)
		b.add(s)
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
