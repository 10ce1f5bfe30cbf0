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

// leaf is one scalar of a result. Its text and path are parts of the walker's; without pointers to them, the list of
// leaves can be used again as it is.
type leaf struct {
	key                *key // its own key, or the key of the array that holds it
	parent             int32
	start, end         int32 // of the decoded string, or of the number as written
	pathStart, pathEnd int32
	kind               leafKind
	rank               int8 // how well it names what its record describes; 0 is not at all
}

// record is one object or array of a result.
type record struct {
	key      *key
	currency string
	parent   int32 // -1 at the root
	first    int32 // leaf in it
	names    int32 // how many its leaves give it
	array    bool
	words    wordSet // of its key and of those around it

	qualified bool // it states currencies of some of its amounts
}

// walker reads JSON once and keeps numbers as text. Its lists are used again.
type walker struct {
	data    string
	pos     int
	decoded []byte // of all strings with escapes
	text    string // data, and behind it what was decoded
	path    []byte // of the value at hand
	paths   []byte // of all leaves
	allPath string // the same, once all is read
	keys    keyTable
	leaves  []leaf
	records []record
}

// walk reads a whole document.
func (w *walker) walk(data string) error {
	if len(data) > maxJSON {
		return errTooMuch
	}
	w.data, w.pos, w.keys.last = data, 0, nil
	w.decoded, w.path, w.paths, w.leaves, w.records = w.decoded[:0], w.path[:0], w.paths[:0], w.leaves[:0], w.records[:0]
	w.blank()
	if err := w.value(-1, w.keys.at(""), 0); err != nil {
		return err
	}
	w.blank()
	if w.pos != len(w.data) {
		return errJSON
	}
	w.text, w.allPath = data, string(w.paths)
	if len(w.decoded) > 0 {
		w.text += string(w.decoded)
	}
	return nil
}

// forget drops what was read, but for the keys.
func (w *walker) forget() { w.data, w.text, w.allPath = "", "", "" }

// textOf returns a decoded string, or a number as written.
func (w *walker) textOf(l *leaf) string { return w.text[l.start:l.end] }

// pathOf returns the path of a leaf, as "items[0].price".
func (w *walker) pathOf(l *leaf) string { return w.allPath[l.pathStart:l.pathEnd] }

// part returns a string that was read just now.
func (w *walker) part(start, end int) string {
	if n := len(w.data); start >= n {
		return string(w.decoded[start-n : end-n])
	}
	return w.data[start:end]
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
func (w *walker) value(parent int32, k *key, depth int) error {
	if depth > maxDepth {
		return errTooMuch
	}
	kind, start, end, ok := leafOther, 0, 0, false
	switch w.peek() {
	case '{':
		return w.object(parent, k, depth)
	case '[':
		return w.array(parent, k, depth)
	case '"':
		kind = leafString
		start, end, ok = w.string()
	case 't', 'f', 'n':
		start, end, ok = w.word()
	default:
		kind = leafNumber
		start, end, ok = w.number()
	}
	if !ok {
		return errJSON
	}
	if len(w.leaves) >= maxLeaves || len(w.paths) > maxJSON {
		return errTooMuch
	}
	from := len(w.paths)
	w.paths = append(w.paths, w.path...)
	w.leaves = append(w.leaves, leaf{
		kind: kind, parent: parent, key: k, start: int32(start), end: int32(end), pathStart: int32(from), pathEnd: int32(len(w.paths)),
	})
	return nil
}

// word reads true, false and null.
func (w *walker) word() (start, end int, ok bool) {
	start = w.pos
	for _, word := range [...]string{"true", "false", "null"} {
		if strings.HasPrefix(w.data[w.pos:], word) {
			w.pos += len(word)
			return start, w.pos, true
		}
	}
	return 0, 0, false
}

// object reads an object.
func (w *walker) object(parent int32, k *key, depth int) error {
	id := w.record(parent, k, false)
	length := len(w.path)
	for more := w.open('}'); more; {
		if w.peek() != '"' {
			return errJSON
		}
		start, end, ok := w.string()
		if !ok {
			return errJSON
		}
		w.blank()
		if w.peek() != ':' {
			return errJSON
		}
		w.pos++
		w.blank()
		name := w.part(start, end)
		if length > 0 {
			w.path = append(w.path, '.')
		}
		w.path = append(w.path, name...)
		if err := w.value(id, w.keys.at(name), depth+1); err != nil {
			return err
		}
		w.path = w.path[:length]
		if more, ok = w.next('}'); !ok {
			return errJSON
		}
	}
	return nil
}

// array reads an array. Its members stand under its own key.
func (w *walker) array(parent int32, k *key, depth int) error {
	id := w.record(parent, k, true)
	length, n := len(w.path), int64(0)
	for more := w.open(']'); more; n++ {
		w.path = append(w.path, '[')
		w.path = strconv.AppendInt(w.path, n, 10)
		w.path = append(w.path, ']')
		if err := w.value(id, k, depth+1); err != nil {
			return err
		}
		w.path = w.path[:length]
		ok := false
		if more, ok = w.next(']'); !ok {
			return errJSON
		}
	}
	return nil
}

// record begins an object or array.
func (w *walker) record(parent int32, k *key, array bool) int32 {
	w.records = append(w.records, record{parent: parent, key: k, array: array, first: int32(len(w.leaves)), words: w.wordsAbove(parent) | k.words})
	return int32(len(w.records) - 1)
}

// wordsAbove returns what the keys around a record say.
func (w *walker) wordsAbove(parent int32) wordSet {
	if parent < 0 {
		return 0
	}
	return w.records[parent].words
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
func (w *walker) next(end byte) (more, ok bool) {
	w.blank()
	switch w.peek() {
	case ',':
		w.pos++
		w.blank()
		return true, true
	case end:
		w.pos++
		return false, true
	}
	return false, false
}
