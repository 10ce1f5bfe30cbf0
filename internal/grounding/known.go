package grounding

import "strings"

// valuesOf returns the numbers that stand in a text and in the results of its tools, each as [plain] writes it; whole
// numbers of a result also as hundredths.
func valuesOf(t *Text) map[string]bool {
	known := map[string]bool{}
	numbers(t.Reply, func(n number) { known[plain(n.units, n.places)] = true })
	for _, s := range t.Said {
		numbers(s, func(n number) { known[plain(n.units, n.places)] = true })
	}
	for _, tool := range t.Tools {
		numbers(tool.JSON, func(n number) {
			known[plain(n.units, n.places)] = true
			if n.places == 0 {
				known[plain(n.units, 2)] = true
			}
		})
	}
	return known
}

// numbers calls do with every number in a text.
func numbers(text string, do func(number)) {
	for text != "" {
		n, ok := readNumber(text)
		if n.end == 0 {
			return
		}
		if ok {
			do(n)
		}
		text = text[n.end:]
	}
}

// plain writes units of 10^-places without needless zeros: 20900 and 2 is "209".
func plain(units int64, places int) string {
	for places > 0 && units%10 == 0 {
		units /= 10
		places--
	}
	s := digits(units)
	for len(s) <= places {
		s = "0" + s
	}
	if places == 0 {
		return s
	}
	return s[:len(s)-places] + "." + s[len(s)-places:]
}

// hasWord reports whether a word stands in text by itself.
func hasWord(text, word string) bool {
	for at := 0; ; {
		i := strings.Index(text[at:], word)
		if i < 0 || word == "" {
			return false
		}
		start, end := at+i, at+i+len(word)
		if (start == 0 || !isLetter(text[start-1])) && (end == len(text) || !isLetter(text[end])) {
			return true
		}
		at = start + 1
	}
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80 }
