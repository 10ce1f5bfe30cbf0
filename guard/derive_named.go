package guard

import (
	"slices"
	"sort"
)

// A sentence that names its items says what an amount is the sum or the difference of.

// namedLine checks v = quantity x price of the record that the sentence names: "the mugs come to €25".
func (d *deriver) namedLine() *Source {
	if len(d.m.around) == 0 || d.c.terms&(topics|measures|termEach) != 0 || d.each() {
		return nil
	}
	for _, q := range d.m.index.sources {
		if !q.quantity || q.group == nil || q.Amount.Cmp(whole(1)) <= 0 || !d.m.names(q.group) || d.bound && !q.Amount.Equal(d.counts[0]) {
			continue
		}
		unit, err := d.v.Quo(q.Amount)
		if err != nil {
			continue
		}
		for _, s := range d.operands(unit) {
			if s.group == q.group && s.Role != RoleTotal {
				return d.derived("product", s, q)
			}
		}
	}
	return nil
}

// each reports whether "each" or its like stands before a name around the claim: "each seat is €15".
func (d *deriver) each() bool {
	r := d.m.reply
	for _, n := range d.m.around {
		j := sort.Search(len(r.tokens), func(j int) bool { return int(r.tokens[j].start) >= n.span.Start }) - 1
		if j >= 0 && slices.Contains(eachWords, r.tokens[j].hash) {
			return true
		}
	}
	return false
}

var eachWords = hashWords("each", "every", "one", "a", "an", "jede", "jeder", "jedes", "chaque", "cada", "ogni", "elke", "elk", "varje")

// mentioned returns the records that the claim's sentence names.
func (d *deriver) mentioned() []*group {
	var list []*group
	for _, n := range d.m.mentions {
		if n.span.Start >= d.c.Sentence.Start && n.span.End <= min(d.c.Sentence.End, d.end()) && len(list) < maxCounts {
			if g := d.m.onlyGroup(n.label); g != nil {
				list = append(list, g)
			}
		}
	}
	return list
}

// onlyGroup returns the record that a name stands for: where there are several of that name, the only one inside another that the reply
// names; or nil.
func (m *matcher) onlyGroup(l *label) *group {
	if len(l.groups) == 1 {
		return l.groups[0]
	}
	var found *group
	for _, g := range l.groups {
		for i := range m.mentions {
			if o := m.mentions[i].label; o != l && len(o.groups) == 1 && o.groups[0] != g && g.within(o.groups[0]) {
				if found != nil && found != g {
					return nil
				}
				found = g
			}
		}
	}
	return found
}

// priceOf returns the price of a record, or nil.
func (d *deriver) priceOf(g *group) *Source {
	for _, s := range d.m.index.sources {
		if s.group == g && s.Kind == Money && s.Origin == Field && (s.Role == RolePrice || s.Role == 0) && currenciesMeet(d.c, s) {
			return s
		}
	}
	return nil
}

// namedDifference checks v = a - b for the prices of two records of one list: both named, or one named and the other the
// only one beside it.
func (d *deriver) namedDifference() *Source {
	groups := d.mentioned()
	if len(groups) == 0 {
		return nil
	}
	if s := d.toNamed(groups); s != nil {
		return s
	}
	a := d.priceOf(groups[0])
	if a == nil {
		return nil
	}
	if len(groups) == 1 {
		if b := d.onlyOther(a); b != nil && d.apart(a, b) {
			return d.derived("difference", a, b)
		}
		return nil
	}
	for _, g := range groups[1:] {
		if b := d.priceOf(g); b != nil && b != a && d.apart(a, b) {
			return d.derived("difference", a, b)
		}
	}
	return nil
}

// apart reports whether v is the difference of two amounts.
func (d *deriver) apart(a, b *Source) bool {
	diff, err := a.Amount.Sub(b.Amount)
	return err == nil && diff.Abs().Equal(d.v)
}

// onlyOther returns the only other price in the list that a stands in, or nil.
func (d *deriver) onlyOther(a *Source) *Source {
	list, ok := listPath(a.Path)
	var found *Source
	for _, s := range d.m.index.sources {
		key, listed := listPath(s.Path)
		if !ok || !listed || key != list || s == a || s.Kind != Money || s.Role != a.Role || s.Tool != a.Tool {
			continue
		}
		if found != nil {
			return nil
		}
		found = s
	}
	return found
}

// without checks v = total - the line of a named record: "if you remove the scarf, it's €25".
func (d *deriver) without() *Source {
	if d.terms&termWithout == 0 {
		return nil
	}
	for _, g := range d.mentioned() {
		price := d.priceOf(g)
		if price == nil {
			continue
		}
		line, operands := price.Amount, []*Source{price}
		if q := d.m.quantityOf(g); q != nil {
			n, err := line.Mul(q.Amount)
			if err != nil {
				continue
			}
			line, operands = n, append(operands, q)
		}
		all, err := d.v.Add(line)
		if err != nil {
			continue
		}
		for _, s := range d.operandsAnywhere(all) {
			if s.Role == RoleTotal && g.within(s.group) {
				return d.derived("difference", append([]*Source{s}, operands...)...)
			}
		}
	}
	return nil
}

// operandsAnywhere returns the amounts of fields that equal v, whatever the sentence names.
func (d *deriver) operandsAnywhere(v Decimal) []*Source {
	var list []*Source
	for _, s := range d.m.index.amount(v) {
		if s.Kind == Money && s.Origin == Field && s.group != nil && currenciesMeet(d.c, s) {
			list = append(list, s)
		}
	}
	return list
}

// toNamed checks v = a - b for an amount that the sentence has derived and the price of a record that it names: "one by one that's €54, with the
// family ticket you save €12".
func (d *deriver) toNamed(groups []*group) *Source {
	for _, o := range d.addends(true) {
		if !o.claim.Derived {
			continue
		}
		for _, g := range groups {
			if b := d.priceOf(g); b != nil && d.apart(o.source, b) {
				return d.derived("difference", o.source, b)
			}
		}
	}
	return nil
}
