package guard

import (
	"math/bits"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// number reads a number and returns its place.
func (w *walker) number() (start, end int, ok bool) {
	start = w.pos
	if w.peek() == '-' {
		w.pos++
	}
	digits := func() bool {
		from := w.pos
		for c := w.peek(); '0' <= c && c <= '9'; c = w.peek() {
			w.pos++
		}
		return w.pos > from
	}
	first, from := w.peek(), w.pos
	if !digits() || first == '0' && w.pos-from > 1 {
		return 0, 0, false
	}
	if w.peek() == '.' {
		w.pos++
		if !digits() {
			return 0, 0, false
		}
	}
	if c := w.peek(); c == 'e' || c == 'E' {
		w.pos++
		if c := w.peek(); c == '+' || c == '-' {
			w.pos++
		}
		if !digits() {
			return 0, 0, false
		}
	}
	return start, w.pos, true
}

// string reads a string and returns its place; that of one with escapes is behind the data, among what was decoded. It
// looks at eight bytes at a time for the end, an escape or a control character.
func (w *walker) string() (start, end int, ok bool) {
	w.pos++
	start = w.pos
	for w.pos < len(w.data) {
		x := load(w.data, w.pos)
		quote, slash := x^'"'*eachByte, x^'\\'*eachByte
		found := ((quote-eachByte)&^quote | (slash-eachByte)&^slash | (x-' '*eachByte)&^x) & highs
		if found == 0 {
			w.pos += 8
			continue
		}
		if w.pos += bits.TrailingZeros64(found) / 8; w.pos >= len(w.data) {
			break
		}
		switch w.data[w.pos] {
		case '"':
			w.pos++
			return start, w.pos - 1, true
		case '\\':
			return w.escaped(start)
		}
		break
	}
	return 0, 0, false
}

// escaped reads the rest of a string that has escapes.
func (w *walker) escaped(from int) (start, end int, ok bool) {
	n := len(w.data)
	start = n + len(w.decoded)
	w.decoded = append(w.decoded, w.data[from:w.pos]...)
	for w.pos < n {
		c := w.data[w.pos]
		switch {
		case c == '"':
			w.pos++
			return start, n + len(w.decoded), true
		case c < ' ':
			return 0, 0, false
		case c != '\\':
			w.decoded = append(w.decoded, c)
			w.pos++
			continue
		}
		r, size := w.escape()
		if size == 0 {
			return 0, 0, false
		}
		w.decoded = utf8.AppendRune(w.decoded, r)
		w.pos += size
	}
	return 0, 0, false
}

// escape decodes the escape at pos and returns its length, or 0.
func (w *walker) escape() (rune, int) {
	if w.pos+1 >= len(w.data) {
		return 0, 0
	}
	switch c := w.data[w.pos+1]; c {
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
		r, ok := w.hex(w.pos + 2)
		if !ok {
			return 0, 0
		}
		if utf16.IsSurrogate(r) && w.pos+8 <= len(w.data) && w.data[w.pos+6] == '\\' && w.data[w.pos+7] == 'u' {
			if low, ok := w.hex(w.pos + 8); ok && utf16.DecodeRune(r, low) != utf8.RuneError {
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
