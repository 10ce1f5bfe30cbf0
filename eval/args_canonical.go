package eval

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// canonicalOf writes arguments, which are sorted, without null values and space, and with one form for each number.
// Those that are written so already have their own text, at no cost.
func canonicalOf(list []argument, text string) string {
	var short [256]byte
	b := append(short[:0], '{')
	for i := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendString(b, list[i].name), ':')
		b = list[i].appendCanonical(b)
	}
	if b = append(b, '}'); string(b) == text {
		return text
	}
	return string(b)
}

func (a *argument) appendCanonical(b []byte) []byte {
	switch {
	case a.tree() != nil:
		return appendCanonical(b, a.boxed.tree)
	case a.written != "":
		return append(b, canonicalNumber(a.written)...)
	case a.kind == textScalar:
		return appendString(b, a.text)
	}
	return strconv.AppendBool(b, a.number != 0)
}

func appendCanonical(b []byte, v any) []byte {
	switch v := v.(type) {
	case map[string]any:
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		b = append(b, '{')
		for i, k := range keys {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendString(b, k)
			b = append(b, ':')
			b = appendCanonical(b, v[k])
		}
		return append(b, '}')
	case []any:
		b = append(b, '[')
		for i, e := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendCanonical(b, e)
		}
		return append(b, ']')
	case json.Number:
		return append(b, canonicalNumber(string(v))...)
	case string:
		return appendString(b, v)
	case bool:
		return strconv.AppendBool(b, v)
	}
	return append(b, "null"...)
}

func appendString(b []byte, s string) []byte {
	if isPlain(s) {
		return append(append(append(b, '"'), s...), '"')
	}
	text, err := json.Marshal(s)
	if err != nil { // a string always marshals
		return strconv.AppendQuote(b, s)
	}
	return append(b, text...)
}

// isPlain reports whether a JSON string holds a text as it is.
func isPlain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= 0x7f || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			return false
		}
	}
	return true
}

// canonicalNumber gives each number one decimal text: 209.00, 2.09e2 and 209 are "209". Exponents beyond 1,000 stay as
// written.
func canonicalNumber(text string) string {
	if isWhole(text) {
		return text
	}
	mantissa, exp := strings.ToLower(text), 0
	if i := strings.IndexByte(mantissa, 'e'); i >= 0 {
		n, err := strconv.Atoi(strings.TrimPrefix(mantissa[i+1:], "+"))
		if err != nil || n > 1000 || n < -1000 {
			return text
		}
		mantissa, exp = mantissa[:i], n
	}
	sign := ""
	if strings.HasPrefix(mantissa, "-") {
		sign, mantissa = "-", mantissa[1:]
	}
	whole, frac, _ := strings.Cut(mantissa, ".")
	digits, point := whole+frac, len(whole)+exp
	for point < 0 {
		digits, point = "0"+digits, point+1
	}
	for point > len(digits) {
		digits += "0"
	}
	whole = strings.TrimLeft(digits[:point], "0")
	frac = strings.TrimRight(digits[point:], "0")
	if whole == "" {
		whole = "0"
	}
	if frac != "" {
		return sign + whole + "." + frac
	}
	if whole == "0" {
		return "0"
	}
	return sign + whole
}

// isWhole reports whether a number is written as its canonical form already is: digits without a zero in front.
func isWhole(text string) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return text == "0" || text != "" && text[0] != '0'
}
