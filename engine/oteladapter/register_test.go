package oteladapter_test

import (
	"context"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/attribute"
	sdk "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/metrics"
	"github.com/lacuna-go/lacuna/engine/oteladapter"
)

func open(t *testing.T, opts ...engine.Option) *engine.Engine {
	t.Helper()
	eng, err := engine.New(fstest.MapFS{"p.cel": {Data: []byte(
		`[Turn{budget: duration("8s")}, Policy{name: "p", server: "s", effect: Effect.READ, breaker: Breaker{failures: 1}, when_unavailable: [Omit{}]}]`,
	)}}, opts...)
	require.NoError(t, err)
	return eng
}

// visit makes a turn of one call that is answered, one that is not, and a reply.
func visit(ctx context.Context, t *testing.T, eng *engine.Engine) {
	t.Helper()
	turn, err := eng.Begin(ctx, engine.TurnInfo{ID: "t-1"})
	require.NoError(t, err)
	defer turn.End()
	for _, tool := range []string{"good", "bad"} {
		turn.Do(ctx, engine.Call{Server: "s", Tool: tool}, func(context.Context, engine.Call) (engine.Result, error) {
			if tool == "good" {
				return engine.Result{JSON: []byte(`{}`)}, nil
			}
			return engine.Result{}, engine.StatusError(503, nil)
		})
	}
	engine.Offered(turn, []string{"s__bad"}, func(s string) string { return s })
	turn.Check("Hello.")
}

func collect(t *testing.T, r sdk.Reader) map[string]metricdata.Metrics {
	t.Helper()
	var all metricdata.ResourceMetrics
	require.NoError(t, r.Collect(t.Context(), &all))
	got := map[string]metricdata.Metrics{}
	for _, scope := range all.ScopeMetrics {
		for _, m := range scope.Metrics {
			got[m.Name] = m
		}
	}
	return got
}

func TestRegister(t *testing.T) {
	reader := sdk.NewManualReader()
	n := metrics.New(metrics.Options{})
	eng := open(t, engine.WithObserver(n.Observe))
	n.Attach(eng)
	reg, err := oteladapter.Register(sdk.NewMeterProvider(sdk.WithReader(reader)).Meter("lacuna"), n)
	require.NoError(t, err)
	visit(t.Context(), t, eng)

	// The other exporter's view of the same numbers: what it has, this one has, by the same name and with the same value.
	got, seen := collect(t, reader), map[string]bool{}
	n.Read(func(s metrics.Sample) {
		m, ok := got[s.Of.Name]
		require.True(t, ok, s.Of.Name)
		assert.Equal(t, s.Of.Help, m.Description)
		assert.Equal(t, s.Of.Unit, m.Unit)
		seen[s.Of.Name] = true
		assert.InDelta(t, value(&s), pointOf(t, m, &s), 1e-9, "%s %v", s.Of.Name, s.Labels)
	})
	for name := range got {
		assert.True(t, seen[name], "%s is in no table", name)
	}
	assert.Greater(t, len(seen), 20)

	require.NoError(t, reg.Unregister())
	assert.NotContains(t, collect(t, reader), "lacuna_calls_total")
}

func value(s *metrics.Sample) float64 {
	if s.Buckets != nil {
		return float64(s.Buckets.Count)
	}
	return s.Value
}

// pointOf is the point of a sample's series.
func pointOf(t *testing.T, m metricdata.Metrics, s *metrics.Sample) float64 {
	var pairs []attribute.KeyValue
	for i, l := range s.Of.Labels {
		pairs = append(pairs, attribute.String(l, s.Labels[i]))
	}
	want := attribute.NewSet(pairs...)
	switch data := m.Data.(type) {
	case metricdata.Sum[int64]:
		assert.True(t, data.IsMonotonic, s.Of.Name)
		for _, p := range data.DataPoints {
			if p.Attributes == want {
				return float64(p.Value)
			}
		}
	case metricdata.Gauge[float64]:
		for _, p := range data.DataPoints {
			if p.Attributes == want {
				return p.Value
			}
		}
	case metricdata.Histogram[float64]:
		for _, p := range data.DataPoints {
			if p.Attributes == want {
				assert.Equal(t, s.Of.Bounds, p.Bounds)
				return float64(p.Count)
			}
		}
	}
	t.Errorf("%s has no series %v", s.Of.Name, pairs)
	return 0
}

func TestSpanEvents(t *testing.T) {
	recorded := tracetest.NewSpanRecorder()
	tracer := sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(recorded)).Tracer("test")
	eng := open(t, engine.WithContextObserver(oteladapter.SpanEvents))
	ctx, span := tracer.Start(t.Context(), "reply")
	visit(ctx, t, eng)
	span.End()

	require.Len(t, recorded.Ended(), 1, "it begins no span of its own")
	var names []string
	for _, ev := range recorded.Ended()[0].Events() {
		names = append(names, ev.Name)
	}
	assert.Equal(t, []string{"lacuna.decision", "lacuna.decision", "lacuna.hidden", "lacuna.verdict", "lacuna.turn"}, names)
	attrs := attribute.NewSet(recorded.Ended()[0].Events()[1].Attributes...)
	for key, want := range map[attribute.Key]string{
		"lacuna.id": "t-1/2", "lacuna.server": "s", "lacuna.tool": "bad", "lacuna.outcome": "omit", "lacuna.step": "omit", "lacuna.policy": "p",
		"lacuna.reason": "overloaded",
	} {
		v, ok := attrs.Value(key)
		assert.True(t, ok, key)
		assert.Equal(t, want, v.AsString(), key)
	}
}

// silent is a span that is not sampled.
type silent struct {
	trace.Span
	t *testing.T
}

func (silent) IsRecording() bool { return false }

func (s silent) AddEvent(string, ...trace.EventOption) {
	s.t.Error("an event on a span that does not record")
}

func TestNoEventsOnASpanThatDoesNotRecord(t *testing.T) {
	eng := open(t, engine.WithContextObserver(oteladapter.SpanEvents))
	visit(trace.ContextWithSpan(t.Context(), silent{t: t}), t, eng)
	var ev engine.Event = engine.DecisionEvent{Record: &engine.Record{}}
	ctx := trace.ContextWithSpan(t.Context(), silent{t: t})
	assert.Zero(t, testing.AllocsPerRun(100, func() { oteladapter.SpanEvents(ctx, ev) }))
}
