package mcpadapter

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// mostTools bounds the list of one server.
const mostTools = 4096

// patience is how many times longer a server has to list tools of which none is known: programs take their time to start.
const patience = 5

// errSlow is what a server that does not list its tools in time comes to.
var errSlow = errors.New("it did not answer in time")

// listing is a request for tools that any number of callers wait for.
type listing struct {
	done  chan struct{}
	tools []*mcp.Tool
	err   error
}

// stale says that the tools have to be asked for again.
func (l *link) stale() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.fresh = false
	l.changes++
}

// list returns the server's tools: those known, if nothing has changed or it can't be asked. A server that did not list its tools when it was
// last asked has its time, but nobody waits for all of it: its tools must not take those of others along.
func (l *link) list(ctx context.Context) ([]*mcp.Tool, error) {
	l.mu.Lock()
	if l.live != nil && l.fresh {
		defer l.mu.Unlock()
		return l.order, nil
	}
	now := l.options.clock.Now()
	if l.fault != nil && now.Sub(l.failed) < l.options.retry {
		defer l.mu.Unlock()
		return l.order, l.fault
	}
	asked := l.listing
	if asked == nil {
		asked = &listing{done: make(chan struct{})}
		l.listing = asked
		go l.ask(context.WithoutCancel(ctx), asked)
	}
	troubled := l.fault != nil
	l.mu.Unlock()
	wait := func(ctx context.Context) {
		select {
		case <-asked.done:
		case <-ctx.Done():
		}
	}
	if troubled {
		l.options.clock.Run(ctx, now.Add(l.options.listing), wait)
	} else {
		wait(ctx)
	}
	select {
	case <-asked.done:
		return asked.tools, asked.err
	default:
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if ctx.Err() != nil {
		return l.order, context.Cause(ctx)
	}
	return l.order, errSlow
}

// ask fills in a listing.
func (l *link) ask(ctx context.Context, asked *listing) {
	clock := l.options.clock
	l.mu.Lock()
	most, changes := l.options.listing, l.changes
	if len(l.order) == 0 {
		most *= patience
	}
	l.mu.Unlock()
	type answer struct {
		session *mcp.ClientSession
		tools   []*mcp.Tool
		err     error
	}
	answers := make(chan answer, 1)
	returned := clock.Run(ctx, clock.Now().Add(most), func(ctx context.Context) {
		var a answer
		defer func() {
			if p := recover(); p != nil {
				a.err = fmt.Errorf("listing panicked: %v", p)
			}
			answers <- a
		}()
		a.session, a.tools, a.err = l.fetch(ctx)
	})
	a := answer{err: errSlow}
	if returned {
		a = <-answers
	}
	if errors.Is(a.err, context.DeadlineExceeded) {
		a.err = errSlow
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if a.err == nil {
		l.learn(a.tools)
		l.fresh = l.live == a.session && l.changes == changes // a change while it was asked may be in the list, or not
	} else {
		l.failed = clock.Now()
	}
	l.fault = a.err
	asked.tools, asked.err = l.order, a.err
	l.listing = nil
	close(asked.done)
}

// fetch asks for all pages of the list.
func (l *link) fetch(ctx context.Context) (*mcp.ClientSession, []*mcp.Tool, error) {
	session, err := l.session(ctx)
	if err != nil {
		return nil, nil, err
	}
	var tools []*mcp.Tool
	for t, err := range session.Tools(passing(ctx), nil) {
		if err != nil {
			if lost(err) {
				l.drop(session)
			}
			return nil, nil, err
		}
		if tools = append(tools, t); len(tools) > mostTools {
			return nil, nil, fmt.Errorf("it lists more than %d tools", mostTools)
		}
	}
	return session, tools, nil
}

// know is learn for whoever does not hold l.mu.
func (l *link) know(tools []*mcp.Tool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.learn(tools)
}

// learn takes over a list. Of tools of one name the first counts, one without a name can't be called, and one without a usable input schema
// takes any arguments: clients that check what they are given would turn the whole list down. l.mu is held.
func (l *link) learn(tools []*mcp.Tool) {
	known := l.tools
	l.order = make([]*mcp.Tool, 0, len(tools))
	l.tools = make(map[string]*tool, len(tools))
	for _, t := range tools {
		if t == nil || t.Name == "" || l.tools[t.Name] != nil {
			continue
		}
		if shapeless(t.InputSchema) {
			own := *t
			own.InputSchema = json.RawMessage(`{"type":"object"}`)
			t = &own
		}
		l.order = append(l.order, t)
		l.tools[t.Name] = known[t.Name].renew(t)
	}
}

// shapeless reports whether a schema is no JSON object.
func shapeless(schema any) bool {
	if _, isObject := schema.(map[string]any); isObject {
		return false
	}
	raw := source(schema)
	return len(raw) == 0 || raw[0] != '{'
}

// tool returns what is known of a tool, or nil.
func (l *link) tool(name string) *tool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.tools[name]
}
