package engine_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/rules"
)

// quoted begins a turn that knows the price of the jacket, and ends with the context.
func quoted(t *testing.T) (*engine.Turn, context.CancelFunc) {
	t.Helper()
	eng, _ := shop(t)
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	turn, err := eng.Begin(ctx, engine.TurnInfo{ID: "t-1", Purpose: "chat", Audience: engine.Person("C-9"), Facts: engine.Facts{
		"customer_specific": false, "time_sensitive": false, "reprices_every": 7 * 24 * time.Hour,
	}})
	require.NoError(t, err)
	require.Equal(t, engine.OK, turn.Do(ctx, priceCall, answering(quote)).Outcome)
	return turn, cancel
}

// tearing is a writer that takes so many bytes, and then fails.
type tearing struct {
	out  strings.Builder
	room int
}

var errTorn = errors.New("the reader is gone")

func (w *tearing) Write(p []byte) (int, error) {
	if len(p) > w.room {
		n, _ := w.out.Write(p[:w.room])
		w.room = 0
		return n, errTorn
	}
	w.room -= len(p)
	return w.out.Write(p)
}

func TestGateWriterFails(t *testing.T) {
	turn, _ := quoted(t)
	w := &tearing{room: 7}
	g := turn.Gate(w)
	_, err := io.WriteString(g, "Happy to help. The jacket is €209. Shall I reserve one?")
	require.ErrorIs(t, err, errTorn)
	_, err = io.WriteString(g, " Just say so.")
	require.ErrorIs(t, err, errTorn, "nothing is sent after it")
	require.ErrorIs(t, g.Close(), errTorn)
	assert.Equal(t, "Happy t", w.out.String())
	assert.Equal(t, 7, g.Sent(), "what a reader has")
	assert.Equal(t, rules.Blocked, g.Verdict().Verdict)
}

// stingy writes half of what it is given and says nothing.
type stingy struct{}

func (stingy) Write(p []byte) (int, error) { return len(p) / 2, nil }

func TestGateShortWrite(t *testing.T) {
	turn, _ := quoted(t)
	g := turn.Gate(stingy{})
	_, err := io.WriteString(g, "Happy to help with that. ")
	require.ErrorIs(t, err, io.ErrShortWrite)
	assert.Equal(t, io.ErrShortWrite, g.Close())
}

func TestGateClose(t *testing.T) {
	turn, _ := quoted(t)
	var out strings.Builder
	g := turn.Gate(&out)
	require.NoError(t, g.Close(), "no text at all")
	require.NoError(t, g.Close(), "twice")
	assert.Equal(t, rules.Pass, g.Verdict().Verdict)
	assert.Empty(t, out.String())
	_, err := io.WriteString(g, "Hello.")
	require.ErrorIs(t, err, engine.ErrGateClosed)
	assert.Empty(t, out.String())

	g = turn.Gate(&out)
	_, err = io.WriteString(g, "It is €219.")
	require.NoError(t, err)
	require.ErrorIs(t, g.Close(), engine.ErrBlocked)
	require.ErrorIs(t, g.Close(), engine.ErrBlocked, "the same again")
	_, err = io.WriteString(g, " Or €5.")
	require.ErrorIs(t, err, engine.ErrGateClosed)
	assert.Equal(t, "It is ", out.String())
}

// A stream that breaks off inside a figure: what is there is judged as it stands.
func TestGateBrokenOff(t *testing.T) {
	turn, _ := quoted(t)
	for text, want := range map[string]string{"The jacket is €20": "The jacket is ", "The jacket is €209": "The jacket is €209", "The jacket is €209.0": "The jacket is €209.0"} {
		var out strings.Builder
		g := turn.Gate(&out)
		_, err := io.WriteString(g, text)
		require.NoError(t, err)
		assert.Equal(t, want != text, errors.Is(g.Close(), engine.ErrBlocked))
		assert.Equal(t, want, out.String())
	}
}

func TestGateCancelled(t *testing.T) {
	turn, cancel := quoted(t)
	var out strings.Builder
	g := turn.Gate(&out)
	_, err := io.WriteString(g, "Happy to help. The jacket is €209")
	require.NoError(t, err)
	cancel()
	_, err = io.WriteString(g, ". Shall I reserve one?")
	require.ErrorIs(t, err, engine.ErrBlocked)
	require.ErrorIs(t, g.Close(), engine.ErrBlocked)
	assert.Equal(t, "Happy to help. The jacket ", out.String())
	assert.Equal(t, out.Len(), g.Sent())
	assert.Equal(t, rules.Blocked, g.Verdict().Verdict)
}

// The gates of two choices are written to in turns, and know nothing of each other.
func TestGateChoices(t *testing.T) {
	turn, _ := quoted(t)
	var a, b strings.Builder
	first, second := turn.Gate(&a), turn.Gate(&b)
	good, bad := "The jacket is €209. Shall I reserve one?", "The jacket is €219. Shall I reserve one?"
	var held error
	for i := 0; i < len(good); i++ {
		_, err := io.WriteString(first, good[i:i+1])
		require.NoError(t, err)
		if held == nil {
			_, held = io.WriteString(second, bad[i:i+1])
		}
	}
	require.NoError(t, first.Close())
	require.ErrorIs(t, second.Close(), engine.ErrBlocked)
	assert.Equal(t, good, a.String())
	assert.Equal(t, "The jacket is ", b.String())
}

// nested writes to its gate while the gate writes to it.
type nested struct {
	g   *engine.Gate
	err error
}

func (w *nested) Write(p []byte) (int, error) {
	_, w.err = io.WriteString(w.g, "and more")
	return len(p), nil
}

func TestGateShared(t *testing.T) {
	turn, _ := quoted(t)
	w := &nested{}
	w.g = turn.Gate(w)
	_, err := io.WriteString(w.g, "Happy to help with that. ")
	require.NoError(t, err)
	assert.ErrorIs(t, w.err, engine.ErrGateShared)
	require.NoError(t, w.g.Close())
	assert.Equal(t, len("Happy to help with that. "), w.g.Sent())
}

// A disclosure that the model makes itself, far behind the price, counts as one that is appended.
func TestGateDisclosedFarAway(t *testing.T) {
	eng, clock := shop(t)
	require.Equal(t, engine.OK, begin(t, eng, nil).Do(t.Context(), priceCall, answering(quote)).Outcome)
	turn := begin(t, eng, nil)
	require.Equal(t, engine.Cached, turn.Do(t.Context(), priceCall, failing(clock, 0)).Outcome)
	reply := "The jacket is €209. It is very warm. It has a hood. Price as of 15:12."
	assert.Equal(t, rules.Pass, turn.Check(reply).Verdict)
	out, v := stream(t, turn, reply, 5)
	assert.Equal(t, reply, out)
	assert.Equal(t, rules.Pass, v.Verdict)
}
