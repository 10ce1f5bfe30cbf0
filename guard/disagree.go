package guard

// appositions marks the days that a text gives twice, and not alike: "tomorrow, Thursday 12 March", where tomorrow is Friday. Both are wrong
// then, for nobody can tell which one is meant.
func (r *Reply) appositions() {
	for i := 1; i < len(r.Claims); i++ {
		a, b := &r.Claims[i-1], &r.Claims[i]
		if a.Kind != Date || b.Kind != Date || a.Reason != 0 || b.Reason != 0 || !r.beside(a, b) || i+1 < len(r.Claims) && r.listsOn(b, &r.Claims[i+1]) {
			continue
		}
		if !a.meetsDay(b) {
			a.Reason, b.Reason = WeekdayMismatch, WeekdayMismatch
		}
	}
}

// beside reports whether a day that is named relative to the turn's is followed by one with a number, a comma or a bracket between them.
func (r *Reply) beside(a, b *Claim) bool {
	if int(a.next) >= len(r.tokens) {
		return false
	}
	t := &r.tokens[a.next]
	if b.first != a.next+1 || !t.is('(') && !t.is(',') || a.period || b.period || r.cuesAt(int(a.first))&(cueToday|cueTomorrow|cueYesterday) == 0 {
		return false
	}
	for j := int(a.first); j < int(a.next); j++ {
		if r.tokens[j].isDigits() {
			return false
		}
	}
	for j := int(b.first); j < int(b.next); j++ {
		if r.tokens[j].isDigits() {
			return true
		}
	}
	return false
}

// listsOn reports whether another day follows one directly: then both are members of a list.
func (r *Reply) listsOn(b, next *Claim) bool {
	if next.Kind != Date || int(next.first-b.next) > 3 {
		return false
	}
	for j := int(b.next); j < int(next.first); j++ {
		if t := &r.tokens[j]; t.is(',') || t.has(cueAnd) || t.sounds(toneOr) {
			return true
		}
	}
	return false
}

// meetsDay reports whether a reading of one day is one of the other.
func (c *Claim) meetsDay(o *Claim) bool {
	for i := range c.Readings {
		for j := range o.Readings {
			if v, w := &c.Readings[i], &o.Readings[j]; !v.Day.After(w.LastDay) && !w.Day.After(v.LastDay) {
				return true
			}
		}
	}
	return false
}
