package shop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/mcpadapter"
)

// largeModel is the one that both loops ask first. In a scene where it is mute, it never answers.
const largeModel = "large"

// tried is a mute model behind the usual wrapper: asked as often as a tool, and given up.
func tried(ctx context.Context, _ []mcpadapter.Tool, _ []Message, _ func(string) error) (Message, error) {
	for range naiveTries {
		select {
		case <-time.After(naiveTimeout):
		case <-ctx.Done():
			return Message{}, ctx.Err()
		}
	}
	return Message{}, fmt.Errorf("the model did not answer in %d tries", naiveTries)
}

// underPolicies is a mute model as a call of the turn: what the rules put in its place is the given one.
func underPolicies(other Model, log *side) Model {
	return func(ctx context.Context, tools []mcpadapter.Tool, history []Message, _ func(string) error) (Message, error) {
		dispatch := func(ctx context.Context, call engine.Call) (engine.Result, error) {
			if call.Tool == largeModel {
				<-ctx.Done()
				return engine.Result{}, ctx.Err()
			}
			reply, err := other(ctx, tools, history, nil)
			if err != nil {
				return engine.Result{}, err
			}
			data, err := json.Marshal(reply.Text)
			return engine.Result{JSON: data, Native: reply}, err
		}
		answer := mcpadapter.TurnOf(ctx).Do(ctx, engine.Call{Server: "model", Tool: largeModel}, dispatch)
		if r := answer.Record(); r.Attempts > 1 { // later calls of the turn go to the other one at once
			log.ruled(largeModel, r)
		}
		if reply, ok := answer.Result().Native.(Message); ok {
			return reply, nil
		}
		if err := answer.Err(); err != nil {
			return Message{}, err
		}
		return Message{}, errors.New("no model answered")
	}
}
