package simulate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/internal/run"
	"github.com/lacuna-go/lacuna/state"
)

// Duration is a time.Duration that JSON writes as "1.2s".
type Duration time.Duration

// UnmarshalJSON reads "1.2s".
func (d *Duration) UnmarshalJSON(b []byte) error {
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return fmt.Errorf("%s is no duration such as \"1.2s\"", b)
	}
	v, err := time.ParseDuration(s)
	if err != nil {
		return fmt.Errorf("%q is no duration such as \"1.2s\"", s)
	}
	*d = Duration(v)
	return nil
}

// MarshalJSON writes "1.2s".
func (d Duration) MarshalJSON() ([]byte, error) { return json.Marshal(time.Duration(d).String()) }

// Tool names a tool in an event.
type Tool struct {
	Server string `json:"server"`
	Tool   string `json:"tool"`
}

// Event is one line of input. Exactly one of Call, End, Read and Force is set.
type Event struct {
	// At is the offset since the start; it never goes back.
	At Duration `json:"at"`
	// Call asks for admission under this id.
	Call   string          `json:"call,omitempty"`
	Server string          `json:"server,omitempty"`
	Tool   string          `json:"tool,omitempty"`
	Turn   string          `json:"turn,omitempty"` // also the conversation; a call without one is its own turn
	Args   json.RawMessage `json:"args,omitempty"`
	Facts  map[string]any  `json:"facts,omitempty"`
	// End reports the attempt that is under way for a call.
	End        string    `json:"end,omitempty"`
	Outcome    string    `json:"outcome,omitempty"`
	RetryAfter *Duration `json:"retry_after,omitempty"`
	// Read asks for the state of a breaker.
	Read *Tool `json:"read,omitempty"`
	// Force overrides a breaker: "open", "closed" or "release".
	Force *struct {
		Tool
		State string `json:"state"`
	} `json:"force,omitempty"`

	line int // in the input
}

// Answer is one line of output.
type Answer struct {
	At   Duration `json:"at"`
	Call string   `json:"call,omitempty"`
	End  string   `json:"end,omitempty"`
	// Admitted and Probe answer a call: whether an attempt is made, and as a half-open probe.
	Admitted *bool `json:"admitted,omitempty"`
	Probe    bool  `json:"probe"`
	// State, Until, Reason and Forced are those of the breaker, after the event.
	State  string    `json:"state"`
	Until  *Duration `json:"until,omitempty"`
	Reason string    `json:"reason,omitempty"`
	Forced bool      `json:"forced"`
	// Late marks an end that came after its attempt was given up.
	Late bool `json:"late,omitempty"`
	// Outcome and Failure of a call that has its answer.
	Outcome string `json:"outcome,omitempty"`
	Failure string `json:"failure,omitempty"`
	// Waits until the call tries again.
	Waits *Duration `json:"waits,omitempty"`
	// Fallback is the tool that is tried instead, as "server/tool".
	Fallback string `json:"fallback,omitempty"`
}

// ReadEvents reads one event a line. An unknown field, more than one kind of event in a line, a time before 0 or one that goes back are
// errors that name the line. Empty lines are passed over.
func ReadEvents(r io.Reader) ([]Event, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	var events []Event
	for i, line := range bytes.Split(text, []byte("\n")) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		ev, err := readEvent(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
		ev.line = i + 1
		if n := len(events); n > 0 && ev.At < events[n-1].At {
			return nil, fmt.Errorf("line %d: at %s goes back", i+1, time.Duration(ev.At))
		}
		events = append(events, ev)
	}
	return events, nil
}

func readEvent(line []byte) (ev Event, err error) {
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&ev); err != nil {
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return ev, errors.New("the line ends within its JSON object")
		}
		return ev, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return ev, errors.New("more than one JSON object")
	}
	return ev, ev.check()
}

func (ev *Event) check() error {
	kinds := 0
	for _, set := range []bool{ev.Call != "", ev.End != "", ev.Read != nil, ev.Force != nil} {
		if set {
			kinds++
		}
	}
	switch {
	case ev.At < 0:
		return errors.New("at is below 0")
	case kinds != 1:
		return errors.New("an event has exactly one of call, end, read and force")
	case ev.Call != "" && (ev.Server == "" || ev.Tool == ""):
		return errors.New("a call names its server and tool")
	case ev.End != "":
		_, _, err := ev.outcome()
		return err
	case ev.Force != nil && overrides[ev.Force.State] == 0:
		return fmt.Errorf("force takes open, closed or release, not %q", ev.Force.State)
	}
	return nil
}

var overrides = map[string]state.Override{"open": state.ForceOpen, "closed": state.ForceClosed, "release": state.Release}

// outcome turns a reported outcome into what the machine is told; ok is false for an answer of the tool.
func (ev *Event) outcome() (out run.Event, failed bool, err error) {
	fail := func(kind state.FailureKind, sent, received bool) (run.Event, bool, error) {
		f := state.Failure{Kind: kind, Sent: sent, Answered: received}
		if ev.RetryAfter != nil {
			f.RetryAfter, f.HasRetryAfter = time.Duration(*ev.RetryAfter), true
		}
		return run.Event{Kind: run.Failed, Failure: f, Received: received}, true, nil
	}
	switch ev.Outcome {
	case "success":
		return run.Event{Kind: run.Answered, Data: run.Bytes("{}"), Received: true}, false, nil
	case "failure":
		return fail(state.Internal, true, true)
	case "timeout":
		return fail(state.Timeout, true, false)
	case "rate_limited":
		return fail(state.RateLimited, true, true)
	case "invalid":
		return fail(state.Invalid, true, true)
	case "panic":
		return fail(state.Panic, true, false)
	case "quota":
		return fail(state.Quota, true, true)
	case "unauthorized":
		return fail(state.Unauthorized, true, true)
	case "cancelled":
		return run.Event{Kind: run.Cancelled}, true, nil
	case "deadline":
		out, failed, err = fail(state.Timeout, true, false)
		out.DeadlineOfTurn = true
		return out, failed, err
	}
	return run.Event{}, false, fmt.Errorf("unknown outcome %q: it is success, failure, timeout, cancelled, rate_limited, invalid, panic, deadline, quota or unauthorized", ev.Outcome)
}

func (ev *Event) call() (*eval.Call, error) {
	args, err := eval.ParseArgs(ev.Args)
	if err != nil {
		return nil, err
	}
	return &eval.Call{ID: ev.Call, Server: ev.Server, Tool: ev.Tool, Args: args}, nil
}
