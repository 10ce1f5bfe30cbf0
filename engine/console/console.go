package console

import (
	"cmp"
	"context"
	"crypto/rand"
	"html/template"
	"net/http"
	"path"
	"sync"
	"time"

	"github.com/lacuna-go/lacuna/engine"
)

// Console shows what an engine does, over HTTP. It is safe for concurrent use.
type Console struct {
	eng       *engine.Engine // nil for a log
	feed      *Feed
	title     string
	authorize Authorizer
	streams   streams
	cache     cache
	mux       *http.ServeMux
	templates *template.Template
	assets    assets
	key       []byte // of the tokens of forms
	begun     time.Time
	ctx       context.Context
	cancel    context.CancelFunc
}

// Option configures a console.
type Option func(*Console)

// WithTitle names what is looked at, as "shop, eu-west".
func WithTitle(title string) Option { return func(c *Console) { c.title = title } }

// WithAuthorizer lets operators act: without one, the console is read-only.
func WithAuthorizer(a Authorizer) Option { return func(c *Console) { c.authorize = a } }

// WithStreams changes how many pages may follow events at a time; 64 is the default. Those beyond are told so, and can be read all the
// same.
func WithStreams(n int) Option { return func(c *Console) { c.streams.most = n } }

// New returns a console of an engine, which was opened with the feed's options. Without an engine (nil) it shows what the feed has read
// from a log.
func New(eng *engine.Engine, feed *Feed, opts ...Option) *Console {
	c := &Console{eng: eng, feed: feed, title: "Lacuna", key: make([]byte, 32)}
	c.streams = streams{most: 64, pause: pause, silence: silence, patience: patience}
	for _, opt := range opts {
		opt(c)
	}
	_, _ = rand.Read(c.key) // it never fails
	c.ctx, c.cancel = context.WithCancel(context.Background())
	c.begun = feed.now()
	if eng != nil {
		feed.eng.Store(eng)
		feed.live(eng.Set())
	}
	c.assets = loadAssets()
	c.templates = parse(c.assets.base)
	c.route()
	return c
}

// Close ends the streams of open pages, so that a server can shut down; it is for [http.Server.RegisterOnShutdown]. Pages can still be read.
func (c *Console) Close() { c.cancel() }

func (c *Console) route() {
	c.mux = http.NewServeMux()
	for pattern, f := range c.pages() {
		c.mux.HandleFunc("GET "+pattern, func(w http.ResponseWriter, r *http.Request) { c.servePage(w, r, f) })
	}
	c.mux.HandleFunc("GET /stream", c.stream)
	c.mux.HandleFunc("GET "+c.assets.route, c.assets.serve)
	c.mux.HandleFunc("POST /operate", c.operate)
	c.mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			c.fail(w, r, &httpError{http.StatusMethodNotAllowed, "Nothing here can be changed in that way."})
			return
		}
		c.fail(w, r, &httpError{http.StatusNotFound, "There is no such page."})
	})
}

// ServeHTTP serves the console at its root: mount it with [http.StripPrefix].
func (c *Console) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	if r.URL.Path == "" { // links are relative to a folder
		h.Set("Location", path.Base(cmp.Or(requestPath(r), "/"))+"/")
		w.WriteHeader(http.StatusPermanentRedirect)
		return
	}
	c.mux.ServeHTTP(w, r)
}

// requestPath is the path as the client wrote it, before anything was stripped.
func requestPath(r *http.Request) string {
	if u, err := r.URL.Parse(r.RequestURI); err == nil {
		return u.EscapedPath()
	}
	return ""
}

// policy forbids all that the pages do not need. Scripts and styles are files of this origin, never inline, and a script can write no markup
// but through the one policy of console.js.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; " +
	"base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types lacuna"

// httpError is an error that a page tells.
type httpError struct {
	status int
	text   string
}

// Error returns the text.
func (e *httpError) Error() string { return e.text }

// cache keeps what a page last looked like for as long as streams ask for it: fifty browsers on one page cost one rendering.
type cache struct {
	mu    sync.Mutex
	pages map[string]*cached
}

type cached struct {
	asked time.Time // of the cache's lock

	mu    sync.Mutex
	at    time.Time
	parts []rendered
}
