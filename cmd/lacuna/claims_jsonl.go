package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/guard"
)

const (
	// maxRow is the largest row that is read, in bytes.
	maxRow = 16 << 20
	// maxBadRows is how many malformed rows are reported before the rest is given up: then it is no file of rows.
	maxBadRows = 20
)

// row is a text with what is needed to read it. Further fields are passed over.
type row struct {
	ID   json.RawMessage `json:"id"`
	Text *string         `json:"text"`
	Lang string          `json:"lang"`
	Ref  string          `json:"ref"`
}

// foundRow is the claims of a text in machine output.
type foundRow struct {
	ID     json.RawMessage `json:"id,omitempty"`
	Claims []guard.Record  `json:"claims"`
	// Foreign: the finder has no words for the language, so that finding no claims says nothing.
	Foreign bool `json:"foreign,omitempty"`
	// TooMany: the text holds more claims than were looked at.
	TooMany bool `json:"too_many,omitempty"`
}

func foundOf(id json.RawMessage, r *guard.Reply) foundRow {
	return foundRow{ID: id, Claims: r.Records(), Foreign: r.Foreign(), TooMany: tooMany(r)}
}

func tooMany(r *guard.Reply) bool {
	return len(r.Claims) > 0 && r.Claims[len(r.Claims)-1].Reason == guard.TooMany
}

// stream answers rows one by one.
type stream struct {
	*claimsRun
	name  string
	in    *bufio.Reader
	out   *bufio.Writer
	enc   *json.Encoder
	reply guard.Reply // used again for every row
	line  int
	bad   int
}

func (f *claimsRun) stream(name string, in io.Reader) error {
	s := &stream{claimsRun: f, name: name, in: bufio.NewReaderSize(in, 64<<10), out: bufio.NewWriterSize(f.stdout, 64<<10)}
	s.enc = json.NewEncoder(s.out)
	s.enc.SetEscapeHTML(false)
	for s.bad < maxBadRows {
		line, err := s.next()
		if err != nil && !errors.Is(err, io.EOF) {
			return errors.Join(unwritten(s.out.Flush()), usage("%s:%d: %w", name, s.line, err))
		}
		if wrote := s.answer(line); wrote != nil {
			return unwritten(wrote)
		}
		if err != nil {
			return s.end()
		}
	}
	_, _ = fmt.Fprintf(s.stderr, "%s: too many malformed rows, the rest is not read\n", name)
	return s.end()
}

func (s *stream) end() error {
	if err := s.out.Flush(); err != nil {
		return unwritten(err)
	}
	if s.bad > 0 {
		return failed(exitUsage)
	}
	return nil
}

var errLongRow = errors.New("the row is longer than 16 MiB")

// next returns the next line. Before it waits for one, what is answered goes out.
func (s *stream) next() ([]byte, error) {
	ready, _ := s.in.Peek(s.in.Buffered()) // what is there is there
	if bytes.IndexByte(ready, '\n') < 0 {
		if err := s.out.Flush(); err != nil {
			return nil, nil // the writer keeps the error, for the answer
		}
	}
	s.line++
	line, err := s.in.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return line, err
	}
	long := bytes.Clone(line)
	for errors.Is(err, bufio.ErrBufferFull) {
		if len(long) > maxRow {
			return nil, errLongRow
		}
		line, err = s.in.ReadSlice('\n')
		long = append(long, line...)
	}
	return long, err
}

// answer writes the claims of a row. An error is of the writer; a malformed row is reported.
func (s *stream) answer(line []byte) error {
	if line = bytes.TrimRight(line, "\r\n"); len(bytes.TrimSpace(line)) == 0 {
		return s.out.Flush()
	}
	in, p := readRow(line)
	at := s.at
	if p == nil && in.Ref != "" {
		var err error
		if at, err = s.at.read(in.Ref); err != nil {
			p = &eval.Problem{Message: "ref: " + err.Error()}
		}
	}
	if p != nil {
		s.bad++
		p.Pos = eval.Pos{File: s.name, Line: s.line, Col: max(p.Pos.Col, 1)}
		diagnose(s.stderr, *p, "")
		return nil
	}
	r := &s.reply
	r.Text, r.Now, r.Zone, r.Language = *in.Text, at.now, at.zone, in.Lang
	if r.Language == "" {
		r.Language = s.lang
	}
	new(guard.Finder).Find(r)
	return s.enc.Encode(foundOf(in.ID, r))
}

// readRow reads a row, or says what is wrong with it, in which column.
func readRow(line []byte) (in row, problem *eval.Problem) {
	err := json.Unmarshal(line, &in)
	var syntax *json.SyntaxError
	var typed *json.UnmarshalTypeError
	column := func(offset int64) eval.Pos {
		return eval.Pos{Col: utf8.RuneCount(line[:min(max(offset-1, 0), int64(len(line)))]) + 1}
	}
	switch {
	case errors.As(err, &syntax):
		return in, &eval.Problem{Pos: column(syntax.Offset), Message: syntax.Error()}
	case errors.As(err, &typed) && typed.Field == "":
		return in, &eval.Problem{Message: "a row is a JSON object, not " + typed.Value}
	case errors.As(err, &typed):
		return in, &eval.Problem{Pos: column(typed.Offset), Message: fmt.Sprintf("%q takes a text, not %s", typed.Field, typed.Value)}
	case err != nil:
		return in, &eval.Problem{Message: err.Error()}
	case in.Text == nil:
		return in, &eval.Problem{Message: `the row has no "text"`}
	case in.ID == nil:
		return in, &eval.Problem{Message: `the row has no "id"`}
	}
	return in, nil
}
