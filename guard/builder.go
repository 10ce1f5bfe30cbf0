package guard

import (
	"sync"
	"time"
)

// builder turns one result into sources.
type builder struct {
	result  *Result
	now     time.Time
	zone    *time.Location
	walker  walker
	sources []*Source
	times   []time.Time      // as_of by record
	timed   bool             // one of them is known
	groups  []group          // labels by record
	named   map[*leaf]*group // of amounts under names
	slab    []Source         // room for sources, so that they are not made one by one

	malformed bool   // the JSON is none
	sole      string // the only currency that the result states
	excess    bool   // a result inside it is too much
	depth     int    // of results inside results

	reply Reply // for the texts among the values
}

// builders keeps builders, for their lists and for the keys that they have read.
var builders = sync.Pool{New: func() any { return new(builder) }}

// newBuilder returns a builder of a result.
func newBuilder(r *Result, now time.Time, zone *time.Location) *builder {
	b := builders.Get().(*builder)
	b.result, b.now, b.zone = r, now, zone
	return b
}

// release gives the builder back. It keeps nothing of the result.
func (b *builder) release() {
	if cap(b.walker.leaves) > maxLeaves/4 || cap(b.walker.paths) > maxJSON/16 {
		return
	}
	clear(b.walker.leaves)
	clear(b.walker.records)
	clear(b.sources)
	clear(b.reply.Claims)
	b.named = nil
	b.result, b.groups, b.slab, b.walker.data, b.reply.Text = nil, nil, nil, "", ""
	b.sources, b.malformed, b.timed, b.excess = b.sources[:0], false, false, false
	builders.Put(b)
}

// build reads the whole result.
func (b *builder) build() error {
	if len(b.result.Text) > maxJSON || len(b.result.JSON) > maxJSON {
		return errTooMuch
	}
	if len(b.result.JSON) > 0 {
		err := b.walker.walk(b.result.JSON)
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
	if b.excess || len(b.sources) > maxLeaves {
		return errTooMuch
	}
	return nil
}

// currencyOf returns the currency of an amount under l: of its own key, its record, a parent, the settings, the only one of the result, or "".
func (b *builder) currencyOf(l *leaf) (code string, near bool) {
	if l.key.code != "" {
		return l.key.code, true
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
	if code := b.result.Settings.Currency; code != "" {
		return code, false
	}
	return b.sole, false
}

// meaning returns what the keys above a leaf make of it.
func (b *builder) meaning(l *leaf) field {
	f := l.key.field
	if up := b.listOf(l); up != nil && l.key.name == "unit" && up.key.field.sort == fieldMoney {
		f = up.key.field // {"prices": [{"qty": 10, "unit": "12.50"}]}
	}
	depth := 0
	for i := l.parent; i >= 0 && depth < 3; i = b.walker.records[i].parent {
		r := &b.walker.records[i]
		if r.array || r.key.name == "" {
			continue
		}
		depth++
		up := r.key.field
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
		f.minor = f.minor || up.minor && (l.key.name == "amount" || l.key.name == "value")
	}
	if l.key.name == "units" && b.sibling(l, "nanos") != nil {
		f.sort = fieldMoney
	}
	if anyPath(l.path, l.key.name, b.result.Settings.MinorUnits) {
		f.minor = true
		f.sort = fieldMoney
	}
	return f
}

// leaf turns one scalar into sources.
func (b *builder) leaf(l *leaf) {
	if l.kind == leafOther || l.text == "" || anyPath(l.path, l.key.name, b.result.Settings.Ignore) {
		return
	}
	f := b.meaning(l)
	if f.sort == fieldLabel && l.key.name != "units" && l.kind == leafString {
		return
	}
	if l.kind == leafNumber || plainNumber(l.text) {
		b.number(l, f)
		return
	}
	b.words(l, f)
}

// source returns a source with everything but its value.
func (b *builder) source(l *leaf, f field) *Source {
	r := b.result
	s := b.room()
	s.Server, s.Tool, s.Path, s.Raw = r.Server, r.Tool, l.path, l.text
	s.Role, s.Origin, s.AsOf = f.role, Field, r.AsOf
	s.Cached, s.Earlier = r.Cached || r.Earlier || r.Settings.Copy, r.Earlier
	if l.parent >= 0 {
		s.group = b.groupOf(l)
		s.Entity = s.group.name()
	}
	for i := l.parent; b.timed && i >= 0; i = b.walker.records[i].parent {
		if t := b.times[i]; !t.IsZero() {
			s.AsOf = t
			break
		}
	}
	return s
}

// room returns an unused source. Sources are made in slabs of as many as may still come, within reason.
func (b *builder) room() *Source {
	if len(b.slab) == cap(b.slab) {
		b.slab = make([]Source, 0, min(max(len(b.walker.leaves)-len(b.sources), 1), 32))
	}
	b.slab = b.slab[:len(b.slab)+1]
	return &b.slab[len(b.slab)-1]
}
