package guard

import "strconv"

// Opening hours can stand in periods, each with a number for its weekday: {"open": {"day": 1, "time": "1000"}, "close": {"day": 1, "time": "1900"}},
// {"open": {"day": 4, "hour": 20, "minute": 30}}. Sunday is 0.

// inPeriod reads a leaf of such a record, and returns whether it is one.
func (b *builder) inPeriod(i int32) bool {
	l := &b.walker.leaves[i]
	if l.parent < 0 {
		return false
	}
	switch k := b.parentKey(l); {
	case k == nil:
		return false
	case k.name != "open" && k.name != "close":
		return false
	}
	o := b.sibling(l, "day")
	if o == nil || o.end-o.start != 1 {
		return false
	}
	n := int(b.walker.textOf(o)[0] - '0')
	if n > 7 {
		return false
	}
	day := b.nextOn(uint8((n+6)%7 + 1))
	switch l.key.name {
	case "day":
		b.openedAt(i, day)
		return true
	case "time":
		text := b.walker.textOf(l)
		if len(text) != 4 || !allDigits(text) {
			return false
		}
		b.periodHour(i, text[:2], text[2:])
	case "hour":
		minute := "0"
		if m := b.sibling(l, "minute"); m != nil {
			minute = b.walker.textOf(m)
		}
		b.periodHour(i, b.walker.textOf(l), minute)
	case "minute":
		return true
	default:
		return false
	}
	s := b.sources[len(b.sources)-1]
	s.Day, s.opened = day, true
	return true
}

// periodHour adds a time of day of a period.
func (b *builder) periodHour(i int32, hour, minute string) {
	h, _ := strconv.Atoi(hour)
	m, _ := strconv.Atoi(minute)
	b.openAt(i, hour, []int64{int64(h%24*3600 + m%60*60)})
}
