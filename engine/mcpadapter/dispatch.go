package mcpadapter

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/lacuna-go/lacuna/engine"
)

// Dispatch calls a tool on its server: it is the dispatcher of an engine's turn. It connects first if need be, within the attempt's
// deadline; an attempt that gets no further has sent nothing. A session that the server no longer knows is replaced once, if the
// server answered this call so or nothing of it was sent: then it did not run. Arguments that do not fit the input schema are not sent, and a result that does not fit the output
// schema is a failure of the tool, its content withheld.
func (s *Servers) Dispatch(ctx context.Context, call engine.Call) (engine.Result, error) {
	return s.dispatch(ctx, call, nil)
}

// dispatch is Dispatch with what a client put beside the arguments.
func (s *Servers) dispatch(ctx context.Context, call engine.Call, meta mcp.Meta) (engine.Result, error) {
	sending := engine.Unsent(ctx)
	l := s.named[call.Server]
	if l == nil {
		return engine.Result{}, unreachable(fmt.Errorf("no MCP server %q", call.Server))
	}
	if err := s.Arguments(call); err != nil {
		return engine.Result{}, err
	}
	params := &mcp.CallToolParams{Meta: metaOf(meta, call), Name: call.Tool, Arguments: argumentsOf(call)}
	for first := true; ; first = false {
		session, err := l.session(ctx)
		if err != nil {
			return engine.Result{}, unsent(err)
		}
		sending()
		own, receipt := withReceipt(passing(ctx))
		res, err := session.CallTool(own, params)
		if err == nil {
			return l.tool(call.Tool).result(res)
		}
		if lost(err) {
			l.drop(session)
		}
		unrun := receipt.unrun(err)
		switch {
		case !unrun:
			return engine.Result{}, failure(err)
		case !first:
			return engine.Result{}, unreachable(err)
		}
		sending = engine.Unsent(ctx)
	}
}

// metaOf is what goes beside the arguments: the client's own, and the key of a write.
func metaOf(theirs mcp.Meta, call engine.Call) mcp.Meta {
	meta := mcp.Meta{}
	for k, v := range theirs {
		meta[k] = v
	}
	if call.IdempotencyKey != "" {
		meta[MetaIdempotencyKey] = call.IdempotencyKey
	}
	if len(meta) == 0 {
		return nil
	}
	return meta
}

func argumentsOf(call engine.Call) json.RawMessage {
	if len(call.Args) == 0 {
		return json.RawMessage("{}")
	}
	return call.Args
}

// lost reports whether an error means that the session is of no more use. A request over HTTP that broke off says nothing of its session.
func lost(err error) bool {
	if wire := (*jsonrpc.Error)(nil); errors.As(err, &wire) && wire.Code == codeRejected {
		return false
	}
	for _, end := range []error{
		mcp.ErrSessionMissing, mcp.ErrConnectionClosed, io.EOF, io.ErrUnexpectedEOF, io.ErrClosedPipe, os.ErrClosed, syscall.EPIPE,
	} {
		if errors.Is(err, end) {
			return true
		}
	}
	return false
}

func unreachable(err error) error {
	return &engine.Error{Failure: engine.Failure{Kind: engine.UnreachableFailure}, NotSent: true, Cause: err}
}

// unsent classifies an error of connecting: whatever it was, nothing of the call was sent.
func unsent(err error) error {
	f, failed := engine.Classify(engine.Call{}, engine.Result{}, err)
	if !failed {
		return unreachable(err)
	}
	switch f.Kind {
	case engine.InternalFailure, engine.InvalidFailure, engine.NotFoundFailure, engine.ResetFailure:
		f = engine.Failure{Kind: engine.UnreachableFailure, Status: f.Status} // no session: of the tool nothing is known
	default:
	}
	f.Sent = false
	return &engine.Error{Failure: f, NotSent: true, Cause: err}
}

// JSON-RPC codes that are not the SDK's to name: what the reference SDKs put into errors that they make themselves.
const (
	codeConnectionClosed = -32000
	codeRequestTimeout   = -32001
	// codeRejected is the Go SDK's for whatever its transport met with; it says nothing of what the server did.
	codeRejected = -32005
)

// failure classifies an error of a call that was sent. An error that the server itself answered with is the answer of a server that
// runs; what it says in words is kept for the log only.
func failure(err error) error {
	var wire *jsonrpc.Error
	if errors.Is(err, mcp.ErrSessionMissing) || errors.Is(err, mcp.ErrConnectionClosed) {
		return &engine.Error{Failure: engine.Failure{Kind: engine.ResetFailure, Sent: true}, Cause: err}
	}
	var own *engine.Error
	if errors.As(err, &own) || !errors.As(err, &wire) || wire.Code == codeRejected {
		return err // of the transport: the engine's classifier knows the network's errors, and those of keepingTripper
	}
	f := engine.Failure{Kind: engine.InternalFailure, Sent: true, Answered: true}
	switch wire.Code {
	case jsonrpc.CodeInvalidParams:
		f.Kind = engine.InvalidFailure
	case jsonrpc.CodeMethodNotFound:
		f.Kind = engine.NotFoundFailure
	case codeRequestTimeout:
		f.Kind, f.Answered = engine.TimeoutFailure, false
	case codeConnectionClosed:
		f.Kind, f.Answered = engine.ResetFailure, false
	}
	return &engine.Error{Failure: f, Cause: err}
}
