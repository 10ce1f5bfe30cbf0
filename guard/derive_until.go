package guard

import "time"

// timeUntil checks that a length of time in minutes or hours is that from now to a time of day which a tool names, or from that to now: "in
// about 15 minutes" of {"eta": "2026-03-02T10:45:00+01:00"}. Only an approximate one may be rounded, to five minutes, or from two hours on to half an hour.
func (d *deriver) timeUntil() *Source {
	seconds, _, ok := d.v.Int64(0)
	if !ok || seconds < 60 || seconds >= 2*86400 || seconds%86400 == 0 {
		return nil
	}
	slack := int64(59)
	if d.c.Approx {
		if slack = 150; seconds >= 7200 {
			slack = 900
		}
	}
	for _, s := range d.m.index.sources {
		gap, ok := d.m.reply.untilClock(s)
		if !ok || s.contradicts(d.m.around) {
			continue
		}
		if gap < 0 {
			gap = -gap
		}
		if off := gap - seconds; off >= -slack && off <= slack {
			return d.derived("time_until", s)
		}
	}
	return nil
}

// untilClock returns how many seconds it is until a time of day that a tool names.
func (r *Reply) untilClock(s *Source) (int64, bool) {
	if s.Kind != Time || s.Origin != Field {
		return 0, false
	}
	clock, _, ok := s.Amount.Int64(0)
	if !ok {
		return 0, false
	}
	now := r.Now.In(r.zone())
	day := s.Day
	if day.IsZero() {
		day = dayOf(now)
	}
	return int64(day.Add(time.Duration(clock)*time.Second).Sub(now) / time.Second), true
}
