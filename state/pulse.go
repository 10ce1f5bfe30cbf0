package state

import "sync/atomic"

// pulse is what changes about a breaker that is not disturbed: permits that are out, and plain successes since the still was made.
// It is one word, so that a call changes it by one swap, which fails if the breaker was disturbed meanwhile:
//
//	calm 1 | mark 23 | in flight 20 | successes 20
//
// The mark tells one time of calm from the next.
type pulse struct{ word atomic.Uint64 }

// beat is one value of the word.
type beat uint64

const (
	oneSuccess  beat = 1
	oneInFlight beat = 1 << 20
	oneMark     beat = 1 << 40
	calmBit     beat = 1 << 63

	mostCounted = 1<<20 - 1
	countMask   = beat(mostCounted)
)

func (p beat) successes() int { return int(p & countMask) }

func (p beat) inFlight() int { return int(p / oneInFlight & countMask) }

// full reports that no more permits can be counted.
func (p beat) full() bool { return p.inFlight() == mostCounted }

func (p beat) isCalm() bool { return p&calmBit != 0 }

// counts reports that it is calm, and one more success can be counted.
func (p beat) counts() bool { return p&calmBit != 0 && p&countMask != mostCounted }

func (p *pulse) load() beat { return beat(p.word.Load()) }

func (p *pulse) swap(from, to beat) bool { return p.word.CompareAndSwap(uint64(from), uint64(to)) }

// calm lets successes count.
func (p *pulse) calm() { p.word.Or(uint64(calmBit)) }

// stop ends the calm, and returns the successes.
func (p *pulse) stop() int {
	for {
		was := p.load()
		if p.swap(was, (was&^countMask+oneMark)&^calmBit) {
			return was.successes()
		}
	}
}

// take takes the successes off, and leaves the calm.
func (p *pulse) take() int {
	for {
		was := p.load()
		if p.swap(was, was&^countMask) {
			return was.successes()
		}
	}
}

// add changes how many permits are out.
func (p *pulse) add(n int) { p.word.Add(uint64(n) * uint64(oneInFlight)) }

// move takes all permits off.
func (p *pulse) move() (inFlight int) {
	for {
		was := p.load()
		if p.swap(was, was&^(countMask*oneInFlight)) {
			return was.inFlight()
		}
	}
}
