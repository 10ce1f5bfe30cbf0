package proxy

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/lacuna-go/lacuna/engine"
)

// Fault is a failure that is injected into a share of the calls of a server, or of one of its tools: for drills and evals.
type Fault struct {
	Server, Tool string
	Kind         string
	Share        float64 // of the calls, from 0 to 1
}

// faultKinds are the failures that can be injected, in the words of policies.
var faultKinds = map[string]engine.Failure{
	"timeout":      {},
	"unreachable":  {Kind: engine.UnreachableFailure},
	"reset":        {Kind: engine.ResetFailure, Sent: true},
	"rate_limited": {Kind: engine.RateLimitedFailure, Sent: true, Answered: true},
	"overloaded":   {Kind: engine.OverloadedFailure, Sent: true, Answered: true},
	"internal":     {Kind: engine.InternalFailure, Sent: true, Answered: true},
	"unauthorized": {Kind: engine.UnauthorizedFailure, Sent: true, Answered: true},
	"quota":        {Kind: engine.QuotaFailure, Sent: true, Answered: true},
}

// ParseFault reads server=kind:share or server/tool=kind:share, as pricing=timeout:0.3.
func ParseFault(text string) (Fault, error) {
	target, what, ok := strings.Cut(text, "=")
	kind, share, ok2 := strings.Cut(what, ":")
	server, tool, oneTool := strings.Cut(target, "/")
	if !ok || !ok2 || server == "" || oneTool && tool == "" {
		return Fault{}, fmt.Errorf("%q is neither server=kind:share, as pricing=timeout:0.3, nor server/tool=kind:share", text)
	}
	f := Fault{Server: server, Tool: tool, Kind: kind}
	if _, known := faultKinds[kind]; !known {
		return Fault{}, fmt.Errorf("%q is no kind of failure that can be injected; there are %s", kind, strings.Join(kinds(), ", "))
	}
	var err error
	if f.Share, err = strconv.ParseFloat(share, 64); err != nil || !(f.Share >= 0 && f.Share <= 1) {
		return Fault{}, fmt.Errorf("the share %q is no number from 0 to 1", share)
	}
	return f, nil
}

func kinds() []string {
	var names []string
	for k := range faultKinds {
		names = append(names, k)
	}
	slices.Sort(names)
	return names
}

// injector puts faults before a dispatcher.
type injector struct {
	faults []Fault
	next   engine.Dispatch

	mu  sync.Mutex
	rng *rand.Rand
}

func (i *injector) dispatch(ctx context.Context, call engine.Call) (engine.Result, error) {
	for _, f := range i.faults {
		if f.Server == call.Server && (f.Tool == "" || f.Tool == call.Tool) && i.due(f.Share) {
			return engine.Result{}, f.fail(ctx)
		}
	}
	return i.next(ctx, call)
}

func (i *injector) due(share float64) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.rng.Float64() < share
}

var errInjected = errors.New("an injected fault")

func (f Fault) fail(ctx context.Context) error {
	if f.Kind == "timeout" {
		<-ctx.Done()
		return context.Cause(ctx)
	}
	failure := faultKinds[f.Kind]
	return &engine.Error{Failure: failure, NotSent: !failure.Sent, Cause: errInjected}
}
