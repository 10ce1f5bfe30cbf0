package mcpadapter

import (
	"context"
	"errors"

	"github.com/lacuna-go/lacuna/engine"
)

type turnKey struct{}

// WithTurn returns a context whose calls of tools belong to a turn.
func WithTurn(ctx context.Context, t *engine.Turn) context.Context {
	return context.WithValue(ctx, turnKey{}, t)
}

// TurnOf returns the turn of a context, or nil.
func TurnOf(ctx context.Context) *engine.Turn {
	t, _ := ctx.Value(turnKey{}).(*engine.Turn)
	return t
}

// ErrNoTurn is what a call without a turn in its context comes to: it would go out under no policy.
var ErrNoTurn = errors.New("no turn in the context of the call: it is given with mcpadapter.WithTurn")

// passingKey marks what the adapter itself sends.
type passingKey struct{}

func passing(ctx context.Context) context.Context { return context.WithValue(ctx, passingKey{}, true) }

func passes(ctx context.Context) bool { return ctx.Value(passingKey{}) != nil }
