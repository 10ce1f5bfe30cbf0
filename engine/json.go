package engine

import "encoding/json"

// validJSON is [json.Valid] at a quarter of its cost, for every result is asked.
func validJSON(b []byte) bool {
	r := jsonReader{rest: b}
	ok := r.value(0) && r.next() == 0 && len(r.rest) == 0
	if r.deep {
		return json.Valid(b)
	}
	return ok
}

// jsonReader reads what is left of a text.
type jsonReader struct {
	rest []byte
	deep bool // deeper than it goes
}

// jsonDepth is how deep it goes: results that nest further are rare, and its stack is that of a new goroutine.
const jsonDepth = 16

// next returns the byte behind white space, 0 at the end and for a byte that is 0.
func (r *jsonReader) next() byte {
	for i, c := range r.rest {
		if c != ' ' && c != '\n' && c != '\t' && c != '\r' {
			r.rest = r.rest[i:]
			return c
		}
	}
	r.rest = nil
	return 0
}

// take takes a byte, which next has found.
func (r *jsonReader) take() { r.rest = r.rest[1:] }

func (r *jsonReader) value(depth int) bool {
	if depth > jsonDepth {
		r.deep = true
		return false
	}
	switch c := r.next(); c {
	case '{':
		return r.list('}', depth, true)
	case '[':
		return r.list(']', depth, false)
	case '"':
		return r.text()
	case 't':
		return r.word("true")
	case 'f':
		return r.word("false")
	case 'n':
		return r.word("null")
	default:
		return r.number()
	}
}

// list reads an object or a list, from its bracket to its end.
func (r *jsonReader) list(end byte, depth int, named bool) bool {
	r.take()
	if r.next() == end {
		r.take()
		return true
	}
	for {
		if named {
			if r.next() != '"' || !r.text() || r.next() != ':' {
				return false
			}
			r.take()
		}
		if !r.value(depth + 1) {
			return false
		}
		c := r.next()
		if c != ',' && c != end {
			return false
		}
		r.take()
		if c == end {
			return true
		}
	}
}

func (r *jsonReader) word(w string) bool {
	if len(r.rest) < len(w) || string(r.rest[:len(w)]) != w {
		return false
	}
	r.rest = r.rest[len(w):]
	return true
}

// text reads a string. As in encoding/json, what is no UTF-8 may stand in it.
func (r *jsonReader) text() bool {
	b := r.rest
	for i := 1; i < len(b); i++ {
		switch c := b[i]; {
		case c == '"':
			r.rest = b[i+1:]
			return true
		case c < ' ':
			return false
		case c == '\\':
			n := escaped(b[i+1:])
			if n == 0 {
				return false
			}
			i += n
		}
	}
	return false
}

// escaped returns how many bytes follow a backslash, 0 for a wrong escape.
func escaped(b []byte) int {
	if len(b) == 0 {
		return 0
	}
	switch b[0] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 1
	case 'u':
		const digits = 4
		if len(b) <= digits {
			return 0
		}
		for _, c := range b[1 : 1+digits] {
			if !isDigit(c) && (c|0x20 < 'a' || c|0x20 > 'f') {
				return 0
			}
		}
		return 1 + digits
	}
	return 0
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func (r *jsonReader) number() bool {
	if len(r.rest) > 0 && r.rest[0] == '-' {
		r.take()
	}
	if len(r.rest) > 0 && r.rest[0] == '0' {
		r.take()
	} else if !r.digits() {
		return false
	}
	if len(r.rest) > 0 && r.rest[0] == '.' {
		r.take()
		if !r.digits() {
			return false
		}
	}
	if len(r.rest) > 0 && r.rest[0]|0x20 == 'e' {
		r.take()
		if len(r.rest) > 0 && (r.rest[0] == '+' || r.rest[0] == '-') {
			r.take()
		}
		return r.digits()
	}
	return true
}

// digits reads one digit or more.
func (r *jsonReader) digits() bool {
	n := 0
	for n < len(r.rest) && isDigit(r.rest[n]) {
		n++
	}
	r.rest = r.rest[n:]
	return n > 0
}
