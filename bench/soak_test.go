package bench_test

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"github.com/lacuna-go/lacuna/engine"
)

// lines counts what is written to it.
type lines struct{ n atomic.Uint64 }

func (l *lines) Write(p []byte) (int, error) {
	l.n.Add(1)
	return len(p), nil
}

// TestSoak makes 1,000 calls a second of which three in ten fail, with everything that observes, an observer that is too slow, and scrapes ten
// times a second. Memory and goroutines stay level, and each event is received or counted as dropped. It takes six seconds; LACUNA_SOAK=5m
// makes it take five minutes.
func TestSoak(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes some seconds")
	}
	lasts := 6 * time.Second
	if text := os.Getenv("LACUNA_SOAK"); text != "" {
		var err error
		lasts, err = time.ParseDuration(text)
		require.NoError(t, err)
	}
	s := newSoak(t)
	go s.scrape()
	s.run(2 * time.Second) // windows, rings and queues are as full as they will be
	s.run(lasts / 5)
	heap, goroutines := level()
	s.run(lasts - lasts/5)
	heapEnd, goroutinesEnd := level()
	s.stop()
	t.Logf("%d calls; heap %d KiB, at the end %d KiB; goroutines %d, at the end %d; %d events, %d of them dropped before the slow observer; %d scrapes",
		s.calls, heap>>10, heapEnd>>10, goroutines, goroutinesEnd, s.eng.Events().Emitted, s.slow.Counts().Dropped, s.scrapes.Load())
	slack := 0.0
	if lasts < time.Minute { // what is kept of the last minutes still fills
		slack = 2 << 20
	}
	assert.LessOrEqual(t, float64(heapEnd), 1.1*float64(heap)+slack, "the heap grows")
	assert.LessOrEqual(t, goroutinesEnd, goroutines+5, "goroutines grow")
	s.reckon()
}

// soak is an engine under load.
type soak struct {
	*testing.T
	all              *observers
	eng              *engine.Engine
	lines            lines
	slow             *engine.Queue
	seen, missing    atomic.Uint64 // by the slow observer
	calls, decisions int
	scrapes          atomic.Int64
	running          context.Context
	stop             func()
}

func newSoak(t *testing.T) *soak {
	s := &soak{T: t}
	s.all = observeAll(t, queued, &s.lines)
	s.slow = engine.NewQueue(256, func(ev engine.Event) {
		if d, ok := ev.(engine.DroppedEvent); ok {
			s.missing.Add(d.Count)
			return
		}
		s.seen.Add(1)
		time.Sleep(2 * time.Millisecond)
	})
	s.all.options = append(s.all.options, engine.WithObserver(s.slow.Observe))
	s.all.numbers.AddQueue("log", s.all.queue)
	s.all.numbers.AddQueue("slow", s.slow)
	s.eng = s.all.open(t)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 2)
	go func() { ended <- s.all.queue.Run(ctx) }()
	go func() { ended <- s.slow.Run(ctx) }()
	s.running, s.stop = ctx, func() { cancel(); <-ended; <-ended }
	return s
}

// scrape reads the numbers by both exporters.
func (s *soak) scrape() {
	for s.running.Err() == nil {
		_, err := s.all.registry.Gather()
		assert.NoError(s, err)
		var into metricdata.ResourceMetrics
		assert.NoError(s, s.all.reader.Collect(context.Background(), &into))
		s.scrapes.Add(1)
		time.Sleep(100 * time.Millisecond)
	}
}

// run makes 1,000 calls a second for a while, as far as the machine keeps up.
func (s *soak) run(lasts time.Duration) {
	begun := time.Now()
	for n := 0; time.Since(begun) < lasts; {
		for due := int(time.Since(begun).Milliseconds()); n < due && time.Since(begun) < lasts; n++ {
			s.call()
		}
		time.Sleep(time.Millisecond)
	}
}

var tools = []engine.Call{
	quote,
	{Server: "inventory", Tool: "stock_level", Args: json.RawMessage(`{"sku":"JKT-114"}`)},
	{Server: "search", Tool: "semantic_search", Args: json.RawMessage(`{"q":"jacket"}`)},
}

// call is a turn of one call, now and then with a reply.
func (s *soak) call() {
	s.calls++
	turn, err := s.eng.Begin(s.Context(), engine.TurnInfo{
		ID: strconv.Itoa(s.calls), Purpose: "chat", Audience: engine.Person("C-9"),
		Facts: engine.Facts{"customer_specific": false, "time_sensitive": false, "reprices_every": 7 * 24 * time.Hour},
	})
	require.NoError(s, err)
	defer turn.End()
	a := turn.Do(s.Context(), tools[s.calls%len(tools)], func(context.Context, engine.Call) (engine.Result, error) {
		if s.calls%10 < 3 {
			return engine.Result{}, engine.StatusError(http.StatusNotImplemented, nil)
		}
		return engine.Result{JSON: body}, nil
	})
	if a.Record().ID != "" {
		s.decisions++
	}
	if s.calls%4 == 0 {
		turn.Check("It costs €189, or €209.00.")
	}
}

// reckon holds that nothing is lost which is not counted.
func (s *soak) reckon() {
	emitted := s.eng.Events().Emitted
	for name, q := range map[string]*engine.Queue{"log": s.all.queue, "slow": s.slow} {
		c := q.Counts()
		assert.Equal(s, emitted, c.Received, name)
		assert.Equal(s, c.Received, c.Delivered+c.Dropped, "%s: every event is received or counted", name)
		assert.Zero(s, c.Waiting, name)
	}
	assert.Equal(s, s.slow.Counts().Delivered, s.seen.Load())
	assert.Equal(s, s.slow.Counts().Dropped, s.missing.Load(), "the marks say what is missing")
	assert.Greater(s, s.missing.Load(), uint64(0), "it is too slow")
	assert.Equal(s, s.all.queue.Counts().Delivered, s.lines.n.Load(), "one line an event")
	assert.Zero(s, s.eng.Events().Panics)

	families, err := s.all.registry.Gather()
	require.NoError(s, err)
	counted := 0.0
	for _, f := range families {
		if f.GetName() == "lacuna_calls_total" {
			for _, m := range f.Metric {
				counted += m.Counter.GetValue()
			}
		}
	}
	assert.Equal(s, float64(s.decisions), counted, "the numbers have every decision")
}

// level returns the heap after a collection, and how many goroutines there are.
func level() (heap uint64, goroutines int) {
	time.Sleep(50 * time.Millisecond)
	for range 3 {
		runtime.GC()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc, runtime.NumGoroutine()
}
