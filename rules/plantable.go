package rules

import (
	"hash/maphash"
	"sync"
	"sync/atomic"
)

// planTable keeps plans by server and tool. A look-up takes no lock, and reads nothing but a word and the plan itself.
type planTable struct {
	seed  maphash.Seed
	slots atomic.Pointer[[]planSlot]

	mu   sync.Mutex // adds, one at a time
	kept int
}

// planSlot is empty, or holds a plan for good: what is found in a table that has since grown is still right.
type planSlot = atomic.Pointer[Plan]

// maxPlans bounds the plans that are kept: a model can make up any number of tool names.
const maxPlans = 1 << 16

func newPlanTable() *planTable {
	t := &planTable{seed: maphash.MakeSeed()}
	slots := make([]planSlot, 64) // a power of two
	t.slots.Store(&slots)
	return t
}

func (t *planTable) hash(server, tool string) uint64 {
	return maphash.String(t.seed, server)*31 + maphash.String(t.seed, tool)
}

// find returns the plan of a tool, or nil.
func (t *planTable) find(hash uint64, server, tool string) *Plan {
	slots := *t.slots.Load()
	for i := hash; ; i++ {
		p := slots[i&uint64(len(slots)-1)].Load()
		if p == nil || p.hash == hash && p.Server == server && p.Tool == tool {
			return p
		}
	}
}

// keep adds a plan, unless there is one already, or too many. It returns the one to use.
func (t *planTable) keep(p *Plan) *Plan {
	t.mu.Lock()
	defer t.mu.Unlock()
	if kept := t.find(p.hash, p.Server, p.Tool); kept != nil {
		return kept
	}
	if t.kept == maxPlans {
		return p
	}
	if slots := *t.slots.Load(); 2*t.kept == len(slots) { // a half is free, so that a search ends soon
		grown := make([]planSlot, 4*t.kept)
		for i := range slots {
			if old := slots[i].Load(); old != nil {
				put(grown, old)
			}
		}
		t.slots.Store(&grown)
	}
	put(*t.slots.Load(), p)
	t.kept++
	return p
}

func put(slots []planSlot, p *Plan) {
	for i := p.hash; ; i++ {
		if slots[i&uint64(len(slots)-1)].CompareAndSwap(nil, p) {
			return
		}
	}
}
