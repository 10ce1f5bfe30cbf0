package guard

import "slices"

// conforms reports whether what was derived is what the words beside the claim speak of: no net amount is the sum of the net
// amount and the tax, and no total what is left of one.
func (d *deriver) conforms(s *Source) bool {
	if d.c.Kind != Money {
		return true
	}
	said := d.m.fieldWordsOf(d.c) | termWords(d.c.terms)&wordNet
	if d.m.holdsTax(d.c) {
		said &^= wordTax
	}
	first := s.Operands[0].wordsOf()
	all, any := first, wordSet(0)
	for _, o := range s.Operands {
		all &= o.wordsOf()
		any |= o.wordsOf()
	}
	switch s.Op {
	case "sum":
		return (said&wordNet == 0 || any&(wordTax|wordShipping) == 0) && !d.short(said, s) && !d.addsOwnTotal(s)
	case "difference":
		return d.isDifference(said, s)
	case "product", "share":
		return said&(wordTax|wordShipping|wordTopics)&^any == 0 && (said&wordTotal == 0 || any&(wordTax|wordShipping) == 0)
	case "percent_of", "tax":
		return said&wordNet == 0 || any&wordNet == 0 && s.Op == "tax"
	}
	return true
}

// isDifference reports whether the words allow for a difference: what stays when a part is taken away is not that part, and
// a tax is what lies between net and gross.
func (d *deriver) isDifference(said wordSet, s *Source) bool {
	if len(s.Operands) < 2 {
		return true
	}
	a, b := s.Operands[0].wordsOf(), s.Operands[1].wordsOf()
	switch parts := said & (wordTax | wordShipping); {
	case parts&b != 0:
		return parts&a != 0 // "express is €6 more"
	case parts != 0:
		return a&wordTotal != 0 && b&wordNet != 0
	case said&wordNet&b != 0:
		return false
	case b&wordTax != 0 && d.m.holdsTax(d.c):
		return false
	case b&(wordTax|wordShipping) != 0 && said&wordNet == 0 && d.terms&termWithout == 0 && d.c.Role == RolePrice && !d.m.addsUp(d.c):
		return false // a price is not what is left without the tax
	case said&wordTotal != 0 && said&wordDiscount == 0 && d.terms&termWithout == 0:
		return b&wordDiscount != 0 || d.stated(s.Operands) || d.compared() // "£20.40 more overall than"
	}
	return true
}

// short reports whether a sum is said to be the whole, and the result that its parts come from knows another whole, or the
// reply states a shipping that the sum leaves out.
func (d *deriver) short(said wordSet, s *Source) bool {
	if said&wordTotal == 0 || said&wordNet != 0 || d.stated(s.Operands) || d.addsLater() {
		return false
	}
	part := s.root()
	if part.group == nil {
		return false
	}
	for _, o := range d.m.index.sources {
		if o.Kind != Money || o.Origin != Field || o.group == nil || o.Server != part.Server || o.Tool != part.Tool || o.Amount.Equal(d.v) || !o.Amount.IsPos() || slices.Contains(s.Operands, o) {
			continue
		}
		if s.ofSeveral(o.group) {
			continue // a line's own total
		}
		words := o.wordsOf()
		if (words&(wordTotal|partWords) == wordTotal || words&(wordShipping|wordTotal|wordDiscount) == wordShipping && d.toldOf(o)) && beneath(o.group, part.group, true) {
			return true
		}
	}
	return false
}

// root returns the value of a tool that a derived source rests on first.
func (s *Source) root() *Source {
	for len(s.Operands) > 0 {
		s = s.Operands[0]
	}
	return s
}

// addsLater reports whether the claim's sentence names a tax or a shipping behind it, which comes on top.
func (d *deriver) addsLater() bool {
	for i := range d.m.reply.Claims {
		if o := &d.m.reply.Claims[i]; o.first > d.c.first && o.Sentence == d.c.Sentence && (o.Role == RoleTax || o.Role == RoleShipping) && !d.m.reply.includes(int(d.c.next), int(o.first)) {
			return true
		}
	}
	return false
}

// ofSeveral reports whether the operands stand in several records, one of which is g.
func (s *Source) ofSeveral(g *group) bool {
	one := s.Operands[0].group
	return slices.ContainsFunc(s.Operands, func(o *Source) bool { return o.group == g }) &&
		slices.ContainsFunc(s.Operands, func(o *Source) bool { return o.group != one })
}

// toldOf reports whether the reply states an amount before the claim.
func (d *deriver) toldOf(s *Source) bool {
	for i := range d.m.reply.Claims {
		if o := &d.m.reply.Claims[i]; o.first < d.c.first && slices.Contains(o.Sources, s) {
			return true
		}
	}
	return false
}

// stated reports whether the claim's sentence states all of some amounts before the claim.
func (d *deriver) stated(list []*Source) bool {
	for _, s := range list {
		found := false
		for i := range d.m.reply.Claims {
			o := &d.m.reply.Claims[i]
			found = found || o.first < d.c.first && o.Sentence == d.c.Sentence && slices.Contains(o.Sources, s)
		}
		if !found {
			return false
		}
	}
	return true
}
