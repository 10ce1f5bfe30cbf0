package guard

import (
	"slices"
	"strings"
	"time"
)

// A result may state whole amounts and not say of which unit: {"amount": {"value": 1990, "currency": "EUR"}} are € 1,990 to one
// service and € 19.90 to another. They are taken as they stand. A reply that states other amounts is compared once more, with all of them in the
// minor unit: it passes where they are right without exception, for a model that knows the service reads them so. This is done for objects
// that hold an amount and its currency, as the services write it, and for all whole amounts where another result of the turn has such ones.

// inCoins matches a reply again, where amounts of it have no source, against the evidence whose doubtful amounts are in the minor unit. It
// reports whether all its amounts are right then; r has the claims of that match in this case, and is as it was in others.
func (e *Evidence) inCoins(r *Reply, x *index) bool {
	if r.tokens == nil || r.Place != "" || r.streamed || !slices.ContainsFunc(r.Claims, amountUnsourced) {
		return false
	}
	y := e.lookInCoins(x)
	if y == nil {
		return false
	}
	again := &Reply{Text: r.Text, Appended: r.Appended, Now: r.Now, Zone: r.Zone, Language: r.Language, Said: r.Said}
	again.examine(false)
	again.matchWith(y)
	if slices.ContainsFunc(again.Claims, func(c Claim) bool { return c.Kind == Money && c.Reason != 0 }) {
		return false
	}
	r.Claims = append(r.Claims[:0], again.Claims...)
	for i := range r.Claims {
		r.Claims[i].reply = r
	}
	return true
}

func amountUnsourced(c Claim) bool { return c.Kind == Money && c.Reason == Unsourced }

// lookInCoins returns the index of the evidence with all doubtful amounts in the minor unit, or nil where none is doubtful.
func (e *Evidence) lookInCoins(x *index) *index {
	e.mu.Lock()
	defer e.mu.Unlock()
	if x.coined != nil || x.major {
		return x.coined
	}
	y, n := &index{known: x.known, results: x.results}, 0
	x.major = true
	others := slices.ContainsFunc(x.results, func(k *returned) bool { return k.minor })
	for _, k := range x.results {
		n += len(k.sources)
		list := k.inCoins(others, e.now, e.zone)
		if list == nil {
			list = k.sources
		} else {
			x.major = false
		}
		y.sources = append(y.sources, list...)
	}
	if x.major || len(y.sources) > maxSources {
		return nil
	}
	y.sources = append(y.sources, x.sources[n:]...)
	x.coined = y
	return y
}

// inCoins returns the result's sources with its amounts in the minor unit, or nil where they are certainly in the major one.
func (k *returned) inCoins(others bool, now time.Time, zone *time.Location) []*Source {
	b := newBuilder(k, now, zone)
	defer b.release()
	if b.coins, b.flat = true, others; b.build() != nil {
		return nil
	}
	return b.kept()
}

// doubtful reports whether nothing tells whether the amounts of the result are in the minor unit: all are whole and of a hundred at least, and
// one of them is hardly a price in whole euros.
func (b *builder) doubtful() bool {
	if b.dialect != 0 || b.minors || len(b.scales) > 0 || b.result.Settings.MinorUnits != nil {
		return false // it says so, or the tool's policy does
	}
	w, found := &b.walker, false
	for i := range w.leaves {
		l := &w.leaves[i]
		f := l.keys.values[1]
		if l.kind == leafOther || f.sort != fieldMoney || l.keys.gauge != 0 || l.start == l.end {
			continue
		}
		text := strings.TrimPrefix(w.textOf(l), "-")
		if l.kind == leafString && !plainNumber(text) || text == "0" {
			continue
		}
		code := b.statedOver(l)
		if code == "" && strings.IndexByte(text, '.') < 0 {
			continue
		}
		if !allDigits(text) || l.kind == leafString || len(text) < 3 || CurrencyExponent(code) != 2 {
			return false
		}
		found = found || !small(code) && (b.flat || b.alone(l)) && b.oddly(l, text)
	}
	return found
}

// oddly reports whether a whole amount is hardly one in whole euros.
func (b *builder) oddly(l *leaf, text string) bool {
	cents := text[len(text)-2:]
	if cents == "00" {
		return false
	}
	return cents[1] != '9' && cents != "50" || l.keys.values[1].role == RoleShipping || chargeKey(l.key.name) || l.keys.up != nil && chargeKey(l.keys.up.key.name)
}

// alone reports whether a leaf is the amount of an object that holds hardly more than it and its currency.
func (b *builder) alone(l *leaf) bool {
	if l.parent < 0 || !b.amountIn(l) {
		return false
	}
	first, n := int(b.walker.records[l.parent].first), 0
	for i := first; i < min(len(b.walker.leaves), first+4); i++ {
		if b.walker.leaves[i].parent == l.parent {
			n++
		}
	}
	return n <= 3
}

// chargeKey reports whether a key names a charge, which is no hundred euros.
func chargeKey(name string) bool {
	name = strings.ToLower(name)
	return strings.Contains(name, "fee") || strings.Contains(name, "surcharge") || strings.Contains(name, "shipping")
}

// small reports whether a unit of a currency is worth so little that prices have no fractions of it.
func small(code string) bool {
	switch code {
	case "SEK", "NOK", "DKK", "CZK", "INR", "THB", "PHP", "MXN", "UAH", "RUB", "TRY", "ZAR", "TWD", "HUF":
		return true
	}
	return false
}

// statedOver returns the currency that the record of a leaf, or one around it, states; or "".
func (b *builder) statedOver(l *leaf) string {
	for i := l.parent; i >= 0; i = b.walker.records[i].parent {
		if code := b.walker.records[i].currency; code != "" {
			return code
		}
	}
	return l.key.code
}
