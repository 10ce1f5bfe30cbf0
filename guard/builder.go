package guard

import (
	"slices"
	"strings"
	"sync"
	"time"
)

// builder turns one result into sources.
type builder struct {
	result     *outward
	json, args string
	now        time.Time
	zone       *time.Location
	walker     walker
	sources    []*Source
	places     []place             // of their paths: where they have none yet, that of the leaf before it is written
	here       int32               // the leaf that is read, or -1
	times      []time.Time         // as_of by record, where one of them is known
	groups     []group             // labels by record; the sources keep them
	traded     map[int32]*exchange // by record
	named      map[int32]*group    // of amounts under names, by leaf
	slab       []Source            // room for sources, so that they are not made one by one
	done       int                 // how many leaves were read

	malformed bool    // the JSON is none
	dialect   dialect // of its amounts
	marks     mark    // what its keys say of that
	small     bool    // it states a currency in small letters
	flat      bool    // of any of its amounts that may be
	types     []typedRecord
	pointed   int8    // 1 where its tool tells no points, 2 where it does, 0 where nobody has asked
	coins     bool    // its amounts are taken to be in the minor unit, if that may be
	exponents bool    // it states how many decimals amounts have
	scales    []int8  // by record, what it declares of its amounts; empty where none does
	minors    bool    // a key says that its amount is in the minor unit
	measured  bool    // it states the unit of its figures beside them
	sole      string  // the only currency that the result states
	percents  []int32 // the records of which a text says that their value is a percentage
	code      memo[string]
	time      memo[moment]
	excess    bool // a result inside it is too much
	argued    bool // it reads arguments: texts are set apart
	texts     []argumentText
	depth     int // of results inside results

	reply Reply  // for the texts among the values
	asked walker // for the arguments
	said  spoken // what stands in them
}

// memo is what was made of a text the last time: values repeat in a result.
type memo[T any] struct {
	text string
	of   T
	ok   bool
}

// builders keeps builders, for their lists and for the keys that they have read.
var builders = sync.Pool{New: func() any { return new(builder) }}

// newBuilder returns a builder of a result.
func newBuilder(k *returned, now time.Time, zone *time.Location) *builder {
	b := builders.Get().(*builder)
	b.result, b.json, b.args, b.now, b.zone = &k.result, k.json, k.args, now, zone
	return b
}

// release gives the builder back. It keeps nothing of the result.
func (b *builder) release() {
	if b.walker.large() || b.asked.large() || cap(b.reply.tokens) > maxLeaves {
		return
	}
	b.walker.forget()
	b.asked.forget()
	clear(b.sources)
	clear(b.reply.Claims)
	b.json, b.args, b.reply.Text, b.sole = "", "", "", ""
	b.code, b.time = memo[string]{}, memo[moment]{}
	b.result, b.named, b.groups, b.slab, b.traded = nil, nil, nil, nil, nil
	b.argued, b.texts = false, nil
	b.sources, b.places, b.times, b.percents = b.sources[:0], b.places[:0], b.times[:0], b.percents[:0]
	b.malformed, b.dialect, b.marks, b.small, b.exponents, b.excess, b.depth = false, 0, 0, false, false, false, 0
	b.pointed, b.types = 0, b.types[:0]
	b.minors, b.measured, b.coins, b.flat, b.scales = false, false, false, false, b.scales[:0]
	builders.Put(b)
}

// build reads the whole result.
func (b *builder) build() error {
	if b.json != "" {
		err := b.walker.walk(b.json)
		if err == errTooMuch {
			return err
		}
		if b.malformed = err != nil; err == nil {
			b.describe()
			b.findMinor()
			if b.coins {
				if !b.doubtful() {
					return errMajor
				}
				b.scales = append(b.scales[:0], make([]int8, len(b.walker.records))...)
				b.scales[0] = byCurrency
			}
			for b.done = range b.walker.leaves {
				b.here = int32(b.done)
				b.leaf(b.here)
			}
		}
	}
	if b.result.Text != "" {
		b.here = -1
		b.text(b.result.Text, -1, field{})
	}
	b.writePaths()
	b.settleCosts()
	b.echo()
	if b.excess || len(b.sources) > maxLeaves {
		return errTooMuch
	}
	return nil
}

// kept returns the sources as a list of their own.
func (b *builder) kept() []*Source { return append(make([]*Source, 0, len(b.sources)), b.sources...) }

// currencyOf returns the currency of an amount under l: of its own key, its record, a parent, the settings, the only one
// of the result, or "".
func (b *builder) currencyOf(l *leaf) (code string, near bool) {
	if l.key.code != "" {
		return l.key.code, true
	}
	depth := 0
	for i := l.parent; i >= 0; i = b.walker.records[i].parent {
		r := &b.walker.records[i]
		if x := b.tradedAt(i); x != nil && x.from != "" && x.to != "" {
			return x.currencyOf(l.key.name), depth <= 1
		}
		if r.qualified && depth == 0 {
			if code := b.qualified(l, i); code != "" {
				return code, true
			}
		}
		if r.currency != "" {
			return r.currency, depth <= 1
		}
		if !r.array {
			depth++
		}
	}
	if code := b.result.Settings.Currency; code != "" {
		return code, false
	}
	return b.sole, false
}

// qualified returns the currency that a record states for amounts such as l: "currency_local" for "amount_local"; "" where
// it states none for them.
func (b *builder) qualified(l *leaf, record int32) string {
	w := &b.walker
	first := int(w.records[record].first)
	for i := first; i < min(len(w.leaves), first+maxSiblings); i++ {
		o := &w.leaves[i]
		if o.parent != record || !o.key.qualified || o.kind != leafString {
			continue
		}
		if code, ok := b.knownCode(w.textOf(o)); ok && o.key.goesWith(l.key) {
			return code
		}
	}
	return ""
}

// meaning returns what the keys above a leaf make of it.
func (b *builder) meaning(l *leaf) field {
	f := l.keys.values[0]
	if l.kind == leafNumber {
		f = l.keys.values[1]
	}
	if l.key.bare && f.sort == fieldMoney && b.ofCard(l) {
		f = field{sort: fieldCount}
	}
	if b.exponents && !l.key.exponent && b.inMinor(l) {
		f.minor, f.sort = true, fieldMoney
	}
	if f.role == RoleStock && b.walker.records[l.parent].key.field.role == RoleStock && b.amountIn(l) {
		f = field{role: RoleBalance, sort: fieldMoney, minor: f.minor, whole: f.whole} // {"available": {"amount": "80.00", "currency": "EUR"}}
	}
	if f.role == RoleStock && b.spendable(l) || f.role == 0 && l.key.booked && b.booked(l) {
		f.role, f.sort = RoleBalance, fieldMoney
	}
	if l.key.piece && b.split(l) {
		f.sort = fieldMoney
	}
	if f.role == 0 && f.sort == fieldMoney && b.brokenDown(l) {
		f.role = RoleTotal
	}
	if len(b.types) > 0 && f.sort == fieldMoney && f.role != RoleTax && f.role != RoleDiscount {
		for _, t := range b.types {
			if t.record == l.parent {
				f.role = t.role
			}
		}
	}
	if f.sort != fieldPercent && b.inPercent(l) {
		return field{role: RoleDiscount, sort: fieldPercent} // {"discount_type": "percent", "amount": "15"}
	}
	if f.sort == fieldMoney && !f.minor && b.besideMinor(l) || f.sort == fieldMoney && b.inDialect(l) {
		f.minor, f.whole = true, false
	}
	if b.declared(l, &f) {
		f.minor, f.whole = true, true
	}
	if patterns := b.result.Settings.MinorUnits; patterns != nil && anyPath(b.walker.pathOf(l), l.key.name, patterns) {
		f.minor, f.whole = true, false
		f.sort = fieldMoney
	}
	return f
}

// ofCard reports whether a month or a year stands beside the other, as the end of a card's term does: {"payment": {"month": 3, "year": 2027}}.
func (b *builder) ofCard(l *leaf) bool {
	switch l.key.name {
	case "month":
		o := b.sibling(l, "year")
		return o != nil && l.end-l.start <= 2 && o.end-o.start <= 4 && b.yearIn(o)
	case "year":
		o := b.sibling(l, "month")
		return o != nil && o.end-o.start <= 2 && b.yearIn(l)
	}
	return false
}

// yearIn reports whether a leaf is a year of this century, in four digits or two.
func (b *builder) yearIn(l *leaf) bool {
	text := b.walker.textOf(l)
	return allDigits(text) && (len(text) == 2 || len(text) == 4 && text[:2] == "20")
}

// inPercent reports whether a text beside a value says that it is a percentage.
func (b *builder) inPercent(l *leaf) bool {
	return len(b.percents) > 0 && (l.key.name == "value" || l.key.name == "amount") && slices.Contains(b.percents, l.parent)
}

// brokenDown reports whether the record of an amount says what it is made up of: {"value": "885.46", "breakdown": {"item_total": {..}, "shipping": {..}}}.
func (b *builder) brokenDown(l *leaf) bool {
	if l.key.name != "value" && l.key.name != "amount" || l.parent < 0 {
		return false
	}
	for i := int(l.parent) + 1; i < len(b.walker.records); i++ {
		switch r := &b.walker.records[i]; {
		case r.parent < l.parent:
			return false
		case r.parent == l.parent && r.key != nil && r.key.name == "breakdown":
			return true
		}
	}
	return false
}

// ratio reports whether a key alone names a rate.
func ratio(key string) bool {
	switch key {
	case "rate", "satz", "taux", "tasso", "aliquota", "tipo", "taxa", "tarief", "sats":
		return true
	}
	return false
}

// amountIn reports whether a leaf is the amount of a record that holds one and its currency.
func (b *builder) amountIn(l *leaf) bool {
	switch l.key.name {
	case "amount", "value", "units", "unit_amount", "cents", "minor", "minor_units":
		r := &b.walker.records[l.parent]
		return !r.array && r.currency != ""
	}
	return false
}

// spendable reports whether the "available" of a record is money: its tool tells a balance, or a balance stands beside it by
// another of its names, in a record that has a currency.
func (b *builder) spendable(l *leaf) bool {
	if l.parent < 0 || !strings.HasPrefix(l.key.name, "available") || l.kind != leafNumber && (l.kind != leafString || !plainNumber(b.walker.textOf(l))) {
		return false
	}
	switch l.key.name[len("available"):] {
	case "_credit", "_funds", "_cash", "_to_spend", "Credit", "Funds", "Cash":
		return true
	}
	if strings.HasSuffix(b.result.Tool, "balance") {
		return true
	}
	for _, name := range [...]string{"ledger", "booked", "pending", "current", "balance"} {
		if o := b.sibling(l, name); o != nil && (o.kind == leafNumber || o.kind == leafString) && b.sibling(l, "currency") != nil {
			return true
		}
	}
	return false
}

// booked reports whether a leaf, whose key may say so, is the balance without what is pending, beside the available one.
func (b *builder) booked(l *leaf) bool {
	o := b.sibling(l, "available")
	return o != nil && l.kind == leafNumber && b.spendable(o)
}

// under takes in what the key of the record around it says of a field, and reports whether that settled its role; next is
// whether the role so far comes from directly below.
func (f *field) under(up *field, key, above string, next bool) bool {
	before := f.role
	switch {
	case f.role == RoleTotal && next && (up.role == RolePrice || above == "unit") && grossWord(strings.ToLower(key)): // {"price": {"gross": "21.90"}} is for one
		f.role = RolePrice
	case f.role == RoleTotal && next && grossWord(strings.ToLower(key)) && (pieceWord(above) || up.role == 0 && up.sort == fieldMoney): // {"fee": {"gross": "6.90"}}
		f.role = up.role
		if f.role == 0 && pieceWord(above) {
			f.role = RolePrice
		}
	case f.sort == fieldTime && up.role != RoleShipping:
	case f.role == 0:
		f.role = up.role
	case f.role == RoleStock && (up.role == RoleBalance || up.role == RoleTotal): // "available"
		*f = field{role: up.role, sort: fieldMoney, minor: f.minor, whole: f.whole}
	case above == "cost", // what a line of a cart costs the customer
		up.role == RoleStock: // {"inventoryItem": {"unitCost": {"amount": "728.00"}}}
	case (f.role == RolePrice || f.role == RoleCost) && next && up.role != 0 && up.role != RoleTotal && up.role != RolePrice,
		f.role == RoleTotal && next && (up.role == RoleShipping || up.role == RoleTax || up.role == RoleDiscount),
		f.role == RolePrice && up.role == RoleListPrice:
		f.role = up.role
	}
	if f.sort == fieldUnknown && up.sort == fieldMoney {
		f.sort = fieldMoney
	}
	return f.role != before
}

// split reports whether a leaf is a part of an amount in units and nanos. Units alone are one where the record is an
// amount and nothing else.
func (b *builder) split(l *leaf) bool {
	if l.parent < 0 {
		return false
	}
	if l.key.name == "units" && b.sibling(l, "nanos") != nil || l.key.name == "nanos" && b.sibling(l, "units") != nil {
		return true
	}
	return b.walker.records[l.parent].currency != "" && (l.key.name == "nanos" || l.kind == leafString)
}

// leaf turns one scalar into sources.
func (b *builder) leaf(i int32) {
	l := &b.walker.leaves[i]
	if l.keys.reports {
		b.reported(i)
	}
	if l.kind == leafOther || l.start == l.end {
		b.unpriced(i)
		return
	}
	if patterns := b.result.Settings.Ignore; patterns != nil && anyPath(b.walker.pathOf(l), l.key.name, patterns) {
		return
	}
	text := b.walker.textOf(l)
	if l.key.scaled == scaleDigits && b.scaleAt(l) != 0 {
		return // it is no amount
	}
	if l.kind == leafString {
		if last := text[len(text)-1]; last == '*' || last == "★"[2] {
			b.stars(i, text)
		}
		if l.key.months {
			b.month(i, text)
		}
		if l.key.silent || mute(text) && !l.key.months {
			if b.argued {
				b.setApart(i, text)
			}
			return
		}
	}
	if l.key.period && len(text) <= 4 || len(text) == 7 && text[4] == '-' {
		b.period(i, text)
	}
	if l.key.expires && b.cardEnd(i, text) {
		return
	}
	f := b.meaning(l)
	b.measures(i, l.key)
	if l.parent >= 0 && b.walker.records[l.parent].first == i && !b.walker.records[l.parent].array {
		b.measures(i, b.walker.records[l.parent].key) // {"3_day": {"amount": "174.00", "currency": "CHF"}}
	}
	if l.kind == leafString && l.key.clock && plainNumber(text) && strings.Contains(text, ".") && b.hours(i, text) {
		return // "18.30"
	}
	if l.key.bound && b.fromClock(i, text) {
		return
	}
	if l.kind == leafNumber || plainNumber(text) {
		b.number(i, text, f)
		return
	}
	b.words(i, text, f)
}

// unpriced keeps the record whose price is not known: {"name": "Stool", "price": null}. It supports no claim, yet its name tells that the
// amounts beside it are not its own.
func (b *builder) unpriced(i int32) {
	l := &b.walker.leaves[i]
	if l.kind != leafOther || l.parent < 0 || l.key.field.role != RolePrice || b.walker.textOf(l) != "null" {
		return
	}
	if g := b.groupOf(i); g != nil && len(g.names) > 0 {
		b.add(b.source(i, "null", field{}))
	}
}

// reported adds what a leaf says by its key: what has become of its record, and when something is open.
func (b *builder) reported(i int32) {
	l := &b.walker.leaves[i]
	if l.key.applied {
		b.redeemed(i)
	}
	if (l.key.paid || l.key.status || l.key.action != 0 || l.key.deed != 0) && l.start != l.end {
		b.status(i)
	}
	if up := l.keys.up; up != nil && !l.keys.list && up.key != nil && up.key.action != 0 && (l.key.name == "amount" || l.key.name == "value") && l.start != l.end {
		if text := b.walker.textOf(l); plainNumber(text) && strings.Trim(text, "0.") != "" {
			b.happened(i, text, up.key.action) // {"refunded_money": {"amount": 5840}}
		}
	}
	if day := b.weekdayAbove(i); day != 0 {
		b.openedOn(i, day)
		return
	}
	b.openedOnAll(i, b.weekdaysIn(l))
}

// source returns a source with everything but its value; it is the text that leaf i holds, or a part of it, or for -1 of
// the result's own text.
func (b *builder) source(i int32, raw string, f field) *Source {
	r := b.result
	s := b.room()
	s.Server, s.Tool, s.Raw = r.Server, r.Tool, raw
	s.Role, s.Origin, s.AsOf = f.role, Field, r.AsOf
	s.Cached, s.Earlier = r.Cached || r.Earlier || r.Settings.Copy, r.Earlier
	if i < 0 {
		s.Path = "text"
		return s
	}
	l := &b.walker.leaves[i]
	if l.parent < 0 {
		return s
	}
	s.group, s.gauge = b.groupOf(i), l.keys.gauge
	if s.gauge&^gaugeThings == 0 && l.keys.up != nil && l.keys.up.key != nil {
		s.gauge |= l.keys.up.key.gauge & gaugeEarned // {"points": {"available": 1840}}
	}
	s.words = l.keys.words
	s.ids, s.over = l.key.ids, l.keys.up.key.ids
	s.Entity = s.group.name()
	if len(b.times) > 0 {
		for i := l.parent; i >= 0; i = b.walker.records[i].parent {
			if t := b.times[i]; !t.IsZero() {
				s.AsOf = t
				break
			}
		}
	}
	return s
}

// room returns an unused source. Sources are made in slabs of as many as are likely still to come, within reason.
func (b *builder) room() *Source {
	if len(b.slab) == cap(b.slab) {
		left := len(b.walker.leaves) - b.done
		if n := len(b.sources); b.done > 0 && n < b.done {
			left = left*n/b.done + 1
		}
		b.slab = make([]Source, 0, min(max(left, 1), 64))
	}
	b.slab = b.slab[:len(b.slab)+1]
	return &b.slab[len(b.slab)-1]
}

// add takes in a source. Its path is that of the leaf that is read, and written later.
func (b *builder) add(s *Source) { b.addAt(s, b.here) }

// addAt takes in a source of another leaf, or for -1 one that has its path.
func (b *builder) addAt(s *Source, leaf int32) {
	b.sources = append(b.sources, s)
	b.places = append(b.places, place{leaf, leaf})
}

// writePaths gives the sources their paths, as parts of one string.
func (b *builder) writePaths() {
	w, last, at := &b.walker, int32(-1), place{}
	w.paths = slices.Grow(w.paths, min(w.size, maxJSON/16))
	for i := range b.places {
		p := &b.places[i]
		if p.start < 0 {
			continue
		}
		b.sources[i].tells = w.leaves[p.start].keys.tells
		if p.start != last {
			last = p.start
			at = w.writePath(&w.leaves[last])
		}
		*p = at
	}
	all := string(w.paths)
	for i, s := range b.sources {
		if p := b.places[i]; p.start >= 0 {
			s.Path = all[p.start:p.end]
		}
	}
}
