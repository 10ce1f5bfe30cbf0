package guard

import "slices"

// setID names a sorted list of currency codes in the lexicon; 0 is none.
type setID uint16

func sortStrings(list []string) { slices.Sort(list) }

// meet returns the id of a set that both have in common, where one of them names it exactly: the narrower one, or a
// single code of a country. It returns 0 where they have nothing in common.
func (x *lexicon) meet(a, b setID) setID {
	switch {
	case a == 0:
		return b
	case b == 0 || a == b:
		return a
	}
	found, many := "", false
	for _, code := range x.sets[a] {
		if slices.Contains(x.sets[b], code) {
			many = found != ""
			if !many {
				found = code
			} else {
				break
			}
		}
	}
	switch {
	case found == "":
		return 0
	case !many:
		return x.ids[found]
	case len(x.sets[b]) < len(x.sets[a]):
		return b
	}
	return a
}
