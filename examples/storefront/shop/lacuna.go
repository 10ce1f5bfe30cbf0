package shop

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/mcpadapter"
)

// withLacuna is the agent's loop with Lacuna in it, by the rules in dir.
func withLacuna(dir string, model Model, opts ...engine.Option) loop {
	return func(ctx context.Context, s *shop, clock *shopClock) (agent, error) {
		l, err := openLacuna(ctx, dir, s, clock, opts...)
		if err != nil {
			return agent{}, err
		}
		answer := func(ctx context.Context, sc scene, log *side) error { return l.answer(ctx, sc, model, log) }
		return agent{answer, func() { _ = l.servers.Close() }}, nil
	}
}

// lacuna is an engine with the shop's servers behind it.
type lacuna struct {
	eng     *engine.Engine
	servers *mcpadapter.Servers
}

func openLacuna(ctx context.Context, dir string, s *shop, clock *shopClock, opts ...engine.Option) (*lacuna, error) {
	eng, servers, err := s.embedded(dir, shifted{engine.SystemClock(), clock}, opts...)
	if err != nil {
		return nil, err
	}
	if _, err := servers.Tools(ctx); err != nil { // so that a scene's time is that of its calls
		_ = servers.Close()
		return nil, err
	}
	return &lacuna{eng, servers}, nil
}

// embedded is an engine under the rules in dir, and the shop's servers as it calls them.
func (s *shop) embedded(dir string, now engine.Clock, opts ...engine.Option) (*engine.Engine, *mcpadapter.Servers, error) {
	var infos []mcpadapter.ServerInfo
	for _, server := range s.servers {
		infos = append(infos, mcpadapter.ServerInfo{Name: server.name, Connect: s.connect(server)})
	}
	servers, err := mcpadapter.New(infos, mcpadapter.WithClock(now))
	if err != nil {
		return nil, nil, err
	}
	eng, err := engine.Open(dir, append(opts, engine.WithClock(now), engine.WithArguments(servers.Arguments))...)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w; play from the repository's root, or say --policies DIR", err)
	}
	if err != nil {
		return nil, nil, err
	}
	return eng, servers, nil
}

// answer answers a scene's question in a turn of its own.
func (l *lacuna) answer(ctx context.Context, sc scene, model Model, log *side) error {
	listed, _ := l.servers.Tools(ctx) // a server that is down has the tools that it last listed
	turn, err := l.eng.Begin(ctx, engine.TurnInfo{
		ID: sc.name, Conversation: sc.name, Purpose: sc.purpose, Language: "en",
		Audience: engine.Person("C-9"), Said: []string{sc.question}, Facts: sc.facts,
	})
	if err != nil {
		return err
	}
	defer turn.End()
	if sc.mute {
		model = underPolicies(model, log)
	}
	c := &chat{turn: turn, model: model, servers: l.servers, tools: sc.offered(listed), history: beginning(sc), log: log}
	return c.run(ctx)
}

// shifted is the engine's own clock, set to the shop's time.
type shifted struct {
	engine.Clock
	shop *shopClock
}

func (c shifted) Now() time.Time { return c.Clock.Now().Add(c.shop.ahead()) }

func (c shifted) Run(ctx context.Context, deadline time.Time, f func(context.Context)) bool {
	return c.Clock.Run(ctx, deadline.Add(-c.shop.ahead()), f)
}

func (c shifted) Sleep(ctx context.Context, until time.Time) error {
	return c.Clock.Sleep(ctx, until.Add(-c.shop.ahead()))
}
