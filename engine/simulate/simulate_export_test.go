package simulate

import (
	"encoding/json"
	"maps"
	"strconv"
	"time"

	"github.com/lacuna-go/lacuna/state"
)

// World lets a test send requests to the tools of a scenario.
type World struct{ world *world }

// NewWorld begins one.
func NewWorld(s *Scenario, begin time.Time) *World { return &World{newWorld(s, begin)} }

// Request sends one: it fails with a failure or answers, after a time, or never.
func (w *World) Request(tool string, now time.Time) (f state.Failure, after time.Duration, never bool) {
	got := w.world.request(tool, now)
	return got.failure(), got.after, got.never
}

// Arrivals are the offsets at which turns arrive.
func (s *Scenario) Arrivals() []time.Duration {
	p := &player{scenario: s, begin: start, stack: &naive{s, nil, newWorld(s, start)}}
	bare := *s
	bare.Turn = nil
	p.scenario = &bare
	_ = p.play() // nothing is called
	var list []time.Duration
	for _, t := range p.turns {
		list = append(list, t.At)
	}
	return list
}

// ArgsOf are the arguments of a call in the n-th turn.
func (s *Scenario) ArgsOf(c Call, n int) json.RawMessage {
	t := &playing{player: &player{scenario: s}, number: n, turned: &Turned{ID: strconv.Itoa(n)}}
	b, err := json.Marshal(maps.Clone(t.args(&c)))
	if err != nil {
		panic(err)
	}
	return b
}

// Calls are those of the step.
func (s *Step) Calls() []Call { return s.calls() }
