package shop

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/lacuna-go/lacuna/engine/mcpadapter"
)

// server is one MCP server on loopback, over streamable HTTP. Its counters tell which calls of tools arrived, whatever the client
// believes, and its faults strike those calls alone: listing tools always works. Safe for concurrent use.
type server struct {
	name string
	url  string // of its endpoint
	http *http.Server
	mcp  *mcp.Server
	next http.Handler // the SDK's, for what is not broken

	mu       sync.Mutex
	faults   map[string]fault // by tool
	requests map[string]int   // by tool
}

// offer is a tool of a server.
type offer struct {
	name, doc string
	add       func(*mcp.Server)
}

// tool makes an offer of a function whose types are the tool's schemas. ok false is "not found". The key is the call's idempotency key, ""
// where the client sent none.
func tool[In, Out any](name, doc string, run func(in In, key string) (out Out, ok bool)) offer {
	answer := func(_ context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		key, _ := req.Params.Meta[mcpadapter.MetaIdempotencyKey].(string)
		out, ok := run(in, key)
		if !ok {
			return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: `{"error":"not_found"}`}}}, out, nil
		}
		return nil, out, nil
	}
	return offer{name, doc, func(s *mcp.Server) { mcp.AddTool(s, &mcp.Tool{Name: name, Description: doc}, answer) }}
}

// listen serves the offers at an address; its port may be 0.
func listen(name, at string, offers []offer) (*server, error) {
	l, err := net.Listen("tcp", at)
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", name, err)
	}
	s := &server{
		name: name, url: "http://" + l.Addr().String() + "/mcp", faults: map[string]fault{}, requests: map[string]int{},
		mcp: mcp.NewServer(&mcp.Implementation{Name: name, Version: "1"}, nil),
	}
	for _, o := range offers {
		o.add(s.mcp)
	}
	s.next = mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s.mcp }, &mcp.StreamableHTTPOptions{JSONResponse: true})
	s.http = &http.Server{Handler: s, ErrorLog: log.New(io.Discard, "", 0)}
	go func() { _ = s.http.Serve(l) }() // until close
	return s, nil
}

// close frees the port, every request that still hangs, and the sessions.
func (s *server) close() {
	_ = s.http.Close()
	for session := range s.mcp.Sessions() {
		_ = session.Close()
	}
}

const mostBody = 1 << 20

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	// Read first: only then does the server notice a client that leaves.
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostBody))
	if err != nil {
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	name := called(body)
	if name == "" {
		s.next.ServeHTTP(w, r)
		return
	}
	s.mu.Lock()
	s.requests[name]++
	n, broken := s.requests[name], s.faults[name]
	s.mu.Unlock()
	if broken == nil {
		s.next.ServeHTTP(w, r)
		return
	}
	broken(n, w, r, s.next.ServeHTTP)
}

// called returns the tool that a message calls, "" for any other message.
func called(body []byte) string {
	var message struct {
		Method string
		Params struct{ Name string }
	}
	if json.Unmarshal(body, &message) != nil || message.Method != "tools/call" {
		return ""
	}
	return message.Params.Name
}

// fail makes a tool misbehave from now on. A nil fault heals it.
func (s *server) fail(tool string, f fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults[tool] = f
}

// reset sets the counters to zero.
func (s *server) reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.requests)
}

// arrived returns how many calls of a tool came.
func (s *server) arrived(tool string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.requests[tool]
}
