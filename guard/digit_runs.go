package guard

import "github.com/govalues/decimal"

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
