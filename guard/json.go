package guard

import (
	"errors"
	"strconv"
	"strings"
)

// The bounds of one result. Whatever goes beyond them is too much evidence, and none of it counts.
const (
	maxJSON   = 1 << 20
	maxLeaves = 4096
	maxDepth  = 64
)

var (
	errJSON    = errors.New("the JSON is malformed")
	errTooMuch = errors.New("too much evidence")
)

// leafKind is the JSON type of a scalar.
type leafKind uint8

const (
	leafString leafKind = iota
	leafNumber
	leafOther // true, false, null
)

// leaf is one scalar of a result.
type leaf struct {
	kind   leafKind
	parent int    // its record
	key    string // its own key, or the key of the array that holds it
	path   string
	text   string // the decoded string, or the number as written
}

// record is one object or array of a result.
type record struct {
	parent   int // -1 at the root
	key      string
	array    bool
	currency string
}

// walker reads JSON once, from raw bytes, and keeps numbers as text.
type walker struct {
	data    []byte
	pos     int
	path    []byte
	leaves  []leaf
	records []record
}

// walk reads a whole document.
func (w *walker) walk() error {
	if len(w.data) > maxJSON {
		return errTooMuch
	}
	w.blank()
	if err := w.value(-1, "", 0); err != nil {
		return err
	}
	w.blank()
	if w.pos != len(w.data) {
		return errJSON
	}
	return nil
}

func (w *walker) blank() {
	for w.pos < len(w.data) {
		switch w.data[w.pos] {
		case ' ', '\t', '\n', '\r':
			w.pos++
		default:
			return
		}
	}
}

func (w *walker) peek() byte {
	if w.pos < len(w.data) {
		return w.data[w.pos]
	}
	return 0
}

// value reads any value; parent is its record, key the key that it stands under.
func (w *walker) value(parent int, key string, depth int) error {
	if depth > maxDepth {
		return errTooMuch
	}
	switch c := w.peek(); {
	case c == '{':
		return w.object(parent, key, depth)
	case c == '[':
		return w.array(parent, key, depth)
	case c == '"':
		text, err := w.string()
		if err != nil {
			return err
		}
		return w.leaf(leafString, parent, key, text)
	case c == '-' || '0' <= c && c <= '9':
		text, err := w.number()
		if err != nil {
			return err
		}
		return w.leaf(leafNumber, parent, key, text)
	}
	for _, word := range []string{"true", "false", "null"} {
		if strings.HasPrefix(string(w.data[w.pos:min(w.pos+5, len(w.data))]), word) {
			w.pos += len(word)
			return w.leaf(leafOther, parent, key, word)
		}
	}
	return errJSON
}

func (w *walker) leaf(kind leafKind, parent int, key, text string) error {
	if len(w.leaves) >= maxLeaves {
		return errTooMuch
	}
	w.leaves = append(w.leaves, leaf{kind: kind, parent: parent, key: key, path: string(w.path), text: text})
	return nil
}

func (w *walker) object(parent int, key string, depth int) error {
	id := len(w.records)
	w.records = append(w.records, record{parent: parent, key: key})
	length := len(w.path)
	return w.list('}', func() error {
		name, err := w.string()
		if err != nil {
			return err
		}
		w.blank()
		if w.peek() != ':' {
			return errJSON
		}
		w.pos++
		w.blank()
		w.path = w.path[:length]
		if length > 0 {
			w.path = append(w.path, '.')
		}
		w.path = append(w.path, name...)
		err = w.value(id, name, depth+1)
		w.path = w.path[:length]
		return err
	})
}

func (w *walker) array(parent int, key string, depth int) error {
	id := len(w.records)
	w.records = append(w.records, record{parent: parent, key: key, array: true})
	length, n := len(w.path), 0
	return w.list(']', func() error {
		w.path = append(w.path[:length], '[')
		w.path = strconv.AppendInt(w.path, int64(n), 10)
		w.path = append(w.path, ']')
		n++
		err := w.value(id, key, depth+1)
		w.path = w.path[:length]
		return err
	})
}

// list reads the members of an object or array up to its closing mark.
func (w *walker) list(end byte, member func() error) error {
	w.pos++
	w.blank()
	if w.peek() == end {
		w.pos++
		return nil
	}
	for {
		if end == '}' && w.peek() != '"' {
			return errJSON
		}
		if err := member(); err != nil {
			return err
		}
		w.blank()
		switch w.peek() {
		case ',':
			w.pos++
			w.blank()
		case end:
			w.pos++
			return nil
		default:
			return errJSON
		}
	}
}
