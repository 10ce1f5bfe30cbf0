package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/lacuna-go/lacuna/engine/policytest"
	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// decided is what check reads of a decision in a log: a line of the decision log, or a record.
type decided struct {
	Event     string `json:"event"`
	Server    string `json:"server"`
	Tool      string `json:"tool"`
	Policy    string `json:"policy"`
	StepIndex *int   `json:"step_index"`
	Latency   *struct {
		P99   string `json:"p99"`
		Count int    `json:"count"`
	} `json:"latency"`
}

// maxLogLine bounds a line of a log, in bytes.
const maxLogLine = 1 << 20

// readLog reads the decisions of a log, one JSON object a line; lines of other events are passed over.
func readLog(r io.Reader) ([]decided, error) {
	var list []decided
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLogLine)
	for n := 1; lines.Scan(); n++ {
		if len(lines.Bytes()) == 0 {
			continue
		}
		var d decided
		if err := json.Unmarshal(lines.Bytes(), &d); err != nil {
			return nil, fmt.Errorf("line %d is no JSON object: %w", n, err)
		}
		if d.Event == "" || d.Event == "decision" {
			list = append(list, d)
		}
	}
	return list, lines.Err()
}

// logNotes says what a decision log shows about a set: steps that nothing has ever taken, in the log (drills are in it, too) or in the
// set's own tests, and timeouts far from what was measured.
func logNotes(ctx context.Context, set *rules.Set, dir, file string) ([]string, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it was only read
	log, err := readLog(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	taken, err := takenSteps(ctx, dir, log)
	if err != nil {
		return nil, err
	}
	return append(untaken(set, taken), ceilings(set, log)...), nil
}

func takenSteps(ctx context.Context, dir string, log []decided) (map[policytest.Taken]bool, error) {
	taken := map[policytest.Taken]bool{}
	for _, d := range log {
		if d.StepIndex != nil {
			taken[policytest.Taken{Policy: d.Policy, Index: *d.StepIndex}] = true
		}
	}
	suite, err := policytest.Load(dir)
	if err != nil {
		return nil, err
	}
	for _, r := range suite.Run(ctx).Results {
		for _, t := range r.Taken {
			taken[t] = true
		}
	}
	return taken, nil
}

func untaken(set *rules.Set, taken map[policytest.Taken]bool) []string {
	var notes []string
	for _, p := range set.Policies {
		for i, step := range p.WhenUnavailable.Value {
			if !taken[policytest.Taken{Policy: p.Name, Index: i}] {
				notes = append(notes, fmt.Sprintf("%s: no test, drill or call has ever taken this %s of policy %q", step.Pos, step.Kind, p.Name))
			}
		}
	}
	return notes
}

// A timeout is far from what was measured beyond tooLong times the p99; ceiling times the p99 would do.
const (
	tooLong = 5
	ceiling = 2
)

// ceilings compares the timeouts of tools with their latest p99, where enough attempts were measured.
func ceilings(set *rules.Set, log []decided) []string {
	measured := map[rules.WorstCase]time.Duration{}
	var tools []rules.WorstCase
	for _, d := range log {
		if d.Latency == nil || d.Latency.Count < rules.MinSamples {
			continue
		}
		p99, err := time.ParseDuration(d.Latency.P99)
		if err != nil || p99 <= 0 {
			continue
		}
		key := rules.WorstCase{Server: d.Server, Tool: d.Tool}
		if _, seen := measured[key]; !seen {
			tools = append(tools, key)
		}
		measured[key] = p99
	}
	slices.SortFunc(tools, func(a, b rules.WorstCase) int {
		return slices.Compare([]string{a.Server, a.Tool}, []string{b.Server, b.Tool})
	})
	var notes []string
	for _, t := range tools {
		if note := ceilingNote(set.Plan(t.Server, t.Tool), measured[t]); note != "" {
			notes = append(notes, note)
		}
	}
	return notes
}

func ceilingNote(plan *rules.Plan, p99 time.Duration) string {
	var d rules.Decision
	d.Reset(plan)
	timeout := plan.Timeout(&eval.Input{Turn: &eval.Turn{}, Call: &eval.Call{Server: plan.Server, Tool: plan.Tool}}, &d)
	if len(d.Faults) > 0 {
		return "" // it depends on the call
	}
	name := plan.Server + "/" + plan.Tool
	switch {
	case timeout < p99:
		return fmt.Sprintf("%s: the timeout, %s, cuts off calls that would succeed: the p99 is %s", name, timeout, p99)
	case timeout > tooLong*p99:
		return fmt.Sprintf("%s: the timeout, %s, is %.0f times the p99, %s; %s would do", name, timeout,
			float64(timeout)/float64(p99), p99, roundUp(ceiling*p99))
	}
	return ""
}

// roundUp rounds to two leading digits, as people write durations.
func roundUp(d time.Duration) time.Duration {
	unit := time.Duration(1)
	for d/unit >= 100 {
		unit *= 10
	}
	return (d + unit - 1) / unit * unit
}
