package main

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// loop makes an agent for one shop. Time passes for it as the clock says.
type loop func(s *shop, clock *shopClock) (agent, error)

// agent answers a scene's question with the shop's tools and writes down what happened.
type agent func(ctx context.Context, sc scene, log *side) error

// report is what came of a scene under both loops.
type report struct {
	Scene     string `json:"scene"`
	Title     string `json:"title"`
	Situation string `json:"situation"`
	Question  string `json:"question"`
	Truth     string `json:"truth,omitempty"`
	Usual     *side  `json:"usual"`
	Lacuna    *side  `json:"lacuna"`
}

// side is what happened under one loop, in order.
type side struct {
	Events   []event `json:"events"`
	Customer string  `json:"customer"`          // what the customer got
	Handoff  string  `json:"handoff,omitempty"` // where the conversation goes next
	Requests []count `json:"requests"`          // that arrived at the servers
	Orders   int     `json:"orders"`            // in the shop's book at the end
	TookMS   int64   `json:"took_ms"`
	Speedup  int     `json:"speedup,omitempty"` // how much faster its timeouts were played
}

// event is one thing that happened. Kinds: offered (the tools, when they changed), asked and read (a call and what the
// model got for it), wrote (the model's reply), stopped (why the reply was not sent as written, or the turn ended).
type event struct {
	Kind  string   `json:"kind"`
	Tool  string   `json:"tool,omitempty"`
	Text  string   `json:"text,omitempty"`
	Tools []string `json:"tools,omitempty"`
}

func (s *side) offered(tools []spec) {
	var names []string
	for _, t := range tools {
		names = append(names, t.Name)
	}
	s.Events = append(s.Events, event{Kind: "offered", Tools: names})
}

func (s *side) asked(r request) {
	s.Events = append(s.Events, event{Kind: "asked", Tool: r.Tool, Text: r.String()})
}

func (s *side) read(tool, text string) {
	s.Events = append(s.Events, event{Kind: "read", Tool: tool, Text: text})
}

func (s *side) told(text string)   { s.Events = append(s.Events, event{Kind: "told", Text: text}) }
func (s *side) wrote(text string)  { s.Events = append(s.Events, event{Kind: "wrote", Text: text}) }
func (s *side) stopped(why string) { s.Events = append(s.Events, event{Kind: "stopped", Text: why}) }
func (s *side) sent(text string)   { s.Customer = text }

// play runs the scenes at the same time, each loop of each with servers of its own.
func play(ctx context.Context, all []scene, usual, lacuna loop) ([]report, error) {
	reports := make([]report, len(all))
	errs := make([]error, 2*len(all))
	var wg sync.WaitGroup
	for i, sc := range all {
		reports[i] = report{Scene: sc.name, Title: sc.title, Situation: sc.situation, Question: sc.question, Truth: sc.truth}
		wg.Go(func() { reports[i].Usual, errs[2*i] = playOne(ctx, sc, usual) })
		wg.Go(func() { reports[i].Lacuna, errs[2*i+1] = playOne(ctx, sc, lacuna) })
	}
	wg.Wait()
	for i, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("scene %s: %w", all[i/2].name, err)
		}
	}
	return reports, nil
}

func playOne(ctx context.Context, sc scene, open loop) (*side, error) {
	s, err := openShop()
	if err != nil {
		return nil, err
	}
	defer s.close()
	clock := &shopClock{}
	answer, err := open(s, clock)
	if err != nil {
		return nil, err
	}
	if sc.earlier > 0 {
		clock.shift(-sc.earlier)
		if err := answer(ctx, sc.before(), &side{}); err != nil {
			return nil, fmt.Errorf("the earlier turn: %w", err)
		}
		clock.shift(sc.earlier)
	}
	for tool, f := range sc.broken {
		s.server(serverOf(tool)).fail(tool, f)
	}
	s.reset()
	log := &side{}
	start := time.Now()
	if err := answer(ctx, sc, log); err != nil {
		return nil, err
	}
	log.TookMS = time.Since(start).Milliseconds()
	log.Requests, log.Orders = s.counts(), s.booked()
	return log, nil
}
