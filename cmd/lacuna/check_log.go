package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/policytest"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/rules/lint"
)

// decisionsOf reads the decisions of a log.
func decisionsOf(r io.Reader) ([]*engine.Record, error) {
	var list []*engine.Record
	err := engine.ReadLog(r, func(l *engine.Logged) error {
		if l.Record != nil {
			list = append(list, l.Record)
		}
		return nil
	})
	return list, err
}

// readLogged says what a decision log shows: how long tools took, and which steps were taken, in it (drills are in it, too) or by the
// set's own tests.
func readLogged(ctx context.Context, suite *policytest.Suite, file string) (lint.Option, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it was only read
	log, err := decisionsOf(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	var taken []lint.Step
	for _, d := range log {
		if d.StepIndex != nil {
			taken = append(taken, lint.Step{Policy: d.Policy, Index: *d.StepIndex})
		}
	}
	for _, r := range suite.Run(ctx).Results {
		for _, t := range r.Taken {
			taken = append(taken, lint.Step(t))
		}
	}
	return lint.Logged(latest(log), taken), nil
}

// latest is the latest p99 of each tool of which enough attempts were measured, sorted by name.
func latest(log []*engine.Record) []lint.Measured {
	measured := map[lint.Tool]time.Duration{}
	for _, d := range log {
		if d.Latency == nil || d.Latency.Count < rules.MinSamples {
			continue
		}
		if p99, err := time.ParseDuration(d.Latency.P99); err == nil && p99 > 0 {
			measured[lint.Tool{Server: d.Server, Tool: d.Tool}] = p99
		}
	}
	var list []lint.Measured
	for t, p99 := range measured {
		list = append(list, lint.Measured{Server: t.Server, Tool: t.Tool, P99: p99})
	}
	slices.SortFunc(list, func(a, b lint.Measured) int {
		return cmp.Or(cmp.Compare(a.Server, b.Server), cmp.Compare(a.Tool, b.Tool))
	})
	return list
}

// testsBeside reads the golden tests beside the policies, without playing them.
func testsBeside(dir string, set *rules.Set) (*policytest.Suite, error) {
	return policytest.Load(dir, policytest.WithPlayer(policytest.Engine(set)))
}

// calledBy lists the tools that tests call.
func calledBy(suite *policytest.Suite) []lint.Tool {
	var list []lint.Tool
	for _, f := range suite.Files {
		for _, c := range f.Cases {
			for _, call := range c.Calls {
				list = append(list, lint.Tool{Server: call.Server, Tool: call.Tool})
			}
		}
	}
	return list
}
