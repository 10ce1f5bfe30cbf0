package state_test

import (
	"context"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/state"
)

func TestPromptRun(t *testing.T) {
	c := state.Prompt()
	start := func(t *testing.T) time.Time {
		now := time.Now()
		assert.Equal(t, now, c.Now())
		return now
	}
	synced := func(name string, f func(t *testing.T)) {
		t.Run(name, func(t *testing.T) { synctest.Test(t, f) })
	}
	synced("reports that the call returned", func(t *testing.T) {
		now := start(t)
		assert.True(t, c.Run(t.Context(), now.Add(time.Second), func(ctx context.Context) {
			assert.NoError(t, c.Sleep(ctx, now.Add(time.Second-1)))
			assert.NoError(t, ctx.Err())
		}))
		assert.Equal(t, time.Second-1, time.Since(now))
	})
	synced("ends the context at the deadline", func(t *testing.T) {
		now := start(t)
		assert.False(t, c.Run(t.Context(), now.Add(time.Second), func(ctx context.Context) { <-ctx.Done() }))
		assert.Equal(t, time.Second, time.Since(now))
	})
	synced("what returns late has not returned", func(t *testing.T) {
		now := start(t)
		assert.False(t, c.Run(t.Context(), now.Add(time.Second), func(ctx context.Context) {
			time.Sleep(20 * time.Second)
			assert.ErrorIs(t, ctx.Err(), context.DeadlineExceeded, "without a timer, too")
		}))
		assert.Equal(t, 20*time.Second, time.Since(now), "the caller waits all the same")
	})
	synced("ends the context when the caller gives up", func(t *testing.T) {
		now := start(t)
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		assert.True(t, c.Run(ctx, now.Add(time.Hour), func(ctx context.Context) { <-ctx.Done() }))
		assert.Equal(t, time.Second, time.Since(now))
	})
	synced("runs on the caller's goroutine", func(t *testing.T) {
		var kept context.Context
		over := make(chan struct{})
		go func() {
			defer close(over)
			c.Run(t.Context(), time.Now().Add(time.Second), func(ctx context.Context) {
				kept = ctx
				runtime.Goexit()
			})
			assert.Fail(t, "it went on")
		}()
		<-over
		assert.Equal(t, context.Canceled, kept.Err())
	})
	synced("leaves no timer behind", func(t *testing.T) {
		for range 3 {
			c.Run(t.Context(), time.Now().Add(time.Hour), func(ctx context.Context) { ctx.Done() })
		}
		synctest.Wait()
	})
}

func TestPromptAllocations(t *testing.T) {
	c, deadline := state.Prompt(), time.Now().Add(time.Hour)
	look := func(ctx context.Context) { _ = ctx.Err() }
	assert.EqualValues(t, 1, testing.AllocsPerRun(100, func() { c.Run(t.Context(), deadline, look) }), "its context")
}
