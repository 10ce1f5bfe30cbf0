package grounding

import "strings"

// number is a written number: its digits, and how they are set.
type number struct {
	start, end int    // in the text, in bytes
	units      int64  // its digits as one whole number
	places     int    // digits behind the decimal sign
	decimal    string // the sign, or ""
	group      string // the sign between thousands, or ""
}

// groupSigns are the signs between digits of one number.
var groupSigns = []string{".", ",", "'", "’", "\u00a0", "\u202f", " "}

// readNumber reads the first number in text. Of a number with one sign, three digits behind it make it a group sign.
func readNumber(text string) (n number, ok bool) {
	at := strings.IndexAny(text, "0123456789")
	if at < 0 {
		return n, false
	}
	n.start = at
	var signs []string
	size := 0
	for at < len(text) {
		if c := text[at]; c >= '0' && c <= '9' {
			n.units = n.units*10 + int64(c-'0')
			size++
			at++
			n.end = at
			continue
		}
		sign := signAt(text[at:])
		if sign == "" || at+len(sign) >= len(text) || !isDigit(text[at+len(sign)]) {
			break
		}
		signs = append(signs, sign)
		size = 0
		at += len(sign)
	}
	n.settle(signs, size)
	return n, n.units < 1e12
}

// settle tells the decimal sign from the group sign.
func (n *number) settle(signs []string, last int) {
	if len(signs) == 0 {
		return
	}
	sign := signs[len(signs)-1]
	if last == 3 && (len(signs) == 1 || sign == signs[0]) {
		n.group = sign
		return
	}
	n.decimal, n.places = sign, last
	if len(signs) > 1 {
		n.group = signs[0]
	}
}

func signAt(text string) string {
	for _, s := range groupSigns {
		rest, found := strings.CutPrefix(text, s)
		if !found {
			continue
		}
		if s != "." && s != "," && !threeDigits(rest) {
			return ""
		}
		return s
	}
	return ""
}

// threeDigits reports whether text begins with three digits, and no fourth.
func threeDigits(text string) bool {
	n := 0
	for n < len(text) && isDigit(text[n]) {
		n++
	}
	return n == 3
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// write writes units in the way of n.
func (n number) write(units int64, l *Locale) string {
	s := digits(units)
	for len(s) <= n.places {
		s = "0" + s
	}
	fraction := s[len(s)-n.places:]
	s = s[:len(s)-n.places]
	group := n.group
	if group == "" && n.units < pow10(3+n.places) && l != nil && n.decimal != l.Group {
		group = l.Group // the number had no thousands to set apart
	}
	s = grouped(s, group)
	if n.places > 0 {
		s += n.decimal + fraction
	}
	return s
}

func digits(v int64) string {
	if v < 10 {
		return string(rune('0' + v))
	}
	return digits(v/10) + string(rune('0'+v%10))
}

// grouped sets the thousands apart.
func grouped(s, sign string) string {
	for i := len(s) - 3; i > 0 && sign != ""; i -= 3 {
		s = s[:i] + sign + s[i:]
	}
	return s
}

func pow10(n int) int64 {
	p := int64(1)
	for range n {
		p *= 10
	}
	return p
}
