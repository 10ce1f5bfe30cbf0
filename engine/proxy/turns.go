package proxy

import (
	"container/list"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"sync"
	"time"

	"github.com/lacuna-go/lacuna/engine"
)

// named turns are remembered for this many pauses: a reply is checked some time after its last call.
const namedPauses = 10

// turn is a turn of the engine with what the proxy knows of it.
type turn struct {
	*engine.Turn
	id       string
	key      string // the client's session, or "" for a turn that the client named
	audience string

	flying int       // calls that run; guarded by turns.mu, like all below
	seen   time.Time // the last call's begin or end
	epoch  int64     // of the offer when the turn began
	place  *list.Element
}

// turns finds the turn of a request, begins it where there is none, and forgets those that are over.
type turns struct {
	eng   *engine.Engine
	clock engine.Clock
	conf  *Config
	epoch func() int64

	mu    sync.Mutex
	ids   map[string]*turn
	keys  map[string]*turn // of sessions
	order list.List        // of *turn, the one that has been idle longest in front
}

// wanted is what a request says of its turn.
type wanted struct {
	info    engine.TurnInfo
	session string
	listing bool // it only asks for the tools
	fresh   bool // it begins the turn that it names
}

var (
	errAudience = errors.New("the turn belongs to another audience")
	errBegun    = errors.New("a turn of this id has begun already")
)

// enter returns the turn of a request, and what to call when that is served.
func (ts *turns) enter(w wanted) (*turn, func(), error) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	now := ts.clock.Now()
	ts.forget(now)
	t := ts.find(w, now)
	if t != nil && w.fresh {
		return nil, nil, errBegun
	}
	if t == nil {
		var err error
		if t, err = ts.begin(w, now); err != nil {
			return nil, nil, err
		}
	}
	if !t.serves(w) {
		return nil, nil, errAudience
	}
	t.flying++
	ts.touch(t, now)
	var once sync.Once
	loose := w.listing && w.info.ID == "" && w.session == "" // nobody comes back to it
	return t, func() { once.Do(func() { ts.leave(t, loose) }) }, nil
}

func (ts *turns) leave(t *turn, loose bool) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	t.flying--
	if loose {
		ts.drop(t)
		return
	}
	ts.touch(t, ts.clock.Now())
}

func (ts *turns) touch(t *turn, now time.Time) {
	t.seen = now
	if t.place != nil {
		ts.order.MoveToBack(t.place)
	}
}

// serves reports whether a request may go on with the turn: it names no audience, or the turn's.
func (t *turn) serves(w wanted) bool {
	a := w.info.Audience.String()
	return a == "" || a == t.audience
}

// find returns a turn that a request goes on with, or nil. ts.mu is held.
func (ts *turns) find(w wanted, now time.Time) *turn {
	if w.info.ID != "" {
		return ts.ids[w.info.ID]
	}
	t := ts.keys[w.session]
	if t == nil {
		return nil
	}
	other := !t.serves(w)                           // another customer's turn has begun
	over := now.Sub(t.seen) >= ts.conf.Turn.Idle || // the customer was answered meanwhile
		w.listing && t.epoch != ts.epoch() || // the client asks because it was told that the list has changed
		!hasEnded(t) && t.Remaining() <= 0 // healthy calls are not to end with the budget of a turn that nobody ends
	if other || over && t.flying == 0 {
		delete(ts.keys, w.session) // what it found can still be checked by its id
		return nil
	}
	return t
}

func hasEnded(t *turn) bool {
	_, ended := t.Ended()
	return ended
}

func (ts *turns) begin(w wanted, now time.Time) (*turn, error) {
	info := w.info
	if info.ID == "" {
		info.ID = rand.Text()
	}
	c := ts.conf.Turn
	or(&info.Purpose, c.Purpose)
	or(&info.Language, c.Language)
	or(&info.Zone, c.Zone)
	or(&info.Channel, c.Channel)
	facts := engine.Facts{}
	maps.Copy(facts, ts.conf.Facts)
	maps.Copy(facts, info.Facts)
	info.Facts = facts
	begun, err := ts.eng.Begin(context.Background(), info) // it outlives the request
	if err != nil {
		return nil, fmt.Errorf("the turn: %w", err)
	}
	t := &turn{Turn: begun, id: info.ID, audience: info.Audience.String(), epoch: ts.epoch()}
	if w.info.ID == "" && w.session != "" {
		t.key = w.session
		ts.keys[t.key] = t
	}
	ts.ids[t.id] = t
	t.place = ts.order.PushBack(t)
	t.seen = now
	return t, nil
}

// forget ends turns that have been idle too long, and the idlest of too many. ts.mu is held.
func (ts *turns) forget(now time.Time) {
	for e := ts.order.Front(); e != nil; {
		t, next := e.Value.(*turn), e.Next()
		expired := now.Sub(t.seen) >= namedPauses*ts.conf.Turn.Idle
		if !expired && ts.order.Len() < ts.conf.Limits.Turns {
			return
		}
		if t.flying == 0 {
			ts.drop(t)
		}
		e = next
	}
}

func (ts *turns) drop(t *turn) {
	ts.order.Remove(t.place)
	delete(ts.ids, t.id)
	if ts.keys[t.key] == t {
		delete(ts.keys, t.key)
	}
	t.End()
}

// named returns the turn of an id, or nil.
func (ts *turns) named(id string) *turn {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	return ts.ids[id]
}

// end ends the turn of an id and forgets it; it reports whether there was one.
func (ts *turns) end(id string) bool {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	t := ts.ids[id]
	if t != nil {
		ts.drop(t)
	}
	return t != nil
}

// close ends all turns.
func (ts *turns) close() {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	for e := ts.order.Front(); e != nil; e = ts.order.Front() {
		ts.drop(e.Value.(*turn))
	}
}
