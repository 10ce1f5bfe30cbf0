package policytest

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// seed fills the stage: breakers, latencies, what was spent, entries, and what the turn's tools returned before.
func (s *stage) seed(ctx context.Context) error {
	for _, tool := range s.tools() {
		if b := s.sceneOf(tool).Breaker; b != nil {
			if err := s.breaker(s.set.Plan(tool.Server, tool.Tool), b); err != nil {
				return at(b.at, err)
			}
		}
		if l := s.sceneOf(tool).Latency; l != nil {
			s.latency(tool, l)
		}
	}
	s.turn.SeedSpent(s.c.Turn.Elapsed, s.c.Turn.Attempts, s.c.Turn.Retries)
	if err := s.entries(ctx); err != nil {
		return err
	}
	return s.evidence()
}

// called reports whether the case calls a tool.
func (c *Case) called(tool engine.Tool) bool {
	for i := range c.Calls {
		if tool == (engine.Tool{Server: c.Calls[i].Server, Tool: c.Calls[i].Call.Tool}) {
			return true
		}
	}
	return false
}

// tools lists those with a scene, each once.
func (s *stage) tools() []engine.Tool {
	var list []engine.Tool
	seen := map[engine.Tool]bool{}
	add := func(t engine.Tool) {
		if !seen[t] {
			seen[t] = true
			list = append(list, t)
		}
	}
	for i := range s.c.Calls {
		add(engine.Tool{Server: s.c.Calls[i].Server, Tool: s.c.Calls[i].Call.Tool})
	}
	for i := range s.c.Tools {
		add(s.c.Tools[i].Tool)
	}
	return list
}

// sceneOf is the scene of a tool: by its name, over that of all called tools.
func (s *stage) sceneOf(tool engine.Tool) Tool {
	var out Tool
	if s.c.called(tool) {
		out = s.c.Tool
	}
	if named := s.c.scene(tool); named != nil {
		if named.Breaker != nil {
			out.Breaker = named.Breaker
		}
		if named.Latency != nil {
			out.Latency = named.Latency
		}
		if named.Cached != nil {
			out.Cached = named.Cached
		}
	}
	return out
}

// entries puts cached values where the calls find them.
func (s *stage) entries(ctx context.Context) error {
	for i := range s.c.Calls {
		call := &s.c.Calls[i]
		entry := s.sceneOf(engine.Tool{Server: call.Server, Tool: call.Call.Tool}).Cached
		if call.Cached != nil {
			entry = call.Cached
		}
		if err := s.entry(ctx, call.Call, entry); err != nil {
			return at(call.at, err)
		}
		for j := range s.c.Tools { // of tools that are not called: under the arguments of the call
			named := &s.c.Tools[j]
			if s.c.called(named.Tool) {
				continue
			}
			other := call.Call
			other.Server, other.Tool = named.Server, named.Tool.Tool
			if err := s.entry(ctx, other, named.Scene.Cached); err != nil {
				return at(named.at, err)
			}
		}
	}
	return nil
}

func (s *stage) entry(ctx context.Context, call engine.Call, e *Entry) error {
	if e == nil {
		return nil
	}
	filled := engine.Entry{
		Server: call.Server, Tool: call.Tool, AsOf: e.at(s.c.Now), Result: engine.Result{JSON: e.JSON, Text: e.Text},
	}
	if e.Server != "" {
		filled.Server = e.Server
	}
	if e.Tool != "" {
		filled.Tool = e.Tool
	}
	_, err := s.turn.SeedEntry(ctx, call, filled)
	if errors.Is(err, state.ErrFuture) {
		return nil // that it is not stored is what such a case tests
	}
	return err
}

// evidence takes in the results that no attempt returns.
func (s *stage) evidence() error {
	attempted := map[engine.Tool]bool{}
	for i := range s.c.Calls {
		plan := s.set.Plan(s.c.Calls[i].Server, s.c.Calls[i].Call.Tool)
		attempted[engine.Tool{Server: plan.Server, Tool: plan.Tool}] = true
		for j := range plan.Chain {
			if step := &plan.Chain[j]; step.Kind == eval.StepUseTool {
				target := plan.TargetOf(step)
				attempted[engine.Tool{Server: target.Server, Tool: target.Tool}] = true
			}
		}
	}
	for _, r := range s.c.Results {
		if attempted[r.Tool] && !r.Cached {
			continue
		}
		result := engine.Result{JSON: r.JSON, Text: r.Text, AsOf: r.asOf(s.c.Now)}
		if err := s.turn.SeedResult(r.Tool, r.Args, result, r.Cached); err != nil {
			return fmt.Errorf("results: %w", err)
		}
	}
	return nil
}

// asOf is when the result was true; zero if nobody says.
func (r *Returned) asOf(now time.Time) time.Time {
	if r.Age >= 0 {
		return now.Add(-r.Age)
	}
	return r.AsOf
}

// latency adds so many attempts that the nearest-rank quantiles are those stated.
func (s *stage) latency(tool engine.Tool, l *state.Latency) {
	b := s.eng.Store().Breaker(state.Key{Server: tool.Server, Tool: tool.Tool})
	for i := 1; i <= l.Count; i++ {
		took := l.P99
		switch {
		case i <= rank(l.Count, 50):
			took = l.P50
		case i <= rank(l.Count, 95):
			took = l.P95
		}
		b.Observe(s.c.Now, took)
	}
}

// breaker brings a breaker into a state by what would have led there.
func (s *stage) breaker(plan *rules.Plan, b *Breaker) error {
	store, key, cfg := s.eng.Store(), plan.BreakerKey(), plan.Breaker.Config
	since := s.c.Now.Add(-b.Age)
	row := store.Breaker(key)
	switch {
	case b.Forced:
		override := state.ForceClosed
		if b.State == state.Open {
			override = state.ForceOpen
		}
		store.Force(key, override, since)
	case b.State == state.Open, b.State == state.HalfOpen, b.State == state.Ramping:
		until := since.Add(cfg.OpenFor)
		if b.State != state.Open {
			until = since
		}
		store.Restore([]state.Saved{{
			Server: key.Server, Tool: key.Tool, State: state.Open.String(), Reason: state.ReasonFailures, At: since, Until: until, Outage: since,
		}}, since)
	}
	if b.State == state.Ramping {
		for range max(cfg.Probes, 1) {
			report(row, cfg, since, 0)
		}
	}
	for i := range max(b.Calls, b.Failures) {
		kind := state.FailureKind(0)
		if i >= max(b.Calls, b.Failures)-b.Failures {
			kind = state.Internal
		}
		report(row, cfg, since, kind)
	}
	store.Deliver()
	if b.State == 0 { // what so many failures come to is for the policy to say, and for the case to want
		return nil
	}
	view := row.View(cfg, s.c.Now)
	if want := max(b.State, state.Closed); view.State != want && view.Would != want {
		return fmt.Errorf("under this policy the breaker is %s by now, not %s", view.State, want)
	}
	return nil
}

// report runs a call through a breaker.
func report(b *state.Breaker, cfg *state.Config, now time.Time, kind state.FailureKind) {
	permit, _ := b.Admit(cfg, "policytest", 0, now)
	permit.Done(state.Outcome{Kind: kind, Received: kind == 0}, now)
}
