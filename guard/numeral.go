package guard

// numeral adds up number words: "two hundred and five", "quatre-vingt-dix", "zwei Millionen dreihunderttausend".
type numeral struct {
	total   int64 // of the scales that are closed
	section int64 // of the words since
	scale   int64 // the last scale; 0 before any
	pending bool  // a unit that may still be joined to a ten: "fünf(und)zwanzig"
	tens    bool  // the last word was of tens, after which a unit may follow
	words   int
}

// push takes in one word; it returns false where the word cannot continue the number.
func (n *numeral) push(class numberClass, v int64, joined bool) bool {
	ok := false
	switch class {
	case classUnit:
		ok = n.unit(v)
	case classTen:
		ok = n.ten(v, joined)
	case classTenfold:
		if low := n.section % 100; n.pending && low > 0 && low < 10 {
			n.section += 9 * low
			ok = true
		}
	case classTeen:
		if low := n.section % 100; low == 0 || n.pending && low < 10 {
			n.section += 10
			ok = true
		}
	case classHundred:
		ok = n.hundred()
	case classFixed:
		ok = n.section == 0
		if ok {
			n.section = v
		}
	case classScale:
		ok = n.scaled(v)
	default:
	}
	if ok {
		n.words++
		n.pending = class == classUnit && v < 10 && v > 0
		n.tens = class == classTen || class == classTenfold
	}
	return ok
}

// unit adds 0 to 29 where the places for it are free; in French "soixante" and "quatre-vingt" go on to 19.
func (n *numeral) unit(v int64) bool {
	low := n.section % 100
	switch {
	case n.words > 0 && v == 0:
		return false
	case low == 0, low == 60 && v >= 10, low == 80 && v >= 10, (low >= 20 || n.tens) && low%10 == 0 && v < 10:
		n.section += v
		return true
	}
	return false
}

// ten adds 20 to 90. A unit before it is joined ("fünfundzwanzig"), or multiplies it ("quatre-vingt").
func (n *numeral) ten(v int64, joined bool) bool {
	low := n.section % 100
	switch {
	case low == 0:
		n.section += v
	case low == 4 && v == 20 && !joined:
		n.section += 76
	case n.pending && joined && low < 10:
		n.section += v
	default:
		return false
	}
	return true
}

func (n *numeral) hundred() bool {
	if n.section >= 100 {
		return false
	}
	n.section = max(n.section, 1) * 100
	return true
}

// scaled closes a section with a scale: "two thousand". A larger scale than the last multiplies the whole: "thousand
// million".
func (n *numeral) scaled(v int64) bool {
	switch {
	case n.scale == 0 || v < n.scale:
		if n.section == 0 && n.scale != 0 {
			return false
		}
		n.total += max(n.section, 1) * v
	case n.section == 0 && n.total < v:
		if n.total > 9e18/v {
			return false
		}
		n.total *= v
	default:
		return false
	}
	n.section, n.scale = 0, v
	return n.total >= 0 && n.total < 9e17
}

func (n *numeral) value() int64 { return n.total + n.section }

// compound takes in a whole compound word.
func (n *numeral) compound(v int64) bool {
	switch {
	case v >= 1000 && (n.section != 0 || n.scale != 0 && n.scale <= 1000):
		return false
	case v >= 1000:
		n.total += v / 1000 * 1000
		n.scale = 1000
		v %= 1000
	case v >= 100 && n.section != 0, v < 100 && n.section%100 != 0:
		return false
	}
	n.section += v
	n.words++
	n.pending = false
	return true
}
