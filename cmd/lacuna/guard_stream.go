package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/lacuna-go/lacuna/engine"
)

// piece is a piece of a streamed reply, and what went out when it had come.
type piece struct {
	In  string `json:"in,omitempty"`
	Out string `json:"out"`
	// Held is how many bytes have come and not gone out.
	Held int `json:"held"`
}

// streamed judges a reply in the pieces in which it is read.
func (g *guardRun) streamed(turn *engine.Turn, in io.Reader) error {
	var out bytes.Buffer
	gate := turn.Gate(&out)
	var reply strings.Builder
	buf := make([]byte, 32<<10)
	for {
		n, err := in.Read(buf)
		if n > 0 {
			reply.Write(buf[:n])
			_, held := gate.Write(buf[:n])
			if err := g.piece(string(buf[:n]), &out, reply.Len()-gate.Sent()); err != nil {
				return unwritten(err)
			}
			if held != nil {
				break
			}
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return usage("--reply: %w", err)
		}
	}
	_ = gate.Close() // the verdict says what became of it
	if err := g.piece("", &out, max(reply.Len()-gate.Sent(), 0)); err != nil {
		return unwritten(err)
	}
	j := newJudged(g.set, reply.String(), gate.Verdict(), turn.ExplainReply(reply.String()))
	return g.ended(j, gate.Sent())
}

// piece shows a piece that came, and what went out.
func (g *guardRun) piece(in string, out *bytes.Buffer, held int) error {
	p := piece{In: in, Out: out.String(), Held: held}
	out.Reset()
	if g.asJSON {
		enc := json.NewEncoder(g.stdout)
		enc.SetEscapeHTML(false)
		return enc.Encode(p)
	}
	came := "at the end"
	if in != "" {
		came = fmt.Sprintf("in  %q", in)
	}
	_, err := fmt.Fprintf(g.stdout, "%s\nout %q, %d held\n", came, p.Out, held)
	return err
}

// ended reports the verdict on a reply of which a part is out.
func (g *guardRun) ended(j *judged, sent int) error {
	if !g.asJSON {
		if err := g.report(j); verdictCode(j.verdict.Verdict) == exitFine {
			return err
		}
		_, err := fmt.Fprintf(g.stdout, "  (behind the %s that went out)\n", count(sent, "byte"))
		return errors.Join(unwritten(err), failed(exitFailed))
	}
	r := j.record()
	r.Sent = &sent
	enc := json.NewEncoder(g.stdout)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(r); err != nil {
		return unwritten(err)
	}
	return failed(verdictCode(j.verdict.Verdict))
}
