package guard

import (
	"strings"
	"time"
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
