//go:build ignore

package main

import (
	"context"
	"fmt"
	"time"

	"github.com/lacuna-go/lacuna/engine"
)

// withLacuna is the same agent loop with Lacuna in it: what the model is offered, what it reads, and what is sent are
// the engine's answers, by the rules in dir.
func withLacuna(dir string) loop {
	return func(s *shop, clock *shopClock) (agent, error) {
		eng, err := engine.Open(dir, engine.WithClock(shifted{engine.SystemClock(), clock}))
		if err != nil {
			return nil, err
		}
		return func(ctx context.Context, sc scene, log *side) error {
			turn, err := eng.Begin(ctx, engine.TurnInfo{
				ID: sc.name, Conversation: sc.name, Purpose: sc.purpose, Language: "en",
				Audience: engine.Person("C-9"), Said: sc.question, Facts: sc.facts,
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
	told := map[string]bool{}
	for range maxSteps {
		tools := engine.Offered(turn, sc.tools, func(t spec) (string, string) { return t.Server, t.Name })
		log.offered(tools)
		for _, note := range turn.Notes() {
			if !told[note] {
				told[note] = true
				log.told(note)
				history = append(history, message{role: "system", text: note})
			}
		}
		reply := model(tools, history)
		history = append(history, reply)
		if len(reply.calls) == 0 {
			log.wrote(reply.text)
			verdict := turn.Check(reply.text)
			log.judged(verdict)
			return nil
		}
		for _, r := range reply.calls {
			log.asked(r)
			ans := turn.Do(ctx, engine.Call{Server: serverOf(r.Tool), Tool: r.Tool, Args: r.json()}, s.dispatch)
			if final, ok := turn.Ended(); ok {
				log.ended(final)
				return nil
			}
			log.read(r.Tool, string(ans.Model()))
			history = append(history, message{role: "tool", tool: r.Tool, text: string(ans.Model())})
		}
	}
	return fmt.Errorf("the model did not come to an end in %d steps", maxSteps)
}

// dispatch makes one attempt. Timeouts, retries and substitutes are not its business.
func (s *shop) dispatch(ctx context.Context, call engine.Call) (engine.Result, error) {
	body, err := s.call(ctx, call.Server, call.Tool, call.IdempotencyKey, call.Args)
	if err != nil {
		return engine.Result{}, err
	}
	return engine.Result{JSON: body}, nil
}

func (s *side) judged(v engine.Verdict) {
	s.stopped(v.Verdict.String())
	s.sent(v.Text)
}

func (s *side) ended(f engine.Final) {
	s.stopped("the turn ends; the model is not asked again")
	s.Handoff = f.Handoff.String()
	s.sent(f.Text)
}

// shifted is the engine's own clock, set to the shop's time.
type shifted struct {
	engine.Clock
	shop *shopClock
}

func (c shifted) Now() time.Time { return c.Clock.Now().Add(c.shop.difference()) }

func (c shifted) Run(ctx context.Context, deadline time.Time, f func(context.Context)) bool {
	return c.Clock.Run(ctx, deadline.Add(-c.shop.difference()), f)
}

func (c shifted) Sleep(ctx context.Context, until time.Time) error {
	return c.Clock.Sleep(ctx, until.Add(-c.shop.difference()))
}
