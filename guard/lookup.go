package guard

import "sync"

// lookup finds sources by what they have in common. It is made by the first search, in time linear in the sources, and
// many may search it at once. The zero lookup is ready to use.
type lookup[K comparable] struct {
	once  sync.Once
	parts map[K]int32 // which span
	spans []Span      // of list
	list  []*Source
}

// find returns the sources whose key is k, in their order; of says what the key of a source is, if it has one. The slice
// is shared.
func (l *lookup[K]) find(sources []*Source, k K, of func(*Source) (K, bool)) []*Source {
	l.once.Do(func() { l.build(sources, of) })
	i, ok := l.parts[k]
	if !ok {
		return nil
	}
	s := l.spans[i]
	return l.list[s.Start:s.End:s.End]
}

// build counts the sources of each key, and gives each key a part of one list.
func (l *lookup[K]) build(sources []*Source, of func(*Source) (K, bool)) {
	l.parts = make(map[K]int32, len(sources)/2)
	owner := make([]int32, len(sources)) // its span, counted from 1
	n := 0
	for i, s := range sources {
		k, ok := of(s)
		if !ok {
			continue
		}
		at, known := l.parts[k]
		if !known {
			at = int32(len(l.spans))
			l.parts[k] = at
			l.spans = append(l.spans, Span{})
		}
		l.spans[at].End++
		owner[i] = at + 1
		n++
	}
	start := 0
	for i := range l.spans {
		size := l.spans[i].End
		l.spans[i] = Span{start, start}
		start += size
	}
	l.list = make([]*Source, n)
	for i, s := range sources {
		if at := owner[i]; at > 0 {
			span := &l.spans[at-1]
			l.list[span.End] = s
			span.End++
		}
	}
}
