package lsp

import (
	"context"
	"testing"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"
	"github.com/creachadair/jrpc2/handler"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A request that is cancelled while it runs is answered as the protocol says; a panic is an answer as well.
func TestGuarded(t *testing.T) {
	s := &server{initialized: true, running: map[string]context.CancelFunc{}}
	began := make(chan struct{})
	ours, theirs := channel.Direct()
	s.rpc = jrpc2.NewServer(handler.Map{
		"slow": s.guarded("", func(ctx context.Context, _ *jrpc2.Request) (any, error) {
			close(began)
			<-ctx.Done()
			return "nobody waits for it", nil
		}),
		"broken":          s.guarded("", func(context.Context, *jrpc2.Request) (any, error) { panic("a bug") }),
		"$/cancelRequest": s.cancel,
	}, nil).Start(ours)
	send := func(message string) { require.NoError(t, theirs.Send([]byte(message))) }
	answer := func() string {
		b, err := theirs.Recv()
		require.NoError(t, err)
		return string(b)
	}
	send(`{"jsonrpc":"2.0","id":7,"method":"slow"}`)
	<-began
	send(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":7}}`)
	assert.JSONEq(t, `{"jsonrpc":"2.0","id":7,"error":{"code":-32800,"message":"cancelled"}}`, answer())
	send(`{"jsonrpc":"2.0","id":8,"method":"broken"}`)
	assert.JSONEq(t, `{"jsonrpc":"2.0","id":8,"error":{"code":-32603,"message":"broken: a bug"}}`, answer())
	assert.Empty(t, s.running)
	require.NoError(t, theirs.Close())
	_ = s.rpc.Wait()
}
