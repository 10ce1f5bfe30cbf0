package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/handler"

	"github.com/lacuna-go/lacuna/rules/lint"
)

// The error codes of the protocol that JSON-RPC does not have.
const (
	codeNotInitialized = jrpc2.Code(-32002)
	codeCancelled      = jrpc2.Code(-32800)
)

// server answers one client.
type server struct {
	version string
	lang    *language
	rpc     *jrpc2.Server
	left    chan struct{} // closed by exit
	exit    func()        // closes it, once

	mu                  sync.Mutex
	initialized, closed bool // by initialize, and by shutdown
	snippets            bool
	watches             bool // the client watches files for us
	named, folders      []string
	documents           map[string]*document // by URI
	sets                map[string]*set      // by directory
	running             map[string]context.CancelFunc
}

// document is a text that the client has open.
type document struct {
	uri, path string
	text      *text
}

// Serve answers one client on two streams, until it says exit, the input ends or the context does. It returns nil only if the
// client said shutdown before that. It writes nothing else to the output, and is of use for one client only.
func Serve(ctx context.Context, in io.Reader, out io.WriteCloser, version string) error {
	s := &server{
		version: version, lang: newLanguage(), left: make(chan struct{}), documents: map[string]*document{}, sets: map[string]*set{},
		running: map[string]context.CancelFunc{},
	}
	s.exit = sync.OnceFunc(func() { close(s.left) })
	s.rpc = jrpc2.NewServer(s.methods(), &jrpc2.ServerOptions{
		AllowPush: true, DisableBuiltin: true, NewContext: func() context.Context { return ctx },
	})
	s.rpc.Start(framed(in, out))
	var err error
	ended := make(chan error, 1)
	go func() { ended <- s.rpc.Wait() }() // where the client says exit and leaves the input open, it waits for ever
	select {
	case err = <-ended:
	case <-s.left:
	case <-ctx.Done():
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, set := range s.sets {
		if set.timer != nil {
			set.timer.Stop()
		}
	}
	switch {
	case s.closed:
		return nil
	case err != nil:
		return err
	}
	return errors.New("the client left without a shutdown")
}

func (s *server) methods() handler.Map {
	return handler.Map{
		"initialize":      s.guarded("initialize", s.initialize),
		"initialized":     s.guarded("", s.ready),
		"shutdown":        s.guarded("", s.shutdown),
		"exit":            func(context.Context, *jrpc2.Request) (any, error) { s.exit(); return nil, nil },
		"$/cancelRequest": s.cancel,

		"textDocument/didOpen":                s.guarded("", s.didOpen),
		"textDocument/didChange":              s.guarded("", s.didChange),
		"textDocument/didClose":               s.guarded("", s.didClose),
		"textDocument/didSave":                s.guarded("", s.didSave),
		"workspace/didChangeWatchedFiles":     s.guarded("", s.didChangeFiles),
		"workspace/didChangeWorkspaceFolders": s.guarded("", s.didChangeFolders),

		"textDocument/hover":          s.guarded("", s.hover),
		"textDocument/completion":     s.guarded("", s.completion),
		"textDocument/definition":     s.guarded("", s.definition),
		"textDocument/documentSymbol": s.guarded("", s.documentSymbol),
		"textDocument/formatting":     s.guarded("", s.formatting),
		"textDocument/codeAction":     s.guarded("", s.codeAction),
	}
}

// guarded refuses requests before initialize and after shutdown, answers those that were cancelled, and keeps the server alive
// where one panics.
func (s *server) guarded(first string, h jrpc2.Handler) jrpc2.Handler {
	return func(ctx context.Context, req *jrpc2.Request) (result any, err error) {
		defer func() {
			if r := recover(); r != nil {
				result, err = nil, jrpc2.Errorf(jrpc2.InternalError, "%s: %v", req.Method(), r)
			}
		}()
		ctx, done := s.begin(ctx, req)
		defer done()
		s.mu.Lock()
		initialized, closed := s.initialized, s.closed
		s.mu.Unlock()
		switch {
		case closed:
			return nil, jrpc2.Errorf(jrpc2.InvalidRequest, "%s after shutdown", req.Method())
		case !initialized && first == "":
			return nil, jrpc2.Errorf(codeNotInitialized, "%s before initialize", req.Method())
		case initialized && first != "":
			return nil, jrpc2.Errorf(jrpc2.InvalidRequest, "initialize comes once")
		}
		result, err = h(ctx, req)
		if ctx.Err() != nil && err == nil {
			return nil, jrpc2.Errorf(codeCancelled, "cancelled")
		}
		return result, err
	}
}

// params decodes the parameters of a request.
func params[T any](req *jrpc2.Request) (T, error) {
	var p T
	err := json.Unmarshal([]byte(req.ParamString()), &p)
	if err != nil {
		return p, jrpc2.Errorf(jrpc2.InvalidParams, "%s: %v", req.Method(), err)
	}
	return p, nil
}

func (s *server) initialize(_ context.Context, req *jrpc2.Request) (any, error) {
	p, err := params[initializeParams](req)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.initialized = true
	s.snippets = p.Capabilities.TextDocument.Completion.CompletionItem.SnippetSupport
	s.watches = p.Capabilities.Workspace.DidChangeWatchedFiles.DynamicRegistration
	for _, f := range p.WorkspaceFolders {
		s.folders = append(s.folders, pathOf(f.URI))
	}
	if len(s.folders) == 0 && p.RootURI != "" {
		s.folders = []string{pathOf(p.RootURI)}
	}
	for _, dir := range p.Options.Policies {
		dir = filepath.ToSlash(dir)
		if !filepath.IsAbs(filepath.FromSlash(dir)) && len(s.folders) > 0 {
			dir = s.folders[0] + "/" + dir
		}
		s.named = append(s.named, filepath.ToSlash(filepath.Clean(dir)))
	}
	return map[string]any{
		"serverInfo": map[string]any{"name": "lacuna", "version": s.version},
		"capabilities": map[string]any{
			"positionEncoding":           "utf-16",
			"textDocumentSync":           map[string]any{"openClose": true, "change": 2, "save": true},
			"hoverProvider":              true,
			"definitionProvider":         true,
			"documentSymbolProvider":     true,
			"documentFormattingProvider": true,
			"completionProvider":         map[string]any{"triggerCharacters": []string{"."}},
			"codeActionProvider":         map[string]any{"codeActionKinds": []string{"quickfix"}},
			"workspace":                  map[string]any{"workspaceFolders": map[string]any{"supported": true, "changeNotifications": true}},
		},
	}, nil
}

// ready asks the client to tell when files change that it does not have open.
func (s *server) ready(context.Context, *jrpc2.Request) (any, error) {
	s.mu.Lock()
	watches := s.watches
	s.mu.Unlock()
	if !watches {
		return nil, nil
	}
	type watcher struct {
		Glob string `json:"globPattern"`
	}
	go func() { // the answer comes while the client goes on; without it saved files count, no others
		_, _ = s.rpc.Callback(context.Background(), "client/registerCapability", map[string]any{
			"registrations": []any{map[string]any{
				"id": "files", "method": "workspace/didChangeWatchedFiles",
				"registerOptions": map[string]any{"watchers": []watcher{{"**/*.cel"}, {"**/*_test.yaml"}}},
			}},
		})
	}()
	return nil, nil
}

func (s *server) shutdown(context.Context, *jrpc2.Request) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	return nil, nil
}

// begin keeps a request, so that it can be cancelled, until it is done.
func (s *server) begin(ctx context.Context, req *jrpc2.Request) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	if req.IsNotification() {
		return ctx, cancel
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running[req.ID()] = cancel
	return ctx, func() {
		cancel()
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.running, req.ID())
	}
}

// cancel ends a request early. One that has not begun, or was answered, is none of its business.
func (s *server) cancel(_ context.Context, req *jrpc2.Request) (any, error) {
	p, err := params[cancelParams](req)
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.running[string(p.ID)]; cancel != nil {
		cancel()
	}
	return nil, err
}

// changed looks at the set of a document, once nothing more was typed for a moment.
func (s *server) changed(d *document, wait time.Duration) {
	if !d.policy() && !d.test() {
		return
	}
	set := s.setOf(d)
	now := time.Now()
	if set.since.IsZero() {
		set.since = now
	}
	if set.timer != nil {
		set.timer.Stop()
	}
	set.timer = time.AfterFunc(min(wait, max(0, longest-now.Sub(set.since))), func() { s.look(set) })
}

// setOf is the set that a document belongs to.
func (s *server) setOf(d *document) *set {
	dir, key := "", d.uri
	if d.path != "" {
		dir = rootOf(d.path, s.named, s.folders)
		key = dir
	}
	if s.sets[key] == nil {
		s.sets[key] = newSet(dir)
	}
	return s.sets[key]
}

// look loads a set as the open texts have it, and tells the client what is wrong.
func (s *server) look(set *set) {
	s.mu.Lock()
	set.since = time.Time{}
	texts, open := map[string]string{}, map[string]*document{}
	for _, d := range s.documents {
		if name, in := s.within(set, d); in && (d.policy() || d.test()) {
			open[set.place(name)] = d
			if d.policy() {
				texts[name] = d.text.String()
			}
		}
	}
	s.mu.Unlock()
	found, index := set.look(texts)
	for name, d := range open {
		if !d.policy() {
			found[name] = testFaults(name, d.text.String())
		}
	}

	s.mu.Lock()
	defer s.mu.Unlock()
	set.index = index
	if len(open) == 0 { // nothing of it is open any more
		found = map[string][]lint.Finding{}
	}
	names := maps.Clone(set.published) // what is found no more is taken back
	for name := range open {
		names[name] = true
		found[name] = append(found[name], found[""]...)
	}
	for name, list := range found {
		names[name] = names[name] || len(list) > 0
	}
	delete(names, "")
	set.published = map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		s.publish(set, name, open[name], found[name])
		if len(found[name]) > 0 {
			set.published[name] = true
		}
	}
}

// within is the name of a document below a set's directory.
func (s *server) within(set *set, d *document) (string, bool) {
	switch {
	case set.dir == "":
		return "untitled.cel", s.sets[d.uri] == set
	case d.path == "" || rootOf(d.path, s.named, s.folders) != set.dir:
		return "", false
	}
	return below(set.dir, d.path)
}

// place is the name of a file in positions.
func (s *set) place(name string) string {
	if s.dir == "" {
		return name
	}
	return strings.TrimSuffix(s.dir, "/") + "/" + name
}

// publish sends the diagnostics of a file; of one that is not open its text is not at hand, but its lines are.
func (s *server) publish(set *set, name string, d *document, list []lint.Finding) {
	uri, t := uriOf(name), (*text)(nil)
	switch {
	case d != nil:
		uri, t = d.uri, d.text
	case set.index.files[name] != nil:
		t = textOf(set.index.files[name])
	default:
		t = readText(name)
	}
	_ = s.rpc.Notify(context.Background(), "textDocument/publishDiagnostics", publishParams{uri, diagnostics(t, list)}) // a client that is gone needs none
}

func (s *server) document(uri string) (*document, error) {
	d := s.documents[uri]
	if d == nil {
		return nil, jrpc2.Errorf(jrpc2.InvalidParams, "%s is not open", uri)
	}
	return d, nil
}

func (d *document) policy() bool { return d.path == "" || isPolicyFile(d.path) }

// test reports whether it is a file of golden tests. What is neither is none of the server's business.
func (d *document) test() bool { return strings.HasSuffix(d.path, "_test.yaml") }
