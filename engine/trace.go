package engine

import "github.com/lacuna-go/lacuna/eval"

// WithTrace notes what the rules of every turn come to: which conditions hold and which do not, operand by operand, and which steps
// are taken. It is for tests and tools: each condition costs several times as much.
func WithTrace(t *eval.Trace) Option { return func(o *options) { o.trace = t } }
