package engine

import "context"

// WithArguments adds a check that every call passes before it is admitted, as against the tool's input schema. An error refuses the
// call: nothing is sent, no breaker counts it, and the model is told which fields an [Error] names. It must be quick and safe
// for concurrent use. The targets of fallbacks are not asked about: their arguments are the policies' own.
func WithArguments(check func(Call) error) Option {
	return func(o *options) { o.arguments = check }
}

// Unsent says that a dispatcher has sent nothing of its attempt yet, as while it connects, and returns what it calls right before it
// sends. An attempt that runs into its deadline in between is known not to have been executed, so a write is not left
// uncertain for it. ctx is the one that the dispatcher was given; with another, Unsent does nothing.
func Unsent(ctx context.Context) (sending func()) {
	m, ok := ctx.Value(marksKey{}).(*marks)
	if !ok {
		return func() {}
	}
	m.unsent.Store(true)
	return func() { m.unsent.Store(false) }
}
