package policytest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/lacuna-go/lacuna/engine"
)

// maxTold is how many failures the error of a trial tells.
const maxTold = 10

// Trial lets only policies go live whose own golden tests pass, for [engine.WithTrial]:
//
//	eng, err := engine.Open("policies", engine.WithTrial(policytest.Trial()))
//
// The tests are those beside the policies, of the same moment, and play as lacuna test plays them, in engines of their own. Policies
// without any test fail: nothing says that they are right. The error names each failing case with its place, what it
// wanted and what it got.
func Trial() engine.Trial {
	return engine.Trial{Judge: try, Reads: []string{suffix, fixturesSuffix, ".json"}}
}

// try plays the tests of a candidate, one after the other: the process has calls to serve.
func try(ctx context.Context, c engine.Candidate) error {
	s := &Suite{Dir: cmp.Or(c.Dir, "."), Set: c.Set, files: c.Files, options: options{player: Engine(c.Set), parallel: 1}}
	s.parse(c.Files)
	report := s.Run(ctx)
	if report.OK() {
		return nil
	}
	return errors.New(report.failures())
}

// failures says in short what failed, one thing a line.
func (r *Report) failures() string {
	var lines []string
	for _, p := range r.All() {
		lines = append(lines, line(p))
	}
	for i := range r.Results {
		lines = append(lines, r.Results[i].failure()...)
	}
	passed, failed := r.Count()
	head := "golden tests fail"
	if failed > 0 {
		head = fmt.Sprintf("%d of %d golden tests fail", failed, passed+failed)
	}
	if more := len(lines) - maxTold; more > 0 {
		lines = append(lines[:maxTold], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(append([]string{head}, lines...), "\n")
}

// failure is a case that came out otherwise, on one line: where, its name, and the first difference.
func (r *Result) failure() []string {
	if len(r.Diffs) == 0 {
		return nil
	}
	d := r.Diffs[0]
	text := fmt.Sprintf("%s: %s: %s: want %s, got %s", cmp.Or(d.Pos, r.Pos), r.Name, d.Field, inShort(d.Want), inShort(d.Got))
	if more := len(r.Diffs) - 1; more > 0 {
		text += fmt.Sprintf(" (and %d more)", more)
	}
	return []string{text}
}

// inShort cuts a value that would fill the line.
func inShort(text string) string {
	const most = 80
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "..."
	}
	return text
}
