package console

import (
	"sync"
	"time"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/policytest"
	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// keptTraces is how many traced turns are looked at for what they add.
const keptTraces = 32

// coverage sums up what live turns exercise of the live set. Some turns are traced; decisions are counted all.
type coverage struct {
	perSecond int

	mu     sync.Mutex
	tally  *policytest.Live // of the live set, nil before there is one
	traces []*traced        // the latest last
	second int64
	begunN int // in that second
	turns  int // that were traced under the live set
}

// traced is the trace of a turn, and what of it has been counted.
type traced struct {
	set   *rules.Set
	trace *eval.Trace
	exprs map[*eval.Expr][]eval.Sides
	marks map[eval.Pos]eval.Sides
}

// live begins anew for a set: places in files mean something else now.
func (c *coverage) live(set *rules.Set) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.tally == nil || c.tally.Set() != set {
		c.tally, c.traces, c.turns = policytest.NewLive(set), nil, 0
	}
}

// begun counts what a turn was begun with, and returns a trace for one that is to be traced.
func (c *coverage) begun(info engine.TurnInfo, now time.Time) *eval.Trace {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.tally == nil || info.Looks {
		return nil
	}
	c.tally.Begun(info)
	if s := now.Unix(); s != c.second {
		c.second, c.begunN = s, 0
	}
	if c.begunN++; c.begunN > c.perSecond {
		return nil
	}
	if len(c.traces) == keptTraces {
		c.fold(c.traces[0])
		c.traces[0] = nil
		c.traces = c.traces[1:]
	}
	t := &traced{set: c.tally.Set(), trace: &eval.Trace{}}
	c.traces = append(c.traces, t)
	c.turns++
	return t.trace
}

func (c *coverage) decided(r *engine.Record) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.tally != nil && r.Digest == c.tally.Set().Digest {
		c.tally.Decided(r)
	}
}

func (c *coverage) judged(v *engine.VerdictRecord) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.tally != nil && v.Digest == c.tally.Set().Digest {
		c.tally.Judged(v)
	}
}

// now returns what was seen so far, and in how many traced turns; nil before any set is live.
func (c *coverage) now() (*policytest.Coverage, int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.tally == nil {
		return nil, 0
	}
	for _, t := range c.traces {
		c.fold(t)
	}
	return c.tally.Coverage(), c.turns
}

// fold counts what a trace has noted since it was last looked at: each side once a turn. mu is held.
func (c *coverage) fold(t *traced) {
	exprs, marks := t.trace.Exprs(), t.trace.Marks()
	if t.set != c.tally.Set() {
		return
	}
	fresh := map[*eval.Expr][]eval.Sides{}
	for x, seen := range exprs {
		news := make([]eval.Sides, len(seen))
		before := t.exprs[x]
		for i, s := range seen {
			news[i] = s
			if i < len(before) {
				news[i] &^= before[i]
			}
		}
		fresh[x] = news
	}
	added := map[eval.Pos]eval.Sides{}
	for at, s := range marks {
		if s &^= t.marks[at]; s != 0 {
			added[at] = s
		}
	}
	t.exprs, t.marks = exprs, marks
	c.tally.Seen(fresh, added)
}
