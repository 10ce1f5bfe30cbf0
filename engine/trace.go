package engine

import "github.com/lacuna-go/lacuna/eval"

// WithTrace notes what the rules of every turn come to: which conditions hold and which do not, operand by operand, and which steps
// are taken. It is for tests and tools: each condition costs several times as much.
func WithTrace(t *eval.Trace) Option {
	return WithTraces(func(TurnInfo) *eval.Trace { return t })
}

// WithTraces is [WithTrace] for the turns that choose names a trace for, when they begin; nil leaves a turn as it is. The id and
// the purpose of the turn are filled in. choose must be quick, and safe for concurrent use.
func WithTraces(choose func(TurnInfo) *eval.Trace) Option {
	return func(o *options) { o.trace = choose }
}

// trace is what notes the turn's rules, nil for nothing.
func (t *Turn) trace() *eval.Trace {
	if choose := t.eng.options.trace; choose != nil {
		return choose(t.info)
	}
	return nil
}
