package console

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/internal/loglines"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// Replay fills the feed from a decision log, as an engine's logger writes it, up to its end: for a console without an engine. The time of
// the last line is what the pages take for now. Lines of other programs are passed over, as [engine.ReadLog] does it.
func (f *Feed) Replay(r io.Reader) error {
	return loglines.Scan(r, func(n int, line []byte) error {
		if err := f.line(line); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		return nil
	})
}

// Keep lets decisions of a log be explained under the policies that they were made under, if this is that set.
func (f *Feed) Keep(set *rules.Set) { f.live(set) }

// logLine is what a line of a log has besides a record.
type logLine struct {
	Event  string          `json:"event"`
	Time   json.RawMessage `json:"time"`
	At     *time.Time      `json:"at"`
	Server string          `json:"server"`
	Tool   string          `json:"tool"`
	From   string          `json:"from"`
	To     string          `json:"to"`
	Reason string          `json:"reason"`

	Result     string `json:"result"`
	Digest     string `json:"digest"`
	Generation uint64 `json:"generation"`
	Error      string `json:"error"`
	Turn       string `json:"turn"`
	Disclosed  bool   `json:"disclosed"`
	Count      uint64 `json:"count"`
	Operation  string `json:"operation"`
	By         string `json:"by"`
	Cause      string `json:"cause"`
}

// when is the time of a line, zero where it has none.
func (l *logLine) when() time.Time {
	var text string
	var unix float64
	switch {
	case json.Unmarshal(l.Time, &text) == nil:
		for _, layout := range []string{time.RFC3339Nano, time.DateTime} {
			if t, err := time.Parse(layout, text); err == nil {
				return t
			}
		}
	case json.Unmarshal(l.Time, &unix) == nil && unix > 1e11: // in milliseconds
		return time.UnixMilli(int64(unix))
	case unix > 0:
		return time.Unix(int64(unix), 0)
	}
	if l.At != nil {
		return *l.At
	}
	return time.Time{}
}

func (f *Feed) line(b []byte) error {
	var head logLine
	if err := json.Unmarshal(b, &head); err != nil { // of another program, whose fields are of other types
		return nil
	}
	at := head.when()
	f.mu.Lock()
	if at.After(f.end) {
		f.end = at
	}
	f.mu.Unlock()
	switch head.Event {
	case "breaker":
		f.moved(&head, at)
	case "reload":
		f.observe(head.reload(), at)
	case "operation":
		f.observe(engine.OperationEvent{At: at, Err: head.err(), Operation: engine.Operation{
			Kind: engine.OperationKind(head.Operation), Server: head.Server, Tool: head.Tool, By: head.By, Reason: head.Reason,
		}}, at)
	case "hidden":
		f.observe(engine.HiddenEvent{Turn: head.Turn, Tool: engine.Tool{Server: head.Server, Tool: head.Tool}, Reason: head.Reason, Disclosed: head.Disclosed}, at)
	case "dropped":
		f.observe(engine.DroppedEvent{Count: head.Count}, at)
	default:
		return engine.ReadLog(bytes.NewReader(b), func(l *engine.Logged) error {
			if l.Record != nil {
				f.observe(engine.DecisionEvent{Record: l.Record, Cause: head.cause()}, at)
			} else {
				f.observe(engine.VerdictEvent{Record: l.Verdict}, at)
			}
			return nil
		})
	}
	return nil
}

func (l *logLine) err() error {
	if l.Error == "" {
		return nil
	}
	return errors.New(l.Error)
}

func (l *logLine) cause() error {
	if l.Cause == "" {
		return nil
	}
	return errors.New(l.Cause)
}

func (l *logLine) reload() engine.ReloadEvent {
	ev := engine.ReloadEvent{Digest: l.Digest, Generation: l.Generation, Err: l.err()}
	for r := engine.ReloadLive; r <= engine.ReloadFailed; r++ {
		if r.String() == l.Result {
			ev.Result = r
		}
	}
	return ev
}

// moved takes a transition.
func (f *Feed) moved(l *logLine, at time.Time) {
	t := state.Transition{Key: state.Key{Server: l.Server, Tool: l.Tool}, At: at, Reason: l.Reason}
	for _, s := range state.States() {
		if s.String() == l.From {
			t.From = s
		}
		if s.String() == l.To {
			t.To = s
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.moves.add(t, 1)
	if _, known := f.views[t.Key]; known || len(f.views) < keptTools {
		f.views[t.Key] = state.View{State: t.To, Since: at, Reason: t.Reason, Forced: t.Reason == state.ReasonForced}
	}
}

// replayed lists the tools of a log.
func (f *Feed) replayed() []*breaker {
	f.mu.Lock()
	defer f.mu.Unlock()
	known := map[state.Key]*breaker{}
	for key := range f.tools {
		known[key] = &breaker{Key: key, View: state.View{State: state.Closed}, Used: true}
	}
	for key, view := range f.views {
		known[key] = &breaker{Key: key, View: view, Used: true}
	}
	return slices.Collect(maps.Values(known))
}

// logged returns the transitions of a log, the oldest first.
func (f *Feed) logged() []state.Transition {
	f.mu.Lock()
	defer f.mu.Unlock()
	list := f.moves.latest(keptMoves)
	slices.Reverse(list)
	return list
}
