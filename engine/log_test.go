package engine_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// lineNames are the names of log lines. They are a contract: dashboards and queries read them.
var lineNames = map[string]string{
	"decision": "level event id turn digest generation server tool outcome step policy unmet took attempts retries",
	"decision that failed": "level event cause id turn digest generation server tool outcome step policy unmet took attempts retries step_index " +
		"latency incident reason drilled fault",
	"verdict":   "level event turn digest verdict policy claims unsourced foreign failed would would_policy would_stop",
	"breaker":   "level event server tool from to reason",
	"notice":    "level event turn incident error",
	"hidden":    "level event turn server tool reason disclosed",
	"turn":      "level event turn purpose outcome calls attempts retries took tool_time budget clocks",
	"retries":   "level event attempts_per_call",
	"dropped":   "level event count",
	"operation": "level error event operation by reason server tool for",
	"reload":    "level error event result digest generation",
}

func TestLogLinesHaveStableNames(t *testing.T) {
	bad := engine.ClaimRecord{Text: "€1", Failed: []string{"money"}, Shadow: []string{"money"}}
	one := 1
	for name, ev := range map[string]engine.Event{
		"decision": engine.DecisionEvent{Record: &engine.Record{Outcome: "ok"}},
		"decision that failed": engine.DecisionEvent{Cause: errors.New("raw"), Record: &engine.Record{
			Outcome: "omit", StepIndex: &one, Incident: "i", Reason: "timeout", Drilled: true, Latency: &engine.LatencyRecord{},
			Faults: []engine.FindingRecord{{Error: "e"}},
		}},
		"verdict":   engine.VerdictEvent{Record: &engine.VerdictRecord{Verdict: "block", Would: "block", Claims: []engine.ClaimRecord{bad}}},
		"breaker":   engine.TransitionEvent{Transition: state.Transition{From: state.Closed, To: state.Open}},
		"notice":    engine.NoticeEvent{Err: errors.New("e")},
		"hidden":    engine.HiddenEvent{},
		"turn":      engine.TurnEvent{Clocks: []engine.TurnClock{{}, {Server: "model"}}},
		"retries":   engine.RetryEvent{},
		"dropped":   engine.DroppedEvent{Count: 1},
		"operation": engine.OperationEvent{Err: errors.New("e"), Operation: engine.Operation{Server: "s", For: 1}},
		"reload":    engine.ReloadEvent{Err: errors.New("e"), Generation: 1, Result: engine.ReloadLive},
	} {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			log, err := engine.NewLog(zerolog.New(&b), engine.LogOptions{})
			require.NoError(t, err)
			log.Observe(ev)
			assert.Equal(t, 1, strings.Count(b.String(), "\n"), "one line")
			assert.Equal(t, lineNames[name], strings.Join(names(t, b.Bytes()), " "))
		})
	}
}

func names(t *testing.T, line []byte) (list []string) {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(line))
	_, err := dec.Token()
	require.NoError(t, err)
	for dec.More() {
		key, err := dec.Token()
		require.NoError(t, err)
		var skipped json.RawMessage
		require.NoError(t, dec.Decode(&skipped))
		list = append(list, key.(string))
	}
	return list
}

func TestLogRedacts(t *testing.T) {
	var b bytes.Buffer
	log, err := engine.NewLog(zerolog.New(&b).With().Str("service", "shop").Logger(), engine.LogOptions{
		Redact: []string{"cause", "failed.text", "latency.*", "inputs.said"},
	})
	require.NoError(t, err)
	log.Observe(engine.DecisionEvent{Cause: errors.New("secret"), Record: &engine.Record{Outcome: "omit", Latency: &engine.LatencyRecord{P50: "1s"}}})
	assert.Contains(t, b.String(), `"service":"shop","event":"decision","id":""`, "in the order of the line")
	assert.Contains(t, b.String(), `"latency":{}`)
	assert.Contains(t, b.String(), `"redacted":["cause","latency.count","latency.p50","latency.p95","latency.p99"]`)
	assert.NotContains(t, b.String(), "secret")

	b.Reset()
	log.Observe(engine.VerdictEvent{Record: &engine.VerdictRecord{
		Verdict: "block", Text: "reply", Claims: []engine.ClaimRecord{{Text: "secret", Reason: "unsourced", Failed: []string{"money"}}},
		Inputs: &engine.Inputs{Said: []string{"private"}, Purpose: "chat"},
	}})
	assert.NotContains(t, b.String(), "private", "whole records are redacted, too")
	assert.Contains(t, b.String(), `"purpose":"chat"`)

	b.Reset()
	log.Observe(engine.VerdictEvent{Record: &engine.VerdictRecord{
		Verdict: "block", Claims: []engine.ClaimRecord{{Text: "secret", Reason: "unsourced", Failed: []string{"money"}}},
	}})
	assert.NotContains(t, b.String(), "secret")
	assert.Contains(t, b.String(), `"reason":"unsourced"`)
	assert.Contains(t, b.String(), `"redacted":["failed[0].text"]`)
}

func TestLogOptionsAreChecked(t *testing.T) {
	for path, want := range map[string]string{
		"cuase":     `the log can't be redacted at "cuase": no line has it; did you mean "cause"?`,
		"outcome":   `the log can't be redacted at "outcome": lines are found by their outcome`,
		"failed..a": `the log can't be redacted at "failed..a": no line has it; did you mean "failed"?`,
		"":          `the log can't be redacted at "": no line has it`,
	} {
		_, err := engine.NewLog(zerolog.Nop(), engine.LogOptions{Redact: []string{path}})
		assert.EqualError(t, err, want)
	}
	_, err := engine.NewLog(zerolog.Nop(), engine.LogOptions{OKs: -1})
	assert.EqualError(t, err, "decisions can't be sampled one in -1")
}

// TestLogSamples holds that whole turns are left out, counted, and of nothing but decisions with nothing to tell.
func TestLogSamples(t *testing.T) {
	var b bytes.Buffer
	log, err := engine.NewLog(zerolog.New(&b), engine.LogOptions{OKs: 10})
	require.NoError(t, err)
	const turns = 1000
	for n := range turns {
		for range 2 {
			log.Observe(engine.DecisionEvent{Record: &engine.Record{Turn: strconv.Itoa(n), Outcome: "ok"}})
		}
	}
	lines := strings.Count(b.String(), "\n")
	assert.InDelta(t, 200, lines, 60)
	assert.Equal(t, uint64(2*turns-lines), log.LeftOut())
	assert.Equal(t, lines, strings.Count(b.String(), `"sampled":10`))

	always := []engine.Event{
		engine.DecisionEvent{Record: &engine.Record{Outcome: "ok", Retries: 1}},
		engine.DecisionEvent{Record: &engine.Record{Outcome: "ok", Faults: []engine.FindingRecord{{}}}},
		engine.DecisionEvent{Record: &engine.Record{Outcome: "ok", Arguments: []engine.ClaimRecord{{}}}},
		engine.VerdictEvent{Record: &engine.VerdictRecord{Verdict: "pass"}},
		engine.VerdictEvent{Record: &engine.VerdictRecord{Verdict: "block"}},
	}
	for o := rules.Cached; o <= rules.Cancelled; o++ {
		always = append(always, engine.DecisionEvent{Record: &engine.Record{Outcome: o.String()}})
	}
	b.Reset()
	for n := range 20 {
		for _, ev := range always {
			if d, ok := ev.(engine.DecisionEvent); ok {
				d.Record.Turn = strconv.Itoa(n)
			}
			log.Observe(ev)
		}
	}
	assert.Equal(t, 20*len(always), strings.Count(b.String(), "\n"))
}

// TestLogBehindAQueue holds that a logger whose writer blocks delays no call, and that a line says what is missing.
func TestLogBehindAQueue(t *testing.T) {
	var b bytes.Buffer
	log, err := engine.NewLog(zerolog.New(&b), engine.LogOptions{})
	require.NoError(t, err)
	q := engine.NewQueue(2, log.Observe)
	eng, err := engine.New(fstest.MapFS{"p.cel": {Data: []byte(eventPolicies)}}, engine.WithObserver(q.Observe))
	require.NoError(t, err)
	turn := open(t, eng)
	for range 4 {
		turn.Do(t.Context(), engine.Call{Server: "pay", Tool: "pay"}, func(context.Context, engine.Call) (engine.Result, error) {
			return engine.Result{JSON: []byte(`{}`)}, nil
		})
	}
	assert.Empty(t, b.String())
	q.Drain()
	lines := strings.Split(strings.TrimSpace(b.String()), "\n")
	require.Len(t, lines, 3)
	assert.JSONEq(t, `{"level":"warn","event":"dropped","count":3}`, lines[2])
	assert.True(t, slices.ContainsFunc(lines, func(l string) bool { return strings.Contains(l, `"event":"decision"`) }))
}
