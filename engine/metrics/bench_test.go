package metrics_test

import (
	"testing"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/metrics"
)

// BenchmarkObserve is what an event costs the call that it is about, besides its record: the numbers, or a queue before something slow.
func BenchmarkObserve(b *testing.B) {
	zero := 0
	ok := engine.Event(engine.DecisionEvent{Record: &engine.Record{Server: "pricing", Tool: "quote", Outcome: "ok", Took: "1.234567ms"}})
	omit := engine.Event(engine.DecisionEvent{Record: &engine.Record{
		Server: "pricing", Tool: "quote", Outcome: "omit", Took: "1.234567ms", StepIndex: &zero, Step: "cached", Policy: "price",
		Failure: &engine.FailureRecord{Kind: "timeout"},
	}})
	n := metrics.New(metrics.Options{})
	queue := engine.NewQueue(0, func(engine.Event) {})
	for _, c := range []struct {
		name    string
		observe engine.Observer
		event   engine.Event
	}{{"ok", n.Observe, ok}, {"fallback", n.Observe, omit}, {"a queue that is full", queue.Observe, ok}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.observe(c.event)
			}
		})
	}
}
