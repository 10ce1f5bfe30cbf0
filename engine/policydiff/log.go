package policydiff

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/rules"
)

// maxSkipped bounds the lines that a report names as skipped, or as unequal.
const maxSkipped = 1000

// playLog replays a log under both sets.
func (c *collector) playLog(ctx context.Context, log Log, name string) error {
	return log(func(l *engine.Logged) error {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		at := fmt.Sprintf("%s:%d", name, l.Line)
		why := c.playLine(ctx, l, at)
		if why != "" && len(c.report.Skipped) < maxSkipped {
			c.skip(at, l.ID(), why)
		}
		return nil
	})
}

// playLine replays one line under both sets. It returns why that says nothing, "" if it does.
func (c *collector) playLine(ctx context.Context, l *engine.Logged, at string) string {
	before, why := replay(ctx, c.old, l)
	if why != "" {
		return why
	}
	after, why := replay(ctx, c.new, l)
	if why != "" {
		return why
	}
	c.report.Replayed++
	c.check(l, before, at)
	f, ok := c.lineFlip(l, before, after)
	if !ok {
		return ""
	}
	f.At, f.Name, f.Assumed, f.logged = at, l.ID(), after.Assumed, true
	c.flip(&f)
	return ""
}

// replay replays a line under a set, or says why that says nothing.
func replay(ctx context.Context, set *rules.Set, l *engine.Logged) (*engine.Replayed, string) {
	r, err := l.Replay(ctx, set)
	switch {
	case errors.Is(err, engine.ErrNoInputs):
		return nil, "it holds no inputs: record them with engine.WithInputs"
	case err != nil:
		return nil, "it can't be replayed: " + err.Error()
	case len(r.Unknown) > 0:
		return nil, r.String()
	}
	return r, ""
}

// check compares a line that was decided under the old set with its replay.
func (c *collector) check(l *engine.Logged, r *engine.Replayed, at string) {
	digest := ""
	if l.Record != nil {
		digest = l.Record.Digest
	} else {
		digest = l.Verdict.Digest
	}
	if digest != c.old.Digest {
		return
	}
	differs := l.Differs(r)
	if len(differs) > 0 && len(c.report.Unequal) < maxSkipped {
		c.report.Unequal = append(c.report.Unequal, Skipped{at, l.ID(), "replays with another " + strings.Join(differs, ", ")})
	}
}

func (c *collector) lineFlip(l *engine.Logged, before, after *engine.Replayed) (Flip, bool) {
	if l.Verdict != nil {
		return verdictFlip(before.Verdict, after.Verdict, before.ExplainReply(), after.ExplainReply())
	}
	a, b := before.Record, after.Record
	f := Flip{Server: l.Record.Server, Tool: l.Record.Tool, Changes: a.Changes(b)}
	if len(f.Changes) == 0 {
		return f, false
	}
	f.involved = c.involved(f.Server, f.Tool)
	f.Policy = cmp.Or(append([]string{a.Policy, b.Policy}, f.involved...)...)
	var x, y explained
	x.admission, x.chain = before.Explain()
	y.admission, y.chain = after.Explain()
	f.Conditions = conditions(a.Flipped(b), x, y)
	return f, true
}
