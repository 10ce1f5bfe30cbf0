package guard

import "time"

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
	to := p.get(i + 1)
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

// tellsTime reports whether a clock time is certainly one: a whole number of hours may be a length of time as well, unless a word
// like "at" or "until" leads up to it.
func (p *parser) tellsTime(c *clock) bool {
	if n := p.get(c.next); n.near() && n.kind == tokenWord && n.unit() != 0 {
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
