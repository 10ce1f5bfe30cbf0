package console_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine/console"
)

const soon = 5 * time.Second

// serve serves a rig's console over HTTP, with streams as quick as a test is.
func serve(t *testing.T, r *rig) string {
	t.Helper()
	r.c.Quicken(5*time.Millisecond, 50*time.Millisecond, 100*time.Millisecond)
	server := httptest.NewUnstartedServer(r.c)
	server.Config.ConnContext = func(ctx context.Context, c net.Conn) context.Context {
		_ = c.(*net.TCPConn).SetWriteBuffer(4096) // so that who does not read is noticed soon
		return ctx
	}
	server.Start()
	t.Cleanup(server.Close)
	t.Cleanup(r.c.Close)
	return server.URL
}

// sse is one event of a stream.
type sse struct{ id, event, data string }

type follower struct {
	t      *testing.T
	events chan sse // closed when the stream has ended
	cancel context.CancelFunc
}

// follow opens the stream of a page.
func follow(t *testing.T, base, page, last string) *follower {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/stream?page="+url.QueryEscape(page), nil)
	require.NoError(t, err)
	if last != "" {
		req.Header.Set("Last-Event-ID", last)
	}
	res, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	require.Equal(t, "text/event-stream", res.Header.Get("Content-Type"))
	f := &follower{t: t, events: make(chan sse, 1000), cancel: cancel}
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer close(f.events)
		defer func() { _ = res.Body.Close() }()
		f.read(res.Body)
	}()
	t.Cleanup(func() {
		cancel()
		<-done
	})
	return f
}

func (f *follower) read(r io.Reader) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 8<<20)
	var e sse
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), ": ")
		switch name {
		case "id":
			e.id = value
		case "event":
			e.event = value
		case "data":
			e.data = value
		case "":
			f.events <- e
			e = sse{}
		}
	}
}

// until waits for an event with a text in its data.
func (f *follower) until(event, text string) sse {
	f.t.Helper()
	timeout := time.After(soon)
	for {
		select {
		case e, ok := <-f.events:
			require.True(f.t, ok, "the stream ended before %s with %q", event, text)
			if e.event == event && strings.Contains(e.data, text) {
				return e
			}
		case <-timeout:
			require.Fail(f.t, "no event", "%s with %q", event, text)
		}
	}
}

func TestAStreamSendsWhatHasChanged(t *testing.T) {
	r := newRig(t, false)
	base := serve(t, r)
	f := follow(t, base, "/", "")
	first := f.until("part", `"id":"breakers"`)
	var part struct{ ID, HTML string }
	require.NoError(t, json.Unmarshal([]byte(first.data), &part))
	assert.True(t, strings.HasPrefix(part.HTML, `<section id="p-breakers"`), "a part is one element: %.60s", part.HTML)
	f.until("beat", "")
	for range 2 {
		r.turn("", nil, "pricing/quote")
	}
	f.until("part", "1 of 3 breakers is open")
	f.until("say", "pricing/quote is open.")
	r.files["bad.cel"] = file("nonsense")
	require.Error(t, r.eng.Reload(t.Context()))
	f.until("say", "New policies were refused.")
}

func TestAStreamOfNoPage(t *testing.T) {
	r := newRig(t, false)
	for _, page := range []string{"/nope", "https://evil.example/", "//evil.example/", "%zz", "/operate"} {
		assert.Equal(t, http.StatusNotFound, r.get("/stream?page="+url.QueryEscape(page)).StatusCode, page)
	}
}

func TestStreamsAreBounded(t *testing.T) {
	r := newRig(t, false, console.WithStreams(2))
	base := serve(t, r)
	one := follow(t, base, "/", "")
	one.until("part", "")
	two := follow(t, base, "/turns", "")
	two.until("part", "")
	three := follow(t, base, "/", "")
	bye := three.until("bye", "2 pages follow this console already")
	assert.Contains(t, bye.data, `"retry":30000`)
	_, more := <-three.events
	assert.False(t, more, "it has ended")
	one.cancel()
	require.Eventually(t, func() bool { return r.c.Open() == 1 }, soon, time.Millisecond)
	follow(t, base, "/", "").until("part", "")
}

func TestCloseEndsStreams(t *testing.T) {
	r := newRig(t, false)
	f := follow(t, serve(t, r), "/", "")
	f.until("part", "")
	r.c.Close()
	f.until("bye", "closing")
	require.Eventually(t, func() bool { return r.c.Open() == 0 }, soon, time.Millisecond)
}

func TestASlowBrowserIsDroppedAndTold(t *testing.T) {
	r := newRig(t, false)
	base := serve(t, r)
	for i := range 100 {
		r.turn("", well, "made/tool_"+strings.Repeat("x", 200)+string(rune('a'+i%26))+string(rune('a'+i/26)))
	}
	conn, err := net.Dial("tcp", strings.TrimPrefix(base, "http://"))
	require.NoError(t, err)
	defer func() { _ = conn.Close() }()
	require.NoError(t, conn.(*net.TCPConn).SetReadBuffer(4096))
	_, err = io.WriteString(conn, "GET /stream?page=%2F HTTP/1.1\r\nHost: x\r\n\r\n")
	require.NoError(t, err)
	id := ""
	for lines := bufio.NewReaderSize(conn, 16); id == ""; { // reads no more than it has to
		line, err := lines.ReadString('\n')
		require.NoError(t, err)
		id, _ = strings.CutPrefix(strings.TrimSpace(line), "id: ")
		if !strings.Contains(line, "id: ") {
			id = ""
		}
	}
	deadline := time.Now().Add(soon)
	for n := 0; r.c.Open() == 1 && time.Now().Before(deadline); n++ { // pages change, and nobody reads them
		r.clock.Advance(time.Minute)
		time.Sleep(10 * time.Millisecond)
	}
	require.Zero(t, r.c.Open(), "it is dropped")
	follow(t, base, "/", id).until("slow", "did not keep up")
	again := follow(t, base, "/", id)
	again.until("part", "")
	assert.NotEqual(t, "slow", (<-again.events).event, "it is told once")
}

// Everything at once, for the race detector.
func TestAtOnce(t *testing.T) {
	r := newRig(t, true, console.WithAuthorizer(asMara))
	base := serve(t, r)
	for _, page := range []string{"/", "/", "/turns", "/policies", "/policy?file=shop.cel", "/reloads", "/tool?server=pricing&tool=quote"} {
		follow(t, base, page, "").until("part", "")
	}
	f := r.form("/reloads")
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range 5 {
			for _, path := range allPages {
				_, _ = io.Copy(io.Discard, r.get(path).Body)
			}
			r.post(f, fields("force_open"))
			r.post(f, fields("release"))
		}
	}()
	for i := range 30 {
		r.turn("It is €189.", well, "pricing/quote", "search/semantic")
		if i%10 == 0 {
			r.files["shop.cel"] = file(policies + "// " + strings.Repeat("x", i) + "\n")
			assert.NoError(t, r.eng.Reload(t.Context()))
		}
	}
	<-done
}
