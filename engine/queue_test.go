package engine_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/engine"
)

// number makes events that can be told apart.
func number(n int) engine.Event { return engine.RetryEvent{AttemptsPerCall: float64(n)} }

func TestQueue(t *testing.T) {
	t.Run("hands out in order, with a mark where some are missing", func(t *testing.T) {
		var got []engine.Event
		q := engine.NewQueue(2, func(ev engine.Event) { got = append(got, ev) })
		for n := range 5 {
			q.Observe(number(n))
		}
		q.Drain()
		q.Observe(number(5))
		q.Drain()
		assert.Equal(t, []engine.Event{number(0), number(1), engine.DroppedEvent{Count: 3}, number(5)}, got)
		assert.Equal(t, engine.QueueCounts{Received: 6, Delivered: 3, Dropped: 3, Size: 2}, q.Counts())
	})
	t.Run("a mark stands before the event that follows what is missing", func(t *testing.T) {
		var got []engine.Event
		var q *engine.Queue
		q = engine.NewQueue(1, func(ev engine.Event) {
			if got = append(got, ev); ev == number(0) {
				q.Observe(number(1))
				q.Observe(number(2)) // finds it full
			}
		})
		q.Observe(number(0))
		q.Drain()
		q.Drain()
		q.Observe(number(3))
		q.Drain()
		assert.Equal(t, []engine.Event{number(0), number(1), engine.DroppedEvent{Count: 1}, number(3)}, got)
	})
	t.Run("a blocked observer delays nobody", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			free := make(chan struct{})
			got := 0
			q := engine.NewQueue(10, func(engine.Event) { <-free; got++ })
			ctx, cancel := context.WithCancelCause(t.Context())
			done := make(chan error, 1)
			go func() { done <- q.Run(ctx) }()
			q.Observe(number(0))
			synctest.Wait() // it blocks in the first event
			for n := range 100 {
				q.Observe(number(n))
			}
			assert.Equal(t, engine.QueueCounts{Received: 101, Dropped: 90, Waiting: 10, Size: 10}, q.Counts())
			why := errors.New("shutting down")
			cancel(why)
			close(free)
			assert.Equal(t, why, <-done)
			assert.Equal(t, 12, got, "what waited at the end, and one mark for what was dropped")
			assert.Equal(t, engine.QueueCounts{Received: 101, Delivered: 11, Dropped: 90, Size: 10}, q.Counts())
		})
	})
	t.Run("an observer that panics is counted, and gets the next event", func(t *testing.T) {
		q := engine.NewQueue(0, func(engine.Event) { panic("broken") })
		q.Observe(number(0))
		q.Observe(number(1))
		q.Drain()
		assert.Equal(t, engine.QueueCounts{Received: 2, Delivered: 2, Panics: 2, Size: engine.DefaultQueueSize}, q.Counts())
	})
	t.Run("observing allocates nothing", func(t *testing.T) {
		q := engine.NewQueue(16, func(engine.Event) {})
		ev := number(1)
		assert.Zero(t, testing.AllocsPerRun(100, func() { q.Observe(ev) }))
	})
}

// TestQueueIsShared has many put events in while one hands them out: each is delivered, or counted in a mark, and each producer's come in order.
func TestQueueIsShared(t *testing.T) {
	const producers, each = 8, 2000
	var missing, got uint64
	last := map[int]int{}
	q := engine.NewQueue(64, func(ev engine.Event) {
		switch ev := ev.(type) {
		case engine.DroppedEvent:
			missing += ev.Count
		case engine.RetryEvent:
			got++
			n := int(ev.AttemptsPerCall)
			assert.Greater(t, n%each+1, last[n/each], "in order")
			last[n/each] = n%each + 1
		}
	})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- q.Run(ctx) }()
	var group sync.WaitGroup
	for p := range producers {
		group.Go(func() {
			for i := range each {
				q.Observe(number(p*each + i))
			}
		})
	}
	group.Wait()
	cancel()
	assert.ErrorIs(t, <-done, context.Canceled)
	assert.Equal(t, uint64(producers*each), got+missing)
	assert.Equal(t, engine.QueueCounts{Received: producers * each, Delivered: got, Dropped: missing, Size: 64}, q.Counts())
}
