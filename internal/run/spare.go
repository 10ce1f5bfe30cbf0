package run

import (
	"sync"
	"sync/atomic"

	"github.com/lacuna-go/lacuna/eval"
)

// Spare keeps the memory of calls that are done for others of its engine. The zero Spare is empty; it is safe for concurrent use.
type Spare struct {
	calls sync.Pool
	turns atomic.Uint64 // numbers them
}

func (t *Turn) newCall() *Call {
	if t.cfg.Spare != nil {
		if c, ok := t.cfg.Spare.calls.Get().(*Call); ok {
			return c
		}
	}
	return new(Call)
}

// Free gives the call's memory to another one: from then on nothing of it may be used but copies. It does nothing, and reports false, for a
// write, which others may join, and where a tape is kept.
func (c *Call) Free() bool {
	spare := c.turn.cfg.Spare
	if spare == nil || c.plan.Effect != eval.Read || c.tap != nil {
		return false
	}
	c.callState = callState{}
	spare.calls.Put(c)
	return true
}
