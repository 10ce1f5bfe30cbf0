package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/lacuna-go/lacuna/rules"
)

// LoadCandidate reads policies that decide beside the live ones, and change nothing: once a call is done, and once a reply is judged,
// the candidate decides it again by what the live set read and by what attempts came to ([Replay] says how), and where it comes to
// something else, a [CandidateEvent] tells. No attempt is made for it; it has no breakers, entries, budget or texts of its own. An error or
// a panic in it is counted, and never reaches the call. It costs some tens of microseconds a call, after its answer is decided; without a candidate, nothing.
//
// The directory is read now; [Engine.WatchCandidate] watches it. Turns that begin from now on are compared. Another candidate takes the place of an earlier one. If the policies do not load, the error is that of [Open],
// and the earlier candidate stays.
func (e *Engine) LoadCandidate(dir string) error {
	info, err := os.Stat(dir)
	if err != nil {
		return fmt.Errorf("the candidate: %w", err)
	}
	if !info.IsDir() {
		return fmt.Errorf("the candidate: %s is no directory", dir)
	}
	return e.loadCandidate(os.DirFS(dir), rules.WithDir(filepath.ToSlash(dir)))
}

func (e *Engine) loadCandidate(fsys fs.FS, opts ...rules.Option) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the candidate can't be loaded: panic: %v", p)
		}
	}()
	set, err := rules.Load(fsys, append(opts, rules.WithFunctions(e.options.functions...))...)
	if err != nil {
		return err
	}
	e.SetCandidate(set)
	return nil
}

// SetCandidate is [Engine.LoadCandidate] for a set that is already loaded; nil ends the comparison.
func (e *Engine) SetCandidate(set *rules.Set) {
	if set == nil {
		e.candidate.Store(nil)
		return
	}
	e.candidate.Store(&candidateSet{eng: e, set: set, report: CandidateReport{
		Digest: set.Digest, Since: e.options.clock.Now(), Changes: map[string]int{},
	}})
}

// Candidate returns what was found so far; false without a candidate.
func (e *Engine) Candidate() (CandidateReport, bool) {
	c := e.candidate.Load()
	if c == nil {
		return CandidateReport{}, false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	r := c.report
	r.Changes, r.Latest = maps.Clone(r.Changes), slices.Clone(r.Latest)
	return r, true
}

// CandidateReport is what a candidate was found to do otherwise than the live set.
type CandidateReport struct {
	// Digest of the candidate, and since when it is compared.
	Digest string    `json:"digest"`
	Since  time.Time `json:"since"`
	// Decisions and Verdicts that were compared; Different ones among them, and those of these that would let more happen.
	Decisions      int `json:"decisions"`
	Verdicts       int `json:"verdicts"`
	Different      int `json:"different"`
	MorePermissive int `json:"more_permissive"`
	// Errors that kept one from being compared, and the last of them.
	Errors    int    `json:"errors"`
	LastError string `json:"last_error,omitempty"`
	// Changes counts by policy and change, as "pricing outcome: hard_fail -> cached".
	Changes map[string]int `json:"changes"`
	// Latest differences, 50 at most, the oldest first.
	Latest []Difference `json:"latest"`
}

// Difference is one decision, or verdict, to which a candidate comes otherwise.
type Difference struct {
	At   time.Time `json:"at"`
	Turn string    `json:"turn"`
	// ID of the decision; "" for a verdict.
	ID     string `json:"id,omitempty"`
	Server string `json:"server,omitempty"`
	Tool   string `json:"tool,omitempty"`
	Policy string `json:"policy,omitempty"`
	// Changes from the live set to the candidate, the most permissive first.
	Changes []Change `json:"changes"`
	// Assumed is what the candidate asked and the live set did not.
	Assumed []string `json:"assumed,omitempty"`
}

// CandidateEvent is a decision or a verdict to which the candidate comes otherwise, or could not come.
type CandidateEvent struct {
	// Digest of the candidate.
	Digest     string
	Difference Difference
	// Err is why there is nothing to compare; nil otherwise.
	Err error
}

func (CandidateEvent) event() {}

// What a report keeps.
const (
	keptDifferences = 50
	keptChanges     = 500
)

// candidateSet is a set that decides beside the live one.
type candidateSet struct {
	eng *Engine
	set *rules.Set

	mu     sync.Mutex
	report CandidateReport
}

// decision compares what became of a call; r is its record.
func (c *candidateSet) decision(s *scene, r *Record) {
	if s == nil {
		return
	}
	diff := Difference{At: r.At, Turn: r.Turn, ID: r.ID, Server: r.Server, Tool: r.Tool, Policy: r.Policy}
	c.compare(s, diff, &c.report.Decisions, func(out *Replayed) []Change { return r.Changes(out.Record) })
}

// verdict compares what became of a reply.
func (c *candidateSet) verdict(s *scene, v *VerdictRecord) {
	if s == nil {
		return
	}
	diff := Difference{At: s.reply.now, Turn: v.Turn, Policy: v.Policy}
	c.compare(s, diff, &c.report.Verdicts, func(out *Replayed) []Change { return v.Changes(out.Verdict) })
}

// compare decides the scene under the candidate, counts, and tells of a difference.
func (c *candidateSet) compare(s *scene, diff Difference, count *int, changes func(*Replayed) []Change) {
	if c.eng.candidate.Load() != c {
		return // it was dropped while the turn ran
	}
	err := c.replay(s, &diff, changes)
	c.mu.Lock()
	*count++
	c.note(&diff, err)
	c.mu.Unlock()
	if err != nil || len(diff.Changes) > 0 {
		c.eng.observe(CandidateEvent{Digest: c.set.Digest, Difference: diff, Err: err})
	}
}

// replay fills in what differs. A panic is an error.
func (c *candidateSet) replay(s *scene, diff *Difference, changes func(*Replayed) []Change) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the candidate panicked: %v", p)
		}
	}()
	if s.raced {
		return errors.New("the turn's evidence changed while the call was decided")
	}
	out, err := s.replay(context.Background(), c.set, nil)
	if err != nil {
		return err
	}
	diff.Changes, diff.Assumed = changes(out), out.Assumed
	return nil
}

// note counts; mu is held.
func (c *candidateSet) note(diff *Difference, err error) {
	r := &c.report
	if err != nil {
		r.Errors, r.LastError = r.Errors+1, err.Error()
		return
	}
	if len(diff.Changes) == 0 {
		return
	}
	r.Different++
	if diff.Changes[0].Direction == MorePermissive {
		r.MorePermissive++
	}
	for _, change := range diff.Changes {
		key := diff.Policy + " " + change.brief()
		if _, known := r.Changes[key]; known || len(r.Changes) < keptChanges {
			r.Changes[key]++
		}
	}
	if len(r.Latest) == keptDifferences {
		r.Latest = slices.Delete(r.Latest, 0, 1)
	}
	r.Latest = append(r.Latest, *diff)
}

// brief is the change without texts of a reply: what can be counted.
func (c Change) brief() string {
	switch c.Kind {
	case "outcome", "max_age", "step", "verdict", "effect", "hand-off", "retries", "timeout", "fallback", "would":
		return c.String()
	}
	return c.Kind
}

// String returns the report for people, the most frequent change first.
func (r CandidateReport) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "candidate %.12s: %d decisions and %d verdicts compared, %d different, %d of them more permissive, %d errors\n",
		r.Digest, r.Decisions, r.Verdicts, r.Different, r.MorePermissive, r.Errors)
	keys := slices.Sorted(maps.Keys(r.Changes))
	slices.SortStableFunc(keys, func(a, b string) int { return r.Changes[b] - r.Changes[a] })
	for _, key := range keys {
		fmt.Fprintf(&b, "  %d x %s\n", r.Changes[key], key)
	}
	if r.LastError != "" {
		fmt.Fprintf(&b, "  last error: %s\n", r.LastError)
	}
	return b.String()
}
