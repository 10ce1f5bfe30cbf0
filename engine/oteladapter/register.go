package oteladapter

import (
	"context"
	"errors"
	"fmt"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/lacuna-go/lacuna/engine/metrics"
)

// Register makes an instrument of a meter for every instrument of the numbers, under the same name and with the same attributes as it has
// labels. Counters and gauges are read when the meter's reader collects, and histograms are recorded as values come. It fails as the meter
// does; unregister what it returns to end the reading. Numbers are registered with one meter.
func Register(m metric.Meter, n *metrics.Numbers) (metric.Registration, error) {
	r := registry{counters: map[string]metric.Int64Observable{}, gauges: map[string]metric.Float64Observable{}, histograms: map[string]metric.Float64Histogram{}}
	for _, i := range metrics.Instruments() {
		if err := r.make(m, &i); err != nil {
			return nil, fmt.Errorf("the instrument %s: %w", i.Name, err)
		}
	}
	reg, err := m.RegisterCallback(r.reader(n), r.observables...)
	if err != nil {
		return nil, err
	}
	n.Mirror(r.recorder)
	return registration{reg, n}, nil
}

// registration ends the recording of histograms, too.
type registration struct {
	metric.Registration
	numbers *metrics.Numbers
}

func (r registration) Unregister() error {
	r.numbers.Mirror(nil)
	return r.Registration.Unregister()
}

type registry struct {
	counters    map[string]metric.Int64Observable
	gauges      map[string]metric.Float64Observable
	histograms  map[string]metric.Float64Histogram
	observables []metric.Observable
}

func (r *registry) make(m metric.Meter, i *metrics.Instrument) error {
	about, unit := metric.WithDescription(i.Help), metric.WithUnit(i.Unit)
	switch i.Kind {
	case metrics.Counter:
		c, err := m.Int64ObservableCounter(i.Name, about, unit)
		r.counters[i.Name], r.observables = c, append(r.observables, c)
		return err
	case metrics.Gauge:
		g, err := m.Float64ObservableGauge(i.Name, about, unit)
		r.gauges[i.Name], r.observables = g, append(r.observables, g)
		return err
	case metrics.Histogram:
		h, err := m.Float64Histogram(i.Name, about, unit, metric.WithExplicitBucketBoundaries(i.Bounds...))
		r.histograms[i.Name] = h
		return err
	}
	return errors.New("of no kind")
}

// reader hands out counters and gauges.
func (r *registry) reader(n *metrics.Numbers) metric.Callback {
	return func(_ context.Context, o metric.Observer) error {
		n.Read(func(s metrics.Sample) {
			switch s.Of.Kind {
			case metrics.Counter:
				o.ObserveInt64(r.counters[s.Of.Name], int64(s.Value), attributes(s.Of, s.Labels))
			case metrics.Gauge:
				o.ObserveFloat64(r.gauges[s.Of.Name], s.Value, attributes(s.Of, s.Labels))
			case metrics.Histogram: // recorded as they come
			}
		})
		return nil
	}
}

// recorder holds the instrument and the attributes of one series.
func (r *registry) recorder(of *metrics.Instrument, labels []string) func(float64) {
	h, with := r.histograms[of.Name], []metric.RecordOption{attributes(of, labels)}
	return func(v float64) { h.Record(context.Background(), v, with...) }
}

func attributes(of *metrics.Instrument, values []string) metric.MeasurementOption {
	list := make([]attribute.KeyValue, len(of.Labels))
	for i, name := range of.Labels {
		list[i] = attribute.String(name, values[i])
	}
	return metric.WithAttributeSet(attribute.NewSet(list...))
}
