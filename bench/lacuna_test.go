package bench_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/state"
)

// errDown is what a failing tool says.
var errDown = errors.New("no route to the tool")

// shop is an engine under one policy for the tool pricing/quote.
type shop struct {
	*testing.T
	eng *engine.Engine
}

// open makes a shop; settings are those of the policy besides its name, server, effect and end.
func open(t *testing.T, budget, settings string, opts ...engine.Option) *shop {
	t.Helper()
	text := `[Turn{budget: duration("` + budget + `")},
		Policy{name: "pricing", server: "pricing", effect: Effect.READ, ` + settings + `, when_unavailable: [Omit{}]}]`
	eng, err := engine.New(fstest.MapFS{"pricing.cel": {Data: []byte(text)}}, opts...)
	require.NoError(t, err)
	return &shop{t, eng}
}

var quote = engine.Call{Server: "pricing", Tool: "quote", Args: json.RawMessage(`{"sku":"JKT-114"}`)}

// do makes one call in a turn of its own.
func (s *shop) do(ctx context.Context, conversation string, dispatch engine.Dispatch) engine.Answer {
	turn, err := s.eng.Begin(ctx, engine.TurnInfo{Conversation: conversation})
	require.NoError(s, err)
	defer turn.End()
	return turn.Do(ctx, quote, dispatch)
}

// answer is a tool that answers after a while.
func answer(after time.Duration) engine.Dispatch {
	return func(context.Context, engine.Call) (engine.Result, error) {
		time.Sleep(after)
		return engine.Result{JSON: json.RawMessage(`{}`)}, nil
	}
}

// failure is a tool that fails after a while, for good.
func failure(after time.Duration) engine.Dispatch {
	return func(context.Context, engine.Call) (engine.Result, error) {
		time.Sleep(after)
		return engine.Result{}, &engine.Error{Failure: engine.Failure{Kind: engine.InternalFailure, Sent: true}, Cause: errDown}
	}
}

// fail makes so many calls that fail at once.
func (s *shop) fail(n int) {
	for range n {
		s.do(context.Background(), "c", failure(0))
	}
}

// state is the breaker's, as it is now.
func (s *shop) state() state.State { return s.view().State }

func (s *shop) view() state.View {
	plan := s.eng.Set().Plan("pricing", "quote")
	return s.eng.Store().Breaker(plan.BreakerKey()).View(plan.Breaker.Config, time.Now())
}
