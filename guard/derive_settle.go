package guard

import "slices"

// Where a turn's results hold few amounts, a sentence that says how it reckons need not say with what: "there's $130 between the two". Few
// amounts have few sums and differences, so that a figure out of the air seldom is one of them.

// entireSum reports whether an amount is a total to which nothing comes.
func entireSum(s *Source) bool { return s.Role == RoleTotal && !partial(s.Path) }

// totalOver reports whether the results have a total of the record of s, or of one around it: what comes together there is known.
func (d *deriver) totalOver(s *Source) bool {
	for _, o := range d.m.index.sources {
		if o.Kind == Money && o.Role == RoleTotal && o.Origin == Field && o.Tool == s.Tool && o.Server == s.Server && !partial(o.Path) && (o.group == s.group || s.group.within(o.group)) {
			return true
		}
	}
	return false
}

// spokenRecords returns the records that the sentence names, or states something else of.
func (d *deriver) spokenRecords() []*group {
	list := d.mentioned()
	for i := range d.m.reply.Claims {
		o := &d.m.reply.Claims[i]
		if o == d.c || o.Sentence != d.c.Sentence || o.Kind == Money || len(o.Sources) != 1 || len(list) == maxCounts {
			continue
		}
		if g := o.Sources[0].group; g != nil && g.listed() && !slices.Contains(list, g) {
			list = append(list, g)
		}
	}
	return list
}

// signed returns an amount as it counts in a sum: what is taken off is negative.
func (d *deriver) signed(s *Source) Decimal {
	if s.Role == RoleDiscount || s.credited() || d.withoutIt(s) {
		return s.Amount.Abs().Neg()
	}
	return s.Amount
}
