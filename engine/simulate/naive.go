package simulate

import (
	"math"
	"strconv"
	"time"

	"github.com/lacuna-go/lacuna/rules"
)

// naiveError is the outcome of a call for which the model gets an error's text.
const naiveError = "error"

// naive is the stack that is compared: layers of retries, each around the one below, with a doubling pause and no memory of other
// calls. The tool's failures are met at the lowest layer. A layer above is another hop: an attempt of it fails as often as one of the
// tool does, whether by what came from below or by itself, so that a call takes (1+p+p^2)^3 requests with three layers of three.
type naive struct {
	scenario *Scenario
	queue    *queue
	world    *world
}

// begin implements stack.
func (n *naive) begin(id string, _ time.Time) (seat, error) { return &naiveTurn{n, id}, nil }

type naiveTurn struct {
	*naive
	id string
}

func (*naiveTurn) offered(*Call, time.Time) bool { return true }
func (*naiveTurn) ended(int, time.Time)          {}
func (*naiveTurn) end(time.Time)                 {}

func (t *naiveTurn) call(c *Call, _ map[string]any, id string, now time.Time, done func(Called, time.Time)) error {
	call := &naiveCall{
		naive: t.naive, key: c.key(), hop: t.id + "/" + id, tries: make([]int, t.scenario.Naive.Layers),
		came: Called{Server: c.Server, Tool: c.Tool}, done: done,
	}
	call.attempt(now)
	return nil
}

// naiveCall is one call. tries counts the failed attempts of each layer, the lowest first.
type naiveCall struct {
	*naive
	key, hop string
	tries    []int
	came     Called
	done     func(Called, time.Time)
}

// attempt sends one request.
func (c *naiveCall) attempt(now time.Time) {
	c.came.Attempts++
	f := c.world.request(c.key, now)
	timeout := time.Duration(c.scenario.Naive.Timeout)
	failed := f.kind != 0 || f.never || f.after >= timeout
	if f.never || f.after >= timeout {
		f.after = timeout
	}
	c.queue.at(now.Add(f.after), func(now time.Time) { c.answered(failed, now) })
}

// answered hands what a request came to up the layers, as far as they have no attempt left.
func (c *naiveCall) answered(failed bool, now time.Time) {
	for layer := range c.tries {
		if layer > 0 && !failed {
			failed = c.hopFails(layer, now)
		}
		if !failed {
			continue
		}
		c.came.Failure = naiveError
		if c.tries[layer]++; c.tries[layer] < c.scenario.Naive.Attempts {
			clear(c.tries[:layer])
			wait := time.Duration(c.scenario.Naive.Backoff) << (c.tries[layer] - 1)
			c.queue.at(now.Add(wait), c.attempt)
			return
		}
	}
	c.came.Data, c.came.Outcome = !failed, rules.OK.String()
	if failed {
		c.came.Outcome = naiveError
	}
	c.done(c.came, now)
}

// hopFails draws whether a layer's own hop fails: so often that its attempts fail at the rate of the tool all in all.
func (c *naiveCall) hopFails(layer int, now time.Time) bool {
	p := c.world.failing(c.key, now)
	below := math.Pow(p, float64(c.scenario.Naive.Attempts))
	if p == 0 || below >= 1 {
		return false
	}
	u := c.world.dice.roll("hop "+c.hop+" "+strconv.Itoa(layer), int64(c.came.Attempts))
	return u < (p-below)/(1-below)
}
