package policydiff

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/rules"
)

// Report is what differs between two sets of policies.
type Report struct {
	// Old and New are their digests.
	Old string `json:"old"`
	New string `json:"new"`
	// Flips are the decisions and verdicts that differ, those that let the most happen first. Those with the same changes, under the same
	// conditions, stand once. There are 1,000 at most; Counts counts all.
	Flips []Flip `json:"flips"`
	// Counts are the changes by policy and kind, those that let the most happen first.
	Counts []Count `json:"counts"`
	// Settings whose text differs.
	Settings []Setting `json:"settings"`
	// Cases that were played, and lines of a log that were replayed.
	Cases    int `json:"cases"`
	Replayed int `json:"replayed"`
	// Skipped are cases and lines that say nothing, for they can't be played under both sets.
	Skipped []Skipped `json:"skipped"`
	// Unequal are lines that were decided under the old set and do not replay as they were recorded: custom functions, or a record that
	// was changed.
	Unequal []Skipped `json:"unequal"`
}

// Flip is one decision, or verdict, that differs.
type Flip struct {
	// At is the case, or the line of the log, as file:line, and Name what it is called.
	At   string `json:"at"`
	Name string `json:"name"`
	// Count is how many are like this one, itself included, and Also the names of others, 20 at most.
	Count int      `json:"count"`
	Also  []string `json:"also,omitempty"`
	// Server and Tool of a call, "" for a reply; Policy that decided under the old set, or else the new one.
	Server string `json:"server,omitempty"`
	Tool   string `json:"tool,omitempty"`
	Policy string `json:"policy,omitempty"`
	// Changes, the one that lets the most happen first; never empty.
	Changes []engine.Change `json:"changes"`
	// Conditions that stood in the way under one set only.
	Conditions []Condition `json:"conditions,omitempty"`
	// Assumed is what the record does not tell, and was taken to be so.
	Assumed []string `json:"assumed,omitempty"`

	logged   bool
	involved []string
}

// Direction is that of the first change.
func (f *Flip) Direction() engine.Direction { return engine.Gravest(f.Changes).Direction }

// Condition is one that counted otherwise under the two sets, or is in one only.
type Condition struct {
	ID  string `json:"id"`
	Old *Side  `json:"old,omitempty"`
	New *Side  `json:"new,omitempty"`
}

// Side is a condition under one of the sets.
type Side struct {
	At     string `json:"at"`
	Source string `json:"source,omitempty"`
	// Value that it came to; Error instead, or Note why it was not evaluated.
	Value string `json:"value,omitempty"`
	Error string `json:"error,omitempty"`
	Note  string `json:"note,omitempty"`
	// Operands with the values that they had, as "entry.age = 20m0s".
	Operands []string `json:"operands,omitempty"`
}

// Count is how many decisions have a change.
type Count struct {
	Policy    string           `json:"policy"`
	Kind      string           `json:"kind"`
	Old       string           `json:"old,omitempty"`
	New       string           `json:"new,omitempty"`
	Direction engine.Direction `json:"direction"`
	Count     int              `json:"count"`
}

// Skipped is a case or a line that says nothing, and why.
type Skipped struct {
	At   string `json:"at"`
	Name string `json:"name"`
	Why  string `json:"why"`
}

// MorePermissive counts the flips and the settings that let more happen.
func (r *Report) MorePermissive() (flips, settings int) {
	for i := range r.Flips {
		if r.Flips[i].Direction() == engine.MorePermissive {
			flips += r.Flips[i].Count
		}
	}
	for i := range r.Settings {
		if r.Settings[i].Direction == engine.MorePermissive && !r.Settings[i].Shown {
			settings++
		}
	}
	return flips, settings
}

// maxFlips bounds the flips of a report.
const maxFlips = 1000

// collector puts a report together.
type collector struct {
	old, new *rules.Set
	report   Report
	equal    map[string]int // the flip that stands for those with the key
	counts   map[Count]int
}

func newCollector(before, after *rules.Set) *collector {
	return &collector{
		old: before, new: after, equal: map[string]int{}, counts: map[Count]int{},
		report: Report{Old: before.Digest, New: after.Digest, Flips: []Flip{}, Counts: []Count{}, Skipped: []Skipped{}, Unequal: []Skipped{}},
	}
}

// maxAlso bounds the names that stand beside a flip.
const maxAlso = 20

// flip takes one in.
func (c *collector) flip(f *Flip) {
	key := f.alike()
	for _, change := range f.Changes {
		n := Count{Policy: f.Policy, Kind: change.Kind, Direction: change.Direction}
		if !wordy(change.Kind) {
			n.Old, n.New = change.Old, change.New
		}
		c.counts[n]++
	}
	if i, ok := c.equal[key]; ok {
		first := &c.report.Flips[i]
		if first.Count++; len(first.Also) < maxAlso {
			first.Also = append(first.Also, f.Name)
		}
		for _, name := range f.involved {
			if !slices.Contains(first.involved, name) {
				first.involved = append(first.involved, name)
			}
		}
		return
	}
	if len(c.report.Flips) == maxFlips {
		return
	}
	f.Count = 1
	c.report.Flips = append(c.report.Flips, *f)
	c.equal[key] = len(c.report.Flips) - 1
}

// wordy reports whether a change is one of texts, of which there are many.
func wordy(kind string) bool {
	switch kind {
	case "disclosure", "message", "note", "claims", "conditions":
		return true
	}
	return false
}

// alike is what flips that stand as one have in common.
func (f *Flip) alike() string {
	parts := []string{fmt.Sprint(f.logged), f.Server, f.Tool, f.Policy}
	for _, c := range f.Changes {
		if wordy(c.Kind) {
			parts = append(parts, c.Kind)
		} else {
			parts = append(parts, c.String())
		}
	}
	for i := range f.Conditions {
		parts = append(parts, f.Conditions[i].ID)
	}
	return strings.Join(parts, "\x00")
}

func (c *collector) done() *Report {
	r := &c.report
	slices.SortStableFunc(r.Flips, func(a, b Flip) int {
		return cmp.Or(engine.CompareChanges(a.Changes, b.Changes), cmp.Compare(a.Policy, b.Policy))
	})
	for n, count := range c.counts {
		n.Count = count
		r.Counts = append(r.Counts, n)
	}
	slices.SortFunc(r.Counts, func(a, b Count) int {
		return cmp.Or(cmp.Compare(rank(a.Direction), rank(b.Direction)), cmp.Compare(b.Count, a.Count), cmp.Compare(a.Policy, b.Policy),
			cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Old, b.Old), cmp.Compare(a.New, b.New))
	})
	r.Settings = settingsOf(rules.Edits(c.old, c.new), c)
	return r
}

func rank(d engine.Direction) int {
	return slices.Index([]engine.Direction{engine.MorePermissive, engine.Different, engine.LessPermissive}, d)
}

func (c *collector) skip(at, name, why string) {
	c.report.Skipped = append(c.report.Skipped, Skipped{at, name, why})
}

// involved lists the policies that have a say for a call's tool under either set.
func (c *collector) involved(server, tool string) []string {
	return slices.Concat(c.old.Plan(server, tool).Applying(), c.new.Plan(server, tool).Applying())
}
