package mcpadapter

import (
	"context"
	"errors"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// receipt is what is known of one call's own message. The SDK ends every call of a session with the error that ended the session: one that
// was answered with 404 is known not to have run, and those that were on their way at the time are not. It is safe for concurrent use.
type receipt struct {
	sent    atomic.Bool // it was handed to the transport
	unknown atomic.Bool // the server answered it with 404: it does not know the session
}

type receiptKey struct{}

func withReceipt(ctx context.Context) (context.Context, *receipt) {
	r := &receipt{}
	return context.WithValue(ctx, receiptKey{}, r), r
}

// receiptOf returns the receipt of a message's context, or nil.
func receiptOf(ctx context.Context) *receipt {
	r, _ := ctx.Value(receiptKey{}).(*receipt)
	return r
}

// unrun reports whether the server can't have run the call that ended in err: it was not sent, or its own answer was that the session is
// unknown.
func (r *receipt) unrun(err error) bool {
	switch {
	case errors.Is(err, mcp.ErrSessionMissing):
		return !r.sent.Load() || r.unknown.Load()
	case errors.Is(err, mcp.ErrConnectionClosed):
		return !r.sent.Load()
	}
	return false
}
