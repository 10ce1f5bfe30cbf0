package simulate

import (
	"maps"
	"slices"
	"time"

	"github.com/lacuna-go/lacuna/state"
)

// refusal is how long a connection takes to be refused.
const refusal = 5 * time.Millisecond

// fate is what one request comes to, if its caller waits long enough. The zero kind is an answer.
type fate struct {
	kind  state.FailureKind
	after time.Duration
	never bool // no answer, however long one waits
	hint  *Duration
}

// world is what the tools of a scenario do. The n-th request to a tool within a second of the scenario has the same fate
// whoever sends it, so that two stacks meet the same world.
type world struct {
	scenario *Scenario
	begin    time.Time
	dice     dice
	seconds  map[string]second
	requests map[string][]time.Duration // offsets, by tool
}

// second numbers the requests within a second.
type second struct{ number, count int64 }

func newWorld(s *Scenario, begin time.Time) *world {
	return &world{
		scenario: s, begin: begin, dice: dice(s.Seed), seconds: map[string]second{}, requests: map[string][]time.Duration{},
	}
}

// request sends one.
func (w *world) request(tool string, now time.Time) fate {
	at := now.Sub(w.begin)
	w.requests[tool] = append(w.requests[tool], at)
	s := w.seconds[tool]
	if n := int64(at / time.Second); n != s.number || s.count == 0 {
		s = second{number: n}
	}
	s.count++
	w.seconds[tool] = s
	model := w.scenario.Tools[tool]
	phase := model.phase(at)
	roll := func(what string) float64 { return w.dice.roll(what+" "+tool, s.number, s.count) }
	f := fate{after: phase.Latency.draw(roll("latency"))}
	if phase.Fail == 0 || roll("fail") >= phase.Fail {
		return f
	}
	f.kind, f.hint = phase.kind(roll("kind")), phase.RetryAfter
	switch f.kind {
	case state.Timeout:
		f.never = true
	case state.Unreachable:
		f.after = refusal
	default:
	}
	return f
}

// failing is the share of requests to a tool that fail at a time.
func (w *world) failing(tool string, now time.Time) float64 {
	model := w.scenario.Tools[tool]
	return model.phase(now.Sub(w.begin)).Fail
}

// phase is how the tool behaves at an offset.
func (t *ToolModel) phase(at time.Duration) Phase {
	now := Phase{Latency: t.Latency}
	for _, p := range t.Phases {
		if at >= time.Duration(p.From) && (p.Until == 0 || at < time.Duration(p.Until)) {
			now = p
		}
	}
	if now.Latency == (Latency{}) {
		now.Latency = t.Latency
	}
	return now
}

func (l Latency) draw(u float64) time.Duration {
	if l.Fixed != 0 {
		return time.Duration(l.Fixed)
	}
	return latency(u, time.Duration(l.P50), time.Duration(l.P99))
}

// kind draws a kind of failure by its weight.
func (p *Phase) kind(u float64) state.FailureKind {
	name := weighed(u, slices.Sorted(maps.Keys(p.Kinds)), func(name string) float64 { return p.Kinds[name] }, state.Internal.String())
	k, _ := kindOf(name) // checked when it was read
	return k
}

// failure is what the machine is told of a fate.
func (f *fate) failure() state.Failure {
	out := state.Failure{Kind: f.kind, Sent: f.kind != state.Unreachable}
	if f.kind == state.RateLimited && f.hint != nil {
		out.RetryAfter, out.HasRetryAfter = time.Duration(*f.hint), true
	}
	return out
}
