package engine

import (
	"context"
	"sync/atomic"
)

// marksKey finds the marks of an attempt in its context.
type marksKey struct{}

// marks are what a dispatcher says of its attempt while that runs.
type marks struct {
	unsent atomic.Bool
	parts  atomic.Int32
}

// What became of parts of an attempt's answer. The order of a part that goes out and of an attempt that is given up is settled
// by one swap of marks.parts.
const (
	partsKept int32 = iota
	partsPassed
	partsOver // the attempt has been given up
)

// PassOn asks whether a part of an attempt's answer may be passed on before the whole has come, as the next piece of a stream to its
// reader. Once it has said yes, nothing is asked in the place of this attempt if it fails, neither the tool again nor another
// one, nor is an earlier answer served: the reader would get it twice. What follows is the next Omit or HardFail of the chain. It says no
// when the attempt has been given up; then nothing of it may be passed on any more. ctx is the one that the dispatcher was
// given; with another, PassOn says no. It is safe for concurrent use.
func PassOn(ctx context.Context) bool {
	m, ok := ctx.Value(marksKey{}).(*marks)
	if !ok || ctx.Err() != nil {
		return false
	}
	return m.parts.CompareAndSwap(partsKept, partsPassed) || m.parts.Load() == partsPassed
}

// close ends the passing on of parts, and reports whether any was.
func (m *marks) close() bool { return m.parts.Swap(partsOver) == partsPassed }
