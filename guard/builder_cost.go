package guard

import "strings"

// settleCosts takes a cost for what the customer pays where the keys, the tool or its server speak of what is charged for: {"delivery":
// {"cost": 4.90}}, "energy_cost". Beside a price it is the shop's own.
func (b *builder) settleCosts() {
	for _, s := range b.sources {
		if s.Kind == Money && (s.Role == RolePrice || s.Role == RoleListPrice) {
			return
		}
	}
	for _, s := range b.sources {
		if s.Role == RoleCost && (charged(s.Path) || charged(s.Tool) || charged(s.Server)) {
			s.Role = 0
		}
	}
}

// charged reports whether a path, or the name of a tool, holds a word for what a customer is charged for.
func charged(path string) bool {
	for path != "" {
		step, rest, _ := strings.Cut(path, ".")
		words, n := fieldWords(step)
		for _, w := range words[:n] {
			switch w {
			case "delivery", "shipping", "shipment", "energy", "electricity", "gas", "water", "heating", "power", "repair", "service", "installation", "travel",
				"ticket", "call", "treatment", "consultation", "ride", "trip", "booking", "room", "rental", "course", "insurance", "parking",
				"meal", "roaming", "usage", "return", "cancellation", "rebooking", "exchange", "labour", "labor", "postage", "setup", "removal", "cleaning":
				return true
			}
		}
		path = rest
	}
	return false
}
