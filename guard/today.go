package guard

import (
	"slices"
	"time"
)

// dropToday leaves out of the claims that "today" only says as of when something is true: "the jacket is €209 today", "can I do anything
// else today?". It is a claim where it is the day of something: of what was done, is due, begins or ends, and where a tool has returned a day
// that the text states nowhere, for then one was to stand for the other.
func (m *matcher) dropToday() {
	r := m.reply
	r.Claims = slices.DeleteFunc(r.Claims, func(c Claim) bool {
		return r.isToday(&c) && c.Reason == 0 && (r.saysToday(&c) || r.afterToday(&c) || m.datesValue(&c)) && m.asOfToday(&c)
	})
}

// isToday reports whether a claim is the turn's day alone.
func (r *Reply) isToday(c *Claim) bool {
	return c.Kind == Date && !c.period && c.Readings[0].single() && c.Readings[0].Day.Equal(dayOf(r.Now.In(r.zone())))
}

// saysToday reports whether a claim is the word "today", or its like.
func (r *Reply) saysToday(c *Claim) bool {
	for j := int(c.first); j < int(c.next); j++ {
		if t := &r.tokens[j]; t.isDigits() || t.word != nil && t.word.weekday != 0 {
			return false
		}
	}
	return true
}

// afterToday reports whether a day only says which one today is: "today, 2 March".
func (r *Reply) afterToday(c *Claim) bool {
	i := int(c.first) - 1
	return i > 0 && (r.tokens[i].is(',') || r.tokens[i].is('(')) && r.cuesAt(i-1)&cueToday != 0
}

// datesValue reports whether a value of the evidence was true on the day of a claim, as its result says.
func (m *matcher) datesValue(c *Claim) bool {
	return slices.ContainsFunc(m.index.sources, func(s *Source) bool {
		return !s.AsOf.IsZero() && dayOf(s.AsOf.In(m.reply.zone())).Equal(c.Readings[0].Day)
	})
}

// asOfToday reports whether the day of a claim is not that of anything. While a text is written, the sentence has to be complete.
func (m *matcher) asOfToday(c *Claim) bool {
	r := m.reply
	n := r.sentenceOf(int(c.first))
	if r.streamed && n+1 == len(r.sentences) {
		return false
	}
	s := r.sentences[n]
	switch {
	case r.boundBefore(c), m.otherDayAt(c):
		return false
	case r.tokens[s.next-1].is('?'), r.supposes(c, s):
		return true
	case c.timed, c.About == AboutDelivery, r.befalls(c, s):
		return false
	}
	return r.stateWith(c, s) || !m.otherDayUnsaid(c)
}

// supposes reports whether "if" or "when" stands before a day in its clause: "if you order today".
func (r *Reply) supposes(c *Claim, s sentence) bool {
	for j := int(c.first) - 1; j >= window(s, int(c.first), 8) && !r.parts(j); j-- {
		if t := &r.tokens[j]; t.has(cueSuppose) || t.has(cueIf) && (t.hash != hashSe || j == s.first || r.tokens[j-1].sounds(toneBut) || r.parts(j-1)) {
			return true
		}
	}
	return false
}

var hashSe = hashWord("se") // "if", and "himself"

// parts reports whether token j ends a clause, and is no mark inside a figure.
func (r *Reply) parts(j int) bool { return clause(&r.tokens[j]) && r.claimOver(j) == nil }

// boundBefore reports whether "by", "until" or "since" stands directly before a day.
func (r *Reply) boundBefore(c *Claim) bool {
	return c.first > 0 && slices.Contains(boundWords, r.tokens[c.first-1].hash)
}

// otherDayAt reports whether a time of day beside a claim is one of another day in the evidence, and of none on its own.
func (m *matcher) otherDayAt(c *Claim) bool {
	for i := range m.reply.hours {
		h := &m.reply.hours[i]
		if h.first < c.next || int(h.first-c.next) > 2 {
			continue
		}
		other := false
		for k := range h.Readings {
			for _, s := range m.index.amount(h.Readings[k].Amount) {
				switch {
				case s.Kind != Time:
				case s.Day.IsZero(), s.Day.Equal(c.Readings[0].Day):
					return false
				default:
					other = true
				}
			}
		}
		return other
	}
	return false
}

// befalls reports whether the words around a day say that something happens on it.
func (r *Reply) befalls(c *Claim, s sentence) bool {
	happens := func(j int) bool {
		t := &r.tokens[j]
		return t.word != nil && t.word.action != 0 || slices.Contains(eventWords, t.hash)
	}
	for j := int(c.first) - 1; j >= window(s, int(c.first), reach) && !r.parts(j); j-- {
		if happens(j) {
			return true
		}
	}
	for j := int(c.next); j < min(s.next, int(c.next)+reach) && !r.parts(j); j++ {
		if happens(j) {
			return true
		}
	}
	return false
}

// befallsClosed reports whether something happens on a day that is no opening: "ready since today".
func (r *Reply) befallsClosed(c *Claim) bool {
	if c.Kind != Date || r.tokens == nil {
		return false
	}
	if c.first > 0 && slices.Contains(sinceWords, r.tokens[c.first-1].hash) {
		return true
	}
	return r.befalls(c, r.sentences[r.sentenceOf(int(c.first))])
}

// sinceWords, boundWords and eventWords make the day beside them that of something.
var (
	sinceWords = hashWords("since", "seit", "depuis", "desde", "sinds", "sedan")
	boundWords = hashWords(
		"since", "until", "till", "by", "seit", "bis", "spätestens", "depuis", "jusqu", "jusqu'à", "desde", "hasta", "entro", "fino", "sinds", "tot", "uiterlijk", "até", "sedan", "senast",
	)
	eventWords = hashWords(
		"due", "expire", "expires", "expired", "ends", "ended", "begins", "began", "starts", "started", "received", "issued", "renews", "renewed", "submitted", "slot", "slots", "appointment", "appointments", "bring",
		"fällig", "verfällt", "verfallen", "abgelaufen", "endet", "beginnt", "begann", "erhalten", "eingegangen", "termin", "termine",
		"échéance", "expiré", "commence", "reçu", "reçue", "émis", "rendez-vous",
		"vence", "caduca", "termina", "empieza", "recibido", "recibida", "emitido", "emitida", "cita", "citas", "abonó",
		"scade", "scaduto", "inizia", "ricevuto", "ricevuta", "appuntamento", "appuntamenti",
		"verloopt", "vervalt", "verlopen", "eindigt", "ontvangen", "afspraak", "plek", "plekken", "overgeboekt",
		"expira", "começa", "recebido", "recebida", "förfaller", "utgår", "slutar", "börjar", "mottagit", "mottagen",
	)
)

// stateWith reports whether a figure or a time of day stands in the sentence of a day: that one is what holds today.
func (r *Reply) stateWith(c *Claim, s sentence) bool {
	in := func(o *Claim) bool {
		return o.Kind != Date && o.Kind != Done && int(o.first) >= s.first && int(o.first) < s.next
	}
	for i := range r.Claims {
		if in(&r.Claims[i]) {
			return true
		}
	}
	for i := range r.hours {
		if in(&r.hours[i]) {
			return true
		}
	}
	return false
}

// otherDayUnsaid reports whether a field of this turn holds another day than today, no field holds today, and the text states none of them.
func (m *matcher) otherDayUnsaid(c *Claim) bool {
	today := c.Readings[0].Day
	unsaid := false
	for _, s := range m.index.sources {
		if s.Kind != Date || s.Origin != Field || s.opened || s.span != 0 {
			continue
		}
		if s.Day.Equal(today) || m.statesDay(s.Day) {
			return false
		}
		unsaid = true
	}
	return unsaid
}

// statesDay reports whether the text states a day.
func (m *matcher) statesDay(day time.Time) bool {
	for i := range m.reply.Claims {
		o := &m.reply.Claims[i]
		if o.Kind == Date && slices.ContainsFunc(o.Readings, func(v Reading) bool { return !v.Day.After(day) && !v.LastDay.Before(day) }) {
			return true
		}
	}
	return false
}
