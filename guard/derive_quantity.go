package guard

import "slices"

// Counts and measures follow from others as amounts do: of all elements of a list, of what the sentence states, of two of one record.

// quantity checks that a count or a measure is the number of the elements of a list, or a sum or a difference.
func (d *deriver) quantity() *Source {
	if s := d.elements(); s != nil {
		return s
	}
	if s := d.quantityOfStated(); s != nil {
		return s
	}
	if s := d.quantityOfList(); s != nil {
		return s
	}
	if s := d.spelt(); s != nil {
		return s
	}
	if s := d.leftAfter(); s != nil {
		return s
	}
	if d.cues&(cueMore|cueOff) != 0 || d.rests {
		if s := d.quantityLess(); s != nil {
			return s
		}
	}
	if d.rests || d.cues&cueMore != 0 || d.another() || d.apartWord() || d.hasWord(awayWords) {
		return d.quantityMissing()
	}
	return nil
}

// quantityMissing checks v against what is lacking of what something is had from: "550 points to Gold" of {"balance": 2450, "next_tier": {"required": 3000}}.
func (d *deriver) quantityMissing() *Source {
	for _, goal := range d.m.index.sources {
		if goal.Kind != Quantity || goal.Origin != Field || goal.group == nil || !goal.goal() || d.c.gauge != 0 && goal.gauge != 0 && d.c.gauge&goal.gauge == 0 {
			continue
		}
		had, err := goal.Amount.Sub(d.v)
		if err != nil || !had.IsPos() {
			continue
		}
		for _, s := range d.m.index.amount(had) {
			if s.Kind == Quantity && s.Origin == Field && s.Tool == goal.Tool && s.Server == goal.Server && !s.goal() && !s.left() &&
				near(s.group, goal.group) && (s.gauge|goal.gauge|d.c.gauge) != 0 && (s.gauge&goal.gauge != 0 || s.gauge == 0 || goal.gauge == 0) {
				return d.derived("difference", goal, s)
			}
		}
	}
	return nil
}

// goal reports whether a source is what has to be reached for something: the next tier of a programme, a reward.
func (s *Source) goal() bool {
	return s.told().reach || s.told().goal
}

// goalWord reports whether a word of a path names what has to be reached.
func goalWord(w string) bool {
	switch w {
	case "required", "require", "needed", "need", "target", "goal", "next", "requerido", "requerida", "necesario", "necesarios", "richiesti", "richiesto", "requi", "nécessaire", "benötigt", "benoetigt", "nötig", "noetig", "nodig", "vereist",
		"krävs", "kravs", "ziel", "objectif", "meta", "objetivo", "obiettivo", "doel", "mål", "necessário", "necessários", "suivant", "nächste", "naechste", "volgende", "siguiente", "prossimo", "próximo", "nästa":
		return true
	}
	return false
}

// quantityOfStated checks v against the sum of all other counts of its sentence: "15 seats left: 4 in the stalls and 11 on the balcony".
func (d *deriver) quantityOfStated() *Source {
	var parts []*Source
	sum := Decimal{}
	for i := range d.m.reply.Claims {
		o := &d.m.reply.Claims[i]
		if o == d.c || o.Kind != Quantity || o.Sentence != d.c.Sentence {
			continue
		}
		if len(o.Sources) == 0 || o.Derived || int(o.first) >= d.limit || !o.Readings[0].single() || len(parts) == maxCounts {
			return nil
		}
		var err error
		if sum, err = sum.Add(o.Readings[0].Amount); err != nil {
			return nil
		}
		parts = append(parts, o.best())
	}
	if len(parts) > 1 && sum.Equal(d.v) {
		return d.derived("sum", parts...)
	}
	return nil
}

// quantityOfList checks v against the sum of what all elements of a list have under one key: the pieces of all lines, or the stock of all
// branches.
func (d *deriver) quantityOfList() *Source {
	for _, first := range d.m.index.sources {
		key, listed := allLists(first.Path)
		if !listed || !d.tallied(first) {
			continue
		}
		var parts []*Source
		sum, named := Decimal{}, 0
		for _, s := range d.m.index.sources {
			if s.Kind != Quantity || s.Tool != first.Tool || s.Server != first.Server || len(parts) == maxCounts {
				continue
			}
			if k, ok := allLists(s.Path); ok && k == key {
				sum, _ = sum.Add(s.Amount)
				parts = append(parts, s)
				if d.m.sentenceNames(d.c, s.group.called()) {
					named++
				}
			}
		}
		if named != 0 && named != len(parts) {
			continue // "15 seats in the stalls"
		}
		if parts[0] == first && len(parts) > 1 && sum.Equal(d.v) {
			return d.derived("sum", parts...)
		}
	}
	return nil
}

// sentenceNames reports whether the claim's sentence names a record anywhere.
func (m *matcher) sentenceNames(c *Claim, g *group) bool {
	return slices.ContainsFunc(m.mentions, func(n mention) bool {
		return n.span.Start >= c.Sentence.Start && n.span.End <= c.Sentence.End && slices.Contains(n.label.groups, g)
	})
}

// tallied reports whether a source counts what the claim may count.
func (d *deriver) tallied(s *Source) bool {
	if s.Kind != Quantity || s.Origin != Field || s.group == nil {
		return false
	}
	switch {
	case s.Role == RoleStock:
		return d.c.gauge&gaugeStock != 0 || d.c.About == AboutStock
	case s.quantity:
		return d.c.gauge == 0 || d.c.gauge&gaugeThings != 0
	}
	return d.c.gauge&s.gauge&^(gaugePiece|gaugeStock) != 0
}

// quantityLess checks v against the difference of two measures of one record, or of the same one of two records that the sentence names or the
// only two of a list: "6.5 of your 20 GB are left", "it holds 2 kg more".
func (d *deriver) quantityLess() *Source {
	for _, a := range d.m.index.sources {
		if a.Kind != Quantity || a.Origin != Field || a.group == nil || a.gauge == 0 || d.c.gauge != 0 && a.gauge&d.c.gauge == 0 {
			continue
		}
		want, err := a.Amount.Sub(d.v)
		if err != nil || want.Sign() < 0 {
			continue
		}
		for _, b := range d.m.index.amount(want) {
			if b == a || b.Kind != Quantity || b.Origin != Field || b.group == nil || b.gauge&a.gauge == 0 || b.left() || b.Tool != a.Tool || b.Server != a.Server {
				continue
			}
			switch {
			case a.group == b.group && !a.contradicts(d.m.around):
				return d.derived("difference", a, b)
			case keyOf(a.Path) == keyOf(b.Path) && a.group.sibling(b.group) && (d.namesIn(a.group) && d.namesIn(b.group) || d.onlyTwo(a)):
				return d.derived("difference", a, b)
			}
		}
	}
	return nil
}

// left reports whether a source is itself what remains: what it is less than the whole is what was used.
func (s *Source) left() bool {
	return s.ids != nil && (s.ids.has(lineOf("remaining")) || s.ids.has(lineOf("available")))
}

// onlyTwo reports whether the list that a source stands in has two elements that have it.
func (d *deriver) onlyTwo(s *Source) bool {
	key, ok := listPath(s.Path)
	n := 0
	for _, o := range d.m.index.sources {
		if k, listed := listPath(o.Path); ok && listed && k == key && o.Kind == s.Kind && o.Tool == s.Tool && o.Server == s.Server {
			n++
		}
	}
	return n == 2
}

// minutesLeft checks a number of minutes against those of an allowance less those that were used: {"minutes": {"included": 300, "used": 112}}.
func (d *deriver) minutesLeft() *Source {
	if d.cues&cueMore == 0 && !d.rests || d.c.count.IsZero() || !d.v.Equal(d.c.Readings[0].Amount) {
		return nil
	}
	minute := lineOf("minutes")
	for _, a := range d.m.index.sources {
		if a.Kind != Quantity || a.Origin != Field || a.group == nil || a.over == nil || !a.over.has(minute) || a.left() {
			continue
		}
		used, err := a.Amount.Sub(d.c.count)
		if err != nil {
			continue
		}
		for _, b := range d.m.index.amount(used) {
			if b != a && b.Kind == Quantity && b.group == a.group && !b.left() && d.c.count.Cmp(whole(60*24*365)) < 0 {
				return d.derived("difference", a, b)
			}
		}
	}
	return nil
}

// awayWords say of points that something is so far away.
var awayWords = hashWords("away", "entfernt")
