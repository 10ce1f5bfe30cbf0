package guard

import "time"

// moment is a point in time of a result, with the days that it may be called: the one in the turn's zone, and the one
// in the zone that it is written in.
type moment struct {
	time time.Time
	days [2]time.Time
}

// instant reads an RFC 3339 time, a time without a zone, or a date. The latter two are the same day everywhere.
func instant(text string, zone *time.Location) (moment, bool) {
	if len(text) < 10 || len(text) > 40 || text[4] != '-' || text[7] != '-' {
		return moment{}, false
	}
	if len(text) == len("2006-01-02") {
		return isoDay(text, zone)
	}
	if t, err := time.Parse(time.RFC3339Nano, text); err == nil {
		return momentOf(t, zone), true
	}
	if t, err := time.Parse("2006-01-02T15:04Z07:00", text); err == nil {
		return momentOf(t, zone), true
	}
	for _, layout := range [...]string{"2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02T15:04", "2006-01-02 15:04"} {
		if t, err := time.ParseInLocation(layout, text, zone); err == nil {
			d := dayOf(t)
			return moment{t, [2]time.Time{d, d}}, true
		}
	}
	return moment{}, false
}

func momentOf(t time.Time, zone *time.Location) moment {
	y, m, d := t.Date()
	return moment{t, [2]time.Time{dayOf(t.In(zone)), time.Date(y, m, d, 0, 0, 0, 0, zone)}}
}

// isoDay reads "2006-01-02".
func isoDay(text string, zone *time.Location) (moment, bool) {
	var n [3]int
	for i, part := range [...]string{text[:4], text[5:7], text[8:]} {
		if !allDigits(part) {
			return moment{}, false
		}
		for _, c := range []byte(part) {
			n[i] = n[i]*10 + int(c-'0')
		}
	}
	if n[1] < 1 || n[1] > 12 || n[2] < 1 || n[2] > 28 && time.Date(n[0], time.Month(n[1]), n[2], 0, 0, 0, 0, time.UTC).Day() != n[2] {
		return moment{}, false
	}
	d := time.Date(n[0], time.Month(n[1]), n[2], 0, 0, 0, 0, zone)
	day := d
	if zone != time.UTC {
		day = dayOf(d)
	}
	return moment{d, [2]time.Time{day, day}}, true
}
