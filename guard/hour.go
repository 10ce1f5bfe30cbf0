package guard

import (
	"slices"
	"time"
)

// A time of day is a claim as a day is: "at 2 pm", "bis 18 Uhr", "de 9:00 a 20:00". Its amount is the seconds since midnight.

// hourAt yields the time of day that begins at token i, and before it the lower end of a range that only its upper end marks as one:
// "9 to 5 pm", "von 9 bis 18 Uhr".
func (p *parser) hourAt(i int) int {
	if p.reply.Place != "" {
		return i
	}
	if c, ok := p.clockAt(i); ok && p.tellsTime(&c) {
		p.emitHour(&c)
		return c.next
	}
	if c, ok := p.dottedHour(i); ok {
		p.emitHour(&c)
		return c.next
	}
	to := p.get(i + 1)
	if p.tokens[i].isDigits() && p.tokens[i].num == 12 && to.near() && to.hash == hashNoon {
		p.emitHour(&clock{first: i, next: i + 2, hour: 12, halved: true})
		return i + 2
	}
	if !p.tokens[i].isDigits() || p.tokens[i].size > 2 || p.tokens[i].num > 24 || !p.clockBorder(i) || !to.is('-') && !to.is('–') && !to.has(cueTo|cueAnd) {
		return i
	}
	c, ok := p.clockAt(i + 2)
	if !ok || !p.tellsTime(&c) && !p.hourOfDay(i) {
		return i
	}
	low := clock{first: i, next: i + 1, hour: int(p.tokens[i].num), halved: !c.halved}
	if low.hour == 24 || c.halved && low.hour > 12 {
		return i
	}
	p.emitHour(&low)
	return i + 1
}

// spokenHour yields the time of day in words that begins at token i: "tot negen uur", "um halb zehn", "half past five".
func (p *parser) spokenHour(i int) int {
	t := &p.tokens[i]
	if p.reply.Place != "" || t.word == nil || !t.sounds(toneHalf) && t.word.class == classNone {
		return i
	}
	c := clock{first: i}
	at, past := i, false
	if t.sounds(toneHalf) {
		if at++; p.get(at).near() && p.tokens[at].hash == hashPast {
			at, past = at+1, true
		}
	}
	if n := p.get(at); !n.near() && at > i || n.word == nil || n.word.class == classNone {
		return i
	}
	if at == i {
		f := p.wordsAt(i)
		hour, _, ok := f.values[0].Int64(0)
		if f.n != 1 || !ok || hour < 1 || hour > 24 {
			return i
		}
		c.hour, c.next = int(hour), f.next
		c, ok = p.clockTail(c, false, false)
		if c.hours = true; !ok || !p.tellsTime(&c) {
			return i
		}
	} else {
		n := &p.tokens[at]
		if n.word.class != classUnit || n.word.number < 1 || n.word.number > 12 || !past && slices.Contains(englishHours, n.hash) {
			return i
		}
		c.hour, c.next = int(n.word.number), at+1
		if c.minute = 30; !past {
			c.hour = (c.hour + 11) % 12 // "halb zehn" is half past nine
		}
		if e, next := p.phrase(c.next); e != nil && p.get(c.next).near() && e.cues&cueClock != 0 {
			c.next = next
		}
	}
	p.emitHour(&c)
	return c.next
}

// englishHours are the hours to which "half" adds one half in English, where it leads up to them in other languages: "half five", "half vijf".
var englishHours = hashWords("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")

// dottedHour reads "11.20" where a word for the time of day leads up to it ("kl. 11.20", "om 17.30"), or the upper end of a range follows
// that is marked as a time: "tussen 17.30 en 21.00 uur".
func (p *parser) dottedHour(i int) (clock, bool) {
	dot, m := p.get(i+1), p.get(i+2)
	c := clock{first: i, next: i + 3}
	if t := &p.tokens[i]; !t.isDigits() || t.size > 2 || t.num > 23 || !dot.is('.') || !dot.joined() || !m.isDigits() || !m.joined() || m.size != 2 || m.num > 59 || !p.clockBorder(i) {
		return c, false
	}
	c.hour, c.minute = int(p.tokens[i].num), int(m.num)
	if n := p.get(i + 3); n.joined() && !n.is(',') && !n.is('.') && !n.is(')') && !n.is(';') || n.near() && (n.kind == tokenSign || n.kind == tokenWord && n.word != nil && (n.word.sort != sortNone || n.word.unit != 0 || n.has(cuePercent))) {
		if !n.is('-') && !n.is('–') {
			return c, false
		}
	}
	if to := p.get(i + 3); to.is('-') || to.is('–') || to.has(cueTo|cueAnd) {
		if high, ok := p.clockAt(i + 4); ok && p.tellsTime(&high) {
			return c, true
		}
	}
	b := p.get(i - 1)
	if b.is('.') && b.joined() {
		b = p.get(i - 2)
	}
	return c, b != nil && slices.Contains(clockWords, b.hash)
}

// clockWords stand before times of day alone.
var clockWords = hashWords("kl", "klockan", "om", "um", "alle", "dalle", "ore")

// tellsTime reports whether a clock time is certainly one: a whole number of hours may be a length of time as well, unless a word
// like "at" or "until" leads up to it.
func (p *parser) tellsTime(c *clock) bool {
	if n := p.get(c.next); n.near() && n.kind == tokenWord && n.unit() != 0 && n.unit() <= unitHour {
		return false // "1:30 hours"
	}
	if n := p.get(c.next); n.joined() && (n.is(':') || n.is('-') && p.get(c.next+1).joined() && !p.get(c.next+1).isDigits()) {
		return false
	}
	if !c.hours {
		return true
	}
	b := p.get(c.first - 1)
	if b == nil || b.kind != tokenWord {
		return b.is('-') || b.is('–')
	}
	if last := p.reply.Claims; (b.has(cueAnd) || b.has(cueTo)) && len(last) > 0 && last[len(last)-1].Kind == Time && int(last[len(last)-1].next) == c.first-1 {
		return true
	}
	if b.has(cueBetween) && p.get(c.next).has(cueAnd) && p.hourOfDay(c.first) {
		return p.hourOfDay(c.next + 1) // "entre 10h et 12h"
	}
	if b.has(cueAnd) && p.hourOfDay(c.first) {
		return p.hourOfDay(c.first-3) && p.get(c.first-4).has(cueBetween)
	}
	if b.hash == hashDe {
		to := p.get(c.next)
		return p.get(c.first-2) != nil && p.tokens[c.first-2].hash == hashPartir || to.near() && to.has(cueTo)
	}
	for _, h := range hourWords {
		if b.hash == h {
			return true
		}
	}
	return false
}

var hashNoon = hashWord("noon")

var hashDe, hashPartir = hashWord("de"), hashWord("partir")

// hourWords are words that stand before a time of day, and before few lengths of time.
var hourWords = hashWords("at", "until", "till", "à", "dès", "vers", "jusqu", "um", "ab", "bis", "gegen", "om", "tot", "vanaf", "las", "hasta", "alle", "dalle", "ore", "fino", "às")

func hashWords(words ...string) []uint64 {
	list := make([]uint64, len(words))
	for i, w := range words {
		list[i] = hashWord(w)
	}
	return list
}

// emitHour yields a time of day: without am or pm an hour up to 12 may be of the afternoon too.
func (p *parser) emitHour(c *clock) {
	f := figure{n: 1}
	f.values[0] = whole(int64(c.hour*3600 + c.minute*60))
	if c.zone != nil {
		y, m, d := p.reply.Now.In(c.zone).Date()
		local := time.Date(y, m, d, c.hour, c.minute, 0, 0, c.zone).In(p.reply.zone())
		f.values[0] = whole(int64(local.Hour()*3600 + local.Minute()*60))
	} else if !c.halved && c.hour <= 12 {
		f.n, f.values[1] = 2, whole(int64((c.hour+12)%24*3600+c.minute*60))
	}
	p.emit(Time, &f, c.first, c.next)
}
