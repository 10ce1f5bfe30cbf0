package shop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Visit asks for the jacket's stock and price every other second until ctx ends, through any MCP server at url that has the shop's tools, as
// lacuna proxy does. It writes what it gets, and the list of tools whenever that has changed. It is a plain client: of policies it
// knows nothing, but that each question is a turn of its own.
func Visit(ctx context.Context, url string, w io.Writer) error {
	return visit(ctx, url, w, 2*time.Second)
}

func visit(ctx context.Context, url string, w io.Writer, every time.Duration) error {
	v := &visitor{w: w, names: map[string]string{}, changed: make(chan struct{}, 1)}
	client := mcp.NewClient(&mcp.Implementation{Name: "visitor", Version: "1"}, &mcp.ClientOptions{ToolListChangedHandler: v.hear})
	session, err := client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: url}, nil)
	if err != nil {
		return err
	}
	defer func() { _ = session.Close() }()
	v.session = session
	if err := v.stay(ctx, every); ctx.Err() == nil {
		return err
	}
	return nil
}

// visitor is a plain client.
type visitor struct {
	session *mcp.ClientSession
	w       io.Writer
	names   map[string]string // of the shop's tools here, once they were listed
	listed  []string
	changed chan struct{}
	asked   int
}

// hear notices that the list has changed; one that was not yet looked at is looked at once.
func (v *visitor) hear(context.Context, *mcp.ToolListChangedRequest) {
	select {
	case v.changed <- struct{}{}:
	default:
	}
}

func (v *visitor) stay(ctx context.Context, every time.Duration) error {
	if err := v.list(ctx); err != nil {
		return err
	}
	for {
		if err := errors.Join(v.ask(ctx, "stock_level", `{"sku":"JKT-114"}`), v.ask(ctx, "quote", `{"sku":"JKT-114","currency":"EUR"}`)); err != nil {
			return err
		}
		if err := v.wait(ctx, time.After(every)); err != nil {
			return err
		}
	}
}

// wait lists the tools whenever they have changed until it is time to go on.
func (v *visitor) wait(ctx context.Context, enough <-chan time.Time) error {
	for {
		select {
		case <-v.changed:
			if err := v.list(ctx); err != nil {
				return err
			}
		case <-enough:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// list writes the tools, if they are others than before.
func (v *visitor) list(ctx context.Context) error {
	var all []string
	for t, err := range v.session.Tools(ctx, nil) {
		if err != nil {
			return err
		}
		all = append(all, t.Name)
		_, tool, ok := strings.Cut(t.Name, "__")
		if !ok {
			tool = t.Name
		}
		v.names[tool] = t.Name
	}
	if slices.Equal(all, v.listed) {
		return nil
	}
	v.listed = all
	return v.write("tools", strings.Join(all, ", "))
}

// ask writes what a question about the jacket comes to. A tool that has left the list keeps its name.
func (v *visitor) ask(ctx context.Context, tool, args string) error {
	name := v.names[tool]
	if name == "" {
		return v.write(tool, "there is no such tool")
	}
	v.asked++
	res, err := v.session.CallTool(ctx, &mcp.CallToolParams{
		Meta: mcp.Meta{"lacuna/turn": v.session.ID() + "-" + strconv.Itoa(v.asked)},
		Name: name, Arguments: json.RawMessage(args),
	})
	if err != nil {
		return err
	}
	return v.write(tool, textOf(res))
}

func (v *visitor) write(what, text string) error {
	_, err := fmt.Fprintf(v.w, "%s  %-11s  %s\n", time.Now().Format(time.TimeOnly), what, text)
	return err
}
