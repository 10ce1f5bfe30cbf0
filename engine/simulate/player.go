package simulate

import (
	"strconv"
	"time"
)

// stack is what stands between the model and the tools: the engine's machine, or the naive retries.
type stack interface {
	// begin starts a turn.
	begin(id string, now time.Time) (seat, error)
}

// seat is one turn on a stack.
type seat interface {
	// offered reports whether the model is offered the tool.
	offered(c *Call, now time.Time) bool
	// call makes one, and reports when it has its answer. It may report at once.
	call(c *Call, args map[string]any, id string, now time.Time, done func(Called, time.Time)) error
	// ended says that the i-th call of the step has ended the turn.
	ended(i int, now time.Time)
	// end ends the turn.
	end(now time.Time)
}

// Called is what one call of a turn came to.
type Called struct {
	Server, Tool string
	Outcome      string
	// Failure that the call met first, "" for none.
	Failure  string
	Attempts int
	// Data reports whether the model got some.
	Data bool
	// Ends reports whether the call ended the turn.
	Ends bool
	// By is the tool time of the turn when the answer came.
	By time.Duration
}

// Turned is what one turn came to.
type Turned struct {
	ID string
	// At is when it began, since the start of the scenario.
	At time.Duration
	// ToolTime is how long at least one call was under way.
	ToolTime time.Duration
	// Calls in the order in which they were made.
	Calls []Called
	// Hidden lists the tools that were not offered where the turn would have called them, as "server/tool".
	Hidden []string
	// Ended: the engine ended the turn.
	Ended bool
}

// player sends the turns of a scenario through a stack.
type player struct {
	scenario *Scenario
	stack    stack
	queue    queue
	begin    time.Time
	turns    []*Turned
	err      error // the first
}

// play plays all turns to their end.
func (p *player) play() error {
	d := dice(p.scenario.Seed)
	at := time.Duration(0)
	for n := 0; ; n++ {
		at += pause(d.roll("arrival", int64(n)), p.scenario.TurnsPerSecond)
		if at >= time.Duration(p.scenario.Duration) {
			break
		}
		p.queue.at(p.begin.Add(at), func(now time.Time) { p.arrive(n, now) })
	}
	p.queue.run()
	return p.err
}

func (p *player) arrive(n int, now time.Time) {
	if p.err != nil {
		return
	}
	t := &playing{player: p, number: n, turned: &Turned{ID: "turn-" + strconv.Itoa(n), At: now.Sub(p.begin)}}
	p.turns = append(p.turns, t.turned)
	if t.seat, p.err = p.stack.begin(t.turned.ID, now); p.err == nil {
		t.step(now)
	}
}

// playing is a turn under way.
type playing struct {
	player *player
	number int
	turned *Turned
	seat   seat
	next   int // step
	since  time.Time
	open   int // calls of the step without an answer
	base   int // of the step's calls in turned.Calls
}

// step makes the calls of the next step that has any.
func (t *playing) step(now time.Time) {
	for t.open == 0 && t.next < len(t.player.scenario.Turn) && !t.turned.Ended {
		t.next++
		t.make(t.offered(t.player.scenario.Turn[t.next-1].calls(), now), now)
	}
	if t.open == 0 {
		t.seat.end(now)
	}
}

// offered drops the calls of tools that the model is not offered.
func (t *playing) offered(calls []Call, now time.Time) []*Call {
	var list []*Call
	for i := range calls {
		if t.seat.offered(&calls[i], now) {
			list = append(list, &calls[i])
		} else {
			t.turned.Hidden = append(t.turned.Hidden, calls[i].key())
		}
	}
	return list
}

// make makes calls side by side. All of them begin before any answer counts.
func (t *playing) make(calls []*Call, now time.Time) {
	t.since, t.open, t.base = now, len(calls), len(t.turned.Calls)
	for _, c := range calls {
		t.turned.Calls = append(t.turned.Calls, Called{Server: c.Server, Tool: c.Tool})
	}
	for i, c := range calls {
		place := t.base + i
		err := t.seat.call(c, t.args(c), strconv.Itoa(place), now, func(came Called, at time.Time) {
			t.player.queue.at(at, func(now time.Time) { t.came(place, came, now) })
		})
		if err != nil && t.player.err == nil {
			t.player.err = err
		}
	}
}

// args are the call's, with those that vary drawn for the turn.
func (t *playing) args(c *Call) map[string]any {
	args := make(map[string]any, len(c.Args)+len(c.Vary))
	for name, v := range c.Args {
		args[name] = v
	}
	for name, list := range c.Vary {
		u := dice(t.player.scenario.Seed).roll("vary "+name, int64(t.number))
		args[name] = list[int(u*float64(len(list)))]
	}
	return args
}

// came takes in a call's answer.
func (t *playing) came(place int, c Called, now time.Time) {
	c.By = t.turned.ToolTime + now.Sub(t.since)
	t.turned.Calls[place] = c
	if t.open--; c.Ends && !t.turned.Ended {
		t.turned.Ended = true
		t.seat.ended(place-t.base, now)
	}
	if t.open > 0 {
		return
	}
	t.turned.ToolTime += now.Sub(t.since)
	think := time.Duration(t.player.scenario.Think)
	if think == 0 || t.turned.Ended || t.next == len(t.player.scenario.Turn) {
		t.step(now)
		return
	}
	t.player.queue.at(now.Add(think), t.step)
}
