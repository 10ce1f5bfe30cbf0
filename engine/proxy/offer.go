package proxy

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/mcpadapter"
)

// The offer is looked at this often, for an open breaker becomes half open without an event, and clients are told of a change at most as
// often as damping says.
const (
	lookEvery = 500 * time.Millisecond
	damping   = 2 * time.Second
)

// offer keeps what a new turn would be offered, so that clients are told when it changes. All but the atomics belong to keepOffer.
type offer struct {
	server *mcp.Server
	epoch  atomic.Int64 // counts changes: a session's turn of an earlier one is not asked for its list again
	back   atomic.Bool  // a tool serves everybody again: those to whom it was not offered while it was tried have to hear of it
	now    map[string]bool
	told   map[string]bool
	at     time.Time
	owed   bool
}

// anything is the schema under which a tool stands that makes the SDK tell of a change: tools/list itself is answered by list.
var anything = json.RawMessage(`{"type":"object"}`)

// keepOffer tells clients of changes until ctx is done.
func (p *Proxy) keepOffer(ctx context.Context) {
	for ctx.Err() == nil {
		p.look(ctx)
		_ = p.clock.Sleep(ctx, p.clock.Now().Add(lookEvery))
	}
}

// observe notices a tool that is back.
func (p *Proxy) observe(ev engine.Event) {
	if t, ok := ev.(engine.TransitionEvent); ok && (t.Transition.From == engine.HalfOpenState || t.Transition.From == engine.RampingState) {
		p.offer.back.Store(true)
	}
}

// look compares the offer with what it was, and with what was told.
func (p *Proxy) look(ctx context.Context) {
	o := &p.offer
	t, err := p.eng.Begin(ctx, engine.TurnInfo{Looks: true, Purpose: p.conf.Turn.Purpose, Facts: p.conf.Facts})
	if err != nil {
		return
	}
	defer t.End()
	now := map[string]bool{}
	for _, tool := range engine.Offered(t, p.known(ctx), mcpadapter.Tool.Flat) {
		now[tool.Flat()] = true
	}
	back := o.back.Swap(false)
	if back || !maps.Equal(o.now, now) {
		o.epoch.Add(1)
		o.owed = true // also where it is what was told last: a client may have asked in between
	}
	o.now = now
	at := p.clock.Now()
	if o.owed && (o.at.IsZero() || at.Sub(o.at) >= damping) {
		o.at, o.owed = at, false
		o.tell(now)
	}
}

// tell makes the SDK's list equal the offer, which tells clients; one that is equal already is told by adding a tool again.
func (o *offer) tell(now map[string]bool) {
	same := maps.Equal(o.told, now)
	for _, name := range slices.Sorted(maps.Keys(o.told)) {
		if !now[name] {
			o.server.RemoveTools(name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(now)) {
		if !o.told[name] || same {
			o.server.AddTool(&mcp.Tool{Name: name, InputSchema: anything}, unreached)
		}
	}
	o.told = now
}

// unreached is the handler of a tool that receive answers for.
func unreached(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{}}, nil
}
