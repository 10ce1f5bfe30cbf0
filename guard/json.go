package guard

import (
	"errors"
	"slices"
)

// The bounds of one result. Whatever goes beyond them is too much evidence, and none of it counts.
const (
	maxJSON    = 1 << 20
	maxLeaves  = 4096
	maxRecords = 4 * maxLeaves
	maxDepth   = 64
)

var (
	errJSON    = errors.New("the JSON is malformed")
	errTooMuch = errors.New("too much evidence")
	errMajor   = errors.New("the amounts are in the major unit")
)

// What the walker returns in place of where it goes on, if it does not.
const (
	malformed = -1
	tooMuch   = -2
)

// leafKind is the JSON type of a scalar.
type leafKind uint8

const (
	leafString leafKind = iota
	leafNumber
	leafOther // true, false, null
)

// leaf is one scalar of a result. Its text is a part of the walker's; without a pointer to it, the list of leaves can be used again
// as it is.
type leaf struct {
	key        *key     // its own key, or the key of the array that holds it
	keys       *keyPath // its own and those around it
	parent     int32
	start, end int32 // of the decoded string, or of the number as written
	nth        int32 // of its list
	kind       leafKind
	rank       int8 // how well it names what its record describes; 0 is not at all
}

// record is one object or array of a result.
type record struct {
	key      *key
	keys     *keyPath
	currency string
	path     place // once it was written
	parent   int32 // -1 at the root
	first    int32 // leaf in it
	names    int32 // how many its leaves give it
	nth      int32 // of its list
	members  int32 // of a list: how many were read
	size     int32 // of its path, at most
	array    bool

	qualified bool // it states currencies of some of its amounts
}

// walker reads JSON once and keeps numbers as text. Its lists are used again.
type walker struct {
	data    string
	decoded []byte // of all strings with escapes
	text    string // data, and behind it what was decoded
	paths   []byte // that were written
	size    int    // of the paths of all leaves, at most
	keys    keyTable
	leaves  []leaf
	records []record
}

// walk reads a whole document.
func (w *walker) walk(data string) error {
	if len(data) > maxJSON {
		return errTooMuch
	}
	w.data, w.size = data, 0
	w.paths, w.decoded, w.leaves, w.records = w.paths[:0], w.decoded[:0], w.leaves[:0], w.records[:0]
	pos := w.document(afterBlank(data, 0))
	if pos == tooMuch {
		return errTooMuch
	}
	if pos < 0 || afterBlank(data, pos) != len(data) {
		return errJSON
	}
	w.text = data
	if len(w.decoded) > 0 {
		w.text += string(w.decoded)
	}
	return nil
}

// large reports whether a document has made the lists longer than is worth keeping.
func (w *walker) large() bool {
	return cap(w.leaves) > maxLeaves/4 || cap(w.records) > maxLeaves/4 || cap(w.decoded) > maxJSON/16 || cap(w.paths) > maxJSON/16
}

// forget drops what was read, but for the keys.
func (w *walker) forget() {
	w.data, w.text = "", ""
	clear(w.records)
	w.keys.bound()
}

// textOf returns a decoded string, or a number as written.
func (w *walker) textOf(l *leaf) string { return w.text[l.start:l.end] }

// afterBlank returns where the blanks at pos end.
func afterBlank(data string, pos int) int {
	for pos < len(data) && data[pos] <= ' ' && (data[pos] == ' ' || data[pos] == '\n' || data[pos] == '\t' || data[pos] == '\r') {
		pos++
	}
	return pos
}

// document reads the value at pos with all that is in it, and returns where it ends.
func (w *walker) document(pos int) int {
	keys := w.keys.begin()
	last, in := keys, int32(-1) // the member before, and the record around
	for depth := 0; depth <= maxDepth; {
		if pos >= len(w.data) {
			return malformed
		}
		end := true
		switch c := w.data[pos]; c {
		case '{', '[':
			if in = w.record(in, keys, c == '['); in < 0 {
				return tooMuch
			}
			depth++
			pos = afterBlank(w.data, pos+1)
			end = pos < len(w.data) && w.data[pos] == c+2
		case '"':
			pos = w.quoted(pos, in, keys)
		default:
			pos = w.bare(pos, in, keys)
		}
		if pos < 0 {
			return pos
		}
		for more := true; more; {
			if end {
				if in, pos, depth = w.after(in, pos, depth); in < 0 || pos < 0 {
					return pos
				}
			}
			if r := &w.records[in]; r.array {
				keys, more = r.keys.each, false
				continue
			}
			if keys, pos, end = w.members(in, pos, last); pos < 0 {
				return pos
			}
			last, more = keys, end
		}
	}
	return tooMuch
}

// members reads members of the record in from pos on. It stops behind the last one, which it returns with true, or before a value that is
// more than a plain string or number, which it returns with false. After the member last, the one that came there the last time is looked for
// first: records of one sort have the same keys in the same order.
func (w *walker) members(in int32, pos int, last *keyPath) (keys *keyPath, next int, end bool) {
	data, r := w.data, &w.records[in]
	for {
		keys = last.next
		if keys != nil && keys.up == r.keys && keys.key.begins(data, pos) {
			pos += len(keys.key.quoted)
			if pos < len(data) && data[pos] <= ' ' {
				pos = afterBlank(data, pos)
			}
		} else {
			if keys, pos = w.member(pos, r.keys); pos < 0 {
				return nil, pos, false
			}
			if keys.key.quoted != "" {
				last.next = keys
			}
		}
		n := len(w.leaves)
		if pos >= len(data) || n >= maxLeaves || n == cap(w.leaves) || w.size > maxJSON {
			return keys, pos, false
		}
		kind, start, after := leafNumber, pos, 0
		if c := data[pos]; c == '"' {
			start++
			if after = afterPlain(data, start); after >= len(data) || data[after] != '"' {
				return keys, pos, false
			}
			kind = leafString
		} else if c-'0' > 9 {
			return keys, pos, false
		} else if after = afterNumber(data, pos); after < 0 {
			return nil, malformed, false
		}
		w.leaves = w.leaves[:n+1]
		l := &w.leaves[n]
		l.key, l.keys, l.parent, l.kind, l.rank = keys.key, keys, in, kind, 0
		l.start, l.end, l.nth = int32(start), int32(after), 0
		w.size += int(r.size) + len(keys.key.dotted)
		if kind == leafString {
			after++
		}
		if after >= len(data) || data[after] != ',' {
			return keys, after, true
		}
		if pos = after + 1; pos < len(data) && data[pos] <= ' ' {
			pos = afterBlank(data, pos)
		}
		last = keys
	}
}

// after reads what follows a value, up to the next member of the record in or of one around it. It returns that record, or -1 at the
// end of the document.
func (w *walker) after(in int32, pos, depth int) (int32, int, int) {
	for in >= 0 {
		if pos = afterBlank(w.data, pos); pos >= len(w.data) {
			return in, malformed, depth
		}
		r := &w.records[in]
		switch c := w.data[pos]; {
		case c == ',':
			return in, afterBlank(w.data, pos+1), depth
		case c == ']' && r.array, c == '}' && !r.array:
			in, pos, depth = r.parent, pos+1, depth-1
		default:
			return in, malformed, depth
		}
	}
	return in, pos, depth
}

// quoted reads the string at pos as a value, and returns where it ends.
func (w *walker) quoted(pos int, in int32, keys *keyPath) int {
	start, end, pos := w.string(pos)
	if pos < 0 {
		return malformed
	}
	return w.scalar(pos, in, keys, leafString, start, end)
}

// bare reads the number, or the true, false or null, at pos as a value, and returns where it ends.
func (w *walker) bare(pos int, in int32, keys *keyPath) int {
	kind, end := leafOther, 0
	switch w.data[pos] {
	case 't':
		end = w.afterWord(pos, "true")
	case 'f':
		end = w.afterWord(pos, "false")
	case 'n':
		end = w.afterWord(pos, "null")
	default:
		kind, end = leafNumber, afterNumber(w.data, pos)
	}
	if end < 0 {
		return malformed
	}
	return w.scalar(end, in, keys, kind, pos, end)
}

// scalar keeps a value of the record in that ends at pos, and returns pos.
func (w *walker) scalar(pos int, in int32, keys *keyPath, kind leafKind, start, end int) int {
	n := len(w.leaves)
	if n >= maxLeaves || w.size > maxJSON {
		return tooMuch
	}
	if n == cap(w.leaves) {
		w.leaves = slices.Grow(w.leaves, max(n, 64))
	}
	w.leaves = w.leaves[:n+1]
	l := &w.leaves[n]
	l.key, l.keys, l.parent, l.kind, l.rank = keys.key, keys, in, kind, 0
	l.start, l.end, l.nth = int32(start), int32(end), 0
	if in < 0 {
		return pos
	}
	r := &w.records[in]
	size := int(r.size)
	if !r.array {
		size += len(keys.key.dotted)
	} else {
		l.nth = r.members
		size += r.index()
	}
	w.size += size
	return pos
}

// record begins an object or array in the record in and returns its number, or -1 where there are too many.
func (w *walker) record(in int32, keys *keyPath, array bool) int32 {
	n := len(w.records)
	if n >= maxRecords {
		return -1
	}
	if n == cap(w.records) {
		w.records = slices.Grow(w.records, max(n, 16))
	}
	w.records = w.records[:n+1]
	r := &w.records[n]
	r.key, r.keys, r.parent, r.first, r.array = keys.key, keys, in, int32(len(w.leaves)), array
	r.nth, r.size, r.members, r.path = 0, 0, 0, place{}
	r.names, r.currency, r.qualified = 0, "", false
	if array {
		keys.inside()
	}
	if in < 0 {
		return int32(n)
	}
	up := &w.records[in]
	if !up.array {
		r.size = up.size + int32(len(keys.key.dotted))
		return int32(n)
	}
	r.nth = up.members
	r.size = up.size + int32(up.index())
	return int32(n)
}

// index counts a member of a list, and returns how long its index is in a path.
func (r *record) index() int {
	r.members++
	switch n := r.members; {
	case n <= 10:
		return len("[9]")
	case n <= 100:
		return len("[99]")
	case n <= 1000:
		return len("[999]")
	}
	return len("[999999]")
}

// member reads the key of a member of the record under keys, and what stands before its value.
func (w *walker) member(pos int, keys *keyPath) (*keyPath, int) {
	if pos >= len(w.data) || w.data[pos] != '"' {
		return nil, malformed
	}
	start, end, pos := w.string(pos)
	if pos < 0 {
		return nil, malformed
	}
	if pos = afterBlank(w.data, pos); pos >= len(w.data) || w.data[pos] != ':' {
		return nil, malformed
	}
	pos = afterBlank(w.data, pos+1)
	if n := len(w.data); start >= n {
		return w.keys.at(keys, string(w.decoded[start-n:end-n])), pos
	}
	return w.keys.at(keys, w.data[start:end]), pos
}
