package guard

import (
	"strings"
	"time"
)

// group holds the names of one record: those of a jacket, and of its size inside it.
type group struct {
	parent *group
	key    string // siblings share it
	server string // of a result's outermost record
	tool   string // of it, too
	best   string
	names  []string
	terms  term // what its amounts are for, or per
	priced bool // it has amounts of its own
	holds  bool // or one in it that is an amount: {"price": {"amount": 35}}
	rank   int8
	array  bool
}

// sibling reports whether o is another record of the same sort: in the same place of the same list, or in the same place
// inside another record of it.
func (g *group) sibling(o *group) bool {
	for o != g && g != nil && o != nil && o.array == g.array && (g.array || o.key == g.key) {
		if o.parent == g.parent {
			return o.parent != nil || o.tool == g.tool && o.server == g.server // what two tools return are no two of one sort
		}
		g, o = g.parent, o.parent
	}
	return false
}

// describe finds the currency, names and time of every record.
func (b *builder) describe() {
	w := &b.walker
	b.groups = make([]group, len(w.records))
	for i := range w.records {
		r, g := &w.records[i], &b.groups[i]
		if r.parent >= 0 {
			g.parent = &b.groups[r.parent]
		}
		g.key, g.array = r.key.name, r.array
	}
	if len(b.groups) > 0 {
		b.groups[0].server, b.groups[0].tool = b.result.Server, b.result.Tool
	}
	named, mere, s := int32(0), 0, b.result.Settings
	for i := range w.leaves {
		l := &w.leaves[i]
		if l.parent < 0 {
			continue
		}
		if n := l.end - l.start; n >= 7 && n <= 10 && l.kind == leafString && strings.HasPrefix(w.textOf(l), "percent") {
			b.percents = append(b.percents, l.parent)
		}
		if !l.key.hints && s.AsOf == "" && s.Entity == "" && w.records[l.parent].key.field.sort != fieldLabel {
			continue // most
		}
		if l.key.mere {
			mere++
		}
		b.exponents = b.exponents || l.key.exponent
		b.minors = b.minors || l.key.field.minor && l.kind != leafOther
		if l.key.name == "type" && l.kind == leafString && len(b.types) < maxTyped {
			if role := typed(w.textOf(l)); role != 0 {
				b.types = append(b.types, typedRecord{l.parent, role})
			}
		}
		if l.key.scaled != 0 {
			b.declare(l)
		}
		b.measured = b.measured || l.key.ofUnit
		if b.marks |= l.key.mark; l.key.mark == markID && b.dialect == 0 && l.kind == leafString {
			b.dialect = dialectOfID(w.textOf(l))
		}
		if l.key.terms != 0 {
			b.groups[l.parent].terms |= l.key.terms
		}
		if l.key.counted != 0 && l.kind == leafNumber && l.end-l.start <= 2 {
			b.groups[l.parent].terms |= l.key.counted
		}
		if l.key.describes && l.kind == leafString && l.end-l.start <= 24 {
			b.groups[l.parent].terms |= termsOf(w.textOf(l))
		}
		if l.key.prices() || l.key.words&wordNet != 0 && (l.kind == leafNumber || plainNumber(w.textOf(l))) {
			b.groups[l.parent].priced = true
		}
		if !l.key.labels && s.AsOf == "" && s.Entity == "" && w.records[l.parent].key.field.sort != fieldLabel {
			continue
		}
		if l.rank = b.label(l); l.rank > 0 {
			w.records[l.parent].names++
			named++
		}
	}
	b.name(make([]string, named))
	b.passNames()
	b.nameListed()
	b.sole = w.soleCurrency()
	b.nameRecords()
	b.nameParallel()
	if mere > 1 {
		b.nameByKeys()
	}
}

// name gives the records their names, in parts of one list.
func (b *builder) name(list []string) {
	w := &b.walker
	for i := range w.records {
		n := w.records[i].names
		b.groups[i].names, list = list[:0:n], list[n:]
	}
	for i := range w.leaves {
		l := &w.leaves[i]
		if l.rank == 0 {
			continue
		}
		g, text := &b.groups[l.parent], w.textOf(l)
		g.names = append(g.names, text)
		if l.rank > g.rank {
			g.rank, g.best = l.rank, text
		}
	}
}

// passNames gives the names of a record without amounts to the one around it that has no better one, and says there how it is
// billed: an offer is called by its airline's name, a line of a cart by its product's, and a price with {"recurring":
// {"interval": "month"}} is one a month. Records come after those around them.
func (b *builder) passNames() {
	for i := len(b.groups) - 1; i > 0; i-- {
		g := &b.groups[i]
		if g.array || g.parent == nil || g.parent.array {
			continue
		}
		if g.priced || g.holds {
			g.parent.holds = g.parent.holds || g.priced && b.walker.records[i].key.prices()
			continue
		}
		g.parent.terms |= g.terms & measures
		if g.rank > g.parent.rank {
			g.parent.names = append(g.parent.names[:len(g.parent.names):len(g.parent.names)], g.names...)
			g.parent.best, g.parent.rank = g.best, g.rank
		}
	}
}

// at keeps the time at which the values of a record were true.
func (b *builder) at(record int32, t time.Time) {
	if len(b.times) == 0 {
		b.times = append(b.times, make([]time.Time, len(b.walker.records))...)
	}
	b.times[record] = t
}

// label takes what a leaf says about its record, and returns how well it names what the record describes.
func (b *builder) label(l *leaf) int8 {
	s, r := b.result.Settings, &b.walker.records[l.parent]
	text := b.walker.textOf(l)
	if s.AsOf == "" && l.key.asOf || s.AsOf != "" && pathIs(b.walker.pathOf(l), l.key.name, s.AsOf) {
		if at, ok := b.timeOf(text, true); ok {
			b.at(l.parent, at.time)
		}
	}
	if (l.key.given || l.key.got) && l.kind == leafString && len(text) == 3 {
		b.exchanges(l.parent, l.key, text)
	}
	if l.kind == leafString && len(text) == 3 && (l.key.field.sort == fieldLabel || r.key.field.sort == fieldLabel) {
		if code, ok := b.knownCode(text); ok {
			if l.key.qualified {
				r.qualified = true
				if r.currency != "" {
					return 0 // that of other amounts than the first one's
				}
			}
			r.currency = code
			b.small = b.small || text != code
			if r.key.field.sort == fieldLabel && r.parent >= 0 {
				b.walker.records[r.parent].currency = code
			}
			return 0
		}
	}
	if r.array || l.kind == leafOther || text == "" || len(text) > 120 {
		return 0
	}
	rank := l.key.rank
	if s.Entity != "" && pathIs(b.walker.pathOf(l), l.key.name, s.Entity) {
		rank = 10
	}
	if rank < 10 && (l.kind == leafNumber && len(text) < 4 || text == "centPrecision" || text == "highPrecision") {
		return 0
	}
	return rank
}

// knownCode reads a currency's code in any case, and remembers it.
func (b *builder) knownCode(text string) (string, bool) {
	if m := &b.code; m.text != text {
		m.text, m.of = text, strings.ToUpper(text)
		m.ok = KnownCurrency(m.of)
	}
	return b.code.of, b.code.ok
}

// labelRank says how well a key names what its record describes; 0 is not at all.
func labelRank(key string) int {
	switch strings.ToLower(key) {
	case "name", "title", "product_name", "productname", "product", "display_name", "displayname", "nickname",
		"naam", "nom", "nombre", "nome", "namn", "bezeichnung", "titel", "titre", "titolo", "titulo", "título", "produkt", "producto", "prodotto",
		"produit", "produto", "alias":
		return 8
	case "sku", "product_id", "productid", "item", "model", "article", "plan", "tariff", "tarif", "tarifa", "tariffa", "tarief", "label", "flight", "film", "event", "vehicle", "package", "hotel", "fund",
		"carrier", "provider", "airline", "merchant",
		"artikel", "articolo", "articulo", "artículo", "artigo", "libelle", "libellé", "designation", "désignation", "omschrijving", "descrizione",
		"concepto", "modell", "modelo", "modello", "modele", "modèle", "vol", "vuelo", "volo", "flug", "vlucht", "zug", "tren", "treno", "train":
		return 6
	case "variant", "variant_title", "size", "color", "colour", "farbe", "couleur", "kleur", "colore", "cor", "färg", "city", "town", "stadt", "ort", "ville", "ciudad", "città", "cidade", "plaats", "stad", "tier", "option", "room", "class", "type", "category", "method",
		"store", "branch", "location", "soort", "sorte", "kind", "level", "grade", "niveau", "nivel", "livello", "stufe", "nivå",
		"typ", "tipo", "kategorie", "categoria", "categoría", "categorie", "catégorie", "maat", "größe", "groesse", "taille", "talla", "taglia",
		"country_code", "countrycode", "destination", "destino", "destinazione", "bestemming", "zielland", "zimmer", "kamer", "chambre", "camera", "zona", "settore", "vak", "art", "klasse", "clase", "classe", "modus", "mode", "country", "land", "pays", "pais",
		"país", "paese", "zone":
		return 5
	case "service":
		return 4
	case "description":
		return 2
	case "id", "code", "ean", "handle", "slug", "key", "order_id", "orderid", "order_number", "ordernumber", "order_no", "invoice_id", "invoice_number",
		"return_id", "booking_id", "reservation_id", "no", "nr", "number", "nummer", "numero", "número", "numéro":
		return 3
	}
	return 0
}

// owner returns the record that a leaf belongs to: the one around it where its own only holds an amount and its
// currency.
func (b *builder) owner(l *leaf) int32 {
	r := &b.walker.records[l.parent]
	if l.key.part && r.currency != "" && r.parent >= 0 && !r.array && len(b.groups[l.parent].names) == 0 && b.groups[l.parent].terms&measures == 0 {
		return r.parent
	}
	return l.parent
}

// name returns the best name of the record or of the nearest one around it that has one.
func (g *group) name() string {
	for ; g != nil; g = g.parent {
		if g.best != "" {
			return g.best
		}
	}
	return ""
}
