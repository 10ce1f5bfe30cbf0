package proxy

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/rs/zerolog"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/mcpadapter"
	"github.com/lacuna-go/lacuna/engine/metrics"
)

// Proxy is an MCP server that lists and calls the tools of others under policies. It is safe for concurrent use.
type Proxy struct {
	conf     *Config
	log      zerolog.Logger
	clock    engine.Clock
	eng      *engine.Engine
	servers  *mcpadapter.Servers
	dispatch engine.Dispatch
	turns    turns
	offer    offer
	server   *mcp.Server
	mcp      http.Handler
	slots    chan struct{}
	numbers  *metrics.Numbers // nil where nobody asks for them
	only     bool             // there is one client
	beside   string           // the candidate's directory, "" without one

	mu       sync.Mutex
	troubled string // the last error of listing, so that it is logged once
}

// Options are what a proxy's file does not say.
type Options struct {
	// Logger gets a line for each decision, verdict and change; the zero value none.
	Logger zerolog.Logger
	// Stderr gets what commands write to their standard error; nil discards it.
	Stderr io.Writer
	// Faults are injected, for drills and evals; Seed makes them repeatable.
	Faults []Fault
	Seed   uint64
	// Clock replaces the system's; nil is the system's.
	Clock engine.Clock
	// Trial is what policies must pass before they go live; the zero value is none.
	Trial engine.Trial
	// Candidate is a directory of policies that decide beside the live ones, and change nothing; "" is none. It is watched like theirs, and must
	// load at the start.
	Candidate string
	// Metrics: the numbers of docs/metrics.md are served at GET /metrics, for whoever bears the token.
	Metrics bool
	// Version of the server, for clients to see.
	Version string
	// Engine holds more options of the engine, as those of a console.
	Engine []engine.Option
}

// New loads the policies and prepares the servers; it connects to none and opens no socket. Its error lists every fault of the policies.
func New(conf *Config, o Options) (*Proxy, error) {
	p := &Proxy{conf: conf, log: o.Logger, clock: o.Clock, slots: make(chan struct{}, conf.Limits.Concurrent), beside: o.Candidate}
	if p.clock == nil {
		p.clock = engine.SystemClock()
	}
	or(&o.Version, "1")
	impl := &mcp.Implementation{Name: "lacuna", Version: o.Version}
	var err error
	p.servers, err = conf.Connect(o.Stderr, mcpadapter.WithClock(p.clock), mcpadapter.WithImplementation(impl))
	if err != nil {
		return nil, err
	}
	opts := []engine.Option{
		engine.WithLogger(o.Logger), engine.WithClock(p.clock), engine.WithArguments(p.servers.Arguments),
		engine.WithObserver(p.observe), engine.WithTrial(o.Trial),
	}
	if o.Metrics {
		p.numbers = metrics.New(metrics.Options{Clock: p.clock})
		opts = append(opts, engine.WithObserver(p.numbers.Observe))
	}
	opts = append(opts, o.Engine...)
	if in := conf.Inputs; in != nil {
		opts = append(opts, engine.WithInputs(engine.InputOptions{Redact: in.Redact, MaxBytes: in.MaxBytes}))
	}
	if conf.Effects != "" {
		log, err := engine.OpenFileLog(conf.path(conf.Effects))
		if err != nil {
			return nil, fmt.Errorf("effects: %w", err)
		}
		opts = append(opts, engine.WithEffectLog(log))
	}
	if p.eng, err = engine.Open(conf.path(conf.Policies), opts...); err != nil {
		return nil, err
	}
	if p.numbers != nil {
		p.numbers.Attach(p.eng)
	}
	if o.Candidate != "" {
		if err := p.eng.LoadCandidate(o.Candidate); err != nil {
			return nil, err
		}
	}
	p.dispatch = p.servers.Dispatch
	if len(o.Faults) > 0 {
		p.dispatch = (&injector{faults: o.Faults, next: p.dispatch, rng: rand.New(rand.NewPCG(o.Seed, 0))}).dispatch
		for _, f := range o.Faults {
			if _, ok := conf.Servers[f.Server]; !ok {
				return nil, fmt.Errorf("a fault is to be injected into the server %q, which there is not", f.Server)
			}
			p.log.Warn().Str("event", "inject").Str("server", f.Server).Str("tool", f.Tool).Str("kind", f.Kind).
				Float64("share", f.Share).Msg("calls fail on purpose")
		}
	}
	p.turns = turns{
		eng: p.eng, clock: p.clock, conf: conf, epoch: p.offer.epoch.Load,
		ids: map[string]*turn{}, keys: map[string]*turn{},
	}
	p.serveMCP(impl)
	return p, nil
}

// Engine returns the engine that the proxy decides by.
func (p *Proxy) Engine() *engine.Engine { return p.eng }

// serveMCP makes the MCP server that clients see.
func (p *Proxy) serveMCP(impl *mcp.Implementation) {
	p.server = mcp.NewServer(impl, &mcp.ServerOptions{
		Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{ListChanged: true}},
		Instructions: "A tool may be unavailable: its result then says so, and the note in it says what to do. " +
			"Never put a value of your own in the place of one that a tool did not give.",
	})
	p.offer.server = p.server
	p.server.AddReceivingMiddleware(p.receive(p.sessionOf))
	p.mcp = mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return p.server }, &mcp.StreamableHTTPOptions{
		MaxRequestBodyBytes: p.conf.Limits.RequestBytes,
		SessionTimeout:      max(10*p.conf.Turn.Idle, 5*time.Minute),
	})
}

// unlisted logs that servers do not list their tools, once each time that changes.
func (p *Proxy) unlisted(err error) {
	text := ""
	if err != nil {
		text = err.Error()
	}
	p.mu.Lock()
	same := p.troubled == text
	p.troubled = text
	p.mu.Unlock()
	switch {
	case same:
	case err != nil:
		p.log.Warn().Str("event", "tools").Err(err).Msg("tools are those last known")
	default:
		p.log.Info().Str("event", "tools").Msg("all servers list their tools")
	}
}

// uncheckedNote is said at every start.
const uncheckedNote = "claims in replies are NOT checked by the proxy, which never sees a reply: " +
	"send each one to POST /v1/turns/{id}/check before it goes out"

// unseenNote is said where there is no address to send a reply to.
const unseenNote = "claims in replies are NOT checked: on the standard streams a reply can't be sent to the proxy"

// Run serves clients over HTTP until ctx is done; then it takes no more, and waits for running calls as long as the file says. ready is told the
// address; it may be nil.
func (p *Proxy) Run(ctx context.Context, ready func(net.Addr)) error {
	ln, err := net.Listen("tcp", p.conf.Listen)
	if err != nil {
		return err
	}
	if p.conf.TLS.Cert != "" {
		pair, err := tls.LoadX509KeyPair(p.conf.path(p.conf.TLS.Cert), p.conf.path(p.conf.TLS.Key))
		if err != nil {
			_ = ln.Close()
			return fmt.Errorf("tls: %w", err)
		}
		ln = tls.NewListener(ln, &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"}})
	}
	streams, stopStreams := context.WithCancel(context.WithoutCancel(ctx))
	defer stopStreams()
	web := &http.Server{
		Handler: p.Handler(), ReadHeaderTimeout: p.conf.Limits.Receive, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10,
		BaseContext: func(net.Listener) context.Context { return streams },
	}
	p.log.Info().Str("event", "start").Stringer("address", ln.Addr()).Strs("servers", p.servers.Names()).Msg(uncheckedNote)
	if ready != nil {
		ready(ln.Addr())
	}
	return p.running(ctx, func() error { return web.Serve(ln) }, func() error { return p.shutdown(web, stopStreams) })
}

// shutdown waits for running calls, then ends what is left: streams that only wait for notices never end by themselves.
func (p *Proxy) shutdown(web *http.Server, stopStreams func()) error {
	var err error
	deadline := p.clock.Now().Add(p.conf.Limits.Shutdown)
	p.clock.Run(context.Background(), deadline, func(ctx context.Context) {
		for len(p.slots) > 0 && ctx.Err() == nil {
			_ = p.clock.Sleep(ctx, p.clock.Now().Add(10*time.Millisecond))
		}
		stopStreams()
		err = web.Shutdown(ctx)
	})
	stopStreams()
	return errors.Join(err, web.Close())
}

// sessionOf names a request's session, "" for a client of the protocol without sessions: unless it names its turns, each of its calls is
// a turn of its own.
func (p *Proxy) sessionOf(req mcp.Request) string {
	if p.only {
		return "the only one"
	}
	return req.GetSession().ID()
}

// RunStdio serves one client on the standard streams, until it leaves or ctx is done.
func (p *Proxy) RunStdio(ctx context.Context) error {
	p.log.Info().Str("event", "start").Strs("servers", p.servers.Names()).Msg(unseenNote)
	p.only = true
	own, stop := context.WithCancel(ctx)
	defer stop()
	err := p.running(own, func() error { return p.server.Run(own, &mcp.StdioTransport{}) }, func() error { stop(); return nil })
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// running keeps policies and the offer current beside what serves, until that ends or ctx is done.
func (p *Proxy) running(ctx context.Context, serve, stop func() error) error {
	beside, cancel := context.WithCancel(ctx)
	defer cancel()
	var group sync.WaitGroup
	group.Go(func() { _ = p.eng.Watch(beside) })
	group.Go(func() { p.keepOffer(beside) })
	if p.beside != "" {
		group.Go(func() { _ = p.eng.WatchCandidate(beside, p.beside) })
	}
	served := make(chan error, 1)
	go func() { served <- serve() }()
	var err error
	select {
	case err = <-served:
	case <-ctx.Done():
		err = errors.Join(stop(), ended(<-served))
	}
	cancel()
	group.Wait()
	p.turns.close()
	if r, ok := p.eng.Candidate(); ok {
		p.log.Info().Str("event", "candidate_report").Interface("report", r).Send()
	}
	if closing := p.servers.Close(); closing != nil { // a server that is gone can't be told that we leave
		p.log.Warn().Str("event", "stop").Err(closing).Send()
	}
	return ended(err)
}

// ended is the error of a server that has ended, which is none if it was told to.
func ended(err error) error {
	if errors.Is(err, http.ErrServerClosed) || errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}
