package engine

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/lacuna-go/lacuna/internal/loglines"
)

// Logged is one line of a decision log: a decision or a verdict. The other is nil.
type Logged struct {
	Line    int
	Record  *Record
	Verdict *VerdictRecord
	// Redacted lists the fields of the record that the log left out (see [LogOptions]). Those of its inputs stand in [Inputs].Redacted.
	Redacted []string
}

// ID names the decision or the verdict.
func (l *Logged) ID() string {
	if l.Record != nil {
		return l.Record.ID
	}
	return l.Verdict.ID
}

// ReadLog reads a decision log: the lines that an engine's logger writes, or records as JSON, one a line. Lines of other events are
// passed over, and so is what else a process wrote beside its log, lines that do not begin with {. It hands each decision and verdict to f, and
// ends with f's error, or with that of a line that is no JSON object but begins like one, or of a log without any object.
func ReadLog(r io.Reader, f func(*Logged) error) error {
	return loglines.Scan(r, func(n int, line []byte) error {
		one, err := readLogged(line)
		if err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		if one == nil {
			return nil
		}
		one.Line = n
		return f(one)
	})
}

// readLogged reads a line; nil is none of ours.
func readLogged(line []byte) (*Logged, error) {
	var head struct {
		Event   string  `json:"event"`
		Outcome *string `json:"outcome"`
		Verdict *string `json:"verdict"`
		// Redacted is what a [Log] left out of the line.
		Redacted []string `json:"redacted"`
	}
	if err := json.Unmarshal(line, &head); err != nil {
		if head.Event == "decision" || head.Event == "verdict" {
			return nil, err
		}
		return nil, nil // of another program, whose fields are of other types
	}
	out := &Logged{}
	var into any
	var brief struct { // a line without inputs counts the claims, and lists those that did not pass
		*VerdictRecord
		Claims json.RawMessage `json:"claims"`
		Failed []ClaimRecord   `json:"failed"`
	}
	switch {
	case head.Outcome != nil && (head.Event == "" || head.Event == "decision"):
		out.Record = &Record{}
		into = out.Record
	case head.Verdict != nil && (head.Event == "" || head.Event == "verdict"):
		out.Verdict = &VerdictRecord{}
		brief.VerdictRecord = out.Verdict
		into = &brief
	default:
		return nil, nil
	}
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.UseNumber()
	if err := dec.Decode(into); err != nil {
		return nil, err
	}
	switch v := out.Verdict; {
	case v == nil:
	case bytes.HasPrefix(brief.Claims, []byte("[")):
		if err := json.Unmarshal(brief.Claims, &v.Claims); err != nil {
			return nil, err
		}
	default:
		v.Claims = brief.Failed
		for i := range v.Claims {
			v.Claims[i].Failed, v.Claims[i].Covered = []string{v.Policy}, true
		}
	}
	out.lacks(head.Redacted)
	return out, nil
}

// lacks notes what the log left out: what a replay lacks has to be known as such.
func (l *Logged) lacks(paths []string) {
	in := l.inputs()
	for _, path := range paths {
		inner, ok := strings.CutPrefix(path, "inputs.")
		if !ok {
			l.Redacted = append(l.Redacted, path)
		} else if in != nil {
			in.Redacted = append(in.Redacted, inner)
		}
	}
}

func (l *Logged) inputs() *Inputs {
	if l.Record != nil {
		return l.Record.Inputs
	}
	return l.Verdict.Inputs
}

// Differs lists the fields in which what was logged and its replay are not equal, those that the log left out aside. See
// [Record.Differs].
func (l *Logged) Differs(r *Replayed) []string {
	var list []string
	if l.Record != nil {
		list = l.Record.Differs(r.Record)
	} else {
		list = l.Verdict.Differs(r.Verdict)
	}
	return slices.DeleteFunc(list, func(field string) bool {
		return slices.ContainsFunc(l.Redacted, func(path string) bool {
			root, _, _ := strings.Cut(path, ".")
			root, _, _ = strings.Cut(root, "[")
			return root == field
		})
	})
}
