package guard

import "strings"

// A result can say once in what unit the amounts of a record, and of those inside it, are stated: {"minor_unit": 2}, {"currency": {"code": "EUR",
// "exponent": 2}}, {"amounts_in": "cents"}, {"fee_unit": "cent"}, {"amountsInMinorUnits": true}.

// byCurrency is the scale of amounts that have as many decimals as their currency.
const byCurrency = 64

// scaling says in what form the value under a key may tell the unit of amounts; 0 is in none.
type scaling uint8

const (
	scaleNamed  scaling = 1 + iota // by its name, or true
	scaleDigits                    // by how many decimals it has, as well
)

// scalingOf reads the words of a key.
func scalingOf(words []string) (s scaling) {
	last := len(words) - 1
	for i, w := range words {
		switch w {
		case "unit", "in", "denomination", "denominated", "format", "subunit", "cent":
			s = max(s, scaleNamed)
			if w == "unit" && i > 0 && words[i-1] == "minor" {
				return scaleDigits
			}
		case "minor":
			s = max(s, scaleNamed)
		case "exponent", "decimal", "precision", "divisor":
			if i == last {
				return scaleDigits
			}
		case "digit", "place":
			if i == last && i > 0 && (words[i-1] == "fraction" || words[i-1] == "decimal" || words[i-1] == "minor") {
				return scaleDigits
			}
		case "scale":
			if i == last && (i == 0 || words[0] == "currency" || words[0] == "amount" || words[0] == "price") {
				return scaleDigits
			}
		}
	}
	return s
}

// scaleAt returns how many decimals a leaf says that amounts have, plus one; byCurrency, or 0 where it says nothing of them.
func (b *builder) scaleAt(l *leaf) int8 {
	switch text := b.walker.textOf(l); {
	case l.key.scaled == 0:
	case l.kind == leafString && minorName(text):
		return byCurrency
	case l.kind == leafNumber && l.key.scaled == scaleDigits:
		if n, ok := scaleOf(l.key.name, text); ok && n > 0 && n <= 4 {
			return int8(n) + 1
		}
	case l.kind == leafOther && text == "true" && (l.key.field.minor || strings.Contains(strings.ToLower(l.key.name), "minor")):
		return byCurrency
	}
	return 0
}

// minorName reports whether a text names the minor unit and nothing else.
func minorName(text string) bool {
	if len(text) < 3 || len(text) > 24 {
		return false
	}
	switch text = strings.ToLower(text); text {
	case "minor", "minor_unit", "minor_units", "minor-units", "minor units", "minorunits", "minorunit", "smallest_unit", "subunit", "subunits", "cents", "pence", "pennies", "öre", "øre":
		return true
	}
	return minorWord([]string{strings.TrimSuffix(text, "s")}, 0, false)
}

// declare keeps what a leaf says of the amounts of its record: where there are none, of those of the record around it.
func (b *builder) declare(l *leaf) {
	scale := b.scaleAt(l)
	if scale == 0 || l.parent < 0 {
		return
	}
	w := &b.walker
	r := l.parent
	for w.records[r].parent >= 0 && (w.records[r].array || w.records[r].key.field.sort == fieldLabel || !b.amountsIn(r)) {
		r = w.records[r].parent
	}
	if len(b.scales) == 0 {
		b.scales = append(b.scales, make([]int8, len(w.records))...)
	}
	b.scales[r] = scale
}

// amountsIn reports whether a record, or one inside it, has amounts.
func (b *builder) amountsIn(record int32) bool {
	w := &b.walker
	for i := int(w.records[record].first); i < len(w.leaves); i++ {
		l := &w.leaves[i]
		up := l.parent
		for up > record {
			up = w.records[up].parent
		}
		if up != record {
			return false
		}
		if (l.kind == leafNumber || l.kind == leafString) && (l.keys.values[1].sort == fieldMoney || l.key.periodic) && l.key.scaled != scaleDigits && l.end-l.start > 1 && b.whole(l) {
			return true
		}
	}
	return false
}

// scaleOver returns the scale that is declared for a leaf in its record or one around it, or 0.
func (b *builder) scaleOver(l *leaf) int8 {
	if len(b.scales) == 0 {
		return 0
	}
	for i := l.parent; i >= 0; i = b.walker.records[i].parent {
		if s := b.scales[i]; s != 0 {
			return s
		}
	}
	return 0
}

// whole reports whether the text of a leaf is a whole number.
func (b *builder) whole(l *leaf) bool {
	text := strings.TrimPrefix(b.walker.textOf(l), "-")
	return text != "" && allDigits(text)
}

// declared reports whether a leaf of that meaning is an amount in the minor unit because its record says that amounts are.
func (b *builder) declared(l *leaf, f *field) bool {
	return len(b.scales) > 0 && (f.sort == fieldMoney || f.sort == fieldUnknown) && f.role != RoleStock && b.whole(l) && b.scaleOver(l) != 0
}
