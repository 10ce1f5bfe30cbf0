package eval

import (
	"encoding/json"
	"slices"
	"strings"
)

// arguments reads an object as models write it, in one pass and without a box for each value: its keys and its single values here,
// lists and objects in it by encoding/json. It is not ok for whatever is rare, such as an escape in a key, and for what is
// no valid JSON. They are put into the list, which is empty.
func (r *argReader) arguments(list []argument) ([]argument, bool) {
	if !r.take('{') {
		return nil, false
	}
	sorted := true
	for !r.take('}') {
		if len(list) > 0 && !r.take(',') {
			return nil, false
		}
		name, ok := r.plain()
		if !ok || !r.take(':') {
			return nil, false
		}
		sorted = sorted && (len(list) == 0 || list[len(list)-1].name < name)
		list = append(list, argument{name: name})
		if !r.value(&list[len(list)-1]) {
			return nil, false
		}
	}
	r.blank()
	if r.at != len(r.text) {
		return nil, false
	}
	if !sorted {
		r.exact = false
		slices.SortFunc(list, byName)
		for i := 1; i < len(list); i++ {
			if list[i].name == list[i-1].name {
				return nil, false
			}
		}
	}
	if r.exact {
		return list, true
	}
	return slices.DeleteFunc(list, func(a argument) bool { return a.kind == noScalar }), true
}

// argReader stands at a place in a text. exact: up to there it is written as its canonical form is, for all that it knows.
type argReader struct {
	text  string
	at    int
	exact bool
}

func (r *argReader) blank() {
	for ; r.at < len(r.text); r.at++ {
		switch r.text[r.at] {
		case ' ', '\t', '\r', '\n':
			r.exact = false
		default:
			return
		}
	}
}

// take steps over a byte, and the blanks before it.
func (r *argReader) take(c byte) bool {
	r.blank()
	if r.at < len(r.text) && r.text[r.at] == c {
		r.at++
		return true
	}
	return false
}

// plain reads a string of printable ASCII without escapes.
func (r *argReader) plain() (string, bool) {
	if !r.take('"') {
		return "", false
	}
	from := r.at
	for ; r.at < len(r.text); r.at++ {
		switch c := r.text[r.at]; {
		case c == '"':
			r.at++
			return r.text[from : r.at-1], true
		case c < ' ' || c >= 0x7f || c == '\\':
			return "", false
		case c == '<' || c == '>' || c == '&':
			r.exact = false
		}
	}
	return "", false
}

// value reads one; of null it leaves the argument as it is.
func (r *argReader) value(a *argument) (ok bool) {
	r.blank()
	if r.at == len(r.text) {
		return false
	}
	switch c := r.text[r.at]; {
	case c == '"':
		a.kind = textScalar
		a.text, ok = r.plain()
		return ok
	case c == '-' || '0' <= c && c <= '9':
		return r.number(a)
	case c == '{' || c == '[':
		return r.nested(a)
	case r.word("true"):
		a.kind, a.number = boolScalar, 1
		return true
	case r.word("false"):
		a.kind = boolScalar
		return true
	}
	r.exact = false
	return r.word("null")
}

func (r *argReader) word(w string) bool {
	if !strings.HasPrefix(r.text[r.at:], w) {
		return false
	}
	r.at += len(w)
	return true
}

// number reads one as JSON writes it: no zero in front of other digits, and digits on both sides of a point.
func (r *argReader) number(a *argument) bool {
	from := r.at
	r.word("-")
	whole := r.digits()
	if whole == 0 || whole > 1 && r.text[r.at-whole] == '0' {
		return false
	}
	if r.word(".") && r.digits() == 0 {
		return false
	}
	if r.word("e") || r.word("E") {
		if !r.word("+") {
			r.word("-")
		}
		if r.digits() == 0 {
			return false
		}
	}
	a.setNumber(r.text[from:r.at])
	r.exact = r.exact && isWhole(r.text[from:r.at])
	return true
}

func (r *argReader) digits() int {
	from := r.at
	for r.at < len(r.text) && '0' <= r.text[r.at] && r.text[r.at] <= '9' {
		r.at++
	}
	return r.at - from
}

// nested reads a list or an object.
func (r *argReader) nested(a *argument) bool {
	r.exact = false
	dec := json.NewDecoder(strings.NewReader(r.text[r.at:]))
	dec.UseNumber()
	v, err := decodeValue(dec, 1)
	if err != nil {
		return false
	}
	r.at += int(dec.InputOffset())
	*a = newArgument(a.name, v)
	return true
}
