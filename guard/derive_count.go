package guard

import (
	"slices"
	"strconv"
	"strings"
)

// times is derived, and keeps the number that the text multiplies or divides by.
func (d *deriver) times(op string, n Decimal, operands ...*Source) *Source {
	s := d.derived(op, operands...)
	s.rare = &rare{times: n}
	return s
}

// multiplies settles a quantity or a duration that only says how often a sourced amount of its sentence is taken: the
// twelve of "12 months come to €120". The product proves it.
func (m *matcher) multiplies(c *Claim) {
	if len(c.Sources) > 0 || c.Reason != 0 || c.Kind != Quantity && c.Kind != Duration || len(c.Readings) != 1 || !c.Readings[0].single() {
		return
	}
	n := c.Readings[0].Amount
	if c.Kind == Duration {
		n = c.count
	}
	for i := range m.reply.Claims {
		o := &m.reply.Claims[i]
		if !o.Derived || len(o.Sources) == 0 || o.Sentence != c.Sentence || !o.Sources[0].more().times.Equal(n) || n.IsZero() {
			continue
		}
		d := deriver{m: m, c: c, v: c.Readings[0].Amount}
		c.Sources, c.Derived = []*Source{d.derived("multiplier", o.Sources[0].Operands...)}, true
		c.note(max(aheadSentence, o.ahead))
		return
	}
}

// daysBetween checks that a number of days lies between two sourced dates of the reply, or between today and one of its
// sentence.
func (d *deriver) daysBetween() *Source {
	if s := d.minutesLeft(); s != nil {
		return s
	}
	if s := d.timeUntil(); s != nil {
		return s
	}
	if s := d.timesTogether(); s != nil {
		return s
	}
	if s := d.hoursApart(); s != nil {
		return s
	}
	if s := d.lengthsApart(); s != nil {
		return s
	}
	n, _, ok := d.c.count.Int64(0)
	if ok && d.v.Equal(whole(n*7*86400)) {
		n *= 7
	}
	if !ok || n < 1 || !d.c.count.IsInt() || !d.v.Equal(whole(n*86400)) {
		return nil
	}
	d.workdays = d.m.reply.businessDays(d.c)
	dates := d.dates()
	today := d.m.reply.today()
	for i, a := range dates {
		for _, b := range dates[i+1:] {
			if d.countedElse(a, b) {
				continue
			}
			if d.later(a.Day, int(n)).Equal(b.Day) || d.later(b.Day, int(n)).Equal(a.Day) {
				return d.derived("days_between", a, b)
			}
		}
	}
	for _, a := range dates {
		if d.countedElse(a, a) {
			continue
		}
		if d.later(today, int(n)).Equal(a.Day) {
			return d.derived("days_between", a)
		}
	}
	if s := d.daysFromStated(int(n), dates); s != nil {
		return s
	}
	return d.daysUntil(int(n))
}

// countedElse reports whether a record of two days says itself how many days or nights it has, and another number: then
// nothing between its days is what the claim counts. Days that only a range's number is for ("3-5") say nothing.
func (d *deriver) countedElse(a, b *Source) bool {
	for _, s := range d.m.index.amount(d.v) {
		if s.Kind == Duration && s.Origin == Field && (s.group == a.group || s.group == b.group) {
			return false
		}
	}
	for _, s := range d.m.index.sources {
		if s.Kind != Duration || s.Origin != Field || s.group == nil || s.group != a.group && s.group != b.group || !staying(s.Path) {
			continue
		}
		if seconds, _, ok := s.Amount.Int64(0); ok && seconds%86400 == 0 && seconds > 0 {
			return true
		}
	}
	return false
}

// staying reports whether a path counts the days or nights of a stay or a rental, and not those until something.
func staying(path string) bool {
	switch strings.ToLower(lastKey(path)) {
	case "nights", "days", "nächte", "naechte", "tage", "nuits", "jours", "noches", "dias", "días", "notti", "giorni", "nachten", "dagen", "noites", "nätter", "dagar":
		return true
	}
	return false
}

// dates returns the best source of every sourced single date of the reply, as far as is looked.
func (d *deriver) dates() []*Source {
	var list []*Source
	for i := range d.m.reply.Claims {
		o := &d.m.reply.Claims[i]
		if o.Kind != Date || int(o.first) >= d.limit || o.Derived || len(o.Sources) == 0 || len(list) == maxCounts {
			continue
		}
		list = append(list, o.Sources...)
	}
	return list
}

// lateWords say that a day has passed.
var lateWords = hashWords("overdue", "late", "laat", "überfällig", "verspätet", "verzug", "retard", "retraso", "vencida", "vencido", "ritardo", "scaduta", "scaduto", "atraso", "atrasada", "försenad", "försenat", "förfallen")

// late reports whether a few words behind a length of time say that something is that late: "9 days overdue", "6 dagen te laat".
func (r *Reply) late(c *Claim) bool {
	for j := int(c.next); j < min(len(r.tokens), int(c.next)+3) && !clause(&r.tokens[j]); j++ {
		if slices.Contains(lateWords, r.tokens[j].hash) {
			return true
		}
	}
	return false
}

// daysUntil checks that a date of the tools is n days from today, where the sentence counts from now, that it was n days ago, where
// something is late, or n days after another date of its record.
func (d *deriver) daysUntil(n int) *Source {
	today, late := d.m.reply.today(), d.m.reply.late(d.c)
	for _, s := range d.m.index.sources {
		if s.Kind != Date || s.Origin != Field || s.contradicts(d.m.around) {
			continue
		}
		if (d.cues&(cueIn|cueMore) != 0 || d.rests || d.another() || s.told().ends) && d.later(today, n).Equal(s.Day) || late && d.later(s.Day, n).Equal(today) {
			return d.derived("days_between", s)
		}
		if s.group == nil || late || d.cues&cueIn != 0 || d.countedElse(s, s) {
			continue
		}
		for _, o := range d.m.index.day(d.later(s.Day, n).Unix()) {
			if o.group == s.group && o.Origin == Field && o.Kind == Date {
				return d.derived("days_between", s, o)
			}
		}
	}
	return nil
}

// endWord reports whether a word of a key names the day on which something ends or is due.
func endWord(w string) bool {
	switch w {
	case "until", "expire", "expiry", "expiration", "deadline", "due", "end", "by", "to", "through", "bis", "fin", "hasta", "fino", "scadenza", "tot", "até", "till", "caduca", "vence", "ablauf":
		return true
	}
	return false
}

// elements checks that a number is that of the elements of a list: "5 results".
func (d *deriver) elements() *Source {
	n, _, ok := d.v.Int64(0)
	if !ok || n < 1 || n > maxLeaves || !d.v.IsInt() || d.c.Role == RoleStock || d.c.gauge&gaugeStock != 0 {
		return nil
	}
	if d.c.gauge&gaugeRate != 0 {
		if s := d.monthly(); s != nil {
			return s
		}
	}
	last := "[" + strconv.FormatInt(n-1, 10) + "]"
	for _, s := range d.m.index.sources {
		at := strings.Index(s.Path, last)
		if at < 0 || s.Origin != Field || d.c.gauge&^(gaugePiece|gaugeRate) != 0 && gaugeOfKey(lastKey(s.Path[:at]))&d.c.gauge == 0 {
			continue
		}
		next := s.Path[:at] + "[" + strconv.FormatInt(n, 10) + "]"
		if !slices.ContainsFunc(d.m.index.sources, func(o *Source) bool {
			return o.Server == s.Server && o.Tool == s.Tool && strings.HasPrefix(o.Path, next)
		}) {
			return d.derived("count", s)
		}
	}
	return nil
}

// monthly checks that there are as many instalments as a plan has months.
func (d *deriver) monthly() *Source {
	want, err := d.v.Mul(whole(unitSeconds(unitMonth)))
	if err != nil {
		return nil
	}
	for _, s := range d.m.index.amount(want) {
		if s.Kind == Duration && s.Origin == Field && !s.contradicts(d.m.around) {
			return d.derived("count", s)
		}
	}
	return nil
}
