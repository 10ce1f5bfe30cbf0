package policytest

import (
	"strings"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// Live sums up what live turns exercise of one set of policies, for the same points as the coverage of tests: [Side].Cases then counts
// what was added. It is not safe for concurrent use. Its memory is bounded by the size of the set.
type Live struct {
	set   *rules.Set
	tally *tally
}

// NewLive returns a tally of a set that has seen nothing.
func NewLive(set *rules.Set) *Live { return &Live{set: set, tally: newTally()} }

// Set returns the set that is looked at.
func (l *Live) Set() *rules.Set { return l.set }

// Begun counts what a turn was begun with.
func (l *Live) Begun(info engine.TurnInfo) {
	l.tally.words["purpose "+orFirst(info.Purpose, l.set.Turn.Purposes)]++
	l.tally.words["language "+orFirst(info.Language, l.set.Turn.Languages)]++
}

// Seen counts what the trace of a turn has noted: expressions of other sets are passed over.
func (l *Live) Seen(exprs map[*eval.Expr][]eval.Sides, marks map[eval.Pos]eval.Sides) {
	facts := map[string]bool{}
	for x, seen := range exprs {
		if l.tally.exprs[x] == nil {
			l.tally.exprs[x] = make([]sideCount, len(seen))
		}
		for i, s := range seen {
			l.tally.exprs[x][i].add(s)
		}
		for _, path := range x.Paths() {
			if strings.HasPrefix(path, "facts.") {
				facts[path] = true
			}
		}
	}
	for at, side := range marks {
		l.tally.mark(at, side)
	}
	for path := range facts {
		l.tally.words[path]++
	}
}

// Decided counts the policies that a decision was made under.
func (l *Live) Decided(r *engine.Record) {
	for _, policy := range l.set.Plan(r.Server, r.Tool).Policies() {
		l.tally.policies[policy]++
	}
	for at, side := range (&Played{Calls: []PlayedCall{{Record: r}}}).marks(l.set) {
		l.tally.mark(at, side)
	}
}

// Judged counts the known statements that the claims of a reply rested on.
func (l *Live) Judged(v *engine.VerdictRecord) {
	for _, name := range (&Played{Verdict: v}).known() {
		l.tally.words[name]++
	}
}

// Coverage returns what was seen so far.
func (l *Live) Coverage() *Coverage { return l.tally.coverage(l.set) }
