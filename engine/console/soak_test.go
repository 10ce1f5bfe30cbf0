package console_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/console"
)

// TestSoak keeps fifty pages open while 1,000 calls a second are decided, of which three in ten fail: memory and goroutines stay level, and
// every call is counted. It takes three seconds; LACUNA_SOAK=5m makes it take five minutes.
func TestSoak(t *testing.T) {
	lasts := 3 * time.Second
	if text := os.Getenv("LACUNA_SOAK"); text != "" {
		var err error
		lasts, err = time.ParseDuration(text)
		require.NoError(t, err)
	}
	feed := console.NewFeed()
	eng, err := engine.New(directory(policies), append(feed.Options(), engine.WithInputs(engine.InputOptions{}))...)
	require.NoError(t, err)
	c := console.New(eng, feed)
	server := httptest.NewServer(c)
	defer server.Close()
	defer c.Close()
	s := &soak{t: t, eng: eng}
	for range 3000 { // until the feed holds as much as it ever will
		s.call()
	}
	ctx, cancel := context.WithCancel(t.Context())
	var readers sync.WaitGroup
	pages := []string{"/", "/", "/turns", "/policies", "/policy?file=shop.cel", "/tool?server=pricing&tool=quote", "/reloads"}
	for i := range 50 {
		readers.Go(func() { discard(ctx, server.URL+"/stream?page="+url.QueryEscape(pages[i%len(pages)])) })
	}
	require.Eventually(t, func() bool { return c.Open() == 50 }, soon, time.Millisecond)

	heap, goroutines := s.run(lasts / 3)
	s.run(lasts / 3)
	heapEnd, goroutinesEnd := s.run(lasts / 3)
	t.Logf("%d calls, heap %d KiB, at the end %d KiB; goroutines %d, %d", s.calls, heap>>10, heapEnd>>10, goroutines, goroutinesEnd)
	assert.LessOrEqual(t, float64(heapEnd), 1.1*float64(heap), "the heap grows")
	assert.LessOrEqual(t, goroutinesEnd, goroutines+10, "goroutines grow")
	assert.Equal(t, 50, c.Open(), "nobody was dropped")
	res, err := http.Get(server.URL + "/")
	require.NoError(t, err)
	has(t, body(t, res), "calls decided: "+grouped(s.calls))
	cancel()
	readers.Wait()
	assert.Eventually(t, func() bool { return c.Open() == 0 }, soon, time.Millisecond)
}

type soak struct {
	t     *testing.T
	eng   *engine.Engine
	calls int
}

// call is a turn of one call and a reply.
func (s *soak) call() {
	s.calls++
	turn, err := s.eng.Begin(context.Background(), engine.TurnInfo{ID: "t-" + strconv.Itoa(s.calls), Audience: engine.Public(), Facts: engine.Facts{"vip": false}})
	require.NoError(s.t, err)
	tool := engine.Call{ID: "c", Server: "pricing", Tool: "quote", Args: json.RawMessage(`{"sku":"JKT-114"}`)}
	if s.calls%3 == 0 {
		tool = engine.Call{ID: "c", Server: "stock", Tool: "level", Args: json.RawMessage(`{}`)}
	}
	turn.Do(context.Background(), tool, func(context.Context, engine.Call) (engine.Result, error) {
		if s.calls%10 < 3 {
			return engine.Result{}, engine.StatusError(http.StatusServiceUnavailable, nil)
		}
		return engine.Result{JSON: json.RawMessage(well["pricing/quote"])}, nil
	})
	if s.calls%4 == 0 {
		turn.Check("It is €189, or €209.00.")
	}
	turn.End()
}

// run makes 1,000 calls a second for a while, as far as the machine keeps up, and returns the largest heap of six moments in it: what the
// feed holds is a matter of the breakers' states, for a call that is turned away has less to tell.
func (s *soak) run(lasts time.Duration) (heap uint64, goroutines int) {
	const looks = 6
	for range looks {
		s.pace(lasts / looks)
		h, n := measure()
		heap, goroutines = max(heap, h), max(goroutines, n)
	}
	return heap, goroutines
}

func (s *soak) pace(lasts time.Duration) {
	begun := time.Now()
	for n := 0; time.Since(begun) < lasts; {
		for due := int(time.Since(begun).Milliseconds()); n < due && time.Since(begun) < lasts; n++ {
			s.call()
		}
		time.Sleep(time.Millisecond)
	}
}

// measure returns the heap after a collection, and how many goroutines there are.
func measure() (heap uint64, goroutines int) {
	var m runtime.MemStats
	for range 2 {
		runtime.GC()
	}
	runtime.ReadMemStats(&m)
	return m.HeapAlloc, runtime.NumGoroutine()
}

func discard(ctx context.Context, url string) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return
	}
	if res, err := http.DefaultClient.Do(req); err == nil {
		_, _ = io.Copy(io.Discard, res.Body)
		_ = res.Body.Close()
	}
}

// grouped writes a number as pages do.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "\u202f" + s[i:]
	}
	return s
}
