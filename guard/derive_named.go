package guard

import (
	"slices"
	"sort"
)

// A sentence that names its items says what an amount is the sum or the difference of.

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

// keyOf returns the last key of a path that says what the amount under it is: "base_fee" of "base_fee.amount".
func keyOf(path string) string {
	key := lastKey(path)
	switch key {
	case "amount", "value", "units", "cents", "minor":
		if len(path) > len(key) {
			return lastKey(path[:len(path)-len(key)-1])
		}
	}
	return key
}
