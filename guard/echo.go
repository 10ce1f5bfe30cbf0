package guard

import (
	"time"

	"github.com/govalues/decimal"
)

// spoken holds the values of a call's arguments.
type spoken struct {
	amounts map[Decimal]bool
	texts   map[string]bool // as written, and as ids
	days    map[int64]bool
}

// echo marks the values that the call's own arguments hold: the tool may only have given them back.
func (b *builder) echo() {
	if b.args == "" || len(b.sources) == 0 {
		return
	}
	w, said := &b.asked, &b.said
	if w.walk(b.args) != nil {
		for _, s := range b.sources {
			s.Echoed = true // nobody can say what was asked
		}
		return
	}
	said.begin()
	defer said.forget()
	for i := range w.leaves {
		if l := &w.leaves[i]; l.kind != leafOther && l.start < l.end {
			said.add(w.textOf(l), b.zone)
		}
	}
	for _, s := range b.sources {
		s.Echoed = said.has(s)
	}
}

// begin makes room for the values of a call, if there is none.
func (v *spoken) begin() {
	if v.texts == nil {
		*v = spoken{amounts: map[Decimal]bool{}, texts: map[string]bool{}, days: map[int64]bool{}}
	}
}

// forget drops the values, and the room if they were many.
func (v *spoken) forget() {
	if len(v.texts) > maxKeys {
		*v = spoken{}
		return
	}
	clear(v.amounts)
	clear(v.texts)
	clear(v.days)
}

func (v *spoken) add(text string, zone *time.Location) {
	v.texts[text] = true
	if id := normalID(text); id != "" {
		v.texts[id] = true
	}
	if d, err := decimal.Parse(text); err == nil {
		v.amounts[d.Trim(0)] = true
	}
	if at, ok := instant(text, zone); ok {
		v.days[at.days[0].Unix()] = true
	}
}

func (v *spoken) has(s *Source) bool {
	switch s.Kind {
	case Money, Quantity, Percent, Duration, Time:
		if v.amounts[s.Amount.Trim(0)] {
			return true
		}
	case Date:
		if v.days[s.Day.Unix()] {
			return true
		}
	default:
	}
	return v.texts[s.Raw] || s.ID != "" && v.texts[s.ID]
}
