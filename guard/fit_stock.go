package guard

import "slices"

// notInStock reports whether the claim says how many there are, and s counts what is still to come, was sold or is set aside, while a field
// of its result says how many there are: {"available": 0, "incoming": [{"qty": 40}]}.
func (m *matcher) notInStock(c *Claim, s *Source) bool {
	if c.Kind != Quantity || s.Kind != Quantity || c.About != AboutStock || s.Origin != Field || s.Role == RoleStock || s.group == nil || c.Place != "reply" || !elsewhere(s.Path) {
		return false
	}
	return slices.ContainsFunc(m.index.sources, func(o *Source) bool {
		return o.Kind == Quantity && o.Origin == Field && o.Role == RoleStock && o.Tool == s.Tool && o.Server == s.Server && !o.Amount.Equal(s.Amount)
	})
}

// elsewhere reports whether a path speaks of things that are not there to be sold.
func elsewhere(path string) bool {
	start := 0
	for i := 0; i <= len(path); i++ {
		if i < len(path) && path[i] != '.' && path[i] != '[' {
			continue
		}
		words, n := fieldWords(path[start:i])
		for _, w := range words[:n] {
			switch w {
			case "incoming", "inbound", "expected", "restock", "replenishment", "arriving", "reserved", "allocated", "committed", "sold", "ordered", "backorder", "backordered", "damaged", "max", "min", "limit",
				"erwartet", "zulauf", "reserviert", "bestellt", "réassort", "réservé", "commandé", "entrante", "reservado", "pedido", "arrivo", "riservato", "ordinato", "verwacht", "gereserveerd", "besteld", "esperado", "väntat", "reserverat":
				return true
			}
		}
		start = i + 1
	}
	return false
}
