package guard

import "slices"

// beforeEnd reports whether the claim says "until" a day, s is a day that ends nothing, and its record has another day until which
// something holds: {"check_in": "2026-03-06", "free_cancellation_until": "2026-03-05"}.
func (m *matcher) beforeEnd(c *Claim, s *Source) bool {
	if c.Kind != Date || s.Kind != Date || s.Origin != Field || s.group == nil || m.reply.tokens == nil || c.first == 0 {
		return false
	}
	if !m.reply.untilAt(int(c.first)) || endsBy(s.Path) {
		return false
	}
	for _, o := range m.index.sources {
		if o.Kind == Date && o.group == s.group && !o.Day.Equal(s.Day) && endsBy(o.Path) {
			return true
		}
	}
	return false
}

// untilAt reports whether "until" or its like stands before token i, an article aside.
func (r *Reply) untilAt(i int) bool {
	for j := i - 1; j >= max(0, i-3); j-- {
		t := &r.tokens[j]
		if slices.Contains(untilWords, t.hash) {
			return true
		}
		if t.end-t.start > 4 || t.kind != tokenWord && !t.is('\'') && !t.is('’') {
			return false
		}
	}
	return false
}

var untilWords = hashWords("until", "till", "bis", "jusqu", "hasta", "fino", "tot")

// endsBy reports whether the last key of a path names the end of something.
func endsBy(path string) bool {
	words, n := fieldWords(lastKey(path))
	for _, w := range words[:n] {
		switch w {
		case "until", "till", "to", "by", "end", "ends", "out", "expire", "expiry", "expiration", "deadline", "due", "last", "close", "closing", "return", "latest",
			"max", "cutoff", "thru", "through", "before", "valid", "renewal", "renew", "reset", "next":
			return true
		}
	}
	return false
}

// overdue reports whether a claim grants so many days from today, and s is a day by which something must be done that comes before the last of
// them: "pay within 26 days" of an invoice that is due in 16.
func (m *matcher) overdue(c *Claim, v *Reading, s *Source) bool {
	if m.reply.tokens == nil || m.reply.tokens[c.first].hash != hashWithin || c.About == AboutDelivery || c.About == AboutStock || v.LastDay.Equal(s.Day) || !v.Day.Equal(m.reply.today()) {
		return false
	}
	words, n := fieldWords(lastKey(s.Path))
	return slices.ContainsFunc(words[:n], func(w string) bool {
		switch w {
		case "due", "deadline", "until", "expire", "expiry", "expiration", "cutoff":
			return true
		}
		return false
	})
}

// namesEnd reports whether a claim names the end of a period: "the end of 2026".
func (r *Reply) namesEnd(c *Claim) bool {
	for j := int(c.first); j < int(c.next); j++ {
		if r.tokens[j].has(cueEnd) {
			return true
		}
	}
	return c.first > 0 && r.tokens[c.first-1].has(cueEnd)
}
