package mcpadapter

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

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
		own := &ownTools{server: name, next: next, known: map[string]*tool{}}
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
				return own.serve(ctx, turn, req)
			}
			res, err := next(ctx, method, req)
			if list, ok := res.(*mcp.ListToolsResult); ok && err == nil {
				return offered(turn, name, list), nil
			}
			return res, err
		}
	}
}

// ownTools are the tools of a server in this process, as it lists them itself.
type ownTools struct {
	server string
	next   mcp.MethodHandler

	mu    sync.Mutex
	known map[string]*tool
}

func (o *ownTools) serve(ctx context.Context, turn *engine.Turn, req mcp.Request) (mcp.Result, error) {
	call, ok := req.(*mcp.CallToolRequest)
	if !ok || call.Params == nil {
		return nil, fmt.Errorf("a call of a tool with parameters of type %T", req.GetParams())
	}
	a := turn.Do(ctx, engine.Call{Server: o.server, Tool: call.Params.Name, Args: call.Params.Arguments},
		func(ctx context.Context, c engine.Call) (engine.Result, error) {
			if c.Server != o.server {
				return engine.Result{}, unreachable(fmt.Errorf("the server %q is not this one", c.Server))
			}
			t := o.tool(ctx, call, c.Tool)
			if err := t.accepts(c); err != nil {
				return engine.Result{}, err
			}
			own, params := *call, *call.Params
			params.Name, params.Arguments, params.Meta = c.Tool, c.Args, metaOf(call.Params.Meta, c)
			own.Params = &params
			res, err := o.next(ctx, methodCall, &own)
			return handled(t, res, err)
		})
	if err := a.Err(); err != nil {
		return nil, err
	}
	out := &schema{}
	if a.Outcome != engine.OK && !a.IsError() { // it has to fit what a client knows of the tool
		if t := o.tool(ctx, call, call.Params.Name); t != nil {
			out = t.out
		}
	}
	return resultFor(a, out), nil
}

// tool returns a tool as the server lists it now, its schemas compiled once; nil if it does not list it.
func (o *ownTools) tool(ctx context.Context, call *mcp.CallToolRequest, name string) *tool {
	listed := o.listed(ctx, call, name)
	o.mu.Lock()
	defer o.mu.Unlock()
	switch known := o.known[name]; {
	case listed == nil:
		delete(o.known, name)
	case known == nil || known.Tool != listed:
		o.known[name] = known.renew(listed)
	}
	return o.known[name]
}

// listed asks the server itself for a tool; nil if it does not tell.
func (o *ownTools) listed(ctx context.Context, call *mcp.CallToolRequest, name string) *mcp.Tool {
	params := &mcp.ListToolsParams{}
	for range mostTools {
		res, err := o.next(ctx, methodList, &mcp.ListToolsRequest{Session: call.Session, Params: params, Extra: call.Extra})
		list, ok := res.(*mcp.ListToolsResult)
		if err != nil || !ok {
			return nil
		}
		for _, t := range list.Tools {
			if t.Name == name {
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

// handled reads what a handler of this process returned, whose structured content may be any value of its own.
func handled(t *tool, res mcp.Result, err error) (engine.Result, error) {
	if err != nil {
		return engine.Result{}, failure(err)
	}
	called, ok := res.(*mcp.CallToolResult)
	if !ok {
		return engine.Result{}, misfit(errors.New("the result is none of a tool's"))
	}
	if _, isRaw := called.StructuredContent.(json.RawMessage); called.StructuredContent != nil && !isRaw {
		raw, err := json.Marshal(called.StructuredContent)
		if err != nil {
			return engine.Result{}, misfit(err)
		}
		own := *called
		own.StructuredContent, called = json.RawMessage(raw), &own
	}
	return t.result(called)
}
