package guard

import (
	"slices"
	"sort"
	"time"
)

// setHoursAside moves the times of day out of the claims, which are matched as if they were not there.
func (r *Reply) setHoursAside() {
	r.hours = r.hours[:0]
	for i := range r.Claims {
		if r.Claims[i].Kind == Time {
			r.hours = append(r.hours, r.Claims[i])
		}
	}
	if len(r.hours) > 0 {
		r.Claims = slices.DeleteFunc(r.Claims, func(c Claim) bool { return c.Kind == Time })
	}
}

// matchHours matches the times of day, if there are any, and puts them back in their places.
func (m *matcher) matchHours() bool {
	r := m.reply
	if len(r.hours) == 0 {
		return false
	}
	r.hours = slices.DeleteFunc(r.hours, func(c Claim) bool { return m.showsAge(&c) })
	for i := range r.hours {
		m.hour(&r.hours[i])
	}
	r.Claims = append(r.Claims, r.hours...)
	slices.SortStableFunc(r.Claims, func(a, b Claim) int { return int(a.first) - int(b.first) })
	r.hours = r.hours[:0]
	return true
}

// showsAge reports whether a time of day only says as of when something is true: it is the turn's own time, that at which a value was true, or
// stands in a known statement.
func (m *matcher) showsAge(c *Claim) bool {
	for _, k := range m.known {
		if k.span.Start <= c.Span.Start && c.Span.End <= k.span.End {
			return true
		}
	}
	zone := m.reply.zone()
	for i := range c.Readings {
		seconds, _, _ := c.Readings[i].Amount.Int64(0)
		if sameMinute(m.reply.Now.In(zone), seconds) {
			return true
		}
		for _, s := range m.index.sources {
			if !s.AsOf.IsZero() && sameMinute(s.AsOf.In(zone), seconds) {
				return true
			}
		}
	}
	return false
}

// hour fills in the sources of one time of day.
func (m *matcher) hour(c *Claim) {
	c.Sources, c.Nearest, c.Derived, c.Reason = nil, nil, false, 0
	if m.around = m.nameBefore(c); m.around == nil {
		m.around = m.nameFor(c)
	}
	if m.index.tooMuch {
		c.Reason = TooMany
	}
	for i := range c.Readings {
		if c.Reason != 0 {
			break
		}
		list := m.hourSources(c, c.Readings[i].Amount)
		if list == nil {
			continue
		}
		c.Sources = list
		c.Readings[0], c.Readings[i] = c.Readings[i], c.Readings[0]
		break
	}
	m.explain(c)
}

// nameBefore returns the name nearest before a time of day in its clause, as a list, or nil.
func (m *matcher) nameBefore(c *Claim) []mention {
	from := m.clauseOf(c).Start
	for i := len(m.mentions) - 1; i >= 0; i-- {
		if n := &m.mentions[i]; n.span.End <= c.Span.Start {
			if n.span.Start < from || m.reply.orBetween(n.span.End, int(c.first)) {
				return nil
			}
			return m.mentions[i : i+1]
		}
	}
	return nil
}

// nameFor returns the name behind a time of day that only "for" and an article stand before, as a list, or nil: "by 3 pm for next day delivery".
func (m *matcher) nameFor(c *Claim) []mention {
	r := m.reply
	if int(c.next) >= len(r.tokens) || !r.tokens[c.next].has(cueFor) {
		return nil
	}
	i := sort.Search(len(m.mentions), func(i int) bool { return m.mentions[i].span.Start >= c.Span.End })
	if i == len(m.mentions) {
		return nil
	}
	for j := int(c.next) + 1; j < min(len(r.tokens), int(c.next)+3); j++ {
		if int(r.tokens[j].start) == m.mentions[i].span.Start {
			return m.mentions[i : i+1]
		}
	}
	return nil
}

// orBetween reports whether "or" stands between a byte and token i: what follows it is of another thing.
func (r *Reply) orBetween(from, i int) bool {
	for j := i - 1; j >= 0 && int(r.tokens[j].start) >= from; j-- {
		if r.tokens[j].sounds(toneOr) && !r.tokens[j].has(cueMinus) {
			return true
		}
	}
	return false
}

// hourSources returns what has the time of day: a field, or the time that something ends which begins at one field and takes as long as another says.
func (m *matcher) hourSources(c *Claim, v Decimal) []*Source {
	n := len(m.sources)
	day := m.dayOfHour(c)
	for _, s := range m.index.amount(v) {
		if s.Kind == Time && m.matches(c, s) == 0 && onDay(s, day) {
			m.sources = append(m.sources, s)
		}
	}
	if list := m.since(n); list != nil {
		return list
	}
	seconds, _, _ := v.Int64(0)
	if h, minutes := seconds/3600, seconds%3600; minutes == 0 {
		for _, s := range m.index.amount(whole(h)) {
			if s.Kind == Quantity && s.Origin == Field && hourKey(s.Path) {
				m.sources = append(m.sources, s)
			}
		}
	}
	if list := m.since(n); list != nil {
		return list
	}
	for _, s := range m.index.sources {
		switch {
		case s.Kind != Time || s.Origin != Field:
		case c.Approx && s.within(seconds, 600) && m.matches(c, s) == 0:
			return []*Source{s}
		default:
			if end := m.hourAfter(c, s, v); end != nil {
				return []*Source{end}
			}
		}
	}
	return nil
}

// hourAfter returns a source for v as the end of what begins at s, or its beginning where it ends then; or nil.
func (m *matcher) hourAfter(c *Claim, s *Source, v Decimal) *Source {
	for _, o := range m.index.sources {
		if o.Kind != Duration || o.Origin != Field || o.group == nil || o.group != s.group || o.Amount.Cmp(whole(86400)) >= 0 {
			continue
		}
		for _, try := range [...]func(Decimal) (Decimal, error){s.Amount.Add, s.Amount.Sub} {
			if got, err := try(o.Amount); err == nil && got.Equal(v) {
				d := deriver{m: m, c: c, v: v}
				c.Derived = true
				return d.derived("time_after", s, o)
			}
		}
	}
	return nil
}

// within reports whether a time of day is at most so many seconds from another.
func (s *Source) within(seconds, most int64) bool {
	own, _, ok := s.Amount.Int64(0)
	return ok && max(own-seconds, seconds-own) <= most
}

func sameMinute(t time.Time, seconds int64) bool {
	return int64(t.Hour()*3600+t.Minute()*60) == seconds
}

// hourKey reports whether a number under the key of a path is an hour of the day: {"open": 9, "close": 18}.
func hourKey(path string) bool {
	words, n := fieldWords(lastKey(path))
	for _, w := range words[:n] {
		switch w {
		case "open", "close", "opens", "closes", "opening", "closing", "from", "to", "until", "start", "end", "hour", "von", "bis", "ab", "desde", "hasta", "dalle", "alle", "van", "tot":
			return true
		}
	}
	return false
}

// dayOfHour returns the day that stands with a time of day: the last one before it in its clause, where none but that stands behind.
func (m *matcher) dayOfHour(c *Claim) (day time.Time) {
	r := m.reply
	span := m.clauseOf(c)
	for i := range r.Claims {
		o := &r.Claims[i]
		if o.Kind != Date || o.timed || o.Span.Start < span.Start || o.Span.End > span.End || int(c.first)-int(o.next) > 10 || int(o.first)-int(c.next) > 5 || m.elseBehind(c, o) {
			continue
		}
		d := o.Readings[0].Day
		if o.period || !o.Readings[0].single() || len(o.Sources) == 0 || !day.IsZero() && !day.Equal(d) && (o.first > c.first || o.next == o.first+1 && r.tokens[o.first].word != nil && r.tokens[o.first].word.weekday != 0) {
			return time.Time{} // "on Good Friday, 3 April, but open on Saturday"
		}
		day = d
	}
	return day
}

// elseBehind reports whether an "and" before a word begins something else between a time of day and a date behind it: "seen at 6:20, and due on 4 March".
func (m *matcher) elseBehind(c, o *Claim) bool {
	return o.first >= c.next && m.reply.between(c, o, func(j int) bool {
		return m.reply.tokens[j].has(cueAnd) && m.reply.tokens[j+1].kind == tokenWord
	})
}

// onDay reports whether a time of day of a record can be that of a day: it is of that day, or of none.
func onDay(s *Source, day time.Time) bool {
	if day.IsZero() {
		return true
	}
	return s.Day.IsZero() || s.Day.Equal(day)
}

// atHour reports whether the time of day that stands with a date is one that the evidence has on that day, or on no day.
func (m *matcher) atHour(c *Claim, day time.Time) bool {
	for _, v := range [...]int{c.hour.hour, (c.hour.hour + 12) % 24} {
		if v != c.hour.hour && (c.hour.halved || c.hour.hour > 12) {
			continue
		}
		want := whole(int64(v*3600 + c.hour.minute*60))
		for _, s := range m.index.amount(want) {
			if s.Kind == Time && (s.Day.IsZero() && m.index.opensOn(s, day) || s.Day.Equal(day)) {
				return true
			}
		}
	}
	for _, s := range m.index.sources {
		if !s.AsOf.IsZero() && m.reply.zone() != nil && dayOf(s.AsOf.In(m.reply.zone())).Equal(day) {
			return true
		}
	}
	return c.hour.zone != nil
}
