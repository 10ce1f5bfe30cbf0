package guard

import (
	"strconv"
	"strings"
	"time"
)

// clockOf adds the time of day of a moment: in the turn's zone, and as it is written. A midnight is that of a day without a time.
func (b *builder) clockOf(of *Source, at moment) {
	written := at.time
	if h, m, s := written.Clock(); h == 0 && m == 0 && s == 0 {
		return
	}
	local := written.In(b.zone)
	b.timeOfDay(of, local)
	if local.Hour() != written.Hour() || local.Minute() != written.Minute() {
		b.timeOfDay(of, written)
	}
}

func (b *builder) timeOfDay(of *Source, t time.Time) {
	s := b.room()
	*s = *of
	s.Kind, s.Role, s.Amount, s.ID = Time, 0, whole(int64(t.Hour()*3600+t.Minute()*60)), ""
	y, m, d := t.Date()
	s.Day = time.Date(y, m, d, 0, 0, 0, 0, b.zone)
	b.add(s)
}

// maxHours bounds the texts that name opening hours: "Mon-Fri 9:00-18:00".
const maxHours = 48

// hours adds the times of day in a text. It returns true where the text consists of them: "18:45", "06:30-22:30", "9am - 5pm".
func (b *builder) hours(i int32, text string) bool {
	l := &b.walker.leaves[i]
	if len(text) < 3 || len(text) > maxHours || l.key.gauge != 0 || !l.key.open && (text[0] < '0' || text[0] > '9') {
		return false
	}
	if !l.key.open && !clockText(text) {
		return false
	}
	list, pure, marked := timesOf(text)
	marked = marked || l.key.open || l.key.weekday != 0 || l.key.clock
	if !marked || len(list) == 0 || !pure && !l.key.open || l.key.seconds > 0 && (len(list) == 1 || !strings.Contains(text, ":")) && !l.key.open && !l.key.clock {
		return false
	}
	b.openAt(i, text, list)
	return pure
}

// timesIn adds the times of day in the part of a text that is about them.
func (b *builder) timesIn(i int32, text string) {
	list, _, _ := timesOf(text)
	b.openAt(i, text, list)
}

// openAt adds times of day.
func (b *builder) openAt(i int32, text string, list []int64) {
	l := &b.walker.leaves[i]
	day := b.dateOver(l)
	if l.parent >= 0 {
		if at, ok := b.dayKey(b.walker.records[l.parent].key.name); ok {
			b.openedAt(i, at) // {"days": {"2026-03-02": {"from": "11:00", "until": "18:30"}}}
		}
	}
	for _, seconds := range list {
		s := b.source(i, text, field{})
		s.Day = day
		s.Kind, s.Amount = Time, whole(seconds)
		b.add(s)
	}
}

// timesOf returns the times of day in a text, whether there is nothing else in it, and whether any of them is marked as one.
func timesOf(text string) (list []int64, pure, marked bool) {
	pure = true
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune("-–—,;/&", r) }) {
		for word := range strings.FieldsSeq(joinHalf(part)) {
			seconds, mark, ok := hourOf(word)
			if !ok && joinsDays(word) {
				continue // "8h à 19h"
			}
			if !ok || len(list) == maxOpened {
				pure = false
				continue
			}
			list, marked = append(list, seconds), marked || mark
		}
	}
	return list, pure, marked
}

// clockText reports whether a text has the characters of times of day and no others.
func clockText(text string) bool {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case '0' <= c && c <= '9', c >= 0x80, strings.IndexByte(" :.-,;/&apmAPMhuUr", c) >= 0:
		default:
			return false
		}
	}
	return strings.ContainsAny(text, ":mMhUu") || len(text) <= 7
}

// maxOpened bounds the times of day of one text.
const maxOpened = 12

// narrow makes plain blanks of those that stand between a time of day and what belongs to it.
var narrow = strings.NewReplacer("\u202f", " ", "\u2009", " ", "\u00a0", " ")

// joinHalf joins "9 am" and "9 Uhr".
func joinHalf(part string) string {
	part = narrow.Replace(part)
	if !strings.Contains(part, " ") {
		return part
	}
	for _, half := range [...]string{" am", " pm", " AM", " PM", " a.m.", " p.m.", " Uhr", " uur", " h"} {
		part = strings.ReplaceAll(part, half, half[1:])
	}
	return part
}

// hourOf reads "18:45", "18:45:00", "14h30", "9am", "9.30 pm" or "9" as seconds since midnight, and reports whether anything but the figure says
// that it is a time.
func hourOf(text string) (seconds int64, marked, ok bool) {
	text = strings.ToLower(text)
	half := int64(-1)
	for k, suffix := range [...]string{"am", "a.m.", "pm", "p.m."} {
		if rest, found := strings.CutSuffix(text, suffix); found {
			text, half = strings.TrimSpace(rest), int64(k/2*12)
		}
	}
	for _, suffix := range [...]string{"uhr", "uur", "h"} {
		if rest, found := strings.CutSuffix(text, suffix); found {
			text, marked = strings.TrimSpace(rest), true
			break
		}
	}
	hour, minute := text, ""
	if at := strings.IndexAny(text, ":.h"); at >= 0 {
		hour, minute = text[:at], text[at+1:]
		marked = marked || text[at] != '.'
		minute, _, _ = strings.Cut(minute, ":")
		if len(minute) != 2 {
			return 0, false, false
		}
	}
	h, err := strconv.ParseInt(hour, 10, 64)
	if err != nil || h > 24 || len(hour) > 2 {
		return 0, false, false
	}
	m := int64(0)
	if minute != "" {
		if m, err = strconv.ParseInt(minute, 10, 64); err != nil || m > 59 {
			return 0, false, false
		}
	}
	if half >= 0 {
		if h < 1 || h > 12 {
			return 0, false, false
		}
		h, marked = h%12+half, true
	}
	return h%24*3600 + m*60, marked, true
}
