package mcpadapter

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/lacuna-go/lacuna/engine"
)

// ServerInfo says how an MCP server is reached.
type ServerInfo struct {
	// Name is the server's in policies. It can't be empty, hold "__" or end in "_": of server__tool both parts are to be told apart.
	Name string
	// Connect returns a new transport. It is asked each time a session is needed, and does not connect itself.
	Connect Connect
	// Tools are known before the server has been asked, as from a snapshot. They may be missing.
	Tools []*mcp.Tool
}

// Servers are the MCP servers that tools are called on. It is safe for concurrent use, and holds one session a server, from the first
// call that needs it until the server ends it.
type Servers struct {
	options options
	links   []*link
	named   map[string]*link
}

type options struct {
	clock   engine.Clock
	impl    *mcp.Implementation
	client  mcp.ClientOptions
	listing time.Duration
	retry   time.Duration
	changed func(server string)
}

// Option configures Servers.
type Option func(*options)

// WithClock replaces the system's clock; it is the engine's.
func WithClock(c engine.Clock) Option { return func(o *options) { o.clock = c } }

// WithImplementation names the client to the servers; by default it is lacuna.
func WithImplementation(i *mcp.Implementation) Option { return func(o *options) { o.impl = i } }

// WithClientOptions sets options of the SDK's clients. The handler of changed tool lists is called besides the adapter's own.
func WithClientOptions(c mcp.ClientOptions) Option { return func(o *options) { o.client = c } }

// WithListing bounds how long a server may take to list its tools, connecting included (2 s by default, and five times that while none of its
// tools is known), and how long one that failed to is not asked again (5 s by default); whoever asks for its tools then waits no longer than the first. Calls have the bounds of their policies. A value that is not positive is the default.
func WithListing(most, again time.Duration) Option {
	return func(o *options) { o.listing, o.retry = most, again }
}

// WithToolsChanged is told when a server says that its tools changed, in a goroutine of the SDK's.
func WithToolsChanged(f func(server string)) Option { return func(o *options) { o.changed = f } }

// New returns the servers. It connects to none of them: a server that is down when the process starts is like one that goes down
// later.
func New(list []ServerInfo, opts ...Option) (*Servers, error) {
	s := &Servers{named: map[string]*link{}}
	s.options = options{clock: engine.SystemClock(), impl: &mcp.Implementation{Name: "lacuna", Version: "1"}}
	for _, opt := range opts {
		opt(&s.options)
	}
	if s.options.listing <= 0 {
		s.options.listing = 2 * time.Second
	}
	if s.options.retry <= 0 {
		s.options.retry = 5 * time.Second
	}
	var faults []error
	for _, info := range list {
		switch {
		case info.Name == "" || strings.Contains(info.Name+"_", "__"):
			faults = append(faults, fmt.Errorf("a server can't be named %q: a name is not empty, holds no __ and does not end in _", info.Name))
		case s.named[info.Name] != nil:
			faults = append(faults, fmt.Errorf("two servers are named %q", info.Name))
		case info.Connect == nil:
			faults = append(faults, fmt.Errorf("the server %q has no Connect", info.Name))
		default:
			l := s.newLink(info)
			s.named[info.Name] = l
			s.links = append(s.links, l)
		}
	}
	return s, errors.Join(faults...)
}

// Names returns the servers' names, in the order of New.
func (s *Servers) Names() []string {
	names := make([]string, len(s.links))
	for i, l := range s.links {
		names[i] = l.info.Name
	}
	return names
}

// Session returns the live session with a server; it connects if there is none, once for all who wait, for as long as any of them
// does. Its tools are called under policies where the context has a turn.
func (s *Servers) Session(ctx context.Context, server string) (*mcp.ClientSession, error) {
	l := s.named[server]
	if l == nil {
		return nil, fmt.Errorf("no server %q", server)
	}
	return l.session(ctx)
}

// Close ends all sessions. A call that comes later connects again.
func (s *Servers) Close() error {
	var faults []error
	for _, l := range s.links {
		faults = append(faults, l.close())
	}
	return errors.Join(faults...)
}

// Tool is a tool of a server.
type Tool struct {
	Server string
	*mcp.Tool
}

// Flat names the tool as a model calls it: server__tool.
func (t Tool) Flat() string { return t.Server + "__" + t.Name }

// Tools lists the tools of all servers, asked side by side, in the order of New and each server's own. One that does not answer in time
// has the tools that it last listed, so that its policies can say what their absence means; the error names those, by server.
func (s *Servers) Tools(ctx context.Context) ([]Tool, error) {
	lists := make([][]*mcp.Tool, len(s.links))
	faults := make([]error, len(s.links))
	var group sync.WaitGroup
	for i, l := range s.links {
		group.Go(func() {
			if lists[i], faults[i] = l.list(ctx); faults[i] != nil {
				faults[i] = fmt.Errorf("the tools of %s: %w", l.info.Name, faults[i])
			}
		})
	}
	group.Wait()
	var all []Tool
	for i, list := range lists {
		for _, t := range list {
			all = append(all, Tool{s.links[i].info.Name, t})
		}
	}
	return all, errors.Join(faults...)
}
