package guard

import (
	"strconv"
	"strings"
)

// maxRoom is how many bytes of paths share the room of one string, and maxIndex what a list's index takes at most.
const (
	maxRoom  = 1024
	maxIndex = len("[1048576]")
)

// paths makes the paths of values that are asked for. Many share the room of one string.
type paths struct {
	room strings.Builder
	of   *leaf  // that was asked for last
	last string // its path
}

// forget drops the paths that were made. They stay valid.
func (p *paths) forget() {
	p.room.Reset()
	p.of, p.last = nil, ""
}

// pathOf returns the path of a leaf, as "items[0].price".
func (w *walker) pathOf(l *leaf) string {
	p := &w.paths
	if p.of == l || l.parent < 0 {
		return p.last
	}
	if need := int(w.records[l.parent].size) + len(l.key.dotted) + maxIndex; p.room.Cap()-p.room.Len() < need {
		p.room.Reset()
		p.room.Grow(max(need, min(w.size, maxRoom)))
	}
	start := p.room.Len()
	w.writeRecord(l.parent, start)
	w.writeStep(l.parent, l.key, l.nth, start)
	p.of, p.last = l, p.room.String()[start:]
	return p.last
}

// writeRecord writes the path of an object or array; start is where it begins.
func (w *walker) writeRecord(i int32, start int) {
	r, room := &w.records[i], &w.paths.room
	if r.parent < 0 || r.path != "" {
		room.WriteString(r.path)
		return
	}
	w.writeRecord(r.parent, start)
	w.writeStep(r.parent, r.key, r.nth, start)
	r.path = room.String()[start:]
}

// writeStep writes what stands in a path for a key, or for the nth of a list, of the record in; start is where the path begins.
func (w *walker) writeStep(in int32, k *key, nth int32, start int) {
	room := &w.paths.room
	switch {
	case w.records[in].array:
		room.WriteByte('[')
		room.WriteString(strconv.Itoa(int(nth)))
		room.WriteByte(']')
	case room.Len() > start:
		room.WriteString(k.dotted)
	default:
		room.WriteString(k.name)
	}
}
