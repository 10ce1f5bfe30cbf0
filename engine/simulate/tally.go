package simulate

import (
	"maps"
	"slices"
	"time"
)

// Report is what a scenario came to, beside the naive stack.
type Report struct {
	Scenario string   `json:"scenario"`
	Digest   string   `json:"digest"` // of the policies
	Seed     uint64   `json:"seed"`
	Duration Duration `json:"duration"`
	Turns    int      `json:"turns"`
	Lacuna   Side     `json:"lacuna"`
	Naive    Side     `json:"naive"`
	// Loads of each tool in each of its phases that ends.
	Loads []Load `json:"loads"`
	// Breakers are the changes of their states, in order.
	Breakers []Change `json:"breakers"`

	naive  Naive
	budget time.Duration
}

// Side is one of the two stacks.
type Side struct {
	// Wanted calls are those of all steps of all turns; Calls are those that were made.
	Wanted int `json:"wanted"`
	Calls  int `json:"calls"`
	// Attempts are requests on the wire, those of fallback tools among them.
	Attempts        int     `json:"attempts"`
	AttemptsPerCall float64 `json:"attempts_per_call"`
	// AttemptsPerSent leaves out the calls for which no request was made.
	AttemptsPerSent float64 `json:"attempts_per_sent_call"`
	// Data is the share of the wanted calls that gave the model data: live, cached, or of another tool.
	Data float64 `json:"data"`
	// Timely is the share of the wanted calls that did so within the turn's budget.
	Timely float64 `json:"timely"`
	// Outcomes counts the calls that were made by what they came to.
	Outcomes map[string]int `json:"outcomes"`
	// TurnTime is the tool time of a turn: the time in which at least one of its calls is under way.
	TurnTime Times `json:"turn_time"`
	// Ended turns were ended by an outcome.
	Ended int `json:"ended"`
	// Hidden counts wanted calls whose tool was not offered.
	Hidden int `json:"hidden"`
	// RetriesRefused counts retries for which the engine's share had no room.
	RetriesRefused int `json:"retries_refused"`

	turns []*Turned
}

// Times are the quantiles of a duration, by nearest rank.
type Times struct {
	P50 Duration `json:"p50"`
	P95 Duration `json:"p95"`
	Max Duration `json:"max"`
}

// Load is how many requests a second a tool gets in a phase, and in the ten seconds after it.
type Load struct {
	Tool  string   `json:"tool"`
	From  Duration `json:"from"`
	Until Duration `json:"until"`
	Fail  float64  `json:"fail"`
	// In the phase, and After it.
	Lacuna Rates `json:"lacuna"`
	Naive  Rates `json:"naive"`
}

// Rates are requests a second.
type Rates struct {
	In    float64 `json:"in"`
	After float64 `json:"after"`
}

// Change is a transition of a breaker.
type Change struct {
	At     Duration `json:"at"`
	Tool   string   `json:"tool"`
	From   string   `json:"from"`
	To     string   `json:"to"`
	Reason string   `json:"reason,omitempty"`
	// Outage is how long the breaker was not closed, where the change ends that.
	Outage *Duration `json:"outage,omitempty"`
}

// All returns what each turn came to, in the order of their arrival.
func (s *Side) All() []*Turned { return s.turns }

// tally adds turns up. budget is what a turn's tools may take.
func tally(s *Scenario, turns []*Turned, budget time.Duration) Side {
	side := Side{Outcomes: map[string]int{}, turns: turns}
	wanted := 0
	for i := range s.Turn {
		wanted += len(s.Turn[i].calls())
	}
	side.Wanted = wanted * len(turns)
	data, timely, sent := 0, 0, 0
	times := make([]time.Duration, 0, len(turns))
	for _, t := range turns {
		times = append(times, t.ToolTime)
		side.Hidden += len(t.Hidden)
		side.Ended += one(t.Ended)
		for _, c := range t.Calls {
			side.Calls++
			side.Attempts += c.Attempts
			side.Outcomes[c.Outcome]++
			data += one(c.Data)
			timely += one(c.Data && c.By <= budget)
			sent += one(c.Attempts > 0)
		}
	}
	side.AttemptsPerCall, side.AttemptsPerSent = ratio(side.Attempts, side.Calls), ratio(side.Attempts, sent)
	side.Data, side.Timely = ratio(data, side.Wanted), ratio(timely, side.Wanted)
	slices.Sort(times)
	side.TurnTime = Times{rank(times, 50), rank(times, 95), rank(times, 100)}
	return side
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// ratio is a/b to four places, 0 without any.
func ratio(a, b int) float64 {
	const places = 10_000
	if b == 0 {
		return 0
	}
	return float64((2*a*places+b)/(2*b)) / places
}

// rank is the percentile of sorted times, in milliseconds.
func rank(times []time.Duration, percent int) Duration {
	if len(times) == 0 {
		return 0
	}
	i := max((len(times)*percent+99)/100, 1) - 1
	return Duration(times[i].Round(time.Millisecond))
}

// aftermath is how long after a phase its tool's load is of interest.
const aftermath = 10 * time.Second

// loads counts the requests of both worlds in the phases that end.
func loads(s *Scenario, lived, naively *world) []Load {
	list := []Load{}
	for _, tool := range slices.Sorted(maps.Keys(s.Tools)) {
		for _, p := range s.Tools[tool].Phases {
			until := time.Duration(p.Until)
			if until == 0 {
				until = time.Duration(s.Duration)
			}
			rates := func(w *world) Rates {
				return Rates{w.rate(tool, time.Duration(p.From), until), w.rate(tool, until, until+aftermath)}
			}
			list = append(list, Load{tool, p.From, Duration(until), p.Fail, rates(lived), rates(naively)})
		}
	}
	return list
}

// rate is how many requests a second a tool got.
func (w *world) rate(tool string, from, until time.Duration) float64 {
	n := 0
	for _, at := range w.requests[tool] {
		if at >= from && at < until {
			n++
		}
	}
	return ratio(n*int(time.Second/time.Millisecond), int((until - from).Milliseconds()))
}
