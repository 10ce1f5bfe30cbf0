package simulate_test

import (
	"context"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/simulate"
)

// A scenario that the engine plays, with goroutines, timers and dispatchers, comes to the same decisions.
func TestReplayInWallTime(t *testing.T) {
	for _, name := range []string{"thirty-percent", "seventy-percent", "dead-minute"} {
		t.Run(name, func(t *testing.T) {
			s := scenario(t, name)
			s.Think = simulate.Duration(300 * time.Millisecond)
			report, err := s.Play(shop(t))
			require.NoError(t, err)
			synctest.Test(t, func(t *testing.T) {
				eng, err := engine.Open("../../policies")
				require.NoError(t, err)
				got := (&wall{scenario: s, eng: eng, begin: time.Now(), world: simulate.NewWorld(s, time.Now())}).play(t)
				want := report.Lacuna.All()
				require.Len(t, got, len(want))
				for i := range want {
					require.Equal(t, decisions(want[i]), decisions(got[i]), want[i].ID)
					require.Equal(t, want[i].ToolTime, got[i].ToolTime, want[i].ID)
				}
			})
		})
	}
}

// decisions are what two ways of playing have to agree on.
func decisions(t *simulate.Turned) []any {
	out := []any{t.ID, t.Hidden, t.Ended}
	for _, c := range t.Calls {
		c.By = 0
		out = append(out, c)
	}
	return out
}

// wall plays a scenario in wall time, a goroutine a turn.
type wall struct {
	scenario *simulate.Scenario
	eng      *engine.Engine
	begin    time.Time
	mu       sync.Mutex
	world    *simulate.World
}

func (w *wall) play(t *testing.T) []*simulate.Turned {
	arrivals := w.scenario.Arrivals()
	got := make([]*simulate.Turned, len(arrivals))
	var group sync.WaitGroup
	for n, at := range arrivals {
		group.Go(func() {
			time.Sleep(at)
			got[n] = w.turn(t, n)
		})
	}
	group.Wait()
	return got
}

func (w *wall) turn(t *testing.T, n int) *simulate.Turned {
	out := &simulate.Turned{ID: "turn-" + strconv.Itoa(n)}
	turn, err := w.eng.Begin(t.Context(), engine.TurnInfo{
		ID: out.ID, Conversation: out.ID, Purpose: w.scenario.Purpose, Audience: engine.Public(), Facts: w.scenario.Facts,
	})
	if !assert.NoError(t, err) {
		return out
	}
	defer turn.End()
	for i := range w.scenario.Turn {
		if i > 0 && len(out.Calls) > 0 {
			time.Sleep(time.Duration(w.scenario.Think))
		}
		w.step(t, turn, w.scenario.Turn[i].Calls(), n, out)
		if out.Ended {
			break
		}
	}
	return out
}

func (w *wall) step(t *testing.T, turn *engine.Turn, calls []simulate.Call, n int, out *simulate.Turned) {
	var batch []engine.Call
	for _, c := range calls {
		flat := func(c simulate.Call) string { return c.Server + "__" + c.Tool }
		if len(engine.Offered(turn, []simulate.Call{c}, flat)) == 0 {
			out.Hidden = append(out.Hidden, c.Server+"/"+c.Tool)
			continue
		}
		id := strconv.Itoa(len(out.Calls) + len(batch))
		batch = append(batch, engine.Call{ID: id, Server: c.Server, Tool: c.Tool, Args: w.scenario.ArgsOf(c, n)})
	}
	before := time.Now()
	for _, a := range turn.DoAll(t.Context(), batch, w.dispatch) {
		r := a.Record()
		c := simulate.Called{
			Server: r.Server, Tool: r.Tool, Outcome: r.Outcome, Attempts: r.Attempts, Data: a.Outcome.Data(), Ends: a.Outcome.Ends(),
		}
		if r.Failure != nil {
			c.Failure = r.Failure.Kind
		}
		out.Calls = append(out.Calls, c)
	}
	out.ToolTime += time.Since(before)
	_, out.Ended = turn.Ended()
}

func (w *wall) dispatch(ctx context.Context, c engine.Call) (engine.Result, error) {
	w.mu.Lock()
	failure, after, never := w.world.Request(c.Server+"/"+c.Tool, time.Now())
	w.mu.Unlock()
	if never {
		<-ctx.Done()
		return engine.Result{}, ctx.Err()
	}
	timer := time.NewTimer(after)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
		return engine.Result{}, ctx.Err()
	}
	if failure.Kind != 0 {
		return engine.Result{}, &engine.Error{Failure: failure}
	}
	return engine.Result{JSON: []byte("{}")}, nil
}
