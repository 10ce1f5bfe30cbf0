package mcpadapter

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// link is the connection to one server.
type link struct {
	info    ServerInfo
	options *options
	client  *mcp.Client

	mu      sync.Mutex
	live    *mcp.ClientSession
	dialing *dial
	tools   map[string]*tool
	order   []*mcp.Tool
	fresh   bool      // the tools are those of the live session
	changes int       // how often the server said that they changed
	listing *listing  // in flight
	failed  time.Time // when the last listing failed
	fault   error     // why
}

// dial is an attempt to connect that any number of calls wait for. It ends when none waits any more.
type dial struct {
	done    chan struct{}
	cancel  context.CancelFunc
	waiting int
	session *mcp.ClientSession
	err     error
}

func (s *Servers) newLink(info ServerInfo) *link {
	l := &link{info: info, options: &s.options}
	opts := s.options.client
	theirs := opts.ToolListChangedHandler
	opts.ToolListChangedHandler = func(ctx context.Context, req *mcp.ToolListChangedRequest) {
		l.stale()
		if l.options.changed != nil {
			l.options.changed(info.Name)
		}
		if theirs != nil {
			theirs(ctx, req)
		}
	}
	l.client = mcp.NewClient(s.options.impl, &opts)
	l.client.AddSendingMiddleware(s.Client(info.Name))
	l.know(info.Tools)
	return l
}

// session returns the live session, or waits for one.
func (l *link) session(ctx context.Context) (*mcp.ClientSession, error) {
	l.mu.Lock()
	if live := l.live; live != nil {
		l.mu.Unlock()
		return live, nil
	}
	d := l.dialing
	if d == nil {
		d = l.dial(ctx)
	}
	d.waiting++
	l.mu.Unlock()
	select {
	case <-d.done:
		return d.session, d.err
	case <-ctx.Done():
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	d.waiting--
	if d.waiting == 0 {
		d.cancel()
		if l.dialing == d {
			l.dialing = nil // whoever comes now does not wait for one that is given up
		}
	}
	return nil, context.Cause(ctx)
}

// dial begins to connect. l.mu is held. The values of ctx are kept, for a transport that authorizes by them; its end is not.
func (l *link) dial(ctx context.Context) *dial {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	d := &dial{done: make(chan struct{}), cancel: cancel}
	l.dialing = d
	go func() {
		defer cancel()
		session, err := l.connect(ctx)
		l.mu.Lock()
		given := l.dialing != d // up by all who waited
		if !given {
			l.dialing = nil
		}
		d.session, d.err = session, err
		if err == nil && !given {
			l.live, l.fresh = session, false
			go l.watch(session)
		}
		l.mu.Unlock()
		close(d.done)
		if err == nil && given {
			_ = session.Close()
		}
	}()
	return d
}

func (l *link) connect(ctx context.Context) (session *mcp.ClientSession, err error) {
	defer func() {
		if p := recover(); p != nil {
			session, err = nil, fmt.Errorf("connecting panicked: %v", p)
		}
	}()
	t, err := l.info.Connect()
	if err != nil {
		return nil, err
	}
	if t == nil {
		return nil, errors.New("Connect returned no transport")
	}
	return l.client.Connect(passing(ctx), keepingTransport(t), nil)
}

// watch waits for the session's end.
func (l *link) watch(session *mcp.ClientSession) {
	_ = session.Wait()
	l.drop(session)
}

// drop forgets a session that is lost. Others that noticed it too change nothing.
func (l *link) drop(session *mcp.ClientSession) {
	l.mu.Lock()
	lost := l.live == session
	if lost {
		l.live, l.fresh = nil, false
	}
	l.mu.Unlock()
	if lost {
		_ = session.Close()
	}
}

func (l *link) close() error {
	l.mu.Lock()
	session := l.live
	l.live, l.fresh = nil, false
	if l.dialing != nil {
		l.dialing.cancel()
		l.dialing = nil
	}
	l.mu.Unlock()
	if session == nil {
		return nil
	}
	err := session.Close()
	if stopped := (*exec.ExitError)(nil); errors.As(err, &stopped) {
		return nil // a program that was told to end, and ended
	}
	return err
}
