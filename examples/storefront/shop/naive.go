package shop

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/lacuna-go/lacuna/engine/mcpadapter"
)

// The usual wrapper around a tool: three tries, half a minute each. Half a minute is played 15 times faster, and that
// is the only thing that is not as usual.
const (
	naiveTries   = 3
	naiveTimeout = 30 * time.Second / naiveSpeedup
	naiveSpeedup = 15
	maxSteps     = 8 // of the model, in one turn; both loops
)

// naive is the usual agent loop: retry each tool, hand the model whatever came of it, send what the model says.
func naive(model Model) loop {
	return func(ctx context.Context, s *shop, _ *shopClock) (agent, error) {
		plain, err := connected(ctx, s)
		if err != nil {
			return agent{}, err
		}
		answer := func(ctx context.Context, sc scene, log *side) error {
			log.Speedup = naiveSpeedup
			model := model
			if sc.mute {
				model = tried
			}
			history, tools := beginning(sc), sc.offered(plain.tools)
			for range maxSteps {
				log.offered(tools)
				reply, err := model(ctx, tools, history, nil)
				if err != nil {
					return log.failed(ctx, err)
				}
				history = append(history, reply)
				if len(reply.Calls) == 0 {
					log.wrote(reply.Text)
					log.sent(reply.Text)
					return nil
				}
				log.asked(reply.Calls)
				for i, text := range plain.allRetried(ctx, reply.Calls) {
					log.read(reply.Calls[i].Tool, "", text)
					history = append(history, Message{Role: "tool", Of: reply.Calls[i], Text: text})
				}
			}
			return fmt.Errorf("the model did not come to an end in %d steps", maxSteps)
		}
		return agent{answer, plain.close}, nil
	}
}

// sessions are plain sessions of the SDK, one a server, and the tools that they list.
type sessions struct {
	byServer map[string]*mcp.ClientSession
	tools    []mcpadapter.Tool
}

func connected(ctx context.Context, s *shop) (*sessions, error) {
	all := &sessions{byServer: map[string]*mcp.ClientSession{}}
	client := mcp.NewClient(&mcp.Implementation{Name: "assistant", Version: "1"}, nil)
	for _, server := range s.servers {
		if err := all.add(ctx, client, server.name, &mcp.StreamableClientTransport{Endpoint: server.url, HTTPClient: s.client}); err != nil {
			all.close()
			return nil, fmt.Errorf("connect to %s: %w", server.name, err)
		}
	}
	return all, nil
}

func (all *sessions) add(ctx context.Context, client *mcp.Client, server string, t mcp.Transport) error {
	session, err := client.Connect(ctx, t, nil)
	if err != nil {
		return err
	}
	all.byServer[server] = session
	for t, err := range session.Tools(ctx, nil) {
		if err != nil {
			return err
		}
		all.tools = append(all.tools, mcpadapter.Tool{Server: server, Tool: t})
	}
	return nil
}

func (all *sessions) close() {
	for _, session := range all.byServer {
		_ = session.Close()
	}
}

// allRetried makes the calls of one batch side by side.
func (all *sessions) allRetried(ctx context.Context, calls []Call) []string {
	texts := make([]string, len(calls))
	var wg sync.WaitGroup
	for i, c := range calls {
		wg.Go(func() { texts[i] = all.retried(ctx, c) })
	}
	wg.Wait()
	return texts
}

// retried returns the tool's answer, or the last error as text for the model.
func (all *sessions) retried(ctx context.Context, c Call) string {
	var err error
	for range naiveTries {
		var answer string
		if answer, err = all.once(ctx, c); err == nil {
			return answer
		}
	}
	return "Error: " + err.Error()
}

func (all *sessions) once(ctx context.Context, c Call) (string, error) {
	session := all.byServer[serverOf(c.Tool)]
	if session == nil {
		return "", fmt.Errorf("no tool %q", c.Tool)
	}
	ctx, cancel := context.WithTimeout(ctx, naiveTimeout)
	defer cancel()
	res, err := session.CallTool(ctx, &mcp.CallToolParams{Name: c.Tool, Arguments: c.Args})
	if err != nil {
		return "", err
	}
	if res.IsError {
		return "", fmt.Errorf("tool %s: %s", c.Tool, textOf(res))
	}
	return textOf(res), nil
}

// textOf joins the texts of a result.
func textOf(res *mcp.CallToolResult) string {
	var texts []string
	for _, c := range res.Content {
		if t, ok := c.(*mcp.TextContent); ok {
			texts = append(texts, t.Text)
		}
	}
	return strings.Join(texts, "\n")
}
