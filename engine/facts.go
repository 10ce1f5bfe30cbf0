package engine

import (
	"context"
	"errors"
	"fmt"

	"github.com/lacuna-go/lacuna/eval"
)

// factsFor puts together the facts of a call: the turn's, under those of WithFacts, under its own. An error of WithFacts is returned beside
// the facts without it: then they are missing. Facts that do not fit the declarations are another error, of which nothing is left.
func (t *Turn) factsFor(ctx context.Context, call *Call) (facts *eval.Facts, missing, err error) {
	facts = t.facts
	if t.eng.options.facts != nil {
		more, failed := t.supplied(ctx, *call)
		missing = failed
		if failed == nil {
			checked, err := t.set.Env.Facts(more)
			if err != nil {
				return nil, nil, fmt.Errorf("facts: %w", err)
			}
			facts = facts.With(checked)
		}
	}
	if call.Facts == nil {
		return facts, missing, nil
	}
	own, err := t.set.Env.Facts(call.Facts)
	if err != nil {
		return nil, nil, fmt.Errorf("facts: %w", err)
	}
	return facts.With(own), missing, nil
}

// supplied asks WithFacts, for no longer than the turn's budget lasts. A panic in it is its error.
func (t *Turn) supplied(ctx context.Context, call Call) (Facts, error) {
	type answer struct {
		facts Facts
		err   error
	}
	answers := make(chan answer, 1)
	clock := t.clock()
	now := clock.Now()
	deadline := now.Add(t.run.View("", now).Remaining)
	returned := clock.Run(ctx, deadline, func(ctx context.Context) {
		a := answer{err: errors.New("the facts function panicked")}
		defer func() {
			_ = recover()
			answers <- a
		}()
		a.facts, a.err = t.eng.options.facts(ctx, t.info, call)
	})
	if !returned {
		return nil, errors.New("the facts function took too long")
	}
	a := <-answers
	return a.facts, a.err
}
