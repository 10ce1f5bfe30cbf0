package guard

// beforeEnd reports whether the claim says "until" a day, s is a day that ends nothing, and its record has another day until which
// something holds: {"check_in": "2026-03-06", "free_cancellation_until": "2026-03-05"}.
func (m *matcher) beforeEnd(c *Claim, s *Source) bool {
	if c.Kind != Date || s.Kind != Date || s.Origin != Field || s.group == nil || m.reply.tokens == nil || c.first == 0 {
		return false
	}
	if h := m.reply.tokens[c.first-1].hash; h != hashUntil && h != hashTill || endsBy(s.Path) {
		return false
	}
	for _, o := range m.index.sources {
		if o.Kind == Date && o.group == s.group && !o.Day.Equal(s.Day) && endsBy(o.Path) {
			return true
		}
	}
	return false
}

var hashTill = hashWord("till")

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
