// Command minimal embeds Lacuna in as few lines as it takes: a turn, its tool list, two calls, two replies.
//
//	go run ./examples/minimal
package main

import (
	"context"
	"fmt"
	"log"
	"time"

	"github.com/lacuna-go/lacuna/engine"
)

func main() {
	ctx := context.Background()
	eng, err := engine.Open("policies")
	if err != nil {
		log.Fatal(err) // every fault of every file, as file:line:col
	}
	turn, err := eng.Begin(ctx, engine.TurnInfo{
		ID: "t-1", Purpose: "chat", Audience: engine.Person("C-9"),
		Facts: engine.Facts{"customer_specific": false, "time_sensitive": false, "reprices_every": 7 * 24 * time.Hour},
	})
	if err != nil {
		log.Fatal(err)
	}
	defer turn.End()
	flat := func(name string) string { return name }
	for _, tool := range engine.Offered(turn, []string{"pricing__quote", "inventory__stock_level"}, flat) {
		answer := turn.Do(ctx, engine.Call{Tool: tool, Args: []byte(`{"sku":"JKT-114","currency":"EUR"}`)}, dispatch)
		if final, ended := turn.Ended(); ended {
			fmt.Println("the customer gets:", final.Text) // a fixed text; the model is not asked again
			return
		}
		fmt.Println("the model reads:", answer.Model())
	}
	for _, reply := range []string{"The jacket is €189.", "The jacket is €209."} {
		verdict := turn.Check(reply)
		fmt.Printf("the model writes: %s\nthe customer gets (%s): %s\n", reply, verdict.Verdict, verdict.Text)
	}
}

// dispatch stands for your own client: pricing answers, and inventory is down.
func dispatch(_ context.Context, call engine.Call) (engine.Result, error) {
	if call.Server == "inventory" {
		return engine.Result{}, engine.StatusError(503, nil)
	}
	return engine.Result{JSON: []byte(`{"price":{"amount":"209.00","currency":"EUR"}}`)}, nil
}
