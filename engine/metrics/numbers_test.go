package metrics_test

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/metrics"
	"github.com/lacuna-go/lacuna/state"
)

const policies = `[
  Turn{budget: duration("8s"), budgets: {"model": duration("90s")}},
  Policy{name: "price", server: "pricing", tools: ["quote"], effect: Effect.READ, retry: Retry{max: 1, backoff: Backoff{initial: duration("1ms"), max: duration("1ms")}},
    breaker: Breaker{failures: 2, open_for: duration("30s"), ramp: [0.5], ramp_for: duration("10s")},
    forbid: {"closed": has(call.args.closed)}, drill: Drill{share: 0.0001},
    when_unavailable: [Cached{max_age: duration("1h")}, HardFail{message: "No."}]},
  Policy{name: "search", server: "search", tools: ["semantic"], effect: Effect.READ, breaker: Breaker{failures: 1},
    when_unavailable: [UseTool{tool: "keyword"}, Omit{disclose: "No search."}]},
  Policy{name: "keyword", server: "search", tools: ["keyword"], effect: Effect.READ, when_unavailable: [Omit{}]},
  Policy{name: "any", server: "free", effect: Effect.READ, when_unavailable: [Omit{}]},
  Policy{name: "order", server: "orders", tools: ["create"], effect: Effect.WRITE, when_unavailable: [HardFail{message: "No."}]},
  Claims{name: "money", kinds: [Kind.MONEY], otherwise: Block{message: "No price."}},
  Claims{name: "days", kinds: [Kind.DATE], mode: Mode.SHADOW, otherwise: Block{message: "No date."}},
]`

// shop is an engine whose numbers are counted, in virtual time.
type shop struct {
	*testing.T
	eng     *engine.Engine
	numbers *metrics.Numbers
	clock   *state.Virtual
	turns   int
}

func open(t *testing.T, o metrics.Options, opts ...engine.Option) *shop {
	t.Helper()
	s := &shop{T: t, clock: state.NewVirtual(time.Date(2026, 3, 1, 14, 12, 0, 0, time.UTC))}
	o.Clock = s.clock
	s.numbers = metrics.New(o)
	var err error
	s.eng, err = engine.New(fstest.MapFS{"p.cel": {Data: []byte(policies)}},
		append(opts, engine.WithClock(s.clock), engine.WithObserver(s.numbers.Observe))...)
	require.NoError(t, err)
	s.numbers.Attach(s.eng)
	return s
}

func (s *shop) begin() *engine.Turn {
	s.turns++
	turn, err := s.eng.Begin(s.Context(), engine.TurnInfo{ID: strconv.Itoa(s.turns), Audience: engine.Public()})
	require.NoError(s, err)
	return turn
}

// call makes a turn of one call whose attempts take 1 s and come to err.
func (s *shop) call(server, tool string, err error) engine.Answer {
	turn := s.begin()
	defer turn.End()
	return turn.Do(s.Context(), engine.Call{Server: server, Tool: tool}, s.dispatch(err))
}

func (s *shop) dispatch(err error) engine.Dispatch {
	return func(_ context.Context, c engine.Call) (engine.Result, error) {
		s.clock.Advance(time.Second)
		if err != nil && c.Tool != "keyword" {
			return engine.Result{}, err
		}
		return engine.Result{JSON: []byte(`{"price":{"amount":"209.00","currency":"EUR"}}`)}, nil
	}
}

// read returns the series by how Prometheus would write them; of a histogram, its count and sum.
func (s *shop) read() map[string]string {
	got := map[string]string{}
	s.numbers.Read(func(x metrics.Sample) {
		require.Len(s, x.Labels, len(x.Of.Labels), x.Of.Name)
		var pairs []string
		for i, name := range x.Of.Labels {
			pairs = append(pairs, name+"="+x.Labels[i])
		}
		key := x.Of.Name + "{" + strings.Join(pairs, ",") + "}"
		require.NotContains(s, got, key, "twice")
		got[key] = strconv.FormatFloat(x.Value, 'g', -1, 64)
		if x.Buckets != nil {
			got[key] = fmt.Sprintf("%d %g", x.Buckets.Count, x.Buckets.Sum)
		}
	})
	return got
}

var down = engine.StatusError(503, nil)

// TestNumbers plays an afternoon in which everything happens that there is a number for.
func TestNumbers(t *testing.T) {
	log, err := engine.NewLog(zerolog.Nop(), engine.LogOptions{OKs: 1000})
	require.NoError(t, err)
	q := engine.NewQueue(1, func(engine.Event) {})
	s := open(t, metrics.Options{}, engine.WithObserver(log.Observe), engine.WithObserver(q.Observe))
	s.numbers.AddLog(log)
	s.numbers.AddQueue("console", q)

	s.call("pricing", "quote", nil)
	s.call("pricing", "quote", down) // an attempt and a retry: 2 s of the turn's 8
	s.call("pricing", "quote", down) // now its breaker opens
	s.clock.Advance(30 * time.Second)
	s.call("pricing", "quote", nil) // a probe: half a minute, and the calls' time
	s.clock.Advance(10 * time.Second)
	for s.call("pricing", "quote", nil).Outcome != engine.OK { // until one falls into the ramp's share
	}
	s.call("search", "semantic", down)
	turn := s.begin()
	engine.Offered(turn, []string{"search__keyword", "search__semantic"}, func(n string) string { return n })
	turn.Do(t.Context(), engine.Call{Server: "pricing", Tool: "quote", Args: []byte(`{"closed":true}`)}, s.dispatch(nil))
	turn.Do(t.Context(), engine.Call{Server: "pricing", Tool: "quote", Args: []byte(`[`)}, s.dispatch(nil))
	turn.Check("It costs €1. It comes on 3 May 2026.")
	turn.End()
	require.NoError(t, s.eng.Operate(engine.Operation{Kind: engine.OpDrill, Server: "free", Tool: "t", By: "mara"}))
	s.call("free", "t", nil)
	turn = s.begin()
	turn.Do(t.Context(), engine.Call{Server: "orders", Tool: "create"}, s.dispatch(context.DeadlineExceeded))
	turn.Delivered(nil)
	s.numbers.Observe(engine.CandidateEvent{Err: context.Canceled})

	got := s.read()
	for key, want := range map[string]string{
		"lacuna_calls_total{server=pricing,tool=quote,outcome=ok}":                                          "3",
		"lacuna_calls_total{server=pricing,tool=quote,outcome=cached}":                                      "2",
		"lacuna_calls_total{server=pricing,tool=quote,outcome=uncertain}":                                   "0",
		"lacuna_calls_total{server=orders,tool=create,outcome=uncertain}":                                   "1",
		"lacuna_failures_total{server=pricing,tool=quote,kind=overloaded}":                                  "2",
		"lacuna_steps_total{policy=price,step=0,kind=cached}":                                               "2",
		"lacuna_steps_total{policy=price,step=1,kind=hard_fail}":                                            "0",
		"lacuna_steps_total{policy=search,step=0,kind=use_tool}":                                            "1",
		"lacuna_omissions_total{server=free,tool=t,disclosed=false}":                                        "1",
		"lacuna_refused_total{server=pricing,tool=quote,reason=forbidden}":                                  "1",
		"lacuna_refused_total{server=pricing,tool=quote,reason=invalid}":                                    "1",
		"lacuna_drills_total{server=free,tool=t}":                                                           "1",
		"lacuna_drills_suspended{server=pricing,tool=quote}":                                                "1",
		"lacuna_breaker_state{server=search,tool=semantic,state=open}":                                      "1",
		"lacuna_breaker_state{server=search,tool=semantic,state=closed}":                                    "0",
		"lacuna_breaker_transitions_total{server=pricing,tool=quote,to=open,reason=failures,mode=enforce}":  "1",
		"lacuna_breaker_transitions_total{server=pricing,tool=quote,to=ramping,reason=probed,mode=enforce}": "1",
		"lacuna_breaker_recovery_seconds{server=pricing,tool=quote}":                                        "1 31",
		"lacuna_attempts_alarm{}":                                                                           "0",
		"lacuna_retries_refused_total{}":                                                                    "0",
		"lacuna_turns_total{purpose=chat,outcome=uncertain}":                                                "1",
		"lacuna_verdicts_total{verdict=block}":                                                              "1",
		"lacuna_verdicts_total{verdict=pass}":                                                               "0",
		"lacuna_claims_total{site=reply,kind=money,result=failed,reason=unsourced}":                         "1",
		"lacuna_claims_total{site=reply,kind=date,result=would_fail,reason=unsourced}":                      "1",
		"lacuna_candidate_differences_total{direction=error}":                                               "1",
		"lacuna_notices_total{result=sent}":                                                                 "1",
		"lacuna_notices_total{result=failed}":                                                               "0",
		"lacuna_reloads_total{result=live}":                                                                 "1",
		"lacuna_reloads_total{result=broken}":                                                               "0",
		"lacuna_policies_refused{}":                                                                         "0",
		"lacuna_events_waiting{queue=console}":                                                              "1",
		"lacuna_log_left_out_total{}":                                                                       "3",
	} {
		assert.Equal(t, want, got[key], key)
	}
	for _, i := range metrics.Instruments() {
		if !slices.Contains([]string{"lacuna_attempts_per_call", "lacuna_would_verdicts_total", "lacuna_tools_hidden_total"}, i.Name) {
			assert.True(t, slices.ContainsFunc(keys(got), func(k string) bool { return strings.HasPrefix(k, i.Name+"{") }), "no series of %s", i.Name)
		}
	}
	if t.Failed() {
		list := keys(got)
		slices.Sort(list)
		for _, k := range list {
			t.Log(k, got[k])
		}
	}
}

func keys(m map[string]string) (list []string) {
	for k := range m {
		list = append(list, k)
	}
	return list
}
