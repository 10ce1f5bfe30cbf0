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
	rank   int8 // how well it names what its record describes; 0 is not at all
	parent int  // its record
	key    *key // its own key, or the key of the array that holds it
	path   string
	text   string // the decoded string, or the number as written

	pathStart, pathEnd int // of path, in what the walker collects
}

// record is one object or array of a result.
type record struct {
	parent   int // -1 at the root
	key      *key
	array    bool
	currency string
	names    int // how many its leaves give it
}

// walker reads JSON once and keeps numbers as text. Keys, texts and paths are parts of three strings, and the walker's
// own lists are used again.
type walker struct {
	data    string
	pos     int
	path    []byte // of the value at hand
	paths   []byte // of all leaves
	keys    keyTable
	leaves  []leaf
	records []record
}

// walk reads a whole document.
func (w *walker) walk(data []byte) error {
	if len(data) > maxJSON {
		return errTooMuch
	}
	w.data, w.pos = string(data), 0
	w.path, w.paths, w.leaves, w.records = w.path[:0], w.paths[:0], w.leaves[:0], w.records[:0]
	w.blank()
	if err := w.value(-1, w.keys.at(""), 0); err != nil {
		return err
	}
	w.blank()
	if w.pos != len(w.data) {
		return errJSON
	}
	paths := string(w.paths)
	for i := range w.leaves {
		l := &w.leaves[i]
		l.path = paths[l.pathStart:l.pathEnd]
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

// value reads any value; parent is its record, k the key that it stands under.
func (w *walker) value(parent int, k *key, depth int) error {
	if depth > maxDepth {
		return errTooMuch
	}
	var text string
	var err error
	kind := leafOther
	switch c := w.peek(); c {
	case '{':
		return w.object(parent, k, depth)
	case '[':
		return w.array(parent, k, depth)
	case '"':
		kind = leafString
		text, err = w.string()
	case 't', 'f', 'n':
		text, err = w.word()
	default:
		kind = leafNumber
		text, err = w.number()
	}
	if err != nil {
		return err
	}
	if len(w.leaves) >= maxLeaves {
		return errTooMuch
	}
	start := len(w.paths)
	w.paths = append(w.paths, w.path...)
	w.leaves = append(w.leaves, leaf{kind: kind, parent: parent, key: k, text: text, pathStart: start, pathEnd: len(w.paths)})
	return nil
}

// word reads true, false and null.
func (w *walker) word() (string, error) {
	for _, word := range [...]string{"true", "false", "null"} {
		if strings.HasPrefix(w.data[w.pos:], word) {
			w.pos += len(word)
			return word, nil
		}
	}
	return "", errJSON
}

func (w *walker) object(parent int, k *key, depth int) error {
	id := len(w.records)
	w.records = append(w.records, record{parent: parent, key: k})
	length := len(w.path)
	for more := w.open('}'); more; {
		if w.peek() != '"' {
			return errJSON
		}
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
		if length > 0 {
			w.path = append(w.path, '.')
		}
		w.path = append(w.path, name...)
		if err := w.value(id, w.keys.at(name), depth+1); err != nil {
			return err
		}
		w.path = w.path[:length]
		if more, err = w.next('}'); err != nil {
			return err
		}
	}
	return nil
}

func (w *walker) array(parent int, k *key, depth int) error {
	id := len(w.records)
	w.records = append(w.records, record{parent: parent, key: k, array: true})
	length, n := len(w.path), int64(0)
	for more := w.open(']'); more; n++ {
		w.path = append(w.path, '[')
		w.path = strconv.AppendInt(w.path, n, 10)
		w.path = append(w.path, ']')
		err := w.value(id, k, depth+1)
		if err != nil {
			return err
		}
		w.path = w.path[:length]
		if more, err = w.next(']'); err != nil {
			return err
		}
	}
	return nil
}

// open reads the opening mark of an object or array and reports whether it has members.
func (w *walker) open(end byte) bool {
	w.pos++
	w.blank()
	if w.peek() == end {
		w.pos++
		return false
	}
	return true
}

// next reads what follows a member and reports whether that is another one.
func (w *walker) next(end byte) (bool, error) {
	w.blank()
	switch w.peek() {
	case ',':
		w.pos++
		w.blank()
		return true, nil
	case end:
		w.pos++
		return false, nil
	}
	return false, errJSON
}
