package deploy_test

import (
	"context"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/prometheus/model/labels"
	query "github.com/prometheus/prometheus/promql"
	"github.com/prometheus/prometheus/storage"
	"github.com/prometheus/prometheus/tsdb/chunks"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/metrics"
	"github.com/lacuna-go/lacuna/engine/promadapter"
	"github.com/lacuna-go/lacuna/state"
)

const shopPolicies = `[
  Policy{name: "price", server: "pricing", tools: ["quote"], effect: Effect.READ, retry: Retry{max: 1},
    breaker: Breaker{failures: 3, open_for: duration("30s"), max_open_for: duration("5m")},
    when_unavailable: [Cached{max_age: duration("5m")}, HardFail{message: "No price."}]},
  Policy{name: "stock", server: "stock", tools: ["level"], effect: Effect.READ, when_unavailable: [Omit{disclose: "No stock."}]},
  Policy{name: "order", server: "orders", effect: Effect.WRITE, timeout: duration("1s"), when_unavailable: [HardFail{message: "No."}]},
  Claims{name: "money", kinds: [Kind.MONEY], otherwise: Block{message: "No price."}},
]`

// TestOutage plays an afternoon of a shop in virtual time, scraped once a minute: from minute 20 to 50 the price does not answer, in minute 55 an order gets lost,
// and from minute 60 on the model makes up prices. The alerts that fire, and when, are those that an operator would expect, and no other.
func TestOutage(t *testing.T) {
	s := afternoon(t)
	fired := map[string]int{}
	for _, r := range rules(t) {
		if at := fires(t, r, s.stored); at >= 0 {
			fired[r.Alert] = at
		}
	}
	assert.Equal(t, map[string]int{
		"LacunaBreakerOpen":     22,
		"LacunaFallbacks":       30,
		"LacunaTurnsEnd":        31,
		"LacunaUncertainWrites": 55,
		"LacunaRepliesBlocked":  72,
		"LacunaEventsDropped":   1,
	}, fired)
}

// TestPanelsHaveData evaluates every panel on that afternoon: none errs, and only what did not happen is empty.
func TestPanelsHaveData(t *testing.T) {
	s := afternoon(t)
	engine := query.NewEngine(query.EngineOpts{MaxSamples: 1 << 22, Timeout: time.Minute, Parser: promql})
	var empty []string
	for _, p := range panels(t).Panels {
		for _, target := range p.Targets {
			found := 0
			for minute := range s.minutes {
				found += len(evaluate(t, engine, s.stored, strings.ReplaceAll(filled(target.Expr), "[1m]", "[5m]"), minute))
			}
			if found == 0 {
				empty = append(empty, p.Title+" "+target.RefID)
			}
		}
	}
	assert.Equal(t, []string{
		"Not closed, and since when C",        // nobody forced a breaker
		"Absences A",                          // the stock always answered
		"Tools that were left out of lists A", // nobody asked for a list
		"Refused calls A",                     // every call was right
		"Shadow mode would have A",            // no Claims are in shadow mode
		"Drills A", "Drills B",                // nothing was drilled
		"Reloads A", // but for the first load
		"Events E",  // the log samples nothing
	}, empty)
}

// afternoon is the shop after 90 minutes.
func afternoon(t *testing.T) *shop {
	s := newShop(t)
	for minute := range 90 {
		for n := range 12 {
			s.visit(minute, n)
		}
		s.scrape()
	}
	return s
}

type shop struct {
	*stored
	t        *testing.T
	clock    *state.Virtual
	eng      *engine.Engine
	registry *prometheus.Registry
	samples  map[string][]chunks.Sample
	labels   map[string]labels.Labels
}

func newShop(t *testing.T) *shop {
	s := &shop{
		stored: &stored{}, t: t, clock: state.NewVirtual(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)), registry: prometheus.NewRegistry(),
		samples: map[string][]chunks.Sample{}, labels: map[string]labels.Labels{},
	}
	numbers := metrics.New(metrics.Options{Clock: s.clock})
	log, err := engine.NewLog(zerolog.New(io.Discard), engine.LogOptions{})
	require.NoError(t, err)
	queue := engine.NewQueue(10, log.Observe) // that nobody runs
	numbers.AddQueue("log", queue)
	s.eng, err = engine.New(fstest.MapFS{"p.cel": {Data: []byte(shopPolicies)}},
		engine.WithClock(s.clock), engine.WithObserver(numbers.Observe), engine.WithObserver(queue.Observe))
	require.NoError(t, err)
	numbers.Attach(s.eng)
	require.NoError(t, s.registry.Register(promadapter.New(numbers, prometheus.Labels{"instance": "a", "job": "shop"})))
	return s
}

// visit makes one turn, five seconds after the one before.
func (s *shop) visit(minute, n int) {
	s.clock.Advance(time.Date(2026, 3, 1, 12, minute, 5*n, 0, time.UTC).Sub(s.clock.Now()))
	turn, err := s.eng.Begin(s.t.Context(), engine.TurnInfo{Audience: engine.Public()})
	require.NoError(s.t, err)
	defer turn.End()
	call := func(server, tool string) {
		turn.Do(s.t.Context(), engine.Call{Server: server, Tool: tool}, func(context.Context, engine.Call) (engine.Result, error) {
			switch {
			case server == "pricing" && minute >= 20 && minute < 50:
				return engine.Result{}, engine.StatusError(http.StatusServiceUnavailable, nil)
			case server == "orders":
				return engine.Result{}, context.DeadlineExceeded
			}
			return engine.Result{JSON: []byte(`{"price":{"amount":"209.00","currency":"EUR"}}`)}, nil
		})
	}
	call("stock", "level")
	call("pricing", "quote")
	if minute == 55 && n == 0 {
		call("orders", "create")
	}
	reply := "It costs €209."
	if minute >= 60 && n == 0 {
		reply = "It costs €189."
	}
	if _, ended := turn.Ended(); !ended {
		turn.Check(reply)
	}
}

// scrape appends every series as it is at the end of the minute.
func (s *shop) scrape() {
	families, err := s.registry.Gather()
	require.NoError(s.t, err)
	for _, f := range families {
		for _, m := range f.Metric {
			switch {
			case m.Counter != nil:
				s.add(f.GetName(), m, m.Counter.GetValue())
			case m.Gauge != nil:
				s.add(f.GetName(), m, m.Gauge.GetValue())
			case m.Histogram != nil:
				s.add(f.GetName()+"_count", m, float64(m.Histogram.GetSampleCount()))
				s.add(f.GetName()+"_sum", m, m.Histogram.GetSampleSum())
				s.add(f.GetName()+"_bucket", m, float64(m.Histogram.GetSampleCount()), "le", "+Inf")
				for _, b := range m.Histogram.Bucket {
					s.add(f.GetName()+"_bucket", m, float64(b.GetCumulativeCount()), "le", strconv.FormatFloat(b.GetUpperBound(), 'g', -1, 64))
				}
			}
		}
	}
	s.minutes++
	s.list = s.list[:0]
	for key, samples := range s.samples {
		s.list = append(s.list, storage.NewListSeries(s.labels[key], samples))
	}
}

func (s *shop) add(name string, m *dto.Metric, value float64, more ...string) {
	pairs := append([]string{"__name__", name}, more...)
	for _, l := range m.Label {
		pairs = append(pairs, l.GetName(), l.GetValue())
	}
	lset := labels.FromStrings(pairs...)
	key := lset.String()
	s.labels[key] = lset
	s.samples[key] = append(s.samples[key], sample{int64(s.minutes) * every.Milliseconds(), value})
}
