package guard

import (
	"strconv"
	"strings"
	"time"
)

// month adds the month that a text names by itself under a key of periods, {"period": "February"}: of the year that its record
// names, or else the last one and the next.
func (b *builder) month(i int32, text string) {
	if len(text) > maxTitle || strings.IndexByte(text, ' ') >= 0 {
		return
	}
	e := wordOf(strings.ToLower(text))
	if e == nil || e.month == 0 {
		return
	}
	now := b.now.In(b.zone)
	year, next := now.Year(), now.Year()
	if time.Month(e.month) > now.Month() {
		year--
	} else {
		next++
	}
	if n := b.yearBeside(i); n != 0 {
		year, next = n, n
	}
	for y := year; y <= next; y++ {
		s := b.source(i, text, field{})
		s.Kind, s.Day, s.span = Date, dayOf(time.Date(y, time.Month(e.month), 1, 0, 0, 0, 0, b.zone)), unitMonth
		b.add(s)
	}
}

// yearBeside returns the year that the record of a leaf names, or 0.
func (b *builder) yearBeside(i int32) int {
	l := &b.walker.leaves[i]
	for _, k := range [...]string{"year", "jahr", "année", "annee", "año", "anio", "ano", "anno", "jaar", "år"} {
		if o := b.sibling(l, k); o != nil {
			if n, err := strconv.Atoi(b.walker.textOf(o)); err == nil && n >= 1900 && n < 2100 {
				return n
			}
		}
	}
	return 0
}

// maxStars bounds the stars that a name ends in.
const maxStars = 7

// stars adds how many stars a text ends in, as the name of a hotel: "Cala Blanca ****".
func (b *builder) stars(i int32, text string) {
	n, rest := 0, text
	for n <= maxStars {
		cut, found := strings.CutSuffix(rest, "*")
		if !found {
			cut, found = strings.CutSuffix(rest, "★")
		}
		if !found {
			break
		}
		n, rest = n+1, cut
	}
	if n < 2 || n > maxStars || rest == "" {
		return
	}
	s := b.source(i, text, field{})
	s.Kind, s.Amount, s.gauge = Quantity, whole(int64(n)), gaugeOfKey("stars")
	b.add(s)
}

// arrives reports whether a key of these words says when something comes, or how long it takes: "eta_min" holds no price.
func arrives(words []string) bool {
	for _, w := range words {
		switch w {
		case "eta", "arrival", "ankunft", "arrivée", "arrivee", "llegada", "arrivo", "aankomst", "ankomst", "wartezeit", "lieferzeit", "attente", "espera",
			"attesa", "wachttijd", "levertijd":
			return true
		}
	}
	return false
}
