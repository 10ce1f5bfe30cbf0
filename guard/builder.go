package guard

import (
	"strconv"
	"strings"
	"time"

	"github.com/govalues/decimal"
)

// builder turns one result into sources.
type builder struct {
	result  *Result
	now     time.Time
	zone    *time.Location
	walker  walker
	sources []*Source
	times   []time.Time // as_of by record
	groups  []*group    // labels by record

	malformed bool // the JSON is none

	fields map[string]field // keys read so far
	reply  Reply            // for the texts among the values
}

// group holds the names of one record: those of a jacket, and of its size inside it.
type group struct {
	parent *group
	kind   string // the record's path with its numbers left out: siblings share it
	best   string
	rank   int
	names  []string
}

// build reads the whole result.
func (b *builder) build() error {
	if len(b.result.Text) > maxJSON || len(b.result.JSON) > maxJSON {
		return errTooMuch
	}
	if len(b.result.JSON) > 0 {
		b.walker.data = b.result.JSON
		err := b.walker.walk()
		if err == errTooMuch {
			return err
		}
		b.malformed = err != nil
		if err == nil {
			b.describe()
			for i := range b.walker.leaves {
				b.leaf(&b.walker.leaves[i])
			}
		}
	}
	if b.result.Text != "" {
		b.text(b.result.Text, "text", nil, time.Time{})
	}
	b.echo()
	if len(b.sources) > maxLeaves {
		return errTooMuch
	}
	return nil
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

// currencyOf returns the currency of an amount under l: of its own key, its record, a parent, the settings, or "".
func (b *builder) currencyOf(l *leaf) (code string, near bool) {
	words, n := fieldWords(l.key)
	if n > 0 && len(words[n-1]) == 3 {
		if c := strings.ToUpper(words[n-1]); KnownCurrency(c) && (lowerCode(c) || strings.HasSuffix(l.key, c)) {
			return c, true
		}
	}
	depth := 0
	for i := l.parent; i >= 0; i = b.walker.records[i].parent {
		if c := b.walker.records[i].currency; c != "" {
			return c, depth == 0
		}
		if !b.walker.records[i].array {
			depth++
		}
	}
	return b.result.Settings.Currency, false
}

// meaning returns what the keys above a leaf make of it.
func (b *builder) meaning(l *leaf) field {
	f := b.field(l.key)
	depth := 0
	for i := l.parent; i >= 0 && depth < 3; i = b.walker.records[i].parent {
		r := &b.walker.records[i]
		if r.array || r.key == "" {
			continue
		}
		depth++
		up := b.field(r.key)
		switch {
		case f.role == 0:
			f.role = up.role
		case (f.role == RolePrice || f.role == RoleCost) && depth == 1 && up.role != 0 && up.role != RoleTotal && up.role != RolePrice:
			f.role = up.role
		case f.role == RolePrice && up.role == RoleListPrice:
			f.role = up.role
		}
		if f.sort == fieldUnknown && up.sort == fieldMoney {
			f.sort = fieldMoney
		}
		f.minor = f.minor || up.minor && (l.key == "amount" || l.key == "value")
	}
	if l.key == "units" && b.sibling(l, "nanos") != nil {
		f.sort = fieldMoney
	}
	if anyPath(l.path, l.key, b.result.Settings.MinorUnits) {
		f.minor = true
		f.sort = fieldMoney
	}
	return f
}

// leaf turns one scalar into sources.
func (b *builder) leaf(l *leaf) {
	if l.kind == leafOther || l.text == "" || anyPath(l.path, l.key, b.result.Settings.Ignore) {
		return
	}
	f := b.meaning(l)
	if f.sort == fieldLabel && l.key != "units" && l.kind == leafString {
		return
	}
	if l.kind == leafNumber || plainNumber(l.text) {
		b.number(l, f)
		return
	}
	b.words(l, f)
}

// plainNumber reports whether a string is a decimal number and nothing else.
func plainNumber(s string) bool {
	s = strings.TrimPrefix(s, "-")
	whole, fraction, point := strings.Cut(s, ".")
	return whole != "" && len(s) <= 40 && allDigits(whole) && (!point || fraction != "" && allDigits(fraction))
}

func allDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// number turns a number into a source.
func (b *builder) number(l *leaf, f field) {
	if l.key == "nanos" && b.sibling(l, "units") != nil {
		return
	}
	s := b.source(l, f)
	if allDigits(l.text) {
		s.ID = l.text
	}
	d, err := decimal.Parse(l.text)
	switch {
	case err != nil || len(l.text) > 20:
		if s.ID == "" {
			return
		}
		s.Kind = ID
	case f.sort == fieldTime && s.ID != "" && (len(l.text) == 10 || len(l.text) == 13):
		s.Kind = Date
		n, _ := strconv.ParseInt(l.text, 10, 64)
		if len(l.text) == 13 {
			n /= 1000
		}
		s.Day = dayOf(time.Unix(n, 0).In(b.zone))
	case f.sort == fieldID && s.ID != "":
		s.Kind = ID
	case f.sort == fieldPercent:
		s.Kind, s.Amount = Percent, d
	default:
		s.Kind, s.Amount = Quantity, d
		s.quantity = l.key == "quantity" || l.key == "qty" || l.key == "count"
		if seconds := unitOfKey(l.key); seconds > 0 && f.role == 0 {
			if v, err := d.Mul(whole(seconds)); err == nil {
				s.Kind, s.Amount = Duration, v.Trim(0)
			}
			break
		}
		code, near := b.currencyOf(l)
		if f.sort == fieldMoney || f.sort == fieldUnknown && near {
			s.Kind, s.Currency = Money, code
			s.Amount = b.units(l, d, f, code)
		}
	}
	b.sources = append(b.sources, s)
}

// units returns an amount in major units.
func (b *builder) units(l *leaf, d Decimal, f field, code string) Decimal {
	if l.key == "units" {
		if n := b.sibling(l, "nanos"); n != nil {
			if nanos, err := decimal.Parse(n.text); err == nil {
				nanos, _ = nanos.Quo(decimal.MustNew(1_000_000_000, 0))
				if sum, err := d.Add(nanos); err == nil {
					return sum.Trim(0)
				}
			}
		}
	}
	if !f.minor {
		return d
	}
	for range CurrencyExponent(code) {
		if q, err := d.Quo(decimal.MustNew(10, 0)); err == nil {
			d = q
		}
	}
	return d
}

// sibling returns the scalar under another key of the same record, or nil.
func (b *builder) sibling(l *leaf, key string) *leaf {
	for i := range b.walker.leaves {
		if o := &b.walker.leaves[i]; o.parent == l.parent && o.key == key && l.parent >= 0 {
			return o
		}
	}
	return nil
}

// source returns a source with everything but its value.
func (b *builder) source(l *leaf, f field) *Source {
	r := b.result
	s := &Source{
		Server: r.Server, Tool: r.Tool, Path: l.path, Role: f.role, Origin: Field, Raw: l.text,
		AsOf: r.AsOf, Cached: r.Cached || r.Earlier || r.Settings.Copy, Earlier: r.Earlier,
	}
	if l.parent >= 0 {
		s.group = b.groups[b.owner(l)]
		s.Entity = s.group.name()
	}
	for i := l.parent; i >= 0; i = b.walker.records[i].parent {
		if t := b.times[i]; !t.IsZero() {
			s.AsOf = t
			break
		}
	}
	return s
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

// field reads a key, once.
func (b *builder) field(key string) field {
	f, ok := b.fields[key]
	if !ok {
		if b.fields == nil {
			b.fields = make(map[string]field, 16)
		}
		f = readKey(key)
		b.fields[key] = f
	}
	return f
}

// speaks reports whether a text may hold a claim: a short one without a figure, a sign or a foreign letter is looked
// at no further. A claim missed here only lacks a source.
func speaks(text string) bool {
	for i := 0; i < len(text); i++ {
		if c := text[i]; '0' <= c && c <= '9' || c >= 0x80 || c == '$' || c == '%' || c == '&' {
			return true
		}
	}
	return len(text) > 64
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

// words turns a string that is no plain number into sources.
func (b *builder) words(l *leaf, f field) {
	text := strings.TrimSpace(l.text)
	if at, ok := instant(text, b.zone); ok {
		s := b.source(l, f)
		s.Kind, s.Day = Date, at.days[0]
		b.sources = append(b.sources, s)
		if at.days[1] != at.days[0] { // the day where it was written
			other := *s
			other.Day = at.days[1]
			b.sources = append(b.sources, &other)
		}
		return
	}
	if id := normalID(text); id != "" && (f.sort == fieldID || !strings.Contains(text, " ")) {
		s := b.source(l, f)
		s.Kind, s.ID = idKind(text, l.key), id
		b.sources = append(b.sources, s)
		if f.sort == fieldID || s.Kind != ID {
			return
		}
	}
	b.text(l.text, l.path, l, time.Time{})
}

// text adds the claims of a text: as a field's value where one claim is all of it, else with origin [Text].
func (b *builder) text(text, path string, l *leaf, _ time.Time) {
	if !speaks(text) {
		return
	}
	r := &b.reply
	r.Text, r.Now, r.Zone = text, b.now, b.zone
	r.examine(false)
	whole := l != nil && len(r.Claims) == 1 && strings.TrimSpace(text) == r.Claims[0].Text
	for _, found := range sourcesOf(r) {
		s := b.source(&leaf{parent: -1, path: path, text: found.Raw}, field{role: found.Role})
		if l != nil {
			s = b.source(l, b.meaning(l))
			s.Raw = found.Raw
		}
		s.Origin = Text
		if whole {
			s.Origin = Field
		}
		s.Kind, s.Amount, s.Currency, s.Day, s.ID = found.Kind, found.Amount, found.Currency, found.Day, found.ID
		s.currencies, s.meaning = found.currencies, found.meaning
		if whole && s.Kind == Money && s.Currency == "" && len(s.currencies) > 1 {
			if code, _ := b.currencyOf(l); code != "" {
				s.Currency = code
			}
		}
		b.sources = append(b.sources, s)
	}
}
