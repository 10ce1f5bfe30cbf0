package mcpadapter

import (
	"context"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/lacuna-go/lacuna/engine"
)

// Begin gives the turn that a request to a server belongs to, and what to call once it is served; an error is passed to the client.
type Begin func(ctx context.Context, req mcp.Request) (turn *engine.Turn, done func(), err error)

// Server is the middleware for what a server of the SDK receives: its own tools are listed and called under policies, by the name that the
// server has there. Add it with AddReceivingMiddleware. begin finds the turn; nil takes it from the context, see [WithTurn]. A fallback can name
// another tool of the same server only.
func Server(name string, begin Begin) mcp.Middleware {
	if begin == nil {
		begin = func(ctx context.Context, _ mcp.Request) (*engine.Turn, func(), error) {
			if t := TurnOf(ctx); t != nil {
				return t, func() {}, nil
			}
			return nil, nil, ErrNoTurn
		}
	}
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			if method != methodList && method != methodCall {
				return next(ctx, method, req)
			}
			turn, done, err := begin(ctx, req)
			if err != nil {
				return nil, err
			}
			if done != nil {
				defer done()
			}
			if method == methodCall {
				return serve(ctx, turn, name, req, next)
			}
			res, err := next(ctx, method, req)
			if list, ok := res.(*mcp.ListToolsResult); ok && err == nil {
				return offered(turn, name, list), nil
			}
			return res, err
		}
	}
}

func serve(ctx context.Context, turn *engine.Turn, name string, req mcp.Request, next mcp.MethodHandler) (mcp.Result, error) {
	call, ok := req.(*mcp.CallToolRequest)
	if !ok || call.Params == nil {
		return nil, fmt.Errorf("a call of a tool with parameters of type %T", req.GetParams())
	}
	a := turn.Do(ctx, engine.Call{Server: name, Tool: call.Params.Name, Args: call.Params.Arguments},
		func(ctx context.Context, c engine.Call) (engine.Result, error) {
			if c.Server != name {
				return engine.Result{}, unreachable(fmt.Errorf("the server %q is not this one", c.Server))
			}
			own, params := *call, *call.Params
			params.Name, params.Arguments, params.Meta = c.Tool, c.Args, metaOf(call.Params.Meta, c)
			own.Params = &params
			return handled(next(ctx, methodCall, &own))
		})
	if err := a.Err(); err != nil {
		return nil, err
	}
	var tool *mcp.Tool
	if a.Outcome != engine.OK && !a.IsError() { // it has to fit what a client knows of the tool
		tool = listedBy(ctx, call, next)
	}
	return Result(a, tool), nil
}

// listedBy asks the server itself for the tool of a call; nil if it does not tell.
func listedBy(ctx context.Context, call *mcp.CallToolRequest, next mcp.MethodHandler) *mcp.Tool {
	params := &mcp.ListToolsParams{}
	for range mostTools {
		res, err := next(ctx, methodList, &mcp.ListToolsRequest{Session: call.Session, Params: params, Extra: call.Extra})
		list, ok := res.(*mcp.ListToolsResult)
		if err != nil || !ok {
			return nil
		}
		for _, t := range list.Tools {
			if t.Name == call.Params.Name {
				return t
			}
		}
		if list.NextCursor == "" {
			return nil
		}
		params = &mcp.ListToolsParams{Cursor: list.NextCursor}
	}
	return nil
}

// handled reads what a handler of this process returned.
func handled(res mcp.Result, err error) (engine.Result, error) {
	if err != nil {
		return engine.Result{}, failure(err)
	}
	called, ok := res.(*mcp.CallToolResult)
	if !ok {
		return engine.Result{}, misfit(errors.New("the result is none of a tool's"))
	}
	return resultOf(called)
}
