package main

import (
	"context"
	"fmt"
	"net"
	"os/user"

	"github.com/lacuna-go/lacuna/engine/console"
	"github.com/lacuna-go/lacuna/engine/proxy"
)

// proxyConsole is the console of a proxy, on an address of its own.
type proxyConsole struct {
	feed  *console.Feed
	local *console.Local
	ln    net.Listener
}

// openConsole takes the address, and has the engine of the proxy tell what happens; nil without --console.
func (r *proxyRun) openConsole(o *proxy.Options) (*proxyConsole, error) {
	if r.console == "" {
		if r.operate {
			return nil, usage("--console-operate is for --console")
		}
		return nil, nil
	}
	c := &proxyConsole{feed: console.NewFeed(), local: console.NewLocal(userName())}
	var err error
	if c.ln, err = c.local.Listen(r.console); err != nil {
		return nil, usage("--console: %w", err)
	}
	o.Engine = append(o.Engine, c.feed.Options()...)
	return c, nil
}

// serve serves it until ctx is done, and then waits for its end.
func (c *proxyConsole) serve(ctx context.Context, r *proxyRun, p *proxy.Proxy) (wait func()) {
	opts := []console.Option{console.WithTitle("lacuna proxy")}
	if r.operate {
		opts = append(opts, console.WithAuthorizer(c.local.Authorize))
	}
	page := console.New(p.Engine(), c.feed, opts...)
	_, _ = fmt.Fprintf(r.stderr, "lacuna: the console is at %s\n", c.local.URL(c.ln.Addr(), r.operate))
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := c.local.Serve(ctx, c.ln, page); err != nil {
			_, _ = fmt.Fprintf(r.stderr, "lacuna: the console has ended: %v\n", err)
		}
	}()
	return func() {
		cancel()
		<-done
	}
}

// userName is who operates, for the log.
func userName() string {
	if u, err := user.Current(); err == nil {
		return u.Username
	}
	return ""
}
