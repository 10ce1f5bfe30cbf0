package promadapter

import (
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/lacuna-go/lacuna/engine/metrics"
)

// Collector is a [prometheus.Collector] of an engine's numbers: register it. It is safe for concurrent use.
type Collector struct {
	numbers *metrics.Numbers
	descs   map[string]*prometheus.Desc // by name
}

// New returns the collector of numbers. labels are constant ones, as for two engines of one process; nil is none.
func New(n *metrics.Numbers, labels prometheus.Labels) *Collector {
	c := &Collector{numbers: n, descs: map[string]*prometheus.Desc{}}
	for _, i := range metrics.Instruments() {
		c.descs[i.Name] = prometheus.NewDesc(i.Name, i.Help, i.Labels, labels)
	}
	return c
}

// Describe implements [prometheus.Collector].
func (c *Collector) Describe(ch chan<- *prometheus.Desc) {
	for _, i := range metrics.Instruments() {
		ch <- c.descs[i.Name]
	}
}

// Collect implements [prometheus.Collector].
func (c *Collector) Collect(ch chan<- prometheus.Metric) {
	c.numbers.Read(func(s metrics.Sample) { ch <- c.metric(&s) })
}

func (c *Collector) metric(s *metrics.Sample) prometheus.Metric {
	desc := c.descs[s.Of.Name]
	if s.Of.Kind != metrics.Histogram {
		kind := prometheus.CounterValue
		if s.Of.Kind == metrics.Gauge {
			kind = prometheus.GaugeValue
		}
		return one(desc)(prometheus.NewConstMetric(desc, kind, s.Value, s.Labels...))
	}
	buckets := make(map[float64]uint64, len(s.Of.Bounds))
	for i, bound := range s.Of.Bounds {
		buckets[bound] = s.Buckets.Counts[i]
	}
	return one(desc)(prometheus.NewConstHistogram(desc, s.Buckets.Count, s.Buckets.Sum, buckets, s.Labels...))
}

// one returns a metric, or one that says in the scrape what is wrong with it.
func one(desc *prometheus.Desc) func(prometheus.Metric, error) prometheus.Metric {
	return func(m prometheus.Metric, err error) prometheus.Metric {
		if err != nil {
			return prometheus.NewInvalidMetric(desc, err)
		}
		return m
	}
}

// Handler serves the numbers in Prometheus' text format, with those of the Go runtime and of the process, from a registry of its own: for a
// program that has none.
func Handler(n *metrics.Numbers) http.Handler {
	r := prometheus.NewRegistry()
	r.MustRegister(New(n, nil), collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return promhttp.HandlerFor(r, promhttp.HandlerOpts{Registry: r})
}
