package console

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/state"
)

// How streams keep time, by the machine's clock.
const (
	pause    = 500 * time.Millisecond // between two looks at what has changed
	silence  = 15 * time.Second       // after which a beat says that the stream lives
	patience = 10 * time.Second       // that a browser may take to read
	keptSlow = 100                    // streams that are remembered as dropped
)

// streams are the pages that follow what happens. None has a queue: each looks, twice a second, at what its page would show now, and sends
// the parts that are no longer as it sent them. So whatever happens costs them the same, and what a page shows is never out of date by more
// than that. A browser that does not read is dropped, and told when it comes back.
type streams struct {
	most                     int
	pause, silence, patience time.Duration

	mu   sync.Mutex
	open int
	slow []string // ids of streams that were dropped, the latest last
}

// enter takes a place; false where there is none.
func (s *streams) enter() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open >= s.most {
		return false
	}
	s.open++
	return true
}

func (s *streams) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open--
}

// dropped remembers a stream whose browser did not read.
func (s *streams) dropped(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.slow = append(s.slow, id)
	if len(s.slow) > keptSlow {
		s.slow = append(s.slow[:0], s.slow[1:]...)
	}
}

// wasSlow reports whether a stream was dropped, and forgets it.
func (s *streams) wasSlow(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, one := range s.slow {
		if one == id {
			s.slow = append(s.slow[:i], s.slow[i+1:]...)
			return true
		}
	}
	return false
}

// stream follows one page.
type stream struct {
	c     *Console
	w     http.ResponseWriter
	conn  *http.ResponseController
	id    string
	make  maker
	page  string
	query url.Values
	sent  map[string]uint64 // what each part was, by its hash
	seed  maphash.Seed
	moved uint64 // the last transition that was said
	fate  engine.ReloadCounts
	last  time.Time // that anything was sent
}

// stream serves server-sent events: part, with a piece of the page as it is now; say, for a screen reader; beat; and bye, with the reason for
// which no more come.
func (c *Console) stream(w http.ResponseWriter, r *http.Request) {
	page, make, err := c.pageOf(r.URL.Query().Get("page"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no")
	s := &stream{
		c: c, w: w, conn: http.NewResponseController(w), id: rand.Text()[:8], make: make, page: page.String(), query: page.Query(), sent: map[string]uint64{},
		seed: maphash.MakeSeed(),
	}
	if !c.streams.enter() {
		_ = s.send("bye", map[string]any{"reason": "full", "text": fmt.Sprintf("%d pages follow this console already. This one does not change by itself; it tries again in 30 seconds.", c.streams.most), "retry": 30_000})
		return
	}
	defer c.streams.leave()
	if last, _, _ := strings.Cut(r.Header.Get("Last-Event-ID"), "."); last != "" && c.streams.wasSlow(last) {
		_ = s.send("slow", map[string]any{"text": "This page did not keep up, and was left behind for a while. It shows everything as it is now."})
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	defer context.AfterFunc(c.ctx, cancel)()
	s.follow(ctx)
	if c.ctx.Err() != nil {
		_ = s.send("bye", map[string]any{"reason": "closing", "text": "The service is stopping. This page tries to reach it again.", "retry": 3000})
	}
}

// pageOf finds the maker of a page by its address below the root.
func (c *Console) pageOf(address string) (*url.URL, maker, error) {
	u, err := url.Parse(address)
	if err != nil || u.IsAbs() || u.Host != "" {
		return nil, nil, notFound("there is no such page")
	}
	path := u.Path
	if path == "/" || path == "" {
		path = "/{$}"
	}
	make, ok := c.pages()[path]
	if !ok {
		return nil, nil, notFound("there is no such page")
	}
	return u, make, nil
}

// follow sends what changes until ctx is done, or the browser does not read.
func (s *stream) follow(ctx context.Context) {
	clock := state.System()
	if s.c.eng != nil {
		s.fate = s.c.eng.Status().Reloads
		if last := s.c.eng.Store().Transitions(1); len(last) > 0 {
			s.moved = last[0].Seq
		}
	}
	for ctx.Err() == nil {
		if err := s.look(clock.Now()); err != nil {
			if errors.Is(err, os.ErrDeadlineExceeded) {
				s.c.streams.dropped(s.id)
			}
			return
		}
		if clock.Sleep(ctx, clock.Now().Add(s.c.streams.pause)) != nil {
			return
		}
	}
}

// look sends what has changed since the last look.
func (s *stream) look(now time.Time) error {
	parts, err := s.c.current(s.page, s.make, s.query, now)
	if err != nil {
		return s.beat(now) // what the page was about is gone; it stays as it is
	}
	for _, p := range parts {
		sum := maphash.Bytes(s.seed, p.html)
		if before, ok := s.sent[p.id]; ok && before == sum {
			continue
		}
		s.sent[p.id] = sum
		if err := s.send("part", map[string]any{"id": p.id, "html": string(p.html)}); err != nil {
			return err
		}
		s.last = now
	}
	if err := s.say(); err != nil {
		return err
	}
	return s.beat(now)
}

// beat says that the stream lives, where nothing else did for a while.
func (s *stream) beat(now time.Time) error {
	if now.Sub(s.last) < s.c.streams.silence {
		return nil
	}
	s.last = now
	return s.send("beat", map[string]any{})
}

// say tells a screen reader what matters: breakers that changed, and what reloads came to; the latest of several, and how many more.
func (s *stream) say() error {
	if s.c.eng == nil {
		return nil
	}
	text := ""
	moves := s.c.eng.Store().Transitions(20)
	n := 0
	for _, m := range moves {
		if m.Seq <= s.moved || m.From == m.To || m.Shadow {
			continue
		}
		n++
		text = keyName(m.Key) + " is " + stateWords(m.To) + ". "
	}
	if len(moves) > 0 {
		s.moved = moves[len(moves)-1].Seq
	}
	if n > 1 {
		text = plural(n, "change") + " of breakers. Last: " + text
	}
	if now := s.c.eng.Status(); now.Reloads != s.fate {
		switch {
		case now.Reloads.Refused() > s.fate.Refused():
			text += "New policies were refused. "
		case now.Reloads[engine.ReloadLive] > s.fate[engine.ReloadLive]:
			text += "New policies are live. "
		case now.Reloads[engine.ReloadRolledBack] > s.fate[engine.ReloadRolledBack]:
			text += "Policies were rolled back. "
		}
		s.fate = now.Reloads
	}
	if text == "" {
		return nil
	}
	return s.send("say", map[string]any{"text": strings.TrimSpace(text)})
}

// send writes one event, and waits for the browser no longer than a browser may take.
func (s *stream) send(event string, data map[string]any) error {
	b, err := json.Marshal(data)
	if err != nil {
		return err
	}
	_ = s.conn.SetWriteDeadline(state.System().Now().Add(s.c.streams.patience)) // what is no connection has no deadline
	if _, err := fmt.Fprintf(s.w, "id: %s.0\nevent: %s\ndata: %s\n\n", s.id, event, b); err != nil {
		return err
	}
	if err := s.conn.Flush(); err != nil {
		return err
	}
	return s.conn.SetWriteDeadline(time.Time{})
}

// current returns the changing parts of a page as they are now, at most so old as streams pause.
func (c *Console) current(page string, make maker, query url.Values, now time.Time) ([]rendered, error) {
	one := c.cache.of(page, now)
	one.mu.Lock()
	defer one.mu.Unlock()
	if one.at.IsZero() || now.Sub(one.at) >= c.streams.pause*9/10 {
		m := c.moment()
		p, err := make(query, m)
		if err != nil {
			return nil, err
		}
		if one.parts, err = c.render(p, m, true); err != nil {
			return nil, err
		}
		one.at = now
	}
	return one.parts, nil
}

// of returns the place of a page, and forgets those that nobody has asked for lately.
func (c *cache) of(page string, now time.Time) *cached {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pages == nil {
		c.pages = map[string]*cached{}
	}
	for key, one := range c.pages {
		if key != page && now.Sub(one.asked) > time.Minute {
			delete(c.pages, key)
		}
	}
	one := c.pages[page]
	if one == nil {
		one = &cached{}
		c.pages[page] = one
	}
	one.asked = now
	return one
}
