package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// Direction says whether a change lets more happen.
type Direction string

// The directions. MorePermissive: more reaches a customer, or a server, with less said about it. LessPermissive is the other way
// round; Different is neither.
const (
	MorePermissive Direction = "more_permissive"
	LessPermissive Direction = "less_permissive"
	Different      Direction = "different"
)

// Change is one respect in which two decisions on the same inputs differ.
type Change struct {
	// Kind is outcome, step, max_age, fallback, effect, retries, timeout, hand-off, disclosure, message, conditions, verdict or claims.
	Kind      string    `json:"kind"`
	Old       string    `json:"old"`
	New       string    `json:"new"`
	Direction Direction `json:"direction"`
	// Why says in words what a change that lets more happen lets happen; "" for the others.
	Why string `json:"why,omitempty"`

	weight int
}

// String returns the change as "outcome: hard_fail -> cached".
func (c Change) String() string {
	return fmt.Sprintf("%s: %s -> %s", c.Kind, orNone(c.Old), orNone(c.New))
}

func orNone(s string) string { return cmp.Or(s, "none") }

// Gravest returns the change that lets the most happen: the first of a list; the zero Change of none.
func Gravest(list []Change) Change {
	if len(list) == 0 {
		return Change{}
	}
	return list[0]
}

// CompareChanges orders lists of changes, those that let the most happen first.
func CompareChanges(a, b []Change) int { return cmp.Compare(Gravest(b).weight, Gravest(a).weight) }

// The weights of what is more permissive: a claim or a write that goes out weighs most. Whatever is less permissive weighs less than
// what is only different.
const (
	weighVerdict    = 100
	weighWrite      = 95
	weighClaim      = 90
	weighEffect     = 85
	weighData       = 80
	weighRetries    = 75
	weighOlder      = 70
	weighGoesOn     = 60
	weighDisclosure = 55
	weighHandoff    = 50
	weighLess       = -1
)

// changes collects what differs.
type changes []Change

func (l *changes) other(kind, before, after string) {
	if before != after {
		*l = append(*l, Change{Kind: kind, Old: before, New: after, Direction: Different})
	}
}

func (l *changes) more(kind, before, after, why string, weight int) {
	*l = append(*l, Change{kind, before, after, MorePermissive, why, weight})
}

func (l *changes) less(kind, before, after string) {
	*l = append(*l, Change{Kind: kind, Old: before, New: after, Direction: LessPermissive, weight: weighLess})
}

// ranked is a change along an order in which more is more permissive.
func (l *changes) ranked(kind, before, after string, by int, why string, weight int) {
	switch {
	case by > 0:
		l.more(kind, before, after, why, weight)
	case by < 0:
		l.less(kind, before, after)
	default:
		l.other(kind, before, after)
	}
}

func (l *changes) sorted() []Change {
	slices.SortStableFunc(*l, func(a, b Change) int { return cmp.Compare(b.weight, a.weight) })
	return *l
}

// strictness orders outcomes, the strictest first: what was not even tried, what is followed by nothing, what ends the turn, what goes
// on without data, the tool's own answer, another tool's, an earlier one.
var strictness = []string{"refused", "uncertain", "hard_fail", "omit", "ok", "fallback", "cached"}

func outcomeRank(outcome string) int {
	if outcome == rules.Attempt.String() {
		outcome = rules.OK.String()
	}
	return slices.Index(strictness, outcome)
}

// Changes lists what differs between a decision and another one on the same inputs, after an edit: what lets the most happen comes
// first. Where the outcome differs, what follows from it is left out. None: nothing differs that anybody would notice.
func (r *Record) Changes(after *Record) []Change {
	var l changes
	l.effect(r, after)
	same := r.Outcome == after.Outcome || outcomeRank(r.Outcome) == outcomeRank(after.Outcome)
	switch {
	case !same:
		l.outcome(r, after)
	default:
		l.other(stepKind("step", r, after), r.stepText(), after.stepText())
		l.other("fallback", r.Fallback, after.Fallback)
		l.other("reason", r.Reason, after.Reason)
		l.other("conditions", strings.Join(r.blocking(), ", "), strings.Join(after.blocking(), ", "))
	}
	l.retries(r, after)
	l.other("timeout", r.Timeout, after.Timeout)
	if same || r.ends() && after.ends() {
		l.handoff(r.Handoff, after.Handoff)
		l.other("queue", r.Queue, after.Queue)
		l.other("message", r.Message, after.Message)
	}
	if same || r.said() && after.said() {
		l.disclosure(r.Disclosure, after.Disclosure)
	}
	return l.sorted()
}

// ends reports whether the turn ended.
func (r *Record) ends() bool {
	return r.Outcome == rules.HardFail.String() || r.Outcome == rules.Uncertain.String()
}

// said reports whether the outcome may owe a disclosure.
func (r *Record) said() bool {
	switch r.Outcome {
	case rules.Cached.String(), rules.Fallback.String(), rules.Omit.String():
		return true
	}
	return false
}

func (r *Record) stepText() string {
	if r.StepIndex == nil {
		return ""
	}
	return fmt.Sprintf("%d. %s of %s", *r.StepIndex+1, r.Step, r.Policy)
}

// blocking lists the conditions that stood in the way of something.
func (r *Record) blocking() []string { return slices.Concat(r.Forbidden, r.Rules, r.Unmet) }

// Flipped lists the conditions, as policy/key, that stood in the way of something in one of two decisions only, sorted.
func (r *Record) Flipped(after *Record) []string {
	a, b := r.blocking(), after.blocking()
	var list []string
	for _, id := range slices.Concat(a, b) {
		if slices.Contains(a, id) != slices.Contains(b, id) && !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	slices.Sort(list)
	return list
}

// stepKind names a change of what is served by the age that allows it, where that is what flipped.
func stepKind(kind string, before, after *Record) string {
	if slices.ContainsFunc(before.Flipped(after), func(id string) bool { return strings.HasSuffix(id, "/max_age") }) {
		return "max_age"
	}
	return kind
}

func (l *changes) outcome(before, after *Record) {
	kind, old, now := stepKind("outcome", before, after), before.Outcome, after.Outcome
	from, to := outcomeRank(old), outcomeRank(now)
	if from < 0 || to < 0 { // the caller gave up
		l.other(kind, old, now)
		return
	}
	omit, ok := outcomeRank("omit"), outcomeRank("ok")
	why, weight := "data is served where there was none", weighData+to
	switch {
	case old == "refused" && after.Effect != eval.Read.String():
		why, weight = "a write is no longer refused", weighWrite
	case old == "refused":
		why = "a call is no longer refused"
	case old == "uncertain":
		why, weight = "a write that may have happened is treated as one that did not", weighWrite
	case to == omit:
		why, weight = "the turn goes on where it ended", weighGoesOn
	case from >= ok && now == "cached":
		why, weight = "an earlier answer is served in place of a live one", weighOlder
	case from >= ok:
		why, weight = "another tool's answer is served in place of the tool's own", weighOlder
	}
	l.ranked(kind, old, now, to-from, why, weight)
}

var effects = []string{eval.Write.String(), eval.Idempotent.String(), eval.Read.String()}

func (l *changes) effect(before, after *Record) {
	if before.Effect == after.Effect || before.Effect == "" || after.Effect == "" {
		return
	}
	l.ranked("effect", before.Effect, after.Effect, slices.Index(effects, after.Effect)-slices.Index(effects, before.Effect),
		"calls of the tool are guarded less", weighEffect)
}

func (l *changes) retries(before, after *Record) {
	old, now := fmt.Sprint(before.Retries), fmt.Sprint(after.Retries)
	if old == now {
		return
	}
	if after.Effect == eval.Read.String() {
		l.other("retries", old, now)
		return
	}
	l.ranked("retries", old, now, after.Retries-before.Retries, "a write is repeated more often", weighRetries)
}

var handoffs = []string{eval.HandoffHuman.String(), eval.HandoffRetryLater.String(), eval.HandoffNone.String()}

func (l *changes) handoff(before, after string) {
	if before != after {
		l.ranked("hand-off", before, after, slices.Index(handoffs, after)-slices.Index(handoffs, before), "fewer are passed to a person", weighHandoff)
	}
}

func (l *changes) disclosure(before, after string) {
	switch {
	case before != "" && after == "":
		l.more("disclosure", before, after, "a disclosure is no longer demanded", weighDisclosure)
	case before == "" && after != "":
		l.less("disclosure", before, after)
	default:
		l.other("disclosure", before, after)
	}
}

// gravity orders verdicts, the gravest first.
var gravity = []string{"block", "regenerate", "redact", "flag", "append", "pass"}

// Changes lists what differs between a verdict and another one on the same reply, as [Record.Changes] does.
func (v *VerdictRecord) Changes(after *VerdictRecord) []Change {
	var l changes
	if v.Verdict != after.Verdict {
		by := slices.Index(gravity, after.Verdict) - slices.Index(gravity, v.Verdict)
		l.ranked("verdict", v.Verdict, after.Verdict, by, "a verdict is less grave", weighVerdict+by)
	}
	l.claims(v, after)
	if v.Verdict == after.Verdict {
		l.other("policy", v.Policy, after.Policy)
		l.handoff(v.Handoff, after.Handoff)
		l.other("message", v.Message, after.Message)
		l.other("note", v.Note, after.Note)
	}
	l.other("would", v.Would, after.Would)
	return l.sorted()
}

// claims compares the claims that both found, by their places in the reply.
func (l *changes) claims(before, after *VerdictRecord) {
	for i := range before.Claims {
		a := &before.Claims[i]
		j := slices.IndexFunc(after.Claims, func(b ClaimRecord) bool { return b.Span == a.Span && b.Kind == a.Kind })
		if j < 0 {
			continue
		}
		b := &after.Claims[j]
		old, now := a.standing(), b.standing()
		switch {
		case old == now:
		case len(a.Failed) > 0 && len(b.Failed) == 0:
			l.more("claims", old, now, "a claim passes that did not", weighClaim)
		case len(a.Failed) == 0 && len(b.Failed) > 0:
			l.less("claims", old, now)
		default:
			l.other("claims", old, now)
		}
	}
}

// standing says in words what became of a claim.
func (c *ClaimRecord) standing() string {
	text := fmt.Sprintf("%q ", c.Text)
	switch {
	case len(c.Failed) > 0:
		return text + "fails " + strings.Join(c.Failed, ", ")
	case !c.Covered:
		return text + "is not covered"
	case c.Excused != "":
		return text + "passes by " + c.Excused
	default:
		return text + "passes"
	}
}
