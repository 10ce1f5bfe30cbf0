package policydiff

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/policytest"
	"github.com/lacuna-go/lacuna/rules"
)

// Options say what two sets are compared over.
type Options struct {
	// Log is a decision log to replay besides the golden tests; nil is none. LogName names it.
	Log     Log
	LogName string
}

// Log hands out the lines of a decision log, as [engine.ReadLog] does.
type Log func(func(*engine.Logged) error) error

// Compare compares the policies of two suites, over the cases of both and over a log. It fails where the log can't be read, and where
// ctx ends.
func Compare(ctx context.Context, before, after *policytest.Suite, o Options) (*Report, error) {
	c := newCollector(before.Set, after.Set)
	seen := map[string][]Flip{}
	for _, side := range []*policytest.Suite{before, after} {
		for _, f := range side.Files {
			name, err := filepath.Rel(filepath.FromSlash(side.Dir), filepath.FromSlash(f.Name))
			if err != nil {
				name = f.Name
			}
			for _, p := range f.Problems {
				c.skip(p.Pos.String(), name, p.Message)
			}
			for _, one := range f.Cases {
				if ctx.Err() != nil {
					return nil, context.Cause(ctx)
				}
				c.playCase(ctx, one, filepath.ToSlash(name)+": "+one.Name, seen)
			}
		}
	}
	if o.Log != nil {
		if err := c.playLog(ctx, o.Log, o.LogName); err != nil {
			return nil, err
		}
	}
	return c.done(), nil
}

// playCase plays a case under both sets. One that both sides have, and that shows the same on both, counts once.
func (c *collector) playCase(ctx context.Context, one *policytest.Case, name string, seen map[string][]Flip) {
	at := one.Pos.String()
	flips, err := c.flipsOf(ctx, one, at, name)
	if err != nil {
		c.skip(at, name, err.Error())
		return
	}
	earlier, known := seen[name]
	if known && same(earlier, flips) {
		return
	}
	seen[name] = flips
	c.report.Cases++
	for i := range flips {
		c.flip(&flips[i])
	}
}

// flipsOf plays a case under both sets, and asks for explanations only where something differs: they cost many times as much.
func (c *collector) flipsOf(ctx context.Context, one *policytest.Case, at, name string) ([]Flip, error) {
	x, errOld := policytest.Engine(c.old).Play(ctx, one)
	y, errNew := policytest.Engine(c.new).Play(ctx, one)
	if errOld == nil && errNew == nil && !differ(x, y) {
		return nil, nil
	}
	before, err := policytest.Explain(ctx, c.old, one)
	if err != nil {
		return nil, fmt.Errorf("under the old policies: %w", err)
	}
	after, err := policytest.Explain(ctx, c.new, one)
	if err != nil {
		return nil, fmt.Errorf("under the new policies: %w", err)
	}
	return c.flips(before, after, at, name), nil
}

// differ reports whether a decision or the verdict does.
func differ(before, after *policytest.Played) bool {
	for i := range before.Calls {
		if len(callChanges(before.Calls[i].Record, after.Calls[i].Record)) > 0 {
			return true
		}
	}
	return before.Verdict != nil && after.Verdict != nil && len(before.Verdict.Changes(after.Verdict)) > 0
}

// same reports whether two lists of flips differ in their places only.
func same(a, b []Flip) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		x, y := a[i], b[i]
		x.At, y.At = "", ""
		x.Conditions, y.Conditions = nil, nil
		x.Count, y.Count = 0, 0
		if !reflect.DeepEqual(x, y) {
			return false
		}
	}
	return true
}

func (c *collector) flips(before, after *policytest.Explained, at, name string) []Flip {
	var list []Flip
	for i := range before.Explained {
		a, b := &before.Explained[i], &after.Explained[i]
		f := Flip{At: at, Name: name, Server: a.Call.Server, Tool: a.Call.Tool, Changes: callChanges(a.Record, b.Record)}
		if len(f.Changes) == 0 {
			continue
		}
		if len(before.Explained) > 1 {
			f.Name += " (" + a.Call.Server + "/" + a.Call.Tool + ")"
		}
		f.involved = c.involved(f.Server, f.Tool)
		if made(a.Record) && made(b.Record) {
			f.Policy = cmp.Or(append([]string{a.Record.Policy, b.Record.Policy}, f.involved...)...)
			f.Conditions = conditions(a.Record.Flipped(b.Record), explained{a.Admission, a.Chain}, explained{b.Admission, b.Chain})
		}
		list = append(list, f)
	}
	if before.Verdict != nil && after.Verdict != nil {
		if f, ok := verdictFlip(before.Verdict, after.Verdict, before.Claims, after.Claims); ok {
			f.At, f.Name = at, name
			list = append(list, f)
		}
	}
	return list
}

// made reports whether anything was decided about a call: nothing is, once the turn has ended.
func made(r *engine.Record) bool { return r != nil && r.Digest != "" }

// callChanges compares the records of a call.
func callChanges(before, after *engine.Record) []engine.Change {
	const none = "not made"
	switch {
	case !made(before) && !made(after):
		return nil
	case !made(before):
		return []engine.Change{{Kind: "outcome", Old: none, New: after.Outcome, Direction: engine.MorePermissive, Why: "the turn goes on where it ended"}}
	case !made(after):
		return []engine.Change{{Kind: "outcome", Old: before.Outcome, New: none, Direction: engine.LessPermissive}}
	}
	return before.Changes(after)
}

// verdictFlip compares verdicts; false if nothing differs.
func verdictFlip(before, after *engine.VerdictRecord, x, y []rules.ExplainedClaim) (Flip, bool) {
	f := Flip{Policy: cmp.Or(before.Policy, after.Policy), Changes: before.Changes(after)}
	if len(f.Changes) == 0 {
		return f, false
	}
	f.Conditions = claimConditions(before, after, x, y)
	f.involved = []string{before.Policy, after.Policy}
	for _, v := range []*engine.VerdictRecord{before, after} {
		for i := range v.Claims {
			f.involved = append(f.involved, v.Claims[i].Failed...)
		}
	}
	for i := range f.Conditions {
		policy, _, _ := strings.Cut(f.Conditions[i].ID, "/")
		f.involved = append(f.involved, policy)
	}
	return f, true
}
