package shop

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/mcpadapter"
	"github.com/lacuna-go/lacuna/engine/metrics"
	"github.com/lacuna-go/lacuna/engine/promadapter"
)

// customer asks for the jacket's stock and price every other second until ctx ends, each time in a turn of its own, and serves what is counted of it.
func (c Counter) customer(ctx context.Context, s *shop, w io.Writer) error {
	host, _, err := net.SplitHostPort(c.Metrics)
	if err != nil {
		return err
	}
	if !loopback(host) {
		return fmt.Errorf("%s is not on loopback", c.Metrics)
	}
	at, err := net.Listen("tcp", c.Metrics)
	if err != nil {
		return err
	}
	defer func() { _ = at.Close() }()
	numbers := metrics.New(metrics.Options{})
	eng, servers, err := s.embedded(c.Policies, engine.SystemClock(), engine.WithObserver(numbers.Observe))
	if err != nil {
		return err
	}
	defer func() { _ = servers.Close() }()
	numbers.Attach(eng)
	go func() { _ = eng.Watch(ctx) }()
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promadapter.Handler(numbers))
	web := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	go func() { _ = web.Serve(at) }()
	defer func() { _ = web.Close() }()
	if _, err := fmt.Fprintf(w, "# A customer asks every other second. Numbers for Prometheus: http://%s/metrics\n", at.Addr()); err != nil {
		return err
	}
	for {
		if err := buy(ctx, eng, servers); err != nil {
			return err
		}
		select {
		case <-time.After(2 * time.Second):
		case <-ctx.Done():
			return nil
		}
	}
}

// buy makes one turn.
func buy(ctx context.Context, eng *engine.Engine, servers *mcpadapter.Servers) error {
	turn, err := eng.Begin(ctx, engine.TurnInfo{
		Purpose: "chat", Language: "en", Audience: engine.Person("C-9"),
		Facts: engine.Facts{"customer_specific": false, "time_sensitive": false, "reprices_every": 7 * 24 * time.Hour},
	})
	if err != nil {
		return err
	}
	defer turn.End()
	engine.Offered(turn, []string{"inventory__stock_level", "pricing__quote"}, func(name string) string { return name })
	ctx = mcpadapter.WithTurn(ctx, turn)
	stock := turn.Do(ctx, engine.Call{Server: "inventory", Tool: "stock_level", Args: []byte(`{"sku":"JKT-114"}`)}, servers.Dispatch)
	price := turn.Do(ctx, engine.Call{Server: "pricing", Tool: "quote", Args: []byte(`{"sku":"JKT-114","currency":"EUR"}`)}, servers.Dispatch)
	if _, ended := turn.Ended(); ended {
		turn.Delivered(nil)
		return nil
	}
	reply := "The winter jacket costs €209.00."
	if stock.Outcome != engine.OK || price.Outcome != engine.OK {
		reply = "Here is what I found."
	}
	turn.Check(reply)
	return nil
}
