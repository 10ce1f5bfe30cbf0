package guard

import "time"

// Shows reports whether the text shows the time at near the claim c: in the claim's own or the next sentence, or in
// r.Appended. Shown is a clock time equal to at to the minute, in the turn's zone or in the zone written with it
// ("14:07", "2:07 pm", "14.07 Uhr", "14:07 UTC"), together with the day ("1 March 14:07", "2026-03-01 14:07") unless at
// is today there; or an age that is exact to the minute ("5 minutes ago").
//
// A nil claim means the whole text. A zero time is never shown.
func (r *Reply) Shows(c *Claim, at time.Time) bool {
	if at.IsZero() {
		return false
	}
	if c == nil {
		return r.shownIn(r.Text, at) || r.shownIn(r.Appended, at)
	}
	span := c.Sentence
	n := r.sentenceOf(int(c.first))
	if n+1 < len(r.sentences) {
		span.End = r.span(r.sentences[n+1]).End
	}
	if span.End > len(r.Text) || span.Start > span.End {
		span = Span{0, len(r.Text)}
	}
	return r.shownIn(r.Text[span.Start:span.End], at) || r.shownIn(r.Appended, at)
}

// shownIn reports whether text shows the time.
func (r *Reply) shownIn(text string, at time.Time) bool {
	if text == "" {
		return false
	}
	tokens := scan(text, nil)
	p := parser{reply: &Reply{Text: text, Now: r.Now, Zone: r.Zone, Language: r.Language}, tokens: tokens, lex: words()}
	for i := range tokens {
		if c, ok := p.clockAt(i); ok && p.shows(&c, at) {
			return true
		}
		if age, unit, ok := p.ageAt(i); ok && exactAge(r.Now, at, age, unit) {
			return true
		}
	}
	return false
}

// clock is a time of day in a text, at [first, next).
type clock struct {
	first, next  int
	hour, minute int
	zone         *time.Location // as written, or nil
	halved       bool           // am or pm is written with it
	hours        bool           // it is a whole number and a word that lengths of time have too: "14 h"
}

// shows reports whether the clock time, with the day beside it, is at.
func (p *parser) shows(c *clock, at time.Time) bool {
	zone := c.zone
	if zone == nil {
		zone = p.reply.zone()
	}
	local := at.In(zone)
	if local.Hour() != c.hour || local.Minute() != c.minute {
		return false
	}
	day := dayOf(local)
	if given, ok := p.dayBeside(c, zone); ok {
		return given.means(day)
	}
	return dayOf(p.reply.Now.In(zone)).Equal(day)
}

func dayOf(t time.Time) time.Time {
	y, m, d := t.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, t.Location())
}

// dayBeside returns the day that stands within a few words of a clock time.
func (p *parser) dayBeside(c *clock, zone *time.Location) (day, bool) {
	for i := max(0, c.first-7); i < min(len(p.tokens), c.next+6); i++ {
		if i >= c.first && i < c.next {
			continue
		}
		d, ok := p.dayAt(i, zone)
		if ok && (d.next <= c.first+1 || i >= c.next) {
			return d, true
		}
	}
	return day{}, false
}

// means reports whether d can be that one day.
func (d *day) means(t time.Time) bool {
	if d.first.Equal(t) && d.last.Equal(t) {
		return true
	}
	for _, o := range d.others[:d.n] {
		if o.first.Equal(t) && o.last.Equal(t) {
			return true
		}
	}
	return false
}

// ageAt reads "5 minutes ago", "vor 5 Minuten", "il y a 5 minutes".
func (p *parser) ageAt(i int) (int, unitID, bool) {
	t := p.get(i)
	if t == nil {
		return 0, 0, false
	}
	n, at := int64(0), i+1
	switch {
	case t.isDigits() && t.size <= 4 && p.clockBorder(i):
		n = int64(t.num)
	case t.has(cueArticle):
		n = 1
	case t.word != nil && t.word.class == classUnit:
		n = t.word.number
	default:
		return 0, 0, false
	}
	u := p.get(at)
	if u == nil || u.word == nil || u.word.unit == 0 || u.word.unit > unitDay || !u.near() {
		return 0, 0, false
	}
	if a := p.get(at + 1); a != nil && a.has(cueAgo) && a.near() {
		return int(n), u.word.unit, true
	}
	for back := 1; back <= 3 && i-back >= 0; back++ {
		if e, next := p.phrase(i - back); e != nil && e.cues&cueAgo != 0 && next == i {
			return int(n), u.word.unit, true
		}
	}
	return 0, 0, false
}

// exactAge reports whether at is n units before now, to the minute.
func exactAge(now, at time.Time, n int, unit unitID) bool {
	length := time.Minute
	switch unit {
	case unitSecond:
		length = time.Second
	case unitHour:
		length = time.Hour
	case unitDay:
		length = 24 * time.Hour
	default:
	}
	age := now.Sub(at)
	if age < 0 {
		return false
	}
	return now.Add(-time.Duration(n)*length).Truncate(time.Minute).Equal(at.Truncate(time.Minute)) ||
		length == time.Minute && age.Truncate(time.Minute) == time.Duration(n)*length
}
