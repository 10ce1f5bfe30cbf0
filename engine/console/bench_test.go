package console_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/console"
)

// BenchmarkObserve is what a call costs its console, in the goroutine of the call.
func BenchmarkObserve(b *testing.B) {
	feed := console.NewFeed()
	eng, err := engine.New(directory(policies), feed.Options()...)
	require.NoError(b, err)
	console.New(eng, feed)
	r := &engine.Record{ID: "t/1", Turn: "t", Server: "pricing", Tool: "quote", Outcome: "ok", Digest: eng.Set().Digest}
	ev := engine.DecisionEvent{Record: r}
	b.ReportAllocs()
	for b.Loop() {
		feed.Observe(ev)
	}
}

// BenchmarkOverview is one rendering of the first page, of which there are at most two a second, however many browsers look at it.
func BenchmarkOverview(b *testing.B) {
	for _, tools := range []int{10, 1000} {
		b.Run("tools="+strconv.Itoa(tools), func(b *testing.B) {
			feed := console.NewFeed()
			eng, err := engine.New(directory(policies), feed.Options()...)
			require.NoError(b, err)
			c := console.New(eng, feed)
			for i := range tools {
				turn, err := eng.Begin(b.Context(), engine.TurnInfo{Audience: engine.Public(), Facts: engine.Facts{"vip": false}})
				require.NoError(b, err)
				turn.Do(b.Context(), engine.Call{Server: "pricing", Tool: "quote_" + strconv.Itoa(i)}, answers)
				turn.End()
			}
			b.ReportAllocs()
			for b.Loop() {
				w := httptest.NewRecorder()
				c.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
				_, _ = io.Copy(io.Discard, w.Body)
			}
		})
	}
}
