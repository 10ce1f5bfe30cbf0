package guard

import (
	"strconv"
	"strings"
	"time"

	"github.com/govalues/decimal"
)

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
	if l.key.name == "nanos" && b.sibling(l, "units") != nil {
		return
	}
	s := b.source(l, f)
	if allDigits(l.text) {
		s.ID = l.text
	}
	d, err := parseNumber(l.text)
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
		s.quantity = l.key.name == "quantity" || l.key.name == "qty" || l.key.name == "count"
		if seconds := l.key.seconds; seconds > 0 && f.role == 0 {
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

// parseNumber is [decimal.Parse], faster for the plain figures that most are.
func parseNumber(text string) (Decimal, error) {
	coef, scale, point := int64(0), 0, false
	for i := 0; i < len(text) && len(text) <= 18; i++ {
		switch c := text[i]; {
		case '0' <= c && c <= '9':
			coef = coef*10 + int64(c-'0')
			if point {
				scale++
			}
			if i+1 == len(text) {
				return decimal.New(coef, scale)
			}
		case c == '.' && !point && i > 0:
			point = true
		default:
			return decimal.Parse(text)
		}
	}
	return decimal.Parse(text)
}

// units returns an amount in major units.
func (b *builder) units(l *leaf, d Decimal, f field, code string) Decimal {
	if l.key.name == "units" {
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
		if o := &b.walker.leaves[i]; o.parent == l.parent && o.key.name == key && l.parent >= 0 {
			return o
		}
	}
	return nil
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

// words turns a string that is no plain number into sources.
func (b *builder) words(l *leaf, f field) {
	text := strings.TrimSpace(l.text)
	if b.nested(l, text) || b.localNumber(l, f, text) {
		return
	}
	if at, ok := instant(text, b.zone); ok {
		s := b.source(l, f)
		s.Kind, s.Day = Date, at.days[0]
		b.sources = append(b.sources, s)
		if at.days[1] != at.days[0] { // the day where it was written
			other := b.room()
			*other = *s
			other.Day = at.days[1]
			b.sources = append(b.sources, other)
		}
		return
	}
	if id := normalID(text); id != "" && (f.sort == fieldID || !strings.Contains(text, " ")) {
		s := b.source(l, f)
		s.Kind, s.ID = idKind(text, l.key.name), id
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
	whole := l != nil && (!l.key.free || b.meaning(l).role != 0) && len(r.Claims) == 1 && strings.TrimSpace(text) == r.Claims[0].Text
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
