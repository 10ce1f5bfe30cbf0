package simulate

import (
	"time"

	"github.com/lacuna-go/lacuna/rules"
)

// Play plays the scenario twice, under the policies of a set and on the naive stack, and compares. Equal scenarios and sets
// give equal reports. It fails on a purpose or a fact that the set does not declare, and on a fallback tool that the scenario does not
// describe. It takes some microseconds a call, whatever time passes in the scenario, and a set may be played by several at once.
func (s *Scenario) Play(set *rules.Set) (*Report, error) {
	engine := &player{scenario: s, begin: start}
	lived := newWorld(s, start)
	m, err := newMachine(s, set, &engine.queue, lived)
	if err != nil {
		return nil, err
	}
	engine.stack = m
	if err := engine.play(); err != nil {
		return nil, err
	}
	other := &player{scenario: s, begin: start}
	naively := newWorld(s, start)
	other.stack = &naive{s, &other.queue, naively}
	if err := other.play(); err != nil {
		return nil, err
	}
	r := &Report{Scenario: s.Name, Digest: set.Digest, Seed: s.Seed, Duration: s.Duration, Turns: len(engine.turns), naive: s.Naive, budget: set.Turn.Budget, Breakers: []Change{}}
	r.Lacuna, r.Naive = tally(s, engine.turns, set.Turn.Budget), tally(s, other.turns, set.Turn.Budget)
	r.Lacuna.RetriesRefused = int(m.retries.Counts().Refused)
	r.Loads = loads(s, lived, naively)
	for _, t := range m.store.Transitions(0) {
		c := Change{
			At: Duration(t.At.Sub(start)), Tool: t.Key.Server + "/" + t.Key.Tool, From: t.From.String(), To: t.To.String(), Reason: t.Reason,
		}
		if t.Outage > 0 {
			outage := Duration(t.Outage.Round(time.Millisecond))
			c.Outage = &outage
		}
		r.Breakers = append(r.Breakers, c)
	}
	return r, nil
}
