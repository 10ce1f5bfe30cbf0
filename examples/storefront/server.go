package main

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
)

// server is one HTTP server on loopback: POST /tool with the arguments as JSON. Its counters tell what arrived,
// whatever the client believes. Safe for concurrent use.
type server struct {
	name  string
	url   string
	http  *http.Server
	tools map[string]tool

	mu       sync.Mutex
	faults   map[string]fault // by tool
	requests map[string]int   // by tool
}

// tool answers a request with a value that becomes JSON. ok false is "not found". The key is the request's
// Idempotency-Key, "" where the client sent none.
type tool func(args map[string]any, key string) (value any, ok bool)

func listen(name string, tools map[string]tool) (*server, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", name, err)
	}
	s := &server{name: name, url: "http://" + l.Addr().String(), tools: tools, faults: map[string]fault{}, requests: map[string]int{}}
	s.http = &http.Server{Handler: s, ErrorLog: log.New(io.Discard, "", 0)}
	go func() { _ = s.http.Serve(l) }() // until close
	return s, nil
}

// close frees the port and every request that still hangs.
func (s *server) close() { _ = s.http.Close() }

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Path[1:]
	// Read first: only then does the server notice a client that leaves.
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	s.mu.Lock()
	s.requests[name]++
	n, broken := s.requests[name], s.faults[name]
	s.mu.Unlock()
	answer := func(w http.ResponseWriter, r *http.Request) { s.answer(w, r, name, body) }
	if broken == nil {
		answer(w, r)
		return
	}
	broken(n, w, r, answer)
}

func (s *server) answer(w http.ResponseWriter, r *http.Request, name string, body []byte) {
	run, ok := s.tools[name]
	if !ok {
		http.NotFound(w, r)
		return
	}
	args := map[string]any{}
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	if err := dec.Decode(&args); err != nil {
		http.Error(w, "arguments are no JSON object", http.StatusBadRequest)
		return
	}
	value, ok := run(args, r.Header.Get("Idempotency-Key"))
	if !ok {
		http.Error(w, "not found", http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(value)
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

// arrived returns how many requests came for each tool.
func (s *server) arrived() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	counts := map[string]int{}
	for tool, n := range s.requests {
		counts[tool] = n
	}
	return counts
}

// statusError is an answer that is none.
type statusError struct {
	code   int
	status string
	header http.Header
}

func (e statusError) Error() string { return "unexpected status " + e.status }

// client keeps no connection: over a kept one net/http repeats a request by itself when the server drops it, and then
// nobody owns the retries.
func client() *http.Client {
	return &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
}

// post makes one request. key may be empty.
func post(ctx context.Context, c *http.Client, url, key string, args []byte) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(args))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	if key != "" {
		req.Header.Set("Idempotency-Key", key)
	}
	resp, err := c.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		return nil, statusError{resp.StatusCode, resp.Status, resp.Header}
	}
	return bytes.TrimSpace(body), nil
}
