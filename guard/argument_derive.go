package guard

import "strings"

// nameArguments connects the arguments with the records of the evidence that the arguments around them name: the price beside
// {"sku": "SCF-9"} is that of the scarf.
func (m *matcher) nameArguments() {
	labels := m.index.labels()
	if len(labels) == 0 {
		return
	}
	named := make([][]mention, len(m.reply.Claims))
	for i := range m.reply.Claims {
		for g := m.reply.Claims[i].within; g != nil; g = g.parent {
			for _, name := range g.names {
				if l := labels.named(name); l != nil {
					named[i] = append(named[i], mention{label: l})
				}
			}
		}
	}
	m.named = named
}

// named returns the label that is the whole of a name, or nil.
func (x labels) named(name string) *label {
	r := Reply{Text: name}
	if r.tokens = scan(name, nil); len(r.tokens) == 0 {
		return nil
	}
	for l := x[r.tokens[0].key()]; l != nil; l = l.next {
		if last, ok := l.at(&r, 0); ok && last == len(r.tokens)-1 {
			return l
		}
	}
	return nil
}

// follows looks for what an amount among the arguments follows from. No words say so: the arguments beside it do. It is a
// price times the quantity beside it, or the sum of the lines below it; or, as after "in total", that of other arguments or of
// a list or a record of the evidence. A price of its own is none of these.
func (m *matcher) follows(c *Claim) {
	if c.Kind != Money || c.Role != 0 && c.Role != RoleTotal && c.Role != RoleOther {
		return
	}
	d := deriver{m: m, c: c, limit: 1}
	for i := range c.Readings {
		if d.v = c.Readings[i].Amount; !d.v.IsPos() {
			continue
		}
		if s := d.argument(); s != nil {
			c.Sources, c.Derived = []*Source{s}, true
			c.Readings[0], c.Readings[i] = c.Readings[i], c.Readings[0]
			return
		}
	}
}

func (d *deriver) argument() *Source {
	if n, ok := d.quantityIn(d.c.recordPath()); ok {
		if s := d.pieces(n); s != nil {
			return s
		}
	}
	if parts := d.lines(); parts != nil {
		return d.derived("sum", parts...)
	}
	return d.sum()
}

// recordPath is the path of the record that an argument belongs to; {"amount": {"value": 70, "currency": "EUR"}} belongs to
// the one around it.
func (c *Claim) recordPath() string {
	at := strings.LastIndexByte(c.Place, '.')
	if at < 0 {
		return ""
	}
	switch c.Place[at+1:] {
	case "value", "units", "cents", "minor", "minor_units", "amount":
		if up := strings.LastIndexByte(c.Place[:at], '.'); up >= 0 && !strings.HasSuffix(c.Place[:at], "]") {
			return c.Place[:up]
		}
	}
	return c.Place[:at]
}

// quantityIn returns the number of pieces that a record of the arguments states.
func (d *deriver) quantityIn(record string) (Decimal, bool) {
	for i := range d.m.reply.Claims {
		o := &d.m.reply.Claims[i]
		if o.Kind != Quantity || !strings.HasPrefix(o.Place, record) || !o.Readings[0].Amount.IsPos() || !o.Readings[0].Amount.IsInt() {
			continue
		}
		switch o.Place[len(record):] {
		case ".quantity", ".qty", ".count", ".pieces":
			return o.Readings[0].Amount, true
		}
	}
	return Decimal{}, false
}

// pieces checks v = n x unit price.
func (d *deriver) pieces(n Decimal) *Source {
	unit, err := d.v.QuoExact(n, 0)
	if err != nil {
		return nil
	}
	if back, err := unit.Mul(n); err != nil || !back.Equal(d.v) {
		return nil
	}
	for _, s := range d.operands(unit) {
		if (s.Role == 0 || s.Role == RolePrice) && !d.m.brokenAbove(s.group, n) {
			return d.times("product", n, s)
		}
	}
	return nil
}

// lines checks v = the sum of price x quantity over the lines of a list below the claim's record, alone or with the shipping,
// the tax and the discount beside it.
func (d *deriver) lines() []*Source {
	record := d.c.recordPath()
	var parts, extras []*Source
	sum, more := Decimal{}, Decimal{}
	for i := range d.m.reply.Claims {
		o := &d.m.reply.Claims[i]
		s := o.best()
		if o == d.c || o.Kind != Money || o.Derived || s == nil || !strings.HasPrefix(o.Place, record+".") {
			continue
		}
		amount := o.Readings[0].Amount
		line := o.recordPath()
		var err error
		switch {
		case o.Role == RolePrice && strings.HasSuffix(line, "]"):
			if n, ok := d.quantityIn(line); ok {
				if amount, err = amount.Mul(n); err != nil {
					return nil
				}
			}
			sum, err = sum.Add(amount)
			parts = append(parts, s)
		case line == record && (o.Role == RoleShipping || o.Role == RoleTax):
			more, err = more.Add(amount)
			extras = append(extras, s)
		case line == record && o.Role == RoleDiscount:
			more, err = more.Sub(amount.Abs())
			extras = append(extras, s)
		}
		if err != nil {
			return nil
		}
	}
	if len(parts) == 0 || sum.Equal(d.v) {
		return parts
	}
	if all, err := sum.Add(more); err == nil && len(extras) > 0 && all.Equal(d.v) {
		return append(parts, extras...)
	}
	return nil
}
