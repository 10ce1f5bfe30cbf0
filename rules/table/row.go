package table

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// Row says what the policies of one tool, or of the rest of a server, come to.
type Row struct {
	// Server and Tool as the policies name them: a Tool may be "*", or a prefix with a "*", and a Server "*".
	Server string `json:"server"`
	Tool   string `json:"tool"`
	// Cost is what a wrong answer costs: the doc of the most specific policy that has one, "" if none has.
	Cost  string `json:"cost"`
	Owner string `json:"owner"`
	// Effect is read, idempotent or write.
	Effect string `json:"effect"`
	// Timeout of an attempt, Retries after the first, and the Breaker, in words.
	Timeout string `json:"timeout"`
	Retries string `json:"retries"`
	Breaker string `json:"breaker"`
	// Chain says in sentences what happens when the tool does not answer, and when it is not even asked.
	Chain string `json:"chain"`
	// Policies that apply, the most specific first.
	Policies []string `json:"policies"`
}

// Rows returns a row for every tool that a policy names and for the rest of each server, sorted by server, the specific ones before the general
// ones. Texts are those of the first declared language.
func Rows(set *rules.Set) []Row {
	var rows []Row
	for _, w := range set.WorstCases() { // it lists them, by name
		rows = append(rows, rowOf(set, w.Server, w.Tool))
	}
	slices.SortStableFunc(rows, func(a, b Row) int {
		return cmp.Or(cmp.Compare(generality(a.Server), generality(b.Server)), cmp.Compare(a.Server, b.Server),
			cmp.Compare(generality(a.Tool), generality(b.Tool)), cmp.Compare(len(b.prefix()), len(a.prefix())), cmp.Compare(a.Tool, b.Tool))
	})
	return rows
}

// generality puts names before prefixes, and those before all.
func generality(name string) int {
	switch {
	case name == "*":
		return 2
	case strings.HasSuffix(name, "*"):
		return 1
	}
	return 0
}

// prefix is the prefix of a tool that is one, "" for a name.
func (r Row) prefix() string {
	if p, ok := strings.CutSuffix(r.Tool, "*"); ok {
		return p
	}
	return ""
}

func rowOf(set *rules.Set, server, tool string) Row {
	plan := set.Plan(server, tool)
	r := Row{
		Server: server, Tool: tool, Effect: plan.Effect.String(), Timeout: timeoutWords(plan), Retries: retryWords(plan), Breaker: breakerWords(plan.Breaker),
		Chain: planWords(plan), Policies: []string{},
	}
	for _, p := range plan.Policies() {
		r.Policies = append(r.Policies, p.Name)
		r.Cost, r.Owner = cmp.Or(r.Cost, p.Doc), cmp.Or(r.Owner, p.Owner)
	}
	return r
}

func timeoutWords(plan *rules.Plan) string {
	for _, p := range plan.Policies() {
		if p.Name == plan.DecidedBy("timeout") {
			return durationWords(p.Timeout.Value())
		}
	}
	return brief(rules.DefaultTimeout)
}

// durationWords is a duration, or in braces what it depends on.
func durationWords(x *eval.Expr) string {
	if x.Fixed() {
		if d, fault := x.Duration(&eval.Input{}); fault == nil {
			return brief(d)
		}
	}
	return "{" + oneLine(x.Source()) + "}"
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func retryWords(plan *rules.Plan) string {
	if plan.Retry.Max == 0 {
		return "none"
	}
	words := fmt.Sprint(plan.Retry.Max)
	if x := plan.Retry.When; x != nil && oneLine(x.Source()) != "failure.transient" {
		words += ", if " + oneLine(x.Source())
	}
	if plan.Effect == eval.Write {
		words += ", if nothing was sent"
	}
	return words
}

func breakerWords(b rules.Breaker) string {
	var opens []string
	if b.Failures > 0 {
		opens = append(opens, "after "+count(int64(b.Failures), "failure")+" in a row")
	}
	over := "the last " + brief(b.Window)
	if b.Calls > 0 {
		over = "the last " + count(int64(b.Calls), "call")
	}
	if b.RateNum > 0 {
		opens = append(opens, fmt.Sprintf("when %s of %s failed", percent(float64(b.RateNum)/float64(b.RateDen)), over))
	}
	if b.Slow > 0 {
		opens = append(opens, fmt.Sprintf("when %s of %s took %s or more", percent(float64(b.SlowNum)/float64(b.SlowDen)), over, brief(b.Slow)))
	}
	words := strings.Join(opens, ", or ") + ", for " + brief(b.OpenFor)
	if b.MaxOpenFor > b.OpenFor {
		words += " to " + brief(b.MaxOpenFor)
	}
	if len(b.Ramp) > 0 {
		var steps []string
		for _, r := range b.Ramp {
			steps = append(steps, percent(r))
		}
		words += "; back by " + strings.Join(steps, ", ")
	}
	if b.Scope == eval.ScopeServer {
		words += ", the whole server"
	}
	if b.Shadow {
		words += ", only recorded"
	}
	return words
}

func percent(share float64) string {
	return strconv.FormatFloat(math.Round(share*10000)/100, 'f', -1, 64) + " %"
}

func count(n int64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// brief writes a duration as people do, in the largest unit that fits it.
func brief(d time.Duration) string {
	for _, u := range []struct {
		size time.Duration
		name string
	}{{24 * time.Hour, "d"}, {time.Hour, "h"}, {time.Minute, "min"}, {time.Second, "s"}} {
		if d >= u.size && d%u.size == 0 {
			return fmt.Sprintf("%d %s", d/u.size, u.name)
		}
	}
	switch {
	case d > time.Second && d < time.Minute:
		return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) + " s"
	case d < time.Second && d%time.Millisecond == 0:
		return fmt.Sprintf("%d ms", d/time.Millisecond)
	}
	return d.String()
}
