package state_test

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/state"
)

func TestSystemRun(t *testing.T) {
	c := state.System()
	t.Run("reports that the call returned", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			start := c.Now()
			assert.True(t, c.Run(t.Context(), start.Add(time.Second), func(ctx context.Context) {
				assert.NoError(t, c.Sleep(ctx, start.Add(500*time.Millisecond)))
			}))
			assert.Equal(t, 500*time.Millisecond, c.Now().Sub(start))
		})
	})
	t.Run("frees the caller although the call ignores its context", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			start := c.Now()
			assert.False(t, c.Run(t.Context(), start.Add(time.Second), func(ctx context.Context) {
				assert.NoError(t, c.Sleep(context.WithoutCancel(ctx), start.Add(20*time.Second)))
				assert.ErrorIs(t, ctx.Err(), context.DeadlineExceeded)
			}))
			assert.Equal(t, time.Second, c.Now().Sub(start))
			assert.NoError(t, c.Sleep(t.Context(), start.Add(time.Minute)), "until the call has ended")
		})
	})
	t.Run("frees the caller when it gives up", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			start := c.Now()
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(time.Second, cancel)
			assert.False(t, c.Run(ctx, start.Add(time.Hour), func(context.Context) { <-time.After(2 * time.Second) }))
			assert.Equal(t, time.Second, c.Now().Sub(start))
			assert.NoError(t, c.Sleep(t.Context(), start.Add(time.Minute)), "until the call has ended")
		})
	})
}

// TestContextOfARun holds that what runs has a context like any other.
func TestContextOfARun(t *testing.T) {
	for name, c := range map[string]state.Clock{"system": state.System(), "prompt": state.Prompt()} {
		t.Run(name, func(t *testing.T) { contextOfARun(t, c) })
	}
}

func contextOfARun(t *testing.T, c state.Clock) {
	type key struct{}
	lost := errors.New("ownership lost")
	run := func(t *testing.T, f func(ctx context.Context, cancel context.CancelCauseFunc)) {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(context.WithValue(t.Context(), key{}, 1))
			defer cancel(nil)
			c.Run(ctx, c.Now().Add(time.Second), func(ctx context.Context) { f(ctx, cancel) })
			synctest.Wait()
		})
	}
	t.Run("its deadline is the earlier one", func(t *testing.T) {
		run(t, func(ctx context.Context, _ context.CancelCauseFunc) {
			d, ok := ctx.Deadline()
			assert.True(t, ok)
			assert.Equal(t, time.Second, d.Sub(c.Now()))
			assert.Equal(t, 1, ctx.Value(key{}))
			sooner, cancel := context.WithTimeout(ctx, time.Millisecond)
			defer cancel()
			c.Run(sooner, c.Now().Add(time.Second), func(ctx context.Context) {
				d, _ := ctx.Deadline()
				assert.Equal(t, time.Millisecond, d.Sub(c.Now()))
			})
		})
	})
	t.Run("an earlier deadline of the caller is its own giving up", func(t *testing.T) {
		run(t, func(ctx context.Context, _ context.CancelCauseFunc) {
			for range 20 {
				sooner, cancel := context.WithTimeout(ctx, time.Millisecond)
				c.Run(sooner, c.Now().Add(time.Hour), func(ctx context.Context) { <-ctx.Done() })
				assert.Error(t, sooner.Err(), "it is over when the caller is free")
				cancel()
			}
		})
	})
	t.Run("the deadline ends what is derived", func(t *testing.T) {
		run(t, func(ctx context.Context, _ context.CancelCauseFunc) {
			inner, cancel := context.WithTimeout(ctx, time.Hour)
			defer cancel()
			<-inner.Done()
			assert.Equal(t, context.DeadlineExceeded, inner.Err())
			assert.Equal(t, context.DeadlineExceeded, ctx.Err())
			assert.Equal(t, context.DeadlineExceeded, context.Cause(ctx))
			_, open := <-ctx.Done()
			assert.False(t, open)
		})
	})
	t.Run("the parent's end is seen at once, with its cause", func(t *testing.T) {
		run(t, func(ctx context.Context, cancel context.CancelCauseFunc) {
			assert.NoError(t, ctx.Err())
			cancel(lost)
			assert.Equal(t, context.Canceled, ctx.Err())
			<-ctx.Done()
			assert.Equal(t, lost, context.Cause(ctx))
		})
	})
	t.Run("what waits for its end is told, or stopped", func(t *testing.T) {
		told := make(chan string, 3)
		run(t, func(ctx context.Context, _ context.CancelCauseFunc) {
			context.AfterFunc(ctx, func() { told <- "told" })
			stop := context.AfterFunc(ctx, func() { told <- "stopped" })
			assert.True(t, stop())
			assert.False(t, stop())
		})
		assert.Equal(t, "told", <-told)
		assert.Empty(t, told)
	})
	t.Run("it is over when the call is", func(t *testing.T) {
		run(t, func(ctx context.Context, _ context.CancelCauseFunc) {
			var kept context.Context
			late := make(chan context.Context, 1)
			assert.True(t, c.Run(ctx, c.Now().Add(time.Second), func(ctx context.Context) { kept = ctx }))
			assert.Equal(t, context.Canceled, kept.Err())
			<-kept.Done()
			assert.False(t, c.Run(ctx, c.Now().Add(ms), func(ctx context.Context) {
				late <- ctx
				time.Sleep(ms)
				<-ctx.Done()
			}))
			assert.Equal(t, context.DeadlineExceeded, (<-late).Err())
		})
	})
}

func TestSystemRunOfWhatLeavesItsGoroutine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := state.System()
		assert.True(t, c.Run(t.Context(), c.Now().Add(time.Second), func(context.Context) { runtime.Goexit() }))
		assert.True(t, c.Run(t.Context(), c.Now().Add(time.Second), func(ctx context.Context) { time.Sleep(ms); runtime.Goexit() }))
	})
}

func TestSystemSleep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, lost := state.System(), errors.New("ownership lost")
		assert.NoError(t, c.Sleep(t.Context(), c.Now().Add(-time.Second)), "the past")
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(time.Second, func() { cancel(lost) })
		start := c.Now()
		assert.Equal(t, lost, c.Sleep(ctx, start.Add(time.Hour)), "the cause")
		assert.Equal(t, time.Second, c.Now().Sub(start))
		assert.Equal(t, lost, c.Sleep(ctx, start), "done before")
	})
}

func TestVirtual(t *testing.T) {
	t.Run("sleeping moves the clock", func(t *testing.T) {
		v := state.NewVirtual(epoch)
		assert.NoError(t, v.Sleep(t.Context(), at(time.Hour)))
		assert.NoError(t, v.Sleep(t.Context(), at(time.Minute)), "never back")
		assert.Equal(t, at(time.Hour), v.Now())
		v.Advance(time.Minute)
		v.Advance(-time.Minute)
		assert.Equal(t, at(time.Hour+time.Minute), v.Now())
	})
	t.Run("a call within its time returns", func(t *testing.T) {
		v := state.NewVirtual(epoch)
		assert.True(t, v.Run(t.Context(), at(2*time.Second), func(ctx context.Context) {
			assert.NoError(t, v.Sleep(ctx, at(time.Second)))
			assert.NoError(t, ctx.Err())
		}))
		assert.Equal(t, at(time.Second), v.Now())
	})
	t.Run("a call is cut at its deadline", func(t *testing.T) {
		v := state.NewVirtual(epoch)
		assert.False(t, v.Run(t.Context(), at(2*time.Second), func(ctx context.Context) {
			d, ok := ctx.Deadline()
			assert.True(t, ok)
			assert.Equal(t, at(2*time.Second), d)
			assert.Equal(t, context.DeadlineExceeded, v.Sleep(ctx, at(time.Hour)))
			assert.Equal(t, at(2*time.Second), v.Now())
			<-ctx.Done()
			assert.Equal(t, context.DeadlineExceeded, ctx.Err())
			assert.Equal(t, context.DeadlineExceeded, v.Sleep(ctx, at(2*time.Hour)), "and stays so")
		}))
		assert.Equal(t, at(2*time.Second), v.Now())
	})
	t.Run("a call that ignores its context frees the caller at its deadline", func(t *testing.T) {
		v := state.NewVirtual(epoch)
		assert.False(t, v.Run(t.Context(), at(2*time.Second), func(ctx context.Context) {
			v.Advance(time.Hour)
			assert.Equal(t, context.DeadlineExceeded, ctx.Err())
		}))
		assert.Equal(t, at(2*time.Second), v.Now())
	})
	t.Run("an enclosing run bounds the inner one", func(t *testing.T) {
		v := state.NewVirtual(epoch)
		assert.False(t, v.Run(t.Context(), at(time.Second), func(outer context.Context) {
			assert.False(t, v.Run(outer, at(time.Hour), func(ctx context.Context) {
				assert.Equal(t, context.DeadlineExceeded, v.Sleep(ctx, at(time.Minute)))
			}))
			assert.Equal(t, context.DeadlineExceeded, outer.Err())
		}))
		assert.Equal(t, at(time.Second), v.Now())
	})
	t.Run("an inner deadline leaves the outer run", func(t *testing.T) {
		v := state.NewVirtual(epoch)
		assert.True(t, v.Run(t.Context(), at(time.Hour), func(outer context.Context) {
			assert.False(t, v.Run(outer, at(time.Second), func(ctx context.Context) { _ = v.Sleep(ctx, at(time.Minute)) }))
			assert.NoError(t, outer.Err())
		}))
		assert.Equal(t, at(time.Second), v.Now())
	})
	t.Run("a deadline in the past", func(t *testing.T) {
		v := state.NewVirtual(epoch)
		assert.False(t, v.Run(t.Context(), at(-time.Second), func(ctx context.Context) { assert.Error(t, ctx.Err()) }))
		assert.Equal(t, epoch, v.Now())
	})
	t.Run("a cancelled caller", func(t *testing.T) {
		v, lost := state.NewVirtual(epoch), errors.New("ownership lost")
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(lost)
		assert.Equal(t, lost, v.Sleep(ctx, at(time.Second)))
		v.Run(ctx, at(time.Second), func(ctx context.Context) {
			assert.Equal(t, context.Canceled, ctx.Err())
			assert.Equal(t, lost, v.Sleep(ctx, at(time.Second)))
		})
		assert.Equal(t, epoch, v.Now())
	})
	t.Run("a context derived from a run's", func(t *testing.T) {
		v := state.NewVirtual(epoch)
		v.Run(t.Context(), at(time.Second), func(ctx context.Context) {
			child, cancel := context.WithCancel(ctx)
			defer cancel()
			assert.Equal(t, context.DeadlineExceeded, v.Sleep(child, at(time.Minute)))
			assert.Error(t, child.Err())
		})
	})
}

func TestVirtualConcurrently(t *testing.T) {
	v := state.NewVirtual(epoch)
	var wg sync.WaitGroup
	for i := range 50 {
		wg.Go(func() {
			v.Run(t.Context(), at(time.Hour), func(ctx context.Context) {
				_ = v.Sleep(ctx, at(time.Duration(i)*time.Second))
			})
			v.Advance(time.Millisecond)
			v.Now()
		})
	}
	wg.Wait()
	assert.False(t, v.Now().Before(at(49*time.Second)))
}
