package guard

import (
	"math/bits"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// afterNumber returns where the number at pos ends, or malformed.
func afterNumber(data string, pos int) int {
	if data[pos] == '-' {
		pos++
	}
	first, end := pos, afterDigits(data, pos)
	if end == first || data[first] == '0' && end-first > 1 {
		return malformed
	}
	if pos = end; pos < len(data) && data[pos] == '.' {
		if end = afterDigits(data, pos+1); end == pos+1 {
			return malformed
		}
		pos = end
	}
	if pos < len(data) && data[pos]|0x20 == 'e' {
		pos++
		if pos < len(data) && (data[pos] == '+' || data[pos] == '-') {
			pos++
		}
		if end = afterDigits(data, pos); end == pos {
			return malformed
		}
		pos = end
	}
	return pos
}

// afterDigits returns where the digits at pos end.
func afterDigits(data string, pos int) int {
	for pos < len(data) && data[pos]-'0' <= 9 {
		pos++
	}
	return pos
}

// afterWord returns where a word that must stand at pos ends, or malformed.
func (w *walker) afterWord(pos int, word string) int {
	if !strings.HasPrefix(w.data[pos:], word) {
		return malformed
	}
	return pos + len(word)
}

// string reads the string at pos. It returns its place, which of one with escapes is behind the data, among what was decoded, and
// where it ends.
func (w *walker) string(pos int) (start, end, next int) {
	end = afterPlain(w.data, pos+1)
	if end < len(w.data) && w.data[end] == '"' {
		return pos + 1, end, end + 1
	}
	return w.escaped(pos + 1)
}

// afterPlain returns where the characters of a string that stand for themselves end: at a quotation mark, an escape or a control
// character, or with the data. It looks at eight bytes at a time.
func afterPlain(data string, pos int) int {
	for ; pos < len(data); pos += 8 {
		x := uint64(0)
		if pos+8 <= len(data) {
			t := data[pos : pos+8]
			x = uint64(t[0]) | uint64(t[1])<<8 | uint64(t[2])<<16 | uint64(t[3])<<24 |
				uint64(t[4])<<32 | uint64(t[5])<<40 | uint64(t[6])<<48 | uint64(t[7])<<56
		} else {
			x = load(data, pos)
		}
		quote, slash := x^'"'*eachByte, x^'\\'*eachByte
		found := ((quote-eachByte)&^quote | (slash-eachByte)&^slash | (x-' '*eachByte)&^x) & highs
		if found != 0 {
			return min(pos+bits.TrailingZeros64(found)/8, len(data))
		}
	}
	return len(data)
}

// escaped reads a string that has escapes from pos on.
func (w *walker) escaped(pos int) (start, end, next int) {
	n := len(w.data)
	start = n + len(w.decoded)
	for {
		plain := afterPlain(w.data, pos)
		w.decoded = append(w.decoded, w.data[pos:plain]...)
		if plain == n || w.data[plain] < ' ' {
			return 0, 0, malformed
		}
		if w.data[plain] == '"' {
			return start, n + len(w.decoded), plain + 1
		}
		r, size := w.escape(plain)
		if size == 0 {
			return 0, 0, malformed
		}
		w.decoded = utf8.AppendRune(w.decoded, r)
		pos = plain + size
	}
}

// escape decodes the escape at pos and returns its length, or 0.
func (w *walker) escape(pos int) (rune, int) {
	if pos+1 >= len(w.data) {
		return 0, 0
	}
	switch c := w.data[pos+1]; c {
	case '"', '\\', '/':
		return rune(c), 2
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case 'u':
		r, ok := w.hex(pos + 2)
		if !ok {
			return 0, 0
		}
		if utf16.IsSurrogate(r) && pos+8 <= len(w.data) && w.data[pos+6] == '\\' && w.data[pos+7] == 'u' {
			if low, ok := w.hex(pos + 8); ok && utf16.DecodeRune(r, low) != utf8.RuneError {
				return utf16.DecodeRune(r, low), 12
			}
		}
		return r, 6
	}
	return 0, 0
}

func (w *walker) hex(at int) (rune, bool) {
	if at+4 > len(w.data) {
		return 0, false
	}
	n, err := strconv.ParseUint(w.data[at:at+4], 16, 32)
	return rune(n), err == nil
}
