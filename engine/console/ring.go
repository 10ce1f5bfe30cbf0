package console

// ring keeps the latest values, as many as fit into a number and into a number of bytes.
type ring[T any] struct {
	most, mostBytes int
	bytes           int
	list            []weighed[T] // from head on, the oldest first
	head            int
}

type weighed[T any] struct {
	value T
	bytes int
}

// add keeps a value that takes about so many bytes, and drops the oldest ones that do not fit beside it.
func (r *ring[T]) add(v T, bytes int) {
	r.list = append(r.list, weighed[T]{v, bytes})
	r.bytes += bytes
	for r.len() > r.most || r.bytes > r.mostBytes && r.len() > 1 {
		r.bytes -= r.list[r.head].bytes
		r.list[r.head] = weighed[T]{} // what it held can go
		r.head++
	}
	if r.head > r.most {
		kept := copy(r.list, r.list[r.head:])
		clear(r.list[kept:])
		r.list, r.head = r.list[:kept], 0
	}
}

func (r *ring[T]) len() int { return len(r.list) - r.head }

// latest returns at most n values, the newest first.
func (r *ring[T]) latest(n int) []T {
	n = min(n, r.len())
	out := make([]T, n)
	for i := range out {
		out[i] = r.list[len(r.list)-1-i].value
	}
	return out
}
