package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/lacuna-go/lacuna/engine"
)

// withLacuna is the same agent loop with Lacuna in it: what the model is offered, what it reads, and what is sent are
// the engine's answers, by the rules in dir.
func withLacuna(dir string) loop {
	return func(s *shop, clock *shopClock) (agent, error) {
		eng, err := engine.Open(dir, engine.WithClock(shifted{engine.SystemClock(), clock}))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%w; play from the repository's root, or say --policies DIR", err)
		}
		if err != nil {
			return nil, err
		}
		return func(ctx context.Context, sc scene, log *side) error {
			turn, err := eng.Begin(ctx, engine.TurnInfo{
				ID: sc.name, Conversation: sc.name, Purpose: sc.purpose, Language: "en",
				Audience: engine.Person("C-9"), Said: []string{sc.question}, Facts: sc.facts,
			})
			if err != nil {
				return err
			}
			defer turn.End()
			return converse(ctx, turn, s, sc, log)
		}, nil
	}
}

func converse(ctx context.Context, turn *engine.Turn, s *shop, sc scene, log *side) error {
	history := []message{{role: "system", text: instructions}, {role: "user", text: sc.question}}
	told := 0
	for range maxSteps {
		tools := engine.Offered(turn, sc.tools, spec.flat)
		log.offered(tools)
		for _, note := range turn.Notes()[told:] {
			told++
			log.told(note)
			history = append(history, message{role: "system", text: note})
		}
		reply := model(tools, history)
		history = append(history, reply)
		if len(reply.calls) == 0 {
			log.wrote(reply.text)
			log.checked(turn.Check(reply.text))
			return nil
		}
		log.asked(reply.calls)
		answers := turn.DoAll(ctx, calls(reply.calls), s.dispatch)
		for i, answer := range answers {
			log.ruled(reply.calls[i].Tool, answer.Record())
		}
		if final, ok := turn.Ended(); ok {
			log.ended(final)
			return nil
		}
		for i, answer := range answers {
			if err := answer.Err(); err != nil {
				return err // we are cancelled: there is nobody to answer
			}
			tool := reply.calls[i].Tool
			log.read(tool, answer.Outcome.String(), answer.Model())
			history = append(history, message{role: "tool", tool: tool, text: answer.Model()})
		}
	}
	return fmt.Errorf("the model did not come to an end in %d steps", maxSteps)
}

// flat is the tool's name in one word, as the engine reads it.
func (t spec) flat() string { return t.Server + "__" + t.Name }

func calls(requests []request) []engine.Call {
	var all []engine.Call
	for _, r := range requests {
		all = append(all, engine.Call{Server: serverOf(r.Tool), Tool: r.Tool, Args: r.json()})
	}
	return all
}

// dispatch makes one attempt. Timeouts, retries and substitutes are not its business; nor is what an error means, but
// for a status, which only it can tell.
func (s *shop) dispatch(ctx context.Context, call engine.Call) (engine.Result, error) {
	body, err := s.call(ctx, call.Server, call.Tool, call.IdempotencyKey, call.Args)
	var status statusError
	if errors.As(err, &status) {
		return engine.Result{}, engine.StatusError(status.code, status.header)
	}
	return engine.Result{JSON: body}, err
}

// shifted is the engine's own clock, set to the shop's time.
type shifted struct {
	engine.Clock
	shop *shopClock
}

func (c shifted) Now() time.Time { return c.Clock.Now().Add(c.shop.ahead()) }

func (c shifted) Run(ctx context.Context, deadline time.Time, f func(context.Context)) bool {
	return c.Clock.Run(ctx, deadline.Add(-c.shop.ahead()), f)
}

func (c shifted) Sleep(ctx context.Context, until time.Time) error {
	return c.Clock.Sleep(ctx, until.Add(-c.shop.ahead()))
}
