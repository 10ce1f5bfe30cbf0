package engine

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// Logged is one line of a decision log: a decision or a verdict. The other is nil.
type Logged struct {
	Line    int
	Record  *Record
	Verdict *VerdictRecord
}

// ID names the decision or the verdict.
func (l *Logged) ID() string {
	if l.Record != nil {
		return l.Record.ID
	}
	return l.Verdict.ID
}

// maxLogLine bounds a line of a log, in bytes.
const maxLogLine = 16 << 20

// ReadLog reads a decision log: the lines that an engine's logger writes, or records as JSON, one a line. Lines of other events are
// passed over. It hands each decision and verdict to f, and ends with f's error, or with that of a line that is no JSON object.
func ReadLog(r io.Reader, f func(*Logged) error) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLogLine)
	n := 0
	for lines.Scan() {
		n++
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		one, err := readLogged(lines.Bytes())
		if err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		if one == nil {
			continue
		}
		one.Line = n
		if err := f(one); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("line %d: %w", n+1, err)
	}
	return nil
}

// readLogged reads a line; nil is none of ours.
func readLogged(line []byte) (*Logged, error) {
	var head struct {
		Event   string  `json:"event"`
		Outcome *string `json:"outcome"`
		Verdict *string `json:"verdict"`
	}
	if err := json.Unmarshal(line, &head); err != nil {
		return nil, fmt.Errorf("is no JSON object of a log: %w", err)
	}
	out := &Logged{}
	var into any
	switch {
	case head.Outcome != nil && (head.Event == "" || head.Event == "decision"):
		out.Record = &Record{}
		into = out.Record
	case head.Verdict != nil && (head.Event == "" || head.Event == "verdict"):
		out.Verdict = &VerdictRecord{}
		into = out.Verdict
	default:
		return nil, nil
	}
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.UseNumber()
	if err := dec.Decode(into); err != nil {
		return nil, err
	}
	return out, nil
}
