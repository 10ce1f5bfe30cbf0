package simulate_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/simulate"
	"github.com/lacuna-go/lacuna/state"
)

func healthy(context.Context, engine.Call) (engine.Result, error) {
	return engine.Result{JSON: []byte(`{}`)}, nil
}

func TestFaults(t *testing.T) {
	rates := map[string]simulate.Fault{
		"crm": {Fail: 0.3, Kinds: map[engine.FailureKind]float64{
			engine.TimeoutFailure: 2, engine.UnreachableFailure: 1, engine.QuotaFailure: 0,
		}},
		"crm/safe": {},
	}
	const calls = 10_000
	run := func(seed uint64, tool string) (all string, counts map[engine.FailureKind]int) {
		send := simulate.Faults(healthy, rates, seed)
		counts = map[engine.FailureKind]int{}
		for range calls {
			_, err := send(t.Context(), engine.Call{Server: "crm", Tool: tool})
			var own *engine.Error
			if err != nil {
				require.ErrorAs(t, err, &own)
				assert.Equal(t, own.Failure.Kind != engine.UnreachableFailure, own.Failure.Sent)
				counts[own.Failure.Kind]++
				all += own.Failure.Kind.String()
			}
			all += "."
		}
		return all, counts
	}
	first, counts := run(1, "find")
	again, _ := run(1, "find")
	other, _ := run(2, "find")
	assert.Equal(t, first, again, "equal seeds")
	assert.NotEqual(t, first, other)
	assert.Len(t, counts, 2, "a weight of 0 is none")
	assert.InDelta(t, 0.2, float64(counts[engine.TimeoutFailure])/calls, 0.015)
	assert.InDelta(t, 0.1, float64(counts[engine.UnreachableFailure])/calls, 0.015)
	_, safe := run(1, "safe")
	assert.Empty(t, safe, "the tool's own rates, not its server's")
}

func TestFaultsAddLatency(t *testing.T) {
	clock := state.NewVirtual(time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC))
	send := simulate.Faults(healthy, map[string]simulate.Fault{"crm": {Latency: 3 * time.Second}}, 1, simulate.OnClock(clock))
	begin := clock.Now()
	_, err := send(t.Context(), engine.Call{Server: "crm", Tool: "find"})
	require.NoError(t, err)
	assert.Equal(t, 3*time.Second, clock.Now().Sub(begin))

	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("gone"))
	_, err = send(ctx, engine.Call{Server: "crm", Tool: "find"})
	assert.ErrorContains(t, err, "gone")
}

// An eval suite meets the degraded path without touching a server.
func ExampleFaults() {
	clock := state.NewVirtual(time.Date(2026, 3, 1, 14, 12, 0, 0, time.UTC))
	eng, err := engine.Open("../../policies", engine.WithClock(clock))
	if err != nil {
		fmt.Println(err)
		return
	}
	turn, err := eng.Begin(context.Background(), engine.TurnInfo{ID: "t-1", Audience: engine.Public()})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer turn.End()
	down := simulate.Faults(healthy, map[string]simulate.Fault{"inventory": {Fail: 1}}, 7)
	answer := turn.Do(context.Background(), engine.Call{Server: "inventory", Tool: "stock_level"}, down)
	fmt.Println(answer.Outcome, answer.Record().Failure.Kind)
	fmt.Println(answer.Record().Disclosure)
	// Output:
	// omit internal
	// I can't confirm stock right now.
}
