package mcpadapter

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/lacuna-go/lacuna/engine"
)

const (
	methodList = "tools/list"
	methodCall = "tools/call"
)

// Client is the middleware for what a client of the SDK sends to a server: a list of tools lacks those that the turn of the context does
// not offer, and a call runs through that turn. The clients of Servers have it; add it to one of your own with
// AddSendingMiddleware, and its calls go over the sessions of Servers. A list without a turn is the server's own; a call without one is
// [ErrNoTurn].
func (s *Servers) Client(server string) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			if passes(ctx) || (method != methodList && method != methodCall) {
				return next(ctx, method, req)
			}
			turn := TurnOf(ctx)
			if method == methodList {
				res, err := next(ctx, method, req)
				if list, ok := res.(*mcp.ListToolsResult); ok && err == nil && turn != nil {
					return offered(turn, server, list), nil
				}
				return res, err
			}
			params, ok := req.GetParams().(*mcp.CallToolParams)
			if !ok {
				return nil, fmt.Errorf("a call of a tool with parameters of type %T", req.GetParams())
			}
			if turn == nil {
				return nil, ErrNoTurn
			}
			return s.call(ctx, turn, server, params)
		}
	}
}

// offered leaves out the tools that a turn does not offer. The SDK may keep the list that it was given, so it is not changed.
func offered(turn *engine.Turn, server string, list *mcp.ListToolsResult) *mcp.ListToolsResult {
	own := *list
	own.Tools = engine.Offered(turn, list.Tools, func(t *mcp.Tool) string { return Tool{server, t}.Flat() })
	if own.Tools == nil {
		own.Tools = []*mcp.Tool{}
	}
	return &own
}

func (s *Servers) call(ctx context.Context, turn *engine.Turn, server string, params *mcp.CallToolParams) (mcp.Result, error) {
	args, err := json.Marshal(params.Arguments)
	if err != nil {
		return nil, fmt.Errorf("the arguments of %s: %w", params.Name, err)
	}
	call := engine.Call{Server: server, Tool: params.Name, Args: args}
	a := turn.Do(ctx, call, func(ctx context.Context, c engine.Call) (engine.Result, error) {
		if c.Server == call.Server && c.Tool == call.Tool {
			return s.dispatch(ctx, c, params.Meta)
		}
		return s.dispatch(ctx, c, nil)
	})
	if err := a.Err(); err != nil {
		return nil, err
	}
	return resultFor(a, s.output(server, params.Name)), nil
}
