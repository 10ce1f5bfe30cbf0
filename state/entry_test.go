package state_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/state"
)

func entry(as time.Duration, payload string) state.Entry {
	return state.Entry{Server: "pricing", Tool: "quote", AsOf: at(as), Payload: []byte(payload)}
}

func TestEntryNeedsProvenance(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*state.Entry)
		want   error
	}{
		"complete":   {func(*state.Entry) {}, nil},
		"of now":     {func(e *state.Entry) { e.AsOf = at(0) }, nil},
		"no payload": {func(e *state.Entry) { e.Payload = nil }, nil},
		"no as_of":   {func(e *state.Entry) { e.AsOf = time.Time{} }, state.ErrNoProvenance},
		"no server":  {func(e *state.Entry) { e.Server = "" }, state.ErrNoProvenance},
		"future":     {func(e *state.Entry) { e.AsOf = at(1) }, state.ErrFuture},
		"too large":  {func(e *state.Entry) { e.Payload = make([]byte, 1<<20) }, state.ErrTooLarge},
	} {
		t.Run(name, func(t *testing.T) {
			store := state.NewStore(state.Options{EntryBytes: 1 << 20})
			e := entry(-s, "x")
			c.change(&e)
			require.ErrorIs(t, store.Put("k", e, at(0)), c.want)
			_, ok := store.Entry("k")
			assert.Equal(t, c.want == nil, ok)
		})
	}
}

func TestEntryIsACopy(t *testing.T) {
	store := state.NewStore(state.Options{})
	e := entry(0, "209.00")
	require.NoError(t, store.Put("k", e, at(0)))
	e.Payload[0] = 'X'
	got, ok := store.Entry("k")
	assert.True(t, ok)
	assert.Equal(t, entry(0, "209.00"), *got)
	peek, ok := store.PeekEntry("k")
	assert.True(t, ok)
	assert.Same(t, got, peek)
	_, ok = store.PeekEntry("other")
	assert.False(t, ok)
}

func TestOlderEntryNeverReplacesAFresherOne(t *testing.T) {
	store := state.NewStore(state.Options{})
	require.NoError(t, store.Put("k", entry(10*s, "new"), at(20*s)))
	require.NoError(t, store.Put("k", entry(5*s, "late"), at(20*s)))
	e, _ := store.Entry("k")
	assert.Equal(t, "new", string(e.Payload))
	require.NoError(t, store.Put("k", entry(10*s, "same time"), at(20*s)))
	e, _ = store.Entry("k")
	assert.Equal(t, "same time", string(e.Payload))
	assert.Equal(t, 1, store.EntryCount())
}

func TestLeastRecentlyUsedEntryGoes(t *testing.T) {
	one := state.NewStore(state.Options{})
	require.NoError(t, one.Put("0", entry(0, "12345678"), at(0)))
	size := one.EntryBytes()
	store := state.NewStore(state.Options{EntryBytes: 3 * size})
	put := func(k string) { require.NoError(t, store.Put(k, entry(0, "12345678"), at(0))) }
	held := func() (keys string) {
		for i := range 10 {
			if _, ok := store.PeekEntry(fmt.Sprint(i)); ok {
				keys += fmt.Sprint(i)
			}
		}
		return keys
	}
	put("0")
	put("1")
	put("2")
	store.Entry("0")
	store.PeekEntry("1") // no use
	put("3")
	assert.Equal(t, "023", held())
	put("2") // again: the same size, and a use
	put("4")
	assert.Equal(t, "234", held())
	assert.Equal(t, 3*size, store.EntryBytes())
	assert.True(t, store.Delete("3"))
	assert.False(t, store.Delete("3"))
	assert.Equal(t, 2*size, store.EntryBytes())
	require.NoError(t, store.Put("5", entry(0, string(make([]byte, 2*size-8-100))), at(0)))
	assert.Equal(t, "5", held(), "a large one takes the place of several")
	assert.Equal(t, 1, store.EntryCount())
}

func TestAnEntryMakesRoomOfItsOwnFormerValue(t *testing.T) {
	store := state.NewStore(state.Options{EntryBytes: 2000})
	require.NoError(t, store.Put("a", entry(0, string(make([]byte, 300))), at(0)))
	require.NoError(t, store.Put("b", entry(0, string(make([]byte, 300))), at(0)))
	require.NoError(t, store.Put("a", entry(0, string(make([]byte, 500))), at(0)))
	assert.Equal(t, 2, store.EntryCount())
	assert.LessOrEqual(t, store.EntryBytes(), int64(2000))
}

func TestEntriesConcurrently(t *testing.T) {
	store := state.NewStore(state.Options{EntryBytes: 20_000})
	var wg sync.WaitGroup
	for g := range 16 {
		wg.Go(func() {
			for i := range 300 {
				k := fmt.Sprint((g*7 + i) % 60)
				switch i % 4 {
				case 0, 1:
					assert.NoError(t, store.Put(k, entry(time.Duration(i), k), at(time.Hour)))
				case 2:
					if e, ok := store.Entry(k); ok {
						assert.Equal(t, k, string(e.Payload))
					}
				case 3:
					store.Delete(k)
				}
			}
		})
	}
	wg.Wait()
	assert.LessOrEqual(t, store.EntryBytes(), int64(20_000))
	n, bytes := 0, int64(0)
	for i := range 60 {
		if e, ok := store.PeekEntry(fmt.Sprint(i)); ok {
			n++
			bytes += int64(512 + len("pricing") + len("quote") + 2*len(e.Payload))
		}
	}
	assert.Equal(t, n, store.EntryCount())
	assert.Equal(t, bytes, store.EntryBytes())
}

func TestHasEntry(t *testing.T) {
	store := state.NewStore(state.Options{EntryBytes: 1200})
	assert.False(t, store.HasEntry("pricing", "quote"))
	require.NoError(t, store.Put("a", entry(0, ""), at(0)))
	require.NoError(t, store.Put("a", entry(s, ""), at(s)))
	require.NoError(t, store.Put("b", entry(0, ""), at(0)))
	assert.True(t, store.HasEntry("pricing", "quote"))
	assert.False(t, store.HasEntry("pricing", ""))
	store.Delete("a")
	assert.True(t, store.HasEntry("pricing", "quote"))
	big := entry(0, string(make([]byte, 600)))
	big.Tool = "list"
	require.NoError(t, store.Put("c", big, at(0))) // b had to go
	assert.False(t, store.HasEntry("pricing", "quote"))
	assert.True(t, store.HasEntry("pricing", "list"))
}
