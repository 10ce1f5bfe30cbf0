package guard

// softChecks are those that tell the amounts of one record or one bill apart. An amount that adds up with others before the reader's eyes is what the
// reply takes it for, whatever they say.
func softCheck(name string) bool {
	switch name {
	case "unnamed", "items_for_order", "beside_named", "line_for_one", "foreign", "other_field", "one_for_many", "part_for_whole", "whole_for_part", "other_key", "former":
		return true
	}
	return false
}

// maxAddends bounds the amounts of a reply that are added up.
const maxAddends = 8

// addUp frees the amounts that a soft check refused and that are a term of a sum which the reply states in full: "goods €40.47 and delivery €3.90
// make €44.37".
func (m *matcher) addUp() {
	refused := false
	var list [maxAddends]*Claim
	n := 0
	for i := range m.reply.Claims {
		c := &m.reply.Claims[i]
		soft := m.freeable(c)
		if c.Kind != Money || !c.Readings[0].single() || !c.Readings[0].Amount.IsPos() || !soft && (len(c.Sources) == 0 || c.Derived) {
			continue
		}
		if n == maxAddends {
			return
		}
		refused = refused || soft
		list[n] = c
		n++
	}
	if refused && n > 2 {
		m.freeSums(list[:n])
	}
}

// freeable reports whether a soft check refused an amount that the reply states once: what it states twice may be right in one place and not in the other.
func (m *matcher) freeable(c *Claim) bool {
	if c.Kind != Money || c.Reason != Misattributed || c.entire() || !softCheck(c.Check) || c.Nearest == nil || !c.Nearest.Amount.Equal(c.Readings[0].Amount) {
		return false
	}
	for i := range m.reply.Claims {
		if o := &m.reply.Claims[i]; o != c && o.Kind == Money && o.Readings[0].Amount.Equal(c.Readings[0].Amount) {
			return false
		}
	}
	return true
}

// freeSums looks for sums of two and of three among the amounts.
func (m *matcher) freeSums(list []*Claim) {
	for _, total := range list {
		for i, a := range list {
			for j, b := range list[i+1:] {
				if a == total || b == total {
					continue
				}
				two, err := a.Readings[0].Amount.Add(b.Readings[0].Amount)
				if err != nil {
					continue
				}
				if two.Equal(total.Readings[0].Amount) {
					m.free(total, a, b)
				}
				for _, d := range list[i+j+2:] {
					if three, err := two.Add(d.Readings[0].Amount); err == nil && d != total && three.Equal(total.Readings[0].Amount) {
						m.free(total, a, b, d)
					}
				}
			}
		}
	}
}

// free takes back what soft checks said of the terms of a sum, no two of which are of one field.
func (m *matcher) free(terms ...*Claim) {
	for _, c := range terms {
		if m.freeable(c) {
			c.Sources, c.Reason, c.Check, c.Nearest = []*Source{c.Nearest}, 0, "", nil
		}
	}
}
