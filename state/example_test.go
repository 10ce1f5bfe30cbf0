package state_test

import (
	"context"
	"fmt"
	"time"

	"github.com/lacuna-go/lacuna/state"
)

// Three failures in a row open a breaker, a good probe closes it. Time is an argument, here of a virtual clock.
func Example() {
	clock := state.NewVirtual(time.Date(2026, 3, 1, 14, 12, 0, 0, time.UTC))
	store := state.NewStore(state.Options{Observe: func(t state.Transition) {
		fmt.Printf("%s: %s -> %s, %s\n", t.At.Format(time.TimeOnly), t.From, t.To, t.Reason)
	}})
	breaker, cfg := store.Breaker(state.Key{Server: "pricing", Tool: "quote"}), state.DefaultConfig()
	call := func(kind state.FailureKind) {
		permit, ok := breaker.Admit(&cfg, "conversation-1", 6*time.Second, clock.Now())
		if !ok {
			fmt.Println("no call before", breaker.View(&cfg, clock.Now()).Until.Format(time.TimeOnly))
			return
		}
		permit.Done(state.Outcome{Kind: kind}, clock.Now())
	}
	for range 4 {
		call(state.Timeout)
	}
	clock.Advance(30 * time.Second)
	call(0)
	store.Deliver()
	// Output:
	// no call before 14:12:30
	// 14:12:00: closed -> open, failures
	// 14:12:30: open -> half_open, failures
	// 14:12:30: half_open -> closed, recovered
}

// A call that hangs is cut at its deadline, without anybody waiting for it.
func ExampleVirtual() {
	clock := state.NewVirtual(time.Date(2026, 3, 1, 14, 12, 0, 0, time.UTC))
	deadline := clock.Now().Add(2500 * time.Millisecond)
	returned := clock.Run(context.Background(), deadline, func(ctx context.Context) {
		fmt.Println(clock.Sleep(ctx, clock.Now().Add(time.Hour)))
	})
	fmt.Println(returned, clock.Now().Format("15:04:05.0"))
	// Output:
	// context deadline exceeded
	// false 14:12:02.5
}

// Every entry has a provenance.
func ExampleStore_Put() {
	store, now := state.NewStore(state.Options{}), time.Date(2026, 3, 1, 14, 12, 0, 0, time.UTC)
	fmt.Println(store.Put("JKT-114", state.Entry{Server: "pricing", Payload: []byte("209.00")}, now))
	fmt.Println(store.Put("JKT-114", state.Entry{Server: "pricing", AsOf: now.Add(-time.Minute), Payload: []byte("209.00")}, now))
	entry, ok := store.Entry("JKT-114")
	fmt.Println(ok, now.Sub(entry.AsOf))
	// Output:
	// entry without as_of or server
	// <nil>
	// true 1m0s
}
