package guard

import (
	"slices"
	"time"
)

// misdated reports whether a day, or a number of days, is worked out from what it is not counted by: a day from the nights of a stay, or from
// how long a delivery takes where its record states the day of it; nights from today to one day; days between the days of two records of a
// list that nothing compares.
func (m *matcher) misdated(c *Claim) bool {
	if !c.Derived || len(c.Sources) == 0 {
		return false
	}
	s := c.Sources[0]
	switch s.Op {
	case "days_ahead":
		return slices.ContainsFunc(s.Operands, func(o *Source) bool { return nightly(o.Path) || m.dayStated(c, o) })
	case "days_between":
		switch {
		case m.apartOther(c):
			return true
		case slices.ContainsFunc(s.Operands, func(o *Source) bool { return o.span != 0 }): // the year of a day
			return true
		case len(s.Operands) == 1:
			return m.reply.nights(c)
		case len(s.Operands) == 2:
			a, b := s.Operands[0].group, s.Operands[1].group
			return a != b && a.listed() && a.sibling(b) && !m.compares(c)
		}
	}
	return false
}

// dayStated reports whether the result of a length of time also states a day to come of a delivery, and the claim has none of them.
func (m *matcher) dayStated(c *Claim, length *Source) bool {
	if c.About != AboutDelivery && !length.ofDelivery() {
		return false
	}
	day, found := c.Readings[0].Day, false
	for _, o := range m.index.sources {
		if o.Kind != Date || o.Origin != Field || o.Tool != length.Tool || o.Server != length.Server || !near(o.group, length.group) || o.Day.Before(m.reply.today()) || !o.ofDelivery() {
			continue
		}
		if found = true; o.Day.Equal(day) {
			return false
		}
	}
	return found
}

// ofDelivery reports whether a source is about a delivery, or its result is.
func (s *Source) ofDelivery() bool { return s.about == AboutDelivery || s.priceOf(RoleShipping) }

// nightly reports whether the last key of a path counts nights.
func nightly(path string) bool {
	words, n := fieldWords(lastKey(path))
	return slices.ContainsFunc(words[:n], func(w string) bool { return slices.Contains(nightWords[:], hashWord(w)) })
}

// nights reports whether a length of time is counted in nights.
func (r *Reply) nights(c *Claim) bool {
	return slices.ContainsFunc(r.tokens[c.first:c.next], func(t token) bool { return slices.Contains(nightWords[:], t.hash) })
}

var nightWords = [...]uint64{
	hashWord("night"), hashWord("nights"), hashWord("nacht"), hashWord("nächte"), hashWord("nächten"), hashWord("naechte"), hashWord("nuit"), hashWord("nuits"), hashWord("noche"), hashWord("noches"),
	hashWord("notte"), hashWord("notti"), hashWord("nachten"), hashWord("noite"), hashWord("noites"), hashWord("natt"), hashWord("nätter"),
}

// compares reports whether the sentence of a claim compares: "two days earlier", "the other one takes 3 days more".
func (m *matcher) compares(c *Claim) bool {
	r := m.reply
	s := r.sentences[r.sentenceOf(int(c.first))]
	for j := window(s, int(c.first), reach); j < min(s.next, int(c.next)+4); j++ {
		if r.tokens[j].has(cueMore | cueLater | cueAfter | cueBegin | cueEnd | cueBetween) {
			return true
		}
	}
	return false
}

// apartOther reports whether a number of days is said to lie between two days, and does not lie between the only two of its sentence:
// "Express arrives on 3 March, two days earlier than Standard on 6 March".
func (m *matcher) apartOther(c *Claim) bool {
	r := m.reply
	said := false
	for j := int(c.next); j < min(len(r.tokens), int(c.next)+3) && !clause(&r.tokens[j]); j++ {
		said = said || slices.Contains(betweenDays, r.tokens[j].hash)
	}
	if !said || c.count.IsZero() {
		return false
	}
	var days []time.Time
	for i := range r.Claims {
		o := &r.Claims[i]
		if o.Kind != Date || o.Sentence != c.Sentence || o.Derived || len(o.Sources) == 0 || !o.Readings[0].single() {
			continue
		}
		if day := o.Readings[0].Day; !slices.ContainsFunc(days, day.Equal) {
			days = append(days, day)
		}
	}
	n, _, ok := c.count.Int64(0)
	if !ok || len(days) != 2 {
		return false
	}
	d := deriver{m: m, c: c, workdays: r.businessDays(c)}
	return !d.later(days[0], int(n)).Equal(days[1]) && !d.later(days[1], int(n)).Equal(days[0])
}

// betweenDays say that a length of time lies between two days.
var betweenDays = hashWords("earlier", "later", "sooner", "difference", "apart", "früher", "eher", "später", "unterschied", "auseinander", "tôt", "tard", "différence", "écart", "antes", "después", "diferencia",
	"prima", "dopo", "differenza", "eerder", "later", "verschil", "depois", "diferença", "tidigare", "senare", "skillnad")
