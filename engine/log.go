package engine

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"strings"
	"sync/atomic"

	"github.com/rs/zerolog"

	"github.com/lacuna-go/lacuna/rules"
)

// LogOptions say what a [Log] leaves out. The zero LogOptions leave nothing out.
type LogOptions struct {
	// Redact lists fields that are left out of lines, by their path: "cause", "failed.text", "inputs.said". A list is passed through, and * is
	// any key. A line says under "redacted" what it lacks. Fields that a line is found or read by can't be left out.
	Redact []string
	// OKs is how many turns there are to one whose decisions are logged where the tool answered without a fault; 0 and 1 log all of them.
	// Which turn that is follows from its id. Such a line says "sampled" with that number. Every other line is written: refusals, fallbacks,
	// ends of turns, verdicts.
	OKs int
}

// Log writes events as lines of a structured log: one line a decision, with the names of [Record] and [VerdictRecord]. [WithLogger] makes one;
// make one with [NewLog] to leave something out, or to put it behind a [Queue], so that no call waits for a disk. It is safe for concurrent use.
type Log struct {
	logger  zerolog.Logger
	options LogOptions
	left    atomic.Uint64
}

// NewLog returns a log that writes to a logger. It fails on a path to redact that no line has.
func NewLog(l zerolog.Logger, o LogOptions) (*Log, error) {
	for _, path := range o.Redact {
		if err := redactableInLog(path); err != nil {
			return nil, err
		}
	}
	if o.OKs < 0 {
		return nil, fmt.Errorf("decisions can't be sampled one in %d", o.OKs)
	}
	return &Log{logger: l, options: o}, nil
}

// LeftOut returns how many lines sampling left out.
func (l *Log) LeftOut() uint64 { return l.left.Load() }

// Observe writes an event; it is an [Observer].
func (l *Log) Observe(ev Event) {
	sampled := 0
	if d, ok := ev.(DecisionEvent); ok && l.options.OKs > 1 && plain(d.Record) {
		if !drawn(d.Record.Turn, l.options.OKs) {
			l.left.Add(1)
			return
		}
		sampled = l.options.OKs
	}
	own, ok := ev.(written)
	line := l.logger.WithLevel(levelOf(ev))
	if !ok || !line.Enabled() {
		return
	}
	if len(l.options.Redact) == 0 {
		own.write(line)
	} else {
		l.redact(line, own)
	}
	if sampled > 0 {
		line.Int("sampled", sampled)
	}
	line.Send()
}

// plain reports a decision of which there is nothing to tell.
func plain(r *Record) bool {
	return r.Outcome == rules.OK.String() && len(r.Faults) == 0 && r.Retries == 0 && len(r.Arguments) == 0
}

// drawn reports whether a turn is the one in so many.
func drawn(turn string, of int) bool {
	h := fnv.New32a()
	_, _ = h.Write([]byte(turn)) // never fails
	return h.Sum32()%uint32(of) == 0
}

// redact writes a line without what is to be left out.
func (l *Log) redact(line *zerolog.Event, own written) {
	var b bytes.Buffer
	whole := zerolog.New(&b)
	e := whole.Log()
	own.write(e)
	e.Send()
	var left Inputs
	each(b.Bytes(), func(name string, value json.RawMessage) {
		for _, path := range l.options.Redact {
			if root, rest, _ := strings.Cut(path, "."); root == name {
				left.redactJSON(&value, name, rest)
			}
		}
		if value != nil {
			line.RawJSON(name, value)
		}
	})
	if len(left.Redacted) > 0 {
		line.Strs("redacted", outermost(left.Redacted))
	}
}

// each goes through the members of a JSON object, in their order.
func each(object []byte, f func(name string, value json.RawMessage)) {
	dec := json.NewDecoder(bytes.NewReader(object))
	if _, err := dec.Token(); err != nil {
		return
	}
	for dec.More() {
		key, err := dec.Token()
		var value json.RawMessage
		if err != nil || dec.Decode(&value) != nil {
			return
		}
		if name, ok := key.(string); ok {
			f(name, value)
		}
	}
}
