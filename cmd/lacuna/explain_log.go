package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/policytest"
	"github.com/lacuna-go/lacuna/internal/spelling"
	"github.com/lacuna-go/lacuna/rules"
)

// logged explains a decision of a log; the note says that it was made under other policies, "" if it was not.
func (x *explainRun) logged(cmd *cobra.Command, set *rules.Set) (e *policytest.Explained, note string, err error) {
	line, err := x.find(cmd)
	if err != nil {
		return nil, "", err
	}
	e, err = explainLine(cmd.Context(), set, line)
	if errors.Is(err, engine.ErrNoInputs) {
		return nil, "", x.outline(cmd, line)
	}
	if err != nil {
		return nil, "", &exit{code: exitFailed, err: fmt.Errorf("%s:%d: %s: %w", x.log, line.Line, line.ID(), err)}
	}
	if digest := digestOf(line); digest != set.Digest {
		note = fmt.Sprintf("decided under other policies (%.12s); this is what %s (%.12s) makes of it", cmp.Or(digest, "unknown"), x.policies, set.Digest)
	}
	return e, note, nil
}

// outline shows of a line without inputs what it holds.
func (x *explainRun) outline(cmd *cobra.Command, line *engine.Logged) error {
	p := printer{cmd.OutOrStdout()}
	if line.Record == nil {
		p.verdict(line.Verdict)
	} else {
		p.line(0, "%s/%s", line.Record.Server, line.Record.Tool)
		p.decision(line.Record)
		for _, id := range line.Record.Unmet {
			p.line(1, "not met   %s", id)
		}
	}
	return &exit{code: exitFailed, err: fmt.Errorf("%s:%d: its conditions can't be shown: %w; record them with engine.WithInputs", x.log, line.Line, engine.ErrNoInputs)}
}

func digestOf(l *engine.Logged) string {
	if l.Record != nil {
		return l.Record.Digest
	}
	return l.Verdict.Digest
}

// errFound ends the reading of a log.
var errFound = errors.New("found")

// find returns the line of the decision.
func (x *explainRun) find(cmd *cobra.Command) (*engine.Logged, error) {
	var in io.Reader = cmd.InOrStdin()
	if x.log != "-" {
		f, err := os.Open(x.log)
		if err != nil {
			return nil, usage("--log: %w", err)
		}
		defer func() { _ = f.Close() }() // it was only read
		in = f
	}
	var found *engine.Logged
	var ids []string
	err := engine.ReadLog(in, func(l *engine.Logged) error {
		if l.ID() == x.id || l.Record != nil && l.Record.Incident == x.id {
			found = l
			return errFound
		}
		ids = append(ids, l.ID())
		return nil
	})
	switch {
	case found != nil:
		return found, nil
	case err != nil:
		return nil, usage("%s: %w", x.log, err)
	case len(ids) == 0:
		return nil, usage("%s holds no decisions", x.log)
	}
	hint := ""
	if near := spelling.Nearest(x.id, ids); near != "" {
		hint = fmt.Sprintf("; did you mean %q?", near)
	}
	return nil, usage("%s holds no decision with the id or the incident %q, but %s%s", x.log, x.id, count(len(ids), "other"), hint)
}

// explainLine replays a line and explains it.
func explainLine(ctx context.Context, set *rules.Set, l *engine.Logged) (*policytest.Explained, error) {
	r, err := l.Replay(ctx, set)
	if err != nil {
		return nil, err
	}
	if len(r.Unknown) > 0 {
		return nil, errors.New(r.String())
	}
	e := &policytest.Explained{}
	if r.Verdict != nil {
		e.Verdict, e.Claims = r.Verdict, r.ExplainReply()
		return e, nil
	}
	call := policytest.ExplainedCall{PlayedCall: policytest.PlayedCall{Record: r.Record, Model: r.Model}}
	call.Call = engine.Call{Server: r.Record.Server, Tool: r.Record.Tool, Args: l.Record.Inputs.Args}
	call.Admission, call.Chain = r.Explain()
	e.Explained = []policytest.ExplainedCall{call}
	if r.Record.Outcome == rules.HardFail.String() || r.Record.Outcome == rules.Uncertain.String() {
		e.Final = &engine.Final{Text: r.Record.Message, Handoff: handoffOf(r.Record.Handoff), Queue: r.Record.Queue}
	}
	return e, nil
}

func handoffOf(name string) engine.Handoff {
	for _, h := range []engine.Handoff{engine.HandoffHuman, engine.HandoffRetryLater} {
		if h.String() == name {
			return h
		}
	}
	return engine.HandoffNone
}
