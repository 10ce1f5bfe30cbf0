package guard

import (
	"strings"
	"time"
)

// group holds the names of one record: those of a jacket, and of its size inside it.
type group struct {
	parent *group
	kind   string // the record's path with its numbers left out: siblings share it
	best   string
	rank   int
	names  []string
}

// describe finds the currency, names and time of every record.
func (b *builder) describe() {
	w := &b.walker
	b.times = make([]time.Time, len(w.records))
	b.groups = make([]*group, len(w.records))
	for i := range w.records {
		r := &w.records[i]
		g := &group{}
		if r.parent >= 0 {
			g.parent = b.groups[r.parent]
			g.kind = g.parent.kind
		}
		if !r.array {
			g.kind += "." + r.key
		}
		b.groups[i] = g
	}
	for i := range w.leaves {
		b.label(&w.leaves[i])
	}
}

// label takes what a leaf says about its record.
func (b *builder) label(l *leaf) {
	if l.parent < 0 {
		return
	}
	s, r := &b.result.Settings, &b.walker.records[l.parent]
	if pathIs(l.path, l.key, s.AsOf) {
		if at, ok := instant(l.text, b.zone); ok {
			b.times[l.parent] = at.time
		}
	}
	if l.kind == leafString && len(l.text) == 3 && (b.field(l.key).sort == fieldLabel || b.field(r.key).sort == fieldLabel) {
		if code := strings.ToUpper(l.text); KnownCurrency(code) {
			r.currency = code
			if b.field(r.key).sort == fieldLabel && r.parent >= 0 {
				b.walker.records[r.parent].currency = code
			}
			return
		}
	}
	if r.array || l.kind == leafOther || l.text == "" || len(l.text) > 120 {
		return
	}
	rank := labelRank(l.key)
	if pathIs(l.path, l.key, s.Entity) {
		rank = 10
	}
	if rank == 0 || rank < 10 && l.kind == leafNumber && len(l.text) < 4 {
		return
	}
	g := b.groups[l.parent]
	g.names = append(g.names, l.text)
	if rank > g.rank {
		g.rank, g.best = rank, l.text
	}
}

// labelRank says how well a key names what its record describes; 0 is not at all.
func labelRank(key string) int {
	switch strings.ToLower(key) {
	case "name", "title", "product_name", "productname", "product":
		return 8
	case "sku", "product_id", "productid", "item", "model", "article", "plan", "label":
		return 6
	case "variant", "variant_title", "size", "color", "colour", "tier", "option", "room", "class", "type":
		return 5
	case "id", "code", "ean", "handle", "slug", "key":
		return 3
	}
	return 0
}

// owner returns the record that a leaf belongs to: the one around it where its own only holds an amount and its
// currency.
func (b *builder) owner(l *leaf) int {
	r := &b.walker.records[l.parent]
	switch l.key {
	case "amount", "value", "units", "unit_amount", "cents", "minor", "minor_units", "gross", "net":
		if r.parent >= 0 && !r.array && r.currency != "" && len(b.groups[l.parent].names) == 0 {
			return r.parent
		}
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
