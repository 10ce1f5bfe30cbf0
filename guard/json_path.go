package guard

import "strconv"

// place is where something stands in a text, half open.
type place struct{ start, end int32 }

// pathOf writes the path of a leaf, as "items[0].price", behind the paths that were written before. It is good until the next is.
func (w *walker) pathOf(l *leaf) []byte {
	at := w.writePath(l)
	return w.paths[at.start:at.end]
}

// writePath writes the path of a leaf and returns its place among the paths. What its record has of it is written once, and copied for the
// other leaves.
func (w *walker) writePath(l *leaf) place {
	start := int32(len(w.paths))
	if l.parent >= 0 {
		w.writeRecord(l.parent)
		w.writeStep(l.parent, l.key, l.nth, start)
	}
	return place{start, int32(len(w.paths))}
}

// writeRecord writes the path of an object or array.
func (w *walker) writeRecord(i int32) {
	r := &w.records[i]
	if r.parent < 0 {
		return
	}
	if at := r.path; at.end > at.start {
		w.paths = append(w.paths, w.paths[at.start:at.end]...)
		return
	}
	start := int32(len(w.paths))
	w.writeRecord(r.parent)
	w.writeStep(r.parent, r.key, r.nth, start)
	r.path = place{start, int32(len(w.paths))}
}

// writeStep writes what stands in a path for a key, or for the nth of a list, of the record in; start is where the path begins.
func (w *walker) writeStep(in int32, k *key, nth, start int32) {
	switch {
	case w.records[in].array && nth < 10:
		w.paths = append(w.paths, '[', '0'+byte(nth), ']')
	case w.records[in].array:
		w.paths = append(w.paths, '[')
		w.paths = append(strconv.AppendInt(w.paths, int64(nth), 10), ']')
	case int32(len(w.paths)) > start:
		w.paths = append(w.paths, k.dotted...)
	default:
		w.paths = append(w.paths, k.name...)
	}
}
