package proxy

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/mcpadapter"
)

const (
	methodList = "tools/list"
	methodCall = "tools/call"

	metaTurn  = "lacuna/turn"
	metaFinal = "lacuna/final"
)

// receive serves what concerns tools, and leaves the rest to the SDK. sessionOf names the session of a request, "" where it has none.
func (p *Proxy) receive(sessionOf func(mcp.Request) string) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			if method != methodList && method != methodCall {
				return next(ctx, method, req)
			}
			w, err := wantedBy(req, sessionOf(req))
			if err != nil {
				return nil, invalid(err)
			}
			w.listing = method == methodList
			t, done, err := p.turns.enter(w)
			if err != nil {
				return nil, invalid(err)
			}
			defer done()
			if method == methodList {
				return p.list(ctx, t), nil
			}
			call, ok := req.(*mcp.CallToolRequest)
			if !ok || call.Params == nil {
				return nil, invalid(fmt.Errorf("a call of a tool needs parameters"))
			}
			return p.call(ctx, t, call.Params)
		}
	}
}

func invalid(err error) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: err.Error()}
}

// list answers tools/list: the tools of all servers that the turn offers, under flat names, in one page.
func (p *Proxy) list(ctx context.Context, t *turn) *mcp.ListToolsResult {
	tools := p.known(ctx)
	offered := engine.Offered(t.Turn, tools, mcpadapter.Tool.Flat)
	res := &mcp.ListToolsResult{Tools: make([]*mcp.Tool, 0, len(offered)), Meta: mcp.Meta{metaTurn: t.id}}
	for _, tool := range offered {
		own := *tool.Tool
		own.Name = tool.Flat()
		res.Tools = append(res.Tools, &own)
	}
	return res
}

// known lists the tools of all servers. One that does not list them now has those that it listed last, and the log says so.
func (p *Proxy) known(ctx context.Context) []mcpadapter.Tool {
	tools, err := p.servers.Tools(ctx)
	p.unlisted(err)
	return tools
}

func (p *Proxy) call(ctx context.Context, t *turn, params *mcp.CallToolParamsRaw) (mcp.Result, error) {
	call := engine.Call{Tool: params.Name, Args: params.Arguments}
	if key, ok := params.Meta[mcpadapter.MetaIdempotencyKey].(string); ok && len(key) <= longest {
		call.IdempotencyKey = key
	}
	a := t.Do(ctx, call, p.dispatch)
	final, ended := t.Ended()
	if err := a.Err(); err != nil && !ended {
		return nil, err // the client gave up
	}
	res := p.servers.Result(a, params.Name)
	own := *res
	own.Meta = mcp.Meta{}
	for k, v := range res.Meta {
		own.Meta[k] = v
	}
	own.Meta[metaTurn] = t.id
	if ended {
		if err := finish(&own, final); err != nil {
			return nil, err
		}
	}
	return &own, nil
}

// finish tells the model of an ended turn what it has to say, for a proxy can't say it itself.
func finish(res *mcp.CallToolResult, final engine.Final) error {
	text, err := json.Marshal(struct {
		Status  string `json:"status"`
		Note    string `json:"note"`
		Message string `json:"message"`
		Handoff string `json:"handoff"`
	}{"ended", "Call no more tools. Answer with exactly this message.", final.Text, final.Handoff.String()})
	if err != nil {
		return err
	}
	res.IsError = true
	res.StructuredContent = nil
	res.Meta[metaFinal] = final.Text
	res.Content = append(res.Content[:len(res.Content):len(res.Content)], &mcp.TextContent{Text: string(text)})
	return nil
}
