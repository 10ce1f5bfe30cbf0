package guard

import "strings"

// besideMinor reports whether a whole amount stands beside one whose key says that it is in the minor unit, and is of the same order: {"unit_amount":
// 8495, "compare_at": 9995}. Where any amount of the record has a fraction, those that do not say so are in major units.
func (b *builder) besideMinor(l *leaf) bool {
	if !b.minors || l.parent < 0 || l.key.code != "" {
		return false
	}
	w := &b.walker
	text := w.textOf(l)
	if len(text) < 3 || len(text) > 12 || !allDigits(text) {
		return false
	}
	found := false
	first := int(w.records[l.parent].first)
	for i := first; i < min(len(w.leaves), first+maxSiblings); i++ {
		o := &w.leaves[i]
		if o.parent != l.parent || o.key.field.sort != fieldMoney || o.kind != leafNumber && o.kind != leafString {
			continue
		}
		switch other := w.textOf(o); {
		case o.key.field.minor && allDigits(other):
			found = found || max(len(other), len(text))-min(len(other), len(text)) <= 1
		case strings.Contains(other, "."):
			return false
		}
	}
	return found
}

// measures adds how much a key says that its value is for.
func (b *builder) measures(i int32, k *key) {
	if k == nil || k.perGauge == 0 && !k.perTime {
		return
	}
	s := b.source(i, k.name, field{})
	if s.Kind, s.Amount, s.gauge = Quantity, k.per, k.perGauge; k.perTime {
		s.Kind = Duration
	}
	b.add(s)
}

// unitBeside gives a figure the unit that its record states: {"l": 52, "w": 40, "unit": "cm"}, {"quantity": 1460, "unit": "hours"}.
func (b *builder) unitBeside(s *Source, l *leaf) {
	if !b.measured || s.Kind != Quantity || l.parent < 0 || l.key.perGauge != 0 {
		return
	}
	w := &b.walker
	first := int(w.records[l.parent].first)
	for i := first; i < min(len(w.leaves), first+maxSiblings); i++ {
		o := &w.leaves[i]
		if o.parent != l.parent || !o.key.ofUnit || o.kind != leafString || o.end-o.start > 12 {
			continue
		}
		word := singular(strings.ToLower(w.textOf(o)))
		if seconds := unitSeconds(unitOfTime(word)); seconds > 0 {
			if v, err := s.Amount.Mul(whole(seconds)); err == nil {
				s.Kind, s.Amount, s.gauge = Duration, v.Trim(0), 0
			}
			return
		}
		if g := gaugeOfKey(word); g != 0 && (l.key.gauge&^(gaugeStock|gaugeSize) == 0 || len(l.key.name) == 1 || l.key.quantity) {
			s.gauge = g | l.key.gauge&gaugeStock // "available": 9.3, "uom": "m"
		}
		return
	}
}

// namesUnit reports whether the value under a key is the unit of the figures beside it.
func namesUnit(name string) bool {
	switch strings.ToLower(name) {
	case "unit", "units", "uom", "unittext", "unit_of_measure", "unitofmeasure", "measure_unit", "einheit", "unité", "unite", "unidad", "unità", "unita", "eenheid", "unidade", "enhet":
		return true
	}
	return false
}
