package simulate

import (
	"container/heap"
	"time"
)

// queue holds what happens next in virtual time: the earliest first, and of two at one time the one that was planned first.
type queue struct {
	planned planned
	count   uint64
}

// at plans something.
func (q *queue) at(when time.Time, do func(now time.Time)) {
	q.count++
	heap.Push(&q.planned, happening{when, q.count, do})
}

// run lets everything happen, with what it plans in turn.
func (q *queue) run() {
	for len(q.planned) > 0 {
		h := heap.Pop(&q.planned).(happening)
		h.do(h.when)
	}
}

type happening struct {
	when time.Time
	seq  uint64
	do   func(now time.Time)
}

// planned implements heap.Interface.
type planned []happening

func (p planned) Len() int { return len(p) }

func (p planned) Less(i, j int) bool {
	if !p[i].when.Equal(p[j].when) {
		return p[i].when.Before(p[j].when)
	}
	return p[i].seq < p[j].seq
}

func (p planned) Swap(i, j int) { p[i], p[j] = p[j], p[i] }

func (p *planned) Push(x any) { *p = append(*p, x.(happening)) }

func (p *planned) Pop() any {
	old := *p
	last := old[len(old)-1]
	old[len(old)-1] = happening{}
	*p = old[:len(old)-1]
	return last
}
