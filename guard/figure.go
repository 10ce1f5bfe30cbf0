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

// maxRuns bounds the groups of one number.
const maxRuns = 8

// digitRuns holds the runs of a number: "1.234,56" has three, with the marks '.' and ','.
type digitRuns struct {
	tokens [maxRuns]*token
	marks  [maxRuns]rune // marks[i] stands before tokens[i]; ' ' for a blank
	n      int
	next   int
}

// collect gathers the runs of digits from token i on that may make one number.
func collect(tokens []token, i int) (runs digitRuns, ok bool) {
	if !tokens[i].isDigits() {
		return runs, false
	}
	runs.tokens[0], runs.n, runs.next = &tokens[i], 1, i+1
	for runs.next < len(tokens) {
		mark, at := runMark(tokens, runs.next, &runs)
		if at == 0 {
			break
		}
		if runs.n == maxRuns {
			return runs, false
		}
		runs.tokens[runs.n], runs.marks[runs.n] = &tokens[at], mark
		runs.n++
		runs.next = at + 1
	}
	return runs, true
}

// runMark returns the mark at token i that may continue a number, and the place of the digits after it, or 0.
func runMark(tokens []token, i int, runs *digitRuns) (rune, int) {
	t := &tokens[i]
	last := runs.tokens[runs.n-1]
	if t.isDigits() {
		lone := runs.n == 1 || runs.marks[runs.n-1] == ' '
		if (t.gap == thin || t.gap == blank) && t.size == 3 && last.size <= 3 && lone && (runs.n == 1 || last.size == 3) {
			return ' ', i
		}
		return 0, 0
	}
	if t.kind != tokenPunct || !t.joined() || i+1 >= len(tokens) || !tokens[i+1].isDigits() || !tokens[i+1].joined() {
		return 0, 0
	}
	if t.sym == ',' && t.end-t.start > 1 && last.end-last.start == int32(last.size) {
		return 0, 0 // a full-width comma parts ASCII figures, not their groups
	}
	switch t.sym {
	case '.', ',', '\'', '·':
		return t.sym, i + 1
	}
	return 0, 0
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

// ambiguous reports whether the only mark may part groups as well as decimals: three digits follow it, and one to
// three, not a lone zero, come before.
func (r *digitRuns) ambiguous() bool {
	first := r.tokens[0]
	return r.n == 2 && r.tokens[1].size == 3 && first.size <= 3 && first.num != 0
}

// count returns how often a mark occurs.
func (r *digitRuns) count(mark rune) int {
	n := 0
	for _, m := range r.marks[1:r.n] {
		if m == mark {
			n++
		}
	}
	return n
}

func (r *digitRuns) digits() int {
	n := 0
	for _, t := range r.tokens[:r.n] {
		n += int(t.size)
	}
	return n
}

// grouping reports whether the first n runs are groups with one mark: by three, or by two before the last three as in
// India, or by four.
func (r *digitRuns) grouping(n int) bool {
	mark := r.marks[1]
	for _, m := range r.marks[2:n] {
		if m != mark {
			return false
		}
	}
	first, last := r.tokens[0].size, r.tokens[n-1].size
	if first == 0 || first > last || last < 3 || last > 4 || r.tokens[0].num == 0 {
		return false
	}
	middle := last
	if n > 2 {
		middle = r.tokens[1].size
	}
	for _, t := range r.tokens[1 : n-1] {
		if t.size != middle {
			return false
		}
	}
	switch {
	case middle == last:
		return last == 3 || mark == ','
	case middle == 2:
		return last == 3 && first <= 2
	}
	return false
}

// value joins the digits of n runs, the last scale of them decimals.
func (r *digitRuns) value(n, scale int) Decimal {
	var coef uint64
	for _, t := range r.tokens[:n] {
		for range t.size {
			coef *= 10
		}
		coef += t.num
	}
	d, err := decimal.New(int64(coef), scale)
	if err != nil {
		return Decimal{}
	}
	return d
}

// whole returns a whole number as a decimal.
func whole(n int64) Decimal {
	d, err := decimal.New(n, 0)
	if err != nil {
		return Decimal{}
	}
	return d
}
