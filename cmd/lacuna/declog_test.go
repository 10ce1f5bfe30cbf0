package main

import (
	"context"
	"encoding/json"
	"os"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/rs/zerolog"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/state"
)

// writeDecisionLog is the command "declog FILE [PATH...]" of scripts: it writes the decision log of some turns under the policies of shop, with
// inputs, those at the paths left out.
func writeDecisionLog(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: declog FILE [PATH...]")
	}
	f, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	defer func() { ts.Check(f.Close()) }()
	noon := time.Date(2026, 3, 1, 14, 12, 0, 0, time.UTC)
	clock := state.NewVirtual(noon)
	eng, err := engine.Open(ts.MkAbs("shop"), engine.WithClock(clock), engine.WithLogger(zerolog.New(f)),
		engine.WithInputs(engine.InputOptions{Redact: args[1:]}))
	ts.Check(err)
	price := engine.Result{JSON: json.RawMessage(`{"sku":"JKT-114","price":{"amount":"209.00","currency":"EUR"}}`)}
	call := engine.Call{ID: "c1", Tool: "pricing__quote", Args: json.RawMessage(`{"sku":"JKT-114","currency":"EUR"}`)}
	info := engine.TurnInfo{Purpose: "chat", Language: "en", Audience: engine.Person("C-9"), Facts: engine.Facts{
		"customer_specific": false, "time_sensitive": false, "reprices_every": "168h",
	}}
	for i, age := range []time.Duration{0, 5 * time.Minute, 20 * time.Minute, 25 * time.Minute} {
		clock.Advance(age - clock.Now().Sub(noon) + time.Duration(i)*time.Millisecond)
		info.ID = []string{"t-1", "t-2", "t-3", "t-4"}[i]
		turn, err := eng.Begin(context.Background(), info)
		ts.Check(err)
		turn.Do(context.Background(), call, func(ctx context.Context, _ engine.Call) (engine.Result, error) {
			if i == 0 {
				return price, nil
			}
			if err := clock.Sleep(ctx, clock.Now().Add(300*time.Millisecond)); err != nil {
				return engine.Result{}, err
			}
			return engine.Result{}, engine.StatusError(503, nil)
		})
		turn.Check("The jacket is €219.")
		turn.End()
	}
}
