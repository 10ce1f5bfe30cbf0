package deploy_test

import (
	"testing"
	"time"

	"github.com/prometheus/prometheus/model/histogram"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/model/rulefmt"
	query "github.com/prometheus/prometheus/promql"
	"github.com/prometheus/prometheus/storage"
	"github.com/prometheus/prometheus/tsdb/chunkenc"
	"github.com/prometheus/prometheus/tsdb/chunks"
	"github.com/prometheus/prometheus/util/annotations"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// every is both how often numbers are scraped and how often rules are evaluated.
const every = time.Minute

// TestAlerts plays each alert: series in the notation of promtool, one value a minute from minute 0 on, for which it fires at the minute that is
// given, and others for which it never does.
func TestAlerts(t *testing.T) {
	const tool = `{server="s",tool="t",`
	for alert, c := range map[string]struct {
		fires []string
		at    int // minutes
		quiet []string
	}{
		"LacunaBreakerOpen": {
			[]string{`lacuna_breaker_state` + tool + `state="open"} 0 1x9`, `lacuna_breaker_forced{server="s",tool="t"} 0x10`},
			3,
			[]string{`lacuna_breaker_state` + tool + `state="open"} 1x9`, `lacuna_breaker_forced{server="s",tool="t"} 1x9`},
		},
		"LacunaBreakerFlaps": {
			[]string{`lacuna_breaker_transitions_total` + tool + `to="open",mode="enforce",reason="failures"} 0+1x30`},
			5,
			[]string{`lacuna_breaker_transitions_total` + tool + `to="open",mode="enforce",reason="probe_failed"} 0+1x30`, `lacuna_breaker_transitions_total` + tool + `to="open",mode="shadow",reason="failures"} 0+1x30`},
		},
		"LacunaRecoveryStalls": {
			[]string{`lacuna_breaker_state` + tool + `state="half_open"} 1x10 0x20`, `lacuna_breaker_state` + tool + `state="ramping"} 0x10 1x20`},
			15,
			[]string{`lacuna_breaker_state` + tool + `state="half_open"} 1x10 0x20`},
		},
		"LacunaBreakerForced": {[]string{`lacuna_breaker_forced{server="s",tool="t"} 1x80`}, 60, []string{`lacuna_breaker_forced{server="s",tool="t"} 1x50 0x20`}},
		"LacunaFallbacks": {
			[]string{`lacuna_calls_total` + tool + `outcome="ok"} 0+80x30`, `lacuna_calls_total` + tool + `outcome="omit"} 0+20x30`},
			11,
			[]string{`lacuna_calls_total` + tool + `outcome="ok"} 0+95x30`, `lacuna_calls_total` + tool + `outcome="refused"} 0+50x30`, `lacuna_calls_total` + tool + `outcome="omit"} 0+5x30`},
		},
		"LacunaOldValues": {
			[]string{`lacuna_cached_age_seconds_bucket` + tool + `le="3600"} 0+5x60`, `lacuna_cached_age_seconds_bucket` + tool + `le="86400"} 0+10x60`, `lacuna_cached_age_seconds_bucket` + tool + `le="+Inf"} 0+10x60`},
			16,
			[]string{`lacuna_cached_age_seconds_bucket` + tool + `le="3600"} 0+10x60`, `lacuna_cached_age_seconds_bucket` + tool + `le="86400"} 0+10x60`, `lacuna_cached_age_seconds_bucket` + tool + `le="+Inf"} 0+10x60`},
		},
		"LacunaTurnsEnd": {
			[]string{`lacuna_turns_total{purpose="chat",outcome="done"} 0+90x20`, `lacuna_turns_total{purpose="chat",outcome="hard_fail"} 0+10x20`},
			6,
			[]string{`lacuna_turns_total{purpose="chat",outcome="done"} 0+99x20`, `lacuna_turns_total{purpose="chat",outcome="hard_fail"} 0+1x20`},
		},
		"LacunaUncertainWrites": {[]string{`lacuna_calls_total` + tool + `outcome="uncertain"} 0x5 1x20`}, 6, []string{`lacuna_calls_total` + tool + `outcome="uncertain"} 0x20`}},
		"LacunaTooManyAttempts": {[]string{`lacuna_attempts_alarm 0x4 1x10`}, 10, []string{`lacuna_attempts_alarm 0 1 1 0 1 1 0 1 1 0`}},
		"LacunaRetriesRefused":  {[]string{`lacuna_retries_refused_total 0+5x20`}, 3, []string{`lacuna_retries_refused_total 0+1x30`}},
		"LacunaBudgetSpent": {
			[]string{`lacuna_turn_budget_ratio_bucket{clock="turn",le="0.9"} 0+80x30`, `lacuna_turn_budget_ratio_count{clock="turn"} 0+100x30`},
			11,
			[]string{`lacuna_turn_budget_ratio_bucket{clock="turn",le="0.9"} 0+99x30`, `lacuna_turn_budget_ratio_count{clock="turn"} 0+100x30`},
		},
		"LacunaNoticesFail": {[]string{`lacuna_notices_total{result="failed"} 0 0 1x10`}, 2, []string{`lacuna_notices_total{result="sent"} 0+5x20`}},
		"LacunaRepliesBlocked": {
			[]string{`lacuna_verdicts_total{verdict="pass"} 0+90x30`, `lacuna_verdicts_total{verdict="block"} 0+10x30`},
			11,
			[]string{`lacuna_verdicts_total{verdict="pass"} 0+100x30`, `lacuna_verdicts_total{verdict="block"} 0+1x30`},
		},
		"LacunaShadowWouldBlock":        {[]string{`lacuna_would_verdicts_total{policy="days",verdict="block"} 0 0 1x10`}, 2, []string{`lacuna_would_verdicts_total{policy="days",verdict="flag"} 0+1x10`}},
		"LacunaPoliciesRefused":         {[]string{`lacuna_policies_refused{instance="a"} 0 1x10`}, 6, []string{`lacuna_policies_refused{instance="a"} 0 1 1 0x10`}},
		"LacunaRollbackHolds":           {[]string{`lacuna_policies_held{instance="a"} 1x1500`}, 1440, []string{`lacuna_policies_held{instance="a"} 1x100 0x1400`}},
		"LacunaStepNeverExercised":      {[]string{`lacuna_steps_total{policy="p",step="0",kind="omit"} 0x1500`}, 1440, []string{`lacuna_steps_total{policy="p",step="0",kind="omit"} 0x5 1x5 0x1500`}},
		"LacunaDrillsRest":              {[]string{`lacuna_drills_suspended{server="s",tool="t"} 1x70`}, 60, []string{`lacuna_drills_suspended{server="s",tool="t"} 0x70`}},
		"LacunaCandidateMorePermissive": {[]string{`lacuna_candidate_differences_total{direction="more_permissive"} 0 1x10`}, 1, []string{`lacuna_candidate_differences_total{direction="less_permissive"} 0+1x10`}},
		"LacunaEventsDropped":           {[]string{`lacuna_events_dropped_total{queue="console"} 0 0 9x10`}, 2, []string{`lacuna_events_dropped_total{queue="console"} 9x10`}},
		"LacunaObserverPanics":          {[]string{`lacuna_observer_panics_total 0 1x10`}, 1, []string{`lacuna_observer_panics_total 3x10`}},
	} {
		t.Run(alert, func(t *testing.T) {
			assert.Equal(t, c.at, firesAt(t, alert, c.fires), "the minute in which it fires")
			assert.Equal(t, -1, firesAt(t, alert, c.quiet), "it fires for nothing")
		})
		played[alert] = true
	}
	for _, r := range rules(t) {
		assert.True(t, played[r.Alert], "%s is not played", r.Alert)
	}
}

var played = map[string]bool{}

// firesAt plays an alert on series, and returns the minute in which it fires first; -1 for never.
func firesAt(t *testing.T, alert string, series []string) int {
	t.Helper()
	for _, r := range rules(t) {
		if r.Alert == alert {
			return fires(t, r, memory(t, series))
		}
	}
	require.Fail(t, "there is no alert "+alert)
	return -1
}

// fires evaluates an alert every minute, as Prometheus does.
func fires(t *testing.T, r rulefmt.Rule, store *stored) int {
	t.Helper()
	engine := query.NewEngine(query.EngineOpts{MaxSamples: 1 << 22, Timeout: time.Minute, Parser: promql})
	since := map[string]int{} // when each series of the result became active
	for minute := range store.minutes {
		active := map[string]int{}
		for _, key := range evaluate(t, engine, store, r.Expr, minute) {
			active[key] = minute
			if before, ok := since[key]; ok {
				active[key] = before
			}
			if time.Duration(minute-active[key])*every >= time.Duration(r.For) {
				return minute
			}
		}
		since = active
	}
	return -1
}

// evaluate returns the labels of the series that an expression comes to at a minute.
func evaluate(t *testing.T, engine *query.Engine, store *stored, expr string, minute int) (keys []string) {
	t.Helper()
	q, err := engine.NewInstantQuery(t.Context(), store, nil, expr, time.Unix(0, 0).Add(time.Duration(minute)*every))
	require.NoError(t, err)
	defer q.Close()
	result, err := q.Exec(t.Context()).Vector()
	require.NoError(t, err)
	for _, s := range result {
		keys = append(keys, s.Metric.String())
	}
	return keys
}

// stored are series in memory.
type stored struct {
	list    []storage.Series
	minutes int
}

func memory(t *testing.T, series []string) *stored {
	t.Helper()
	s := &stored{}
	for _, text := range series {
		lset, values, err := promql.ParseSeriesDesc(text)
		require.NoError(t, err, text)
		require.NotNil(t, instrumentOf(lset.Get("__name__")), text)
		var samples []chunks.Sample
		for i, v := range values {
			if !v.Omitted {
				samples = append(samples, sample{int64(i) * every.Milliseconds(), v.Value})
			}
		}
		s.minutes = max(s.minutes, len(values))
		s.list = append(s.list, storage.NewListSeries(lset, samples))
	}
	return s
}

func (s *stored) Querier(_, _ int64) (storage.Querier, error) {
	return &storage.MockQuerier{SelectMockFunction: func(_ bool, _ *storage.SelectHints, matchers ...*labels.Matcher) storage.SeriesSet {
		set := &found{}
		for _, one := range s.list {
			if matches(one.Labels(), matchers) {
				set.list = append(set.list, one)
			}
		}
		return set
	}}, nil
}

func matches(lset labels.Labels, matchers []*labels.Matcher) bool {
	for _, m := range matchers {
		if !m.Matches(lset.Get(m.Name)) {
			return false
		}
	}
	return true
}

// found is a storage.SeriesSet.
type found struct {
	list []storage.Series
	next int
}

func (f *found) Next() bool                        { f.next++; return f.next <= len(f.list) }
func (f *found) At() storage.Series                { return f.list[f.next-1] }
func (f *found) Err() error                        { return nil }
func (f *found) Warnings() annotations.Annotations { return nil }

// sample is one float at a time in milliseconds.
type sample struct {
	at    int64
	value float64
}

func (s sample) T() int64                      { return s.at }
func (s sample) ST() int64                     { return 0 }
func (s sample) F() float64                    { return s.value }
func (s sample) H() *histogram.Histogram       { return nil }
func (s sample) FH() *histogram.FloatHistogram { return nil }
func (s sample) Type() chunkenc.ValueType      { return chunkenc.ValFloat }
func (s sample) Copy() chunks.Sample           { return s }
