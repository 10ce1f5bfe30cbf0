package guard

import (
	"slices"
	"strings"
)

// keepTogether takes the sources of a figure away that stand in one record of a list, where the figure before it in its clause, or the only
// day or count of its sentence, is of another: the slot of tonight at the fee of tomorrow's; "the pack of 10 holds for 8 weeks" beside
// {"lessons": 5, "valid_weeks": 8}. A name in the sentence says better what the figure is of.
func (m *matcher) keepTogether(c *Claim) {
	if c.Place != "reply" || len(c.Sources) == 0 || c.Derived || m.namesBeside(c.Sources[0].group) {
		return
	}
	o := m.figureOf(c)
	if o == nil && c.Kind == Money {
		if o = m.onlyDay(c); o == nil {
			o = m.onlyCount(c)
		}
	}
	if o != nil && ofSiblings(c.Sources, o.Sources) {
		m.refuse(c, checkApart)
	}
}

// keepWithHours is keepTogether for the figures behind a time of day ("the 8:30 costs £64.50"), and for the times of a day whose record has
// others: "on Saturday from 8:30".
func (m *matcher) keepWithHours() {
	claims := m.reply.Claims
	if m.reply.tokens == nil || len(m.reply.sentences) == 0 {
		return // arguments are no sentences
	}
	for i := range claims {
		if c := &claims[i]; c.Kind == Time && len(c.Sources) > 0 && !c.Derived {
			if m.otherHours(c) {
				m.refuse(c, checkApart)
			} else if o := m.onlyDayOf(c); o != nil && m.reply.unparted(o, c) && ofSiblings(c.Sources, o.Sources) && m.holdsHour(o.Sources) {
				m.refuse(c, checkApart)
			} else {
				m.keepToNamed(c)
			}
		}
	}
	for i := 1; i < len(claims); i++ {
		if o, c := &claims[i-1], &claims[i]; o.Kind == Time && (c.Kind == Money || c.Kind == Quantity) {
			m.around = m.nameBefore(c)
			m.keepTogether(c)
		}
	}
}

// onlyDayOf returns the sourced day of the sentence of a time of day where it names one, or nil.
func (m *matcher) onlyDayOf(c *Claim) *Claim {
	var day *Claim
	for i := range m.reply.Claims {
		o := &m.reply.Claims[i]
		if o.Kind != Date || o.Sentence != c.Sentence {
			continue
		}
		if day != nil || len(o.Sources) == 0 || o.Derived || o.period {
			return nil
		}
		day = o
	}
	return day
}

// unparted reports whether no other clause begins between two claims, whichever comes first.
func (r *Reply) unparted(a, b *Claim) bool {
	if a.first > b.first {
		a, b = b, a
	}
	return !r.between(a, b, func(j int) bool { return clause(&r.tokens[j]) || r.soundsAt(j, toneOr) })
}

// holdsHour reports whether the record of one of some fields has a time of day.
func (m *matcher) holdsHour(list []*Source) bool {
	return slices.ContainsFunc(m.index.sources, func(s *Source) bool {
		return s.Kind == Time && s.Origin == Field && slices.ContainsFunc(list, func(o *Source) bool { return near(o.group, s.group) })
	})
}

// ofSiblings reports whether each of some fields stands in another record of one list than each of the others.
func ofSiblings(list, others []*Source) bool {
	for _, s := range list {
		for _, o := range others {
			if s.Origin != Field || o.Origin != Field || s.group == nil || o.group == nil || !s.group.sibling(o.group) && !s.group.elsewhere(o.group) || around(s.Path) == around(o.Path) {
				return false
			}
		}
	}
	return true
}

// elsewhere reports whether o stands in another record of a list than g, however deep in it.
func (g *group) elsewhere(o *group) bool {
	for a := g; a != nil; a = a.parent {
		if a.parent == nil || !a.parent.array {
			continue
		}
		for b := o; b != nil; b = b.parent {
			if b.parent == a.parent {
				return a != b
			}
		}
	}
	return false
}

// around returns the path of the record that a field stands in.
func around(path string) string { return path[:max(0, strings.LastIndexByte(path, '.'))] }

// figureOf returns the sourced figure of another kind directly before a claim in its clause, or nil: what stands between is no other figure.
func (m *matcher) figureOf(c *Claim) *Claim {
	r := m.reply
	for i := range r.Claims {
		o := &r.Claims[i]
		if o.next > c.first || i+1 < len(r.Claims) && r.Claims[i+1].next <= c.first {
			continue
		}
		if !anchors(o, c.Kind) || len(o.Sources) == 0 || o.Sentence != c.Sentence || o.Derived || int(c.first-o.next) > 8 {
			return nil
		}
		for j := int(o.next); j < int(c.first); j++ {
			if t := &r.tokens[j]; clause(t) && !t.is(':') && !r.relates(j, int(c.first)) || r.soundsAt(j, toneOr) || slices.Contains(insteadWords, t.hash) || t.has(cueAnd) && !(j+1 < int(c.first) && r.tokens[j+1].has(cueCosts|cueCopula|cueHave)) {
				return nil
			}
		}
		return o
	}
	return nil
}

// relates reports whether a comma at token i only parts a clause that says of what stands before it what it costs: "the 30 ml bottle, which is".
func (r *Reply) relates(i, end int) bool {
	if i+2 >= end || !r.tokens[i].is(',') || !slices.Contains(relativeWords, r.tokens[i+1].hash) {
		return false
	}
	for j := i + 2; j < end; j++ {
		if r.tokens[j].has(cueCopula | cueCosts) {
			return true
		}
	}
	return false
}

var relativeWords = hashWords("which", "der", "die", "das", "qui", "que", "che", "dat", "som")

// anchors reports whether a figure can say which record of a list one of another kind behind it is of.
func anchors(o *Claim, k Kind) bool {
	switch o.Kind {
	case Quantity, Duration, Date, ID, Time, Percent:
		return o.Kind != k && k != ID && !o.period
	default:
	}
	return false
}

// namesBeside reports whether the names around the claim are those of a record or of its siblings.
func (m *matcher) namesBeside(g *group) bool {
	return slices.ContainsFunc(m.around, func(n mention) bool {
		return slices.ContainsFunc(n.label.groups, func(o *group) bool { return o == g || g != nil && g.sibling(o) })
	})
}

// onlyCount returns the sourced quantity of the claim's sentence where it holds one quantity and one amount, or nil: "from 500 cards
// you pay €0.12 each".
func (m *matcher) onlyCount(c *Claim) *Claim {
	var count *Claim
	for i := range m.reply.Claims {
		o := &m.reply.Claims[i]
		if o == c || o.Sentence != c.Sentence || o.Kind == Money && o.Echo && !o.Asserted {
			continue
		}
		if o.Kind != Quantity || count != nil || len(o.Sources) == 0 || o.Hypothetical || o.Negated || !o.Readings[0].single() {
			return nil
		}
		count = o
	}
	return count
}

// onlyDay returns the sourced day of the claim's sentence where there is one day and one amount in it, or nil.
func (m *matcher) onlyDay(c *Claim) *Claim {
	var day *Claim
	for i := range m.reply.Claims {
		o := &m.reply.Claims[i]
		if o == c || o.Sentence != c.Sentence {
			continue
		}
		if o.Kind == Money || o.Kind == Date && (day != nil || o.period || len(o.Sources) == 0 || o.Hypothetical || o.Negated) {
			return nil
		}
		if o.Kind == Date {
			day = o
		}
	}
	return day
}
