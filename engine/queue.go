package engine

import (
	"context"
	"sync"
)

// DroppedEvent stands where events are missing: so many found their [Queue] full.
type DroppedEvent struct{ Count uint64 }

func (DroppedEvent) event() {}

// Queue hands events to an observer that may be slow, or may block: a call never waits for it. It holds a bounded number of events; one
// that finds it full is dropped, and counted. Hand its Observe to [WithObserver], and run it with go:
//
//	q := engine.NewQueue(4096, slow)
//	eng, err := engine.Open("policies", engine.WithObserver(q.Observe))
//	go q.Run(ctx)
//
// The observer gets events one at a time, in the order in which they were observed, and a [DroppedEvent] where some are missing: what it
// is handed and the counts of those together are all events. It is safe for concurrent use.
type Queue struct {
	observer Observer
	wake     chan struct{} // holds one token while there is something to hand out

	mu     sync.Mutex
	ring   []queued
	first  int
	held   int
	missed uint64 // dropped since the last event that found a place
	counts QueueCounts
}

// queued is an event, and how many were dropped before it.
type queued struct {
	event  Event
	missed uint64
}

// QueueCounts are the numbers of a queue since it was made: Received is Delivered, Dropped and Waiting together, and an event that the
// observer is about.
type QueueCounts struct {
	Received, Delivered, Dropped uint64
	// Panics of the observer, among Delivered.
	Panics uint64
	// Waiting events, of Size at most.
	Waiting, Size int
}

// DefaultQueueSize is how many events a queue holds unless it is told otherwise.
const DefaultQueueSize = 4096

// NewQueue returns a queue of at most size events, [DefaultQueueSize] if that is not positive. Nothing is handed out until it runs.
func NewQueue(size int, obs Observer) *Queue {
	if size <= 0 {
		size = DefaultQueueSize
	}
	return &Queue{observer: obs, wake: make(chan struct{}, 1), ring: make([]queued, size)}
}

// Observe puts an event into the queue, or drops it. It never blocks, takes some tens of nanoseconds, and allocates nothing.
func (q *Queue) Observe(ev Event) {
	q.mu.Lock()
	q.counts.Received++
	if q.held == len(q.ring) {
		q.counts.Dropped++
		q.missed++
		q.mu.Unlock()
		return
	}
	q.ring[(q.first+q.held)%len(q.ring)] = queued{ev, q.missed}
	q.held++
	q.missed = 0
	q.mu.Unlock()
	select {
	case q.wake <- struct{}{}:
	default: // it knows
	}
}

// Run hands out events until ctx is done, then those that still wait, and returns the cause of ctx. What comes later fills the queue, and is
// handed out by the next Run. One Run at a time: the order is that of one.
func (q *Queue) Run(ctx context.Context) error {
	for {
		q.Drain()
		select {
		case <-q.wake:
		case <-ctx.Done():
			q.Drain()
			return context.Cause(ctx)
		}
	}
}

// Drain hands out what waits now, in the caller's goroutine, and tells of what was dropped up to then. It is for tests, and for a queue that
// nothing runs.
func (q *Queue) Drain() {
	for range q.Counts().Waiting {
		next, ok := q.take()
		if !ok {
			break
		}
		q.deliver(next)
	}
	q.deliver(queued{missed: q.lost()})
}

// take takes the next event out.
func (q *Queue) take() (next queued, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.held == 0 {
		return queued{}, false
	}
	next, q.ring[q.first] = q.ring[q.first], queued{}
	q.first = (q.first + 1) % len(q.ring)
	q.held--
	return next, true
}

// lost takes the drops that no event has followed yet; while events wait, they stand before the next one that comes.
func (q *Queue) lost() (n uint64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.held == 0 {
		n, q.missed = q.missed, 0
	}
	return n
}

// deliver hands out an event, and what is missing before it.
func (q *Queue) deliver(next queued) {
	if next.missed > 0 {
		q.hand(DroppedEvent{next.missed})
	}
	if next.event == nil {
		return
	}
	q.hand(next.event)
	q.mu.Lock()
	defer q.mu.Unlock()
	q.counts.Delivered++
}

func (q *Queue) hand(ev Event) {
	defer func() {
		if recover() != nil {
			q.mu.Lock()
			q.counts.Panics++
			q.mu.Unlock()
		}
	}()
	q.observer(ev)
}

// Counts returns the numbers so far.
func (q *Queue) Counts() QueueCounts {
	q.mu.Lock()
	defer q.mu.Unlock()
	c := q.counts
	c.Waiting, c.Size = q.held, len(q.ring)
	return c
}
