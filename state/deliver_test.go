package state_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/state"
)

func TestTransitionsAreDeliveredInOrder(t *testing.T) {
	var seen []uint64
	store := state.NewStore(state.Options{Observe: func(t state.Transition) { seen = append(seen, t.Seq) }})
	assert.Zero(t, store.Deliver())
	b := store.Breaker(key)
	fail(b, config(), 3, 0)
	assert.Empty(t, seen, "a call never waits for an observer")
	fail(b, config(), 1, 10*s)
	assert.Equal(t, 3, store.Deliver())
	assert.Zero(t, store.Deliver())
	fail(b, config(), 1, 30*s)
	assert.Equal(t, 2, store.Deliver())
	assert.Equal(t, []uint64{1, 2, 3, 4, 5}, seen)
	assert.Zero(t, store.Dropped())
	assert.Zero(t, state.NewStore(state.Options{}).Deliver())
}

func TestWhatTheObserverMissedIsCounted(t *testing.T) {
	var seen []uint64
	store := state.NewStore(state.Options{Transitions: 4, Observe: func(t state.Transition) { seen = append(seen, t.Seq) }})
	for i := range 10 {
		store.Force(numbered(i), state.ForceOpen, at(0))
	}
	assert.Equal(t, 4, store.Deliver())
	assert.Equal(t, []uint64{7, 8, 9, 10}, seen)
	assert.EqualValues(t, 6, store.Dropped())
}

func TestAnObserverMayUseTheStore(t *testing.T) {
	var store *state.Store
	states := []state.State{}
	store = state.NewStore(state.Options{Observe: func(tr state.Transition) {
		states = append(states, store.Breaker(tr.Key).View(new(pinned).to(config()), tr.At).State)
		store.Breakers(tr.At)
		if tr.To == state.Open {
			store.Force(numbered(1), state.ForceClosed, tr.At)
		}
		assert.Zero(t, store.Deliver(), "it is being delivered")
	}})
	fail(store.Breaker(key), config(), 3, 0)
	assert.Equal(t, 2, store.Deliver())
	assert.Equal(t, []state.State{state.Open, state.Closed}, states)
}

func TestAPanickingObserverMissesNothingElse(t *testing.T) {
	var n atomic.Int64
	store := state.NewStore(state.Options{Observe: func(state.Transition) {
		if n.Add(1) == 1 {
			panic("observer")
		}
	}})
	store.Force(numbered(1), state.ForceOpen, at(0))
	store.Force(numbered(2), state.ForceOpen, at(0))
	assert.Panics(t, func() { store.Deliver() })
	assert.Equal(t, 1, store.Deliver())
}

func TestASlowObserverDelaysNoCall(t *testing.T) {
	inside, leave := make(chan struct{}), make(chan struct{})
	store := state.NewStore(state.Options{Observe: func(state.Transition) { inside <- struct{}{}; <-leave }})
	fail(store.Breaker(key), config(), 3, 0)
	var wg sync.WaitGroup
	wg.Go(func() { store.Deliver() })
	<-inside
	fail(store.Breaker(key), config(), 1, 10*s) // neither of these waits
	assert.Zero(t, store.Deliver())
	assert.Equal(t, state.Open, store.Breaker(key).View(new(pinned).to(config()), at(10*s)).State)
	go func() {
		for range inside {
			leave <- struct{}{}
		}
	}()
	leave <- struct{}{}
	wg.Wait()
	close(inside)
	assert.Zero(t, store.Deliver(), "the one who delivered took the rest with it")
}

func TestConcurrentTransitionsAreDeliveredOnceAndInOrder(t *testing.T) {
	var last uint64
	perKey := map[state.Key]uint64{}
	store := state.NewStore(state.Options{Transitions: 1 << 16, Observe: func(tr state.Transition) {
		assert.Equal(t, last+1, tr.Seq)
		last = tr.Seq
		assert.Greater(t, tr.Generation, perKey[tr.Key])
		perKey[tr.Key] = tr.Generation
	}})
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for i := range 100 {
				store.Force(numbered(i%5), state.Override(1+(g+i)%3), at(time.Duration(i)))
				store.Deliver()
			}
		})
	}
	wg.Wait()
	store.Deliver()
	assert.EqualValues(t, len(store.Transitions(0)), last)
}
