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
	if f.plain(tokens, i) {
		return f
	}
	return readDigits(tokens, i, usual)
}

// readDigits is parseDigits for whatever the figure looks like.
func readDigits(tokens []token, i int, usual reading) figure {
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

// plain reads the most frequent figures: a single run of digits, with a decimal mark and one or two digits behind it, or
// without. It reports false for all others.
func (f *figure) plain(tokens []token, i int) bool {
	t := &tokens[i]
	if t.kind != tokenDigits || t.size > 9 {
		return false
	}
	if i+1 < len(tokens) {
		mark := &tokens[i+1]
		switch {
		case mark.kind == tokenDigits:
			return false
		case mark.kind != tokenPunct || mark.gap != glued:
		case mark.sym == '.' || mark.sym == ',' || mark.sym == '\'' || mark.sym == '·':
			if i+2 < len(tokens) && tokens[i+2].kind == tokenDigits {
				return f.cents(tokens, i)
			}
		}
	}
	f.values[0], f.n, f.next = whole(int64(t.num)), 1, i+1
	return true
}

// cents is plain for two runs of digits with a mark between them.
func (f *figure) cents(tokens []token, i int) bool {
	t, mark, c := &tokens[i], &tokens[i+1], &tokens[i+2]
	if c.gap != glued || c.size > 2 || mark.sym != '.' && mark.sym != ',' || mark.end-mark.start > 1 {
		return false
	}
	if i+3 < len(tokens) {
		if n := &tokens[i+3]; n.kind == tokenDigits || n.kind == tokenPunct && n.gap == glued {
			return false // it may go on
		}
	}
	scale := int(c.size)
	d, err := decimal.New(int64(t.num*[...]uint64{1, 10, 100}[scale]+c.num), scale)
	if err != nil {
		return false
	}
	f.values[0], f.n, f.fraction, f.next = d, 1, scale, i+3
	return true
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
