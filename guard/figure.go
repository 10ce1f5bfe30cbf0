package guard

import "github.com/govalues/decimal"

// figure is a number in a text, in digits or words, with everything that its notation can mean.
type figure struct {
	first, next int // its tokens: [first, next)
	values      [3]Decimal
	n           int  // how many of values it can mean; 0 is no figure
	grouped     bool // written with group marks
	fraction    int  // decimals of the usual reading
	words       bool
	scaled      bool // a scale word is part of it
	tail        bool // ends in ",-"
	article     bool // "a" rather than a number
}

// add appends one meaning, unless it is there already or there is no room.
func (f *figure) add(d Decimal) {
	for _, v := range f.values[:f.n] {
		if v.Equal(d) {
			return
		}
	}
	if f.n < len(f.values) {
		f.values[f.n] = d
		f.n++
	}
}

// parseDigits reads the number whose first digits are token i. A run of digits that is part of something longer (a
// date, a version, a part number) is none.
func parseDigits(tokens []token, i int, usual reading) figure {
	f := figure{first: i}
	runs, ok := collect(tokens, i)
	if !ok {
		return f
	}
	f.next = runs.next
	groups := runs.n
	decimals := false
	if last := runs.marks[runs.n-1]; runs.n > 1 && last != ' ' && last != '\'' {
		decimals = runs.count(last) == 1
	}
	switch {
	case runs.n == 1:
		f.add(runs.value(1, 0))
		if runs.tokens[0].size > 18 {
			f.n = 0
		}
		return f
	case decimals:
		groups--
	}
	if runs.digits() > 18 {
		return f
	}
	f.grouped = groups > 1
	if groups > 1 && !runs.grouping(groups) {
		return f
	}
	if !decimals {
		f.add(runs.value(runs.n, 0))
		return f
	}
	f.fraction = int(runs.tokens[runs.n-1].size)
	asDecimal := runs.value(runs.n, f.fraction)
	if !runs.ambiguous() {
		f.add(asDecimal)
		return f
	}
	asGroup := runs.value(runs.n, 0)
	if usual == readDecimal {
		f.add(asDecimal)
		f.add(asGroup)
		return f
	}
	f.fraction = 0
	f.add(asGroup)
	f.add(asDecimal)
	return f
}

// reading says which meaning of an ambiguous mark comes first.
type reading uint8

const (
	readGroup   reading = iota // "1.234" is one thousand
	readDecimal                // "1.234" is a little more than one
)

// whole returns a whole number as a decimal.
func whole(n int64) Decimal {
	d, err := decimal.New(n, 0)
	if err != nil {
		return Decimal{}
	}
	return d
}
