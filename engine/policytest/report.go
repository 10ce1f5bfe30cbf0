package policytest

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/eval"
)

// Report is what a run of a suite came to.
type Report struct {
	Dir string
	// Problems of files, and of the run as a whole: any of them fails it.
	Problems []eval.Problem
	// Results in the order of files and cases.
	Results []Result
	// Coverage of the policies by all cases that were played, passed or not; nil without [WithCoverage].
	Coverage *Coverage
}

// Result is what one case came to.
type Result struct {
	// File and Name of the case, and its place.
	File string
	Name string
	Pos  eval.Pos
	// Problems of the case itself: it was not played, or not compared.
	Problems []eval.Problem
	// Diffs are where it came out otherwise than wanted.
	Diffs []Diff
	// Faults are the errors of rules on the way, where it came out otherwise: often they are why.
	Faults []Fault
	// Taken are the steps of chains that its calls took.
	Taken []Taken
	// NotPlayed: its file has problems.
	NotPlayed bool
	// Values of the expressions on the way, where it came out otherwise.
	Values []Value
	// Updated is the golden file that was written, "" for none.
	Updated string
	// Elapsed is how long it took to play, in real time.
	Elapsed time.Duration
}

// Fault is an error of a rule, or why the target of a step could not be called.
type Fault struct {
	// ID of the condition, as "policy/key", and its place, as file:line:col.
	ID string `json:"id"`
	At string `json:"at"`
	// Says what was wrong.
	Says string `json:"says"`
}

// faults returns those of everything that was played.
func (p *Played) faults() []Fault {
	var list []Fault
	add := func(records []engine.FindingRecord) {
		for _, r := range records {
			f := Fault{r.ID, r.At, cmp.Or(r.Error, r.Note)}
			if !slices.Contains(list, f) {
				list = append(list, f)
			}
		}
	}
	for i := range p.Calls {
		if r := p.Calls[i].Record; r != nil {
			add(r.Faults)
		}
	}
	if p.Verdict != nil {
		add(p.Verdict.Faults)
	}
	return list
}

// Passed reports whether the case was played and came out as wanted.
func (r *Result) Passed() bool { return len(r.Problems) == 0 && len(r.Diffs) == 0 && !r.NotPlayed }

// Count returns how many cases passed and failed.
func (r *Report) Count() (passed, failed int) {
	for i := range r.Results {
		if r.Results[i].Passed() {
			passed++
		} else {
			failed++
		}
	}
	return passed, failed
}

// OK reports whether something was tested, and all of it passed.
func (r *Report) OK() bool {
	passed, failed := r.Count()
	return passed > 0 && failed == 0 && len(r.Problems) == 0
}

// All returns every problem, of files and of cases, by position, each once.
func (r *Report) All() []eval.Problem {
	list := append([]eval.Problem(nil), r.Problems...)
	for i := range r.Results {
		list = append(list, r.Results[i].Problems...)
	}
	return eval.SortProblems(list)
}

// WriteDiffs writes what a case wanted beside what it got, a field a line, and below it the errors of rules:
//
//	outcome  want cached   got hard_fail
//	policies/pricing.cel:23:9: pricing/well inside the repricing rate: the fact reprices_every was not supplied
func (r *Result) WriteDiffs(w io.Writer, indent string) error {
	field, want := 0, 0
	for _, d := range r.Diffs {
		field = max(field, width(d.Field))
		if width(d.Want) <= maxWantColumn {
			want = max(want, width(d.Want))
		}
	}
	for _, d := range r.Diffs {
		line := fmt.Sprintf("%s%s  want %s   got %s\n", indent, padded(d.Field, field), padded(d.Want, want), d.Got)
		if width(line) > maxDiffLine {
			line = fmt.Sprintf("%s%s\n%s  want %s\n%s  got  %s\n", indent, d.Field, indent, d.Want, indent, d.Got)
		}
		if _, err := io.WriteString(w, line); err != nil {
			return err
		}
	}
	for _, f := range r.Faults {
		if _, err := fmt.Fprintf(w, "%s%s: %s: %s\n", indent, f.At, f.ID, f.Says); err != nil {
			return err
		}
	}
	return nil
}

func width(s string) int { return utf8.RuneCountInString(s) }

func padded(s string, to int) string { return s + strings.Repeat(" ", max(0, to-width(s))) }

// maxWantColumn is how wide the column of what is wanted gets for the sake of one field.
const maxWantColumn = 40

// maxDiffLine is how long a line may be that shows both sides; beyond it they stand one below the other.
const maxDiffLine = 120

// line is a problem on one line, with its position where it has one.
func line(p eval.Problem) string {
	if p.Pos == (eval.Pos{}) {
		return p.Message
	}
	return p.Error()
}
