package guard

import "slices"

// goodsForAll reports whether a claim is said to be all that is paid, and rests on the goods alone, beside the one price of shipping that
// their result holds: "In total you pay €50, including €5 for shipping" of two lines of €25. What is said of the goods, or is to be added to,
// is no such total.
func (m *matcher) goodsForAll(c *Claim) bool {
	if !c.whole && c.Role != RoleTotal || c.Approx || c.Hypothetical || c.Role == RoleShipping || len(m.around) > 0 || c.terms&(termSub|termWithout) != 0 || !goodsAlone(c.Sources[0]) {
		return false
	}
	ship := m.onlyShipping(c.Sources[0])
	if ship == nil {
		return false
	}
	r := m.reply
	s := r.sentences[r.sentenceOf(int(c.first))]
	included, shipped := false, false
	for j := s.first; j < min(s.next, s.first+8*reach); j++ {
		included = included || r.soundsAt(j, toneIncl)
		shipped = shipped || r.fieldWord(j)&wordShipping != 0
		if slices.Contains(goodsWords[:], r.tokens[j].hash) {
			return false
		}
	}
	return !shipped || included
}

// goodsAlone reports whether a source is the total of the goods by its key, or is added up from amounts of which none is a shipping or a tax.
func goodsAlone(s *Source) bool {
	if s.Op == "" {
		return s.Origin == Field && s.Role == RoleTotal && ofItems(s.Path)
	}
	return s.Op == "sum" && !slices.ContainsFunc(s.Operands, func(o *Source) bool {
		return o.Origin != Field || o.Role == RoleShipping || o.Role == RoleTax || o.Role == RoleDiscount || o.Role == RoleBalance || o.Role == RoleOther
	})
}

// onlyShipping returns the price of shipping in the result of a source, where it has one and asks something for it, or nil.
func (m *matcher) onlyShipping(s *Source) (only *Source) {
	for _, o := range m.index.sources {
		switch {
		case o.Kind != Money || o.Role != RoleShipping || o.Origin != Field || o.Tool != s.Tool || o.Server != s.Server || o.threshold():
		case only != nil && !only.Amount.Equal(o.Amount), o.Amount.IsZero():
			return nil
		default:
			only = o
		}
	}
	return only
}

// goodsWords say that a total is that of the goods.
var goodsWords = hashWords("item", "items", "goods", "products", "merchandise", "artikel", "waren", "ware", "produkte", "articles", "produits", "artículos", "productos",
	"articoli", "prodotti", "artikelen", "producten", "artigos", "produtos", "varor", "varorna", "artiklar")
