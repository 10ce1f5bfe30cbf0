package guard

import (
	"slices"
	"sort"

	"github.com/govalues/decimal"
)

// sum checks v against the other sourced amounts of the reply, against the amounts of a record, and against those of
// a whole list.
func (d *deriver) sum() *Source {
	if parts := d.claimsThatSum(); parts != nil {
		return d.derived("sum", parts...)
	}
	if parts := d.namedThatSum(); parts != nil {
		return d.derived("sum", parts...)
	}
	if parts := d.listThatSums(); parts != nil {
		return d.derived("sum", parts...)
	}
	for _, a := range d.m.index.sources {
		if a.Kind != Money || !d.usable(a) || a.group == nil {
			continue
		}
		rest, err := d.v.Sub(a.Amount)
		if err != nil || !rest.IsPos() {
			continue
		}
		for _, b := range d.operands(rest) {
			if b != a && b.group == a.group && b.Role != a.Role && !a.withholds(b) && !b.withholds(a) {
				return d.derived("sum", a, b)
			}
		}
	}
	return nil
}

// withholds reports whether s is no part of a refund and o is one: it is taken from it, as a fee is, and never added.
func (s *Source) withholds(o *Source) bool {
	return s.told().terms&termRefund == 0 && o.told().terms&termRefund != 0
}

// others returns the best source of every other sourced single amount of the reply.
func (d *deriver) others() []*Source {
	var list []*Source
	for i := range d.m.reply.Claims {
		o := &d.m.reply.Claims[i]
		if o == d.c || int(o.first) >= d.limit || o.Kind != Money || o.Derived || len(o.Sources) == 0 || len(list) >= maxCounts {
			continue
		}
		if !o.Readings[0].single() { // "from €49.99 to €34.99"
			list = append(list, o.Sources[:min(2, len(o.Sources))]...)
			continue
		}
		if s := o.best(); s != nil && s.Kind == Money && currenciesMeet(d.c, s) {
			list = append(list, s)
		}
	}
	return list
}

// best returns the source that most rules would take first.
func (c *Claim) best() *Source {
	var best *Source
	rank := -1
	for _, s := range c.Sources {
		r := 0
		if s.Origin == Field {
			r += 4
		}
		if !s.Cached {
			r += 2
		}
		if !s.Echoed {
			r++
		}
		if r > rank {
			best, rank = s, r
		}
	}
	return best
}

// claimsThatSum looks for a run of the reply's other amounts, all of them or neighbours, that add up to v.
func (d *deriver) claimsThatSum() []*Source {
	list := d.others()
	for from := range list {
		sum := Decimal{}
		for to := from; to < len(list); to++ {
			var err error
			if sum, err = sum.Add(list[to].Amount); err != nil {
				break
			}
			if to > from && sum.Equal(d.v) {
				return list[from : to+1]
			}
		}
	}
	return nil
}

// namedThatSum adds up the prices of the records that the sentence names, each as often as the number before its name says.
func (d *deriver) namedThatSum() []*Source {
	var parts []*Source
	sum := Decimal{}
	for _, n := range d.m.mentions {
		if n.span.Start < d.c.Sentence.Start || n.span.End > min(d.c.Sentence.End, d.end()) || len(n.label.groups) != 1 {
			continue
		}
		for _, s := range d.m.index.sources {
			if s.group == n.label.groups[0] && s.Kind == Money && s.Role == RolePrice && s.Origin == Field && currenciesMeet(d.c, s) {
				if slices.Contains(parts, s) || len(parts) == maxCounts {
					return nil
				}
				line, err := s.Amount.Mul(d.countOf(&n))
				if err != nil {
					return nil
				}
				if sum, err = sum.Add(line); err != nil {
					return nil
				}
				parts = append(parts, s)
				break
			}
		}
	}
	if len(parts) < 2 || !sum.Equal(d.v) {
		return nil
	}
	return parts
}

// countOf returns the number directly before a name, or 1.
func (d *deriver) countOf(n *mention) Decimal {
	r := d.m.reply
	p := parser{reply: r, tokens: r.tokens, lex: r.lexicon()}
	j := sort.Search(len(r.tokens), func(j int) bool { return int(r.tokens[j].start) >= n.span.Start }) - 1
	if j >= 0 && r.tokens[j].is('×') {
		j--
	}
	if j >= 0 {
		if n, ok := p.smallNumber(j); ok && r.countsAt(j) {
			return n
		}
	}
	return whole(1)
}

// listThatSums looks for a list in a result whose amounts of one key add up to v, each times its quantity.
func (d *deriver) listThatSums() []*Source {
	lists := map[string][]*Source{}
	var keys []string
	quantities := map[*group]*Source{}
	for _, s := range d.m.index.sources {
		if s.quantity && s.group != nil {
			quantities[s.group] = s
		}
		if s.Kind != Money || s.Origin != Field || !d.addsUpRole(s.Role) || !d.usable(s) {
			continue
		}
		if key, ok := allLists(s.Path); ok {
			key = s.Server + " " + s.Tool + " " + key
			if lists[key] == nil {
				keys = append(keys, key)
			}
			lists[key] = append(lists[key], s)
		}
	}
	extras := d.extras()
	for _, key := range keys {
		plain, weighted := Decimal{}, Decimal{}
		for _, s := range lists[key] {
			plain, _ = plain.Add(s.Amount)
			n := decimal.MustNew(1, 0)
			if q := quantities[s.group]; q != nil {
				n = q.Amount
			}
			if line, err := s.Amount.Mul(n); err == nil {
				weighted, _ = weighted.Add(line)
			}
		}
		if len(lists[key]) > 1 && (weighted.Equal(d.v) || plain.Equal(d.v)) && !d.m.lessThanTotal(d.c, lists[key][0]) {
			return lists[key]
		}
		if used := d.withExtras(weighted, extras, lists[key][0]); used != nil {
			return append(lists[key][:len(lists[key]):len(lists[key])], used...)
		}
	}
	return nil
}

// addsUpRole reports whether amounts of a role may be added up as a list: balances and refunds only where the claim is of all of them.
func (d *deriver) addsUpRole(r Role) bool {
	switch r {
	case 0, RolePrice, RoleTotal:
		return true
	case RoleOther, RoleBalance:
		return d.cues&(cueTotal|cueBoth) != 0
	default:
		return false
	}
}

// allLists returns a path with all its indexes left out; false where it has none.
func allLists(path string) (string, bool) {
	key, ok := listPath(path)
	for next, more := key, ok; more; next, more = listPath(key) {
		key = next
	}
	return key, ok
}

// lessThanTotal reports whether the claim is called a total with shipping or tax in it, and the result of a list, whose
// lines s is one of, has another total: what the lines add up to is then not all of it.
func (m *matcher) lessThanTotal(c *Claim, s *Source) bool {
	if !c.entire() || c.terms&termSub != 0 || !m.takenIn(c) {
		return false
	}
	for _, o := range m.index.sources {
		if o.Kind == Money && o.Role == RoleTotal && o.Tool == s.Tool && o.Server == s.Server && o.group != s.group && !partial(o.Path) &&
			!o.Amount.Equal(c.Readings[0].Amount) {
			return true
		}
	}
	return false
}

// takenIn reports whether the claim's sentence says that a shipping or a tax is part of the amount: "€90, including €4.90 for
// shipping".
func (m *matcher) takenIn(c *Claim) bool {
	r := m.reply
	for j := int(c.next); j < min(len(r.tokens), int(c.next)+6) && int(r.tokens[j].start) < c.Sentence.End; j++ {
		if r.tokens[j].sounds(toneIncl) {
			return true
		}
	}
	return false
}

// maxExtras bounds the amounts that may come on top of a list.
const maxExtras = 3

// extras returns the shipping, the tax and the discounts that stand outside lists: what a total adds to its lines, or
// takes from them.
func (d *deriver) extras() []*Source {
	var list []*Source
	for _, s := range d.m.index.sources {
		if s.Kind != Money || s.Origin != Field || s.Role != RoleShipping && s.Role != RoleTax && s.Role != RoleDiscount || !currenciesMeet(d.c, s) {
			continue
		}
		if _, listed := listPath(s.Path); !listed && len(list) < maxExtras {
			list = append(list, s)
		}
	}
	return list
}

// withExtras returns those extras of a list's tool that together with its sum make v, or nil.
func (d *deriver) withExtras(sum Decimal, extras []*Source, of *Source) []*Source {
	for set := 1; set < 1<<len(extras); set++ {
		got := sum
		var used []*Source
		for i, s := range extras {
			if set&(1<<i) == 0 {
				continue
			}
			amount := s.Amount
			if s.Role == RoleDiscount {
				amount = amount.Abs().Neg()
			}
			var err error
			if got, err = got.Add(amount); err != nil || s.Server != of.Server || s.Tool != of.Tool {
				used = nil
				break
			}
			used = append(used, s)
		}
		if used != nil && got.Equal(d.v) {
			return used
		}
	}
	return nil
}

// listPath returns a path with its last index left out; false where it has none.
func listPath(path string) (string, bool) {
	for end := len(path) - 1; end > 0; end-- {
		if path[end] != ']' {
			continue
		}
		for i := end; i >= 0; i-- {
			if path[i] == '[' {
				return path[:i] + path[end+1:], true
			}
		}
	}
	return "", false
}
