package engine

import "encoding/json"

// validJSON is [json.Valid] at a quarter of its cost, for every result is asked.
func validJSON(b []byte) bool {
	r := jsonReader{text: b}
	ok := r.value(0) && r.next() == 0 && r.at == len(b)
	if r.deep {
		return json.Valid(b)
	}
	return ok
}

// jsonReader stands at a place in a text.
type jsonReader struct {
	text []byte
	at   int
	deep bool // deeper than it goes
}

// jsonDepth is how deep it goes: results that nest further are rare, and its stack is that of a new goroutine.
const jsonDepth = 16

// next steps over white space, and returns the byte behind it: 0 at the end, and for a byte that is 0.
func (r *jsonReader) next() byte {
	if r.at < len(r.text) {
		if c := r.text[r.at]; c > ' ' {
			return c
		}
	}
	return r.pass()
}

// pass is next where there may be white space.
func (r *jsonReader) pass() byte {
	for ; r.at < len(r.text); r.at++ {
		if c := r.text[r.at]; c != ' ' && c != '\n' && c != '\t' && c != '\r' {
			return c
		}
	}
	return 0
}

// is reports whether the next byte, as it stands, is that.
func (r *jsonReader) is(c byte) bool { return r.at < len(r.text) && r.text[r.at] == c }

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
		return r.quoted()
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
	r.at++
	if r.next() == end {
		r.at++
		return true
	}
	for {
		if named {
			if r.next() != '"' || !r.quoted() || r.next() != ':' {
				return false
			}
			r.at++
		}
		if !r.value(depth + 1) {
			return false
		}
		c := r.next()
		if c != ',' && c != end {
			return false
		}
		r.at++
		if c == end {
			return true
		}
	}
}

func (r *jsonReader) word(w string) bool {
	if end := r.at + len(w); end > len(r.text) || string(r.text[r.at:end]) != w {
		return false
	}
	r.at += len(w)
	return true
}

// quoted reads a string. As in encoding/json, what is no UTF-8 may stand in it.
func (r *jsonReader) quoted() bool {
	b := r.text
	for i := r.at + 1; i < len(b); i++ {
		switch c := b[i]; {
		case !ends[c]:
		case c == '"':
			r.at = i + 1
			return true
		case c < ' ':
			return false
		default:
			n := escaped(b[i+1:])
			if n == 0 {
				return false
			}
			i += n
		}
	}
	return false
}

// ends are the bytes of a string that are more than themselves.
var ends = func() (t [256]bool) {
	for c := range ' ' {
		t[c] = true
	}
	t['"'], t['\\'] = true, true
	return t
}()

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
	if r.is('-') {
		r.at++
	}
	if r.is('0') {
		r.at++
	} else if !r.digits() {
		return false
	}
	if r.is('.') {
		r.at++
		if !r.digits() {
			return false
		}
	}
	if r.is('e') || r.is('E') {
		r.at++
		if r.is('+') || r.is('-') {
			r.at++
		}
		return r.digits()
	}
	return true
}

// digits reads one digit or more.
func (r *jsonReader) digits() bool {
	from := r.at
	for r.at < len(r.text) && isDigit(r.text[r.at]) {
		r.at++
	}
	return r.at > from
}
