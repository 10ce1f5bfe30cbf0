package shop

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"time"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/console"
)

// Show is the shop on a day on which servers die and come back, with its console.
type Show struct {
	// Addr is where the console is served, on loopback.
	Addr string
	// Policies is the folder of the rules.
	Policies string
	// Every is the pause between two customers; 0 is a second and a half.
	Every time.Duration
}

// act is a stretch of the day: so many customers come while tools are broken.
type act struct {
	customers int
	broken    map[string]fault
}

// day is what happens, again and again. The outages are long enough for breakers to open, and the pauses for them to recover.
func day() []act {
	return []act{
		{20, nil},
		{16, map[string]fault{"quote": dead()}},
		{40, nil},
		{12, map[string]fault{"semantic_search": dead(), "stock_level": dead()}},
		{40, nil},
		{10, map[string]fault{"quote": flaky()}},
	}
}

// customers ask one of these, in turn.
func customers() []scene {
	var list []scene
	for _, name := range []string{"healthy", "search-dead", "volunteered", "customer-specific", "checkout"} {
		for _, sc := range scenes() {
			if sc.name == name {
				sc.broken = nil
				list = append(list, sc)
			}
		}
	}
	return list
}

// Serve plays until ctx ends, and says where the console is.
func (d Show) Serve(ctx context.Context, w io.Writer) error {
	local := console.NewLocal("the shopkeeper")
	ln, err := local.Listen(d.Addr)
	if err != nil {
		return err
	}
	s, err := openShop(anywhere)
	if err != nil {
		_ = ln.Close()
		return err
	}
	defer s.close()
	feed := console.NewFeed()
	opts := append(feed.Options(), engine.WithInputs(engine.InputOptions{}))
	l, err := openLacuna(ctx, d.Policies, s, &shopClock{}, opts...)
	if err != nil {
		_ = ln.Close()
		return err
	}
	defer func() { _ = l.servers.Close() }()
	page := console.New(l.eng, feed, console.WithTitle("Storefront"), console.WithAuthorizer(local.Authorize))
	return d.play(ctx, w, s, l, func(ctx context.Context) error { return local.Serve(ctx, ln, page) }, ln.Addr(), local)
}

// play serves the console and the customers side by side, until ctx ends or one of both fails.
func (d Show) play(ctx context.Context, w io.Writer, s *shop, l *lacuna, serve func(context.Context) error, at net.Addr, local *console.Local) error {
	if _, err := fmt.Fprintf(w, "The console is at %s\nCustomers come until you interrupt. Servers die and come back; policies that you change go live.\n", local.URL(at, true)); err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		cancel(serve(ctx))
	}()
	go func() { _ = l.eng.Watch(ctx) }()
	err := d.customers(ctx, s, l)
	cancel(err)
	<-ended
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// customers come one after the other.
func (d Show) customers(ctx context.Context, s *shop, l *lacuna) error {
	every := d.Every
	if every == 0 {
		every = 1500 * time.Millisecond
	}
	n := 0
	for {
		for _, a := range day() {
			for _, name := range []string{"quote", "semantic_search", "stock_level"} {
				s.server(serverOf(name)).fail(name, a.broken[name])
			}
			for range a.customers {
				sc := customers()[n%len(customers())]
				n++
				sc.name = fmt.Sprintf("customer-%d", n)
				if err := l.answer(ctx, sc, Scripted, &side{}); err != nil && ctx.Err() == nil {
					return err
				}
				select {
				case <-ctx.Done():
					return nil
				case <-time.After(every):
				}
			}
		}
	}
}
