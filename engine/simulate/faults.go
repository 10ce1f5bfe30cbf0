package simulate

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/lacuna-go/lacuna/engine"
)

// Fault is how often, and how, [Faults] lets the calls of a tool fail.
type Fault struct {
	// Fail is the share of calls that fail, 0 to 1. They never reach the tool.
	Fail float64
	// Kinds weighs the kinds of failure; without any that has a weight above 0 all are INTERNAL. What counts as sent is what would
	// be after a real one: all but UNREACHABLE. A TIMEOUT is reported at once, not after the policy's timeout.
	Kinds map[engine.FailureKind]float64
	// Latency is added to every call, failed or not.
	Latency time.Duration
}

// errInjected is the cause of an injected failure, for the log.
var errInjected = errors.New("injected by simulate.Faults")

// FaultOption configures [Faults].
type FaultOption func(*faults)

// OnClock lets added latency pass on a clock that is not the system's, such as the engine's own in a test.
func OnClock(c engine.Clock) FaultOption { return func(f *faults) { f.clock = c } }

// Faults wraps a dispatcher for an eval suite: calls fail, or take longer, at the rates that are given by "server/tool" or,
// for all other tools of a server, by "server". Failures are classified, as [engine.Error]. The n-th call of a tool has the
// same fate in every run with the same seed, whatever other tools do; calls in parallel are numbered as they come. The result is
// safe for concurrent use if dispatch is.
func Faults(dispatch engine.Dispatch, rates map[string]Fault, seed uint64, opts ...FaultOption) engine.Dispatch {
	f := &faults{dispatch: dispatch, rates: maps.Clone(rates), dice: dice(seed), calls: map[string]int64{}, clock: engine.SystemClock()}
	for _, opt := range opts {
		opt(f)
	}
	return f.send
}

type faults struct {
	dispatch engine.Dispatch
	rates    map[string]Fault
	dice     dice
	clock    engine.Clock

	mu    sync.Mutex
	calls map[string]int64 // by "server/tool"
}

func (f *faults) send(ctx context.Context, call engine.Call) (engine.Result, error) {
	tool := call.Server + "/" + call.Tool
	fault, ok := f.rates[tool]
	if !ok {
		fault = f.rates[call.Server]
	}
	n := f.number(tool)
	if fault.Latency > 0 {
		if err := f.clock.Sleep(ctx, f.clock.Now().Add(fault.Latency)); err != nil {
			return engine.Result{}, err
		}
	}
	if fault.Fail > 0 && f.dice.roll("fail "+tool, n) < fault.Fail {
		kind := fault.kind(f.dice.roll("kind "+tool, n))
		failure := engine.Failure{Kind: kind, Sent: kind != engine.UnreachableFailure}
		return engine.Result{}, &engine.Error{Failure: failure, NotSent: !failure.Sent, Cause: errInjected}
	}
	return f.dispatch(ctx, call)
}

func (f *faults) number(tool string) int64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls[tool]++
	return f.calls[tool]
}

func (f *Fault) kind(u float64) engine.FailureKind {
	return weighed(u, slices.Sorted(maps.Keys(f.Kinds)), func(k engine.FailureKind) float64 { return f.Kinds[k] }, engine.InternalFailure)
}

// weighed draws one of a list by its weight; those without one are left out.
func weighed[T any](u float64, list []T, weight func(T) float64, otherwise T) T {
	sum := 0.0
	for _, v := range list {
		sum += max(0, weight(v))
	}
	u *= sum
	drawn := otherwise
	for _, v := range list {
		if w := weight(v); w > 0 {
			drawn = v
			if u -= w; u < 0 {
				break
			}
		}
	}
	return drawn
}
