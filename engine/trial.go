package engine

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/lacuna-go/lacuna/rules"
)

// Trial judges policies before they go live. That of package policytest plays the golden tests beside them.
type Trial struct {
	// Judge returns nil, or why the candidate must not go live. It runs in a goroutine of its own, after the policies have loaded; a panic
	// in it is a refusal. It should end when its context does. nil is no trial.
	Judge func(ctx context.Context, c Candidate) error
	// Reads are the endings of names of files that Judge reads beside the policies. A change of one of them is a change of the policies:
	// they are read together with them, and judged again.
	Reads []string
	// Within is how long Judge may take, by the engine's clock; 0 is 30 s. Later it is not heard any more, and the candidate is refused.
	Within time.Duration
}

// Candidate is a set that may go live. It is immutable, and shares nothing with a running engine but what its own functions share.
type Candidate struct {
	Set *rules.Set
	// Dir is what positions begin with, "" for an engine made by [New].
	Dir string
	// Files are those that [Trial].Reads names, by their paths below Dir, as they were beside the policies.
	Files map[string][]byte
}

// WithTrial refuses policies that fail a trial, as ones that do not load: the last good set stays, [Status].Err says why, and [Open] fails.
// What was live before is not tried again by [Engine.Rollback].
func WithTrial(t Trial) Option { return func(o *options) { o.trial = t } }

// defaultWithin is how long a trial may take unless it says otherwise.
const defaultWithin = 30 * time.Second

// try refuses a candidate that fails its trial. What passed last is not tried again.
func (e *Engine) try(ctx context.Context, c *candidate) {
	fingerprint := c.sources.Fingerprint()
	if e.options.trial.Judge == nil || fingerprint == e.passed {
		return
	}
	if c.err = e.judge(ctx, Candidate{Set: c.set, Dir: e.dir, Files: c.sources.Others()}); c.err != nil {
		c.refused = ReloadFailed
		return
	}
	e.passed = fingerprint
}

// judge runs the trial within its time. One that ignores its end keeps others from beginning, so that there is never more than one.
func (e *Engine) judge(ctx context.Context, c Candidate) error {
	if !e.judging.CompareAndSwap(false, true) {
		return errors.New("policies can't be tried: the trial of earlier ones has not ended yet")
	}
	within := e.options.trial.Within
	if within == 0 {
		within = defaultWithin
	}
	verdict := make(chan error, 1)
	heard := e.options.clock.Run(ctx, e.options.clock.Now().Add(within), func(ctx context.Context) {
		defer e.judging.Store(false)
		defer func() {
			if p := recover(); p != nil {
				verdict <- fmt.Errorf("the trial of the policies failed: panic: %v", p)
			}
		}()
		verdict <- e.options.trial.Judge(ctx, c)
	})
	if !heard {
		return fmt.Errorf("the trial of the policies took longer than %v", within)
	}
	return <-verdict
}
