package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// scope is where a condition stands, and so what is known of the values that it reads.
type scope struct {
	l      *linter
	policy *rules.Policy
	claims *rules.Claims
	// field that holds the condition, as "forbid".
	field string
	// maxAge of the Cached step that it is in, nil elsewhere.
	maxAge *value
}

// owner is the name of the policy or Claims.
func (s *scope) owner() string {
	if s.claims != nil {
		return s.claims.Name
	}
	return s.policy.Name
}

// knowledge is what holds of a value without being written in the condition.
type knowledge struct {
	tests []test
	why   string
}

func among(why string, vals ...value) knowledge {
	return knowledge{[]test{{rel: isAmong, vals: vals}}, why}
}

func atLeast(v value, why string) knowledge {
	return knowledge{[]test{{rel: isAtLeast, vals: []value{v}}}, why}
}

func atMost(v value, why string) knowledge {
	return knowledge{[]test{{rel: isAtMost, vals: []value{v}}}, why}
}

// known lists what is known of a value that is compared with constants of a unit.
func (s *scope) known(key, unit string) []knowledge {
	var list []knowledge
	if unit == "bool" {
		list = append(list, among(key+" is true or false", truth(true), truth(false)))
	}
	if members := s.members(unit); members != nil {
		list = append(list, among(unit+" has no other member", members...))
	}
	if s.policy != nil {
		list = append(list, s.knownOfCall(key)...)
	}
	list = append(list, s.knownOfHook(key)...)
	return append(list, s.knownOfSize(key, unit)...)
}

func (s *scope) members(unit string) []value {
	names := eval.EnumMembers(unit)
	if unit == "Purpose" {
		names = nil
		if len(s.l.set.Turn.Purposes) == 1 {
			return nil // to ask for the only one guards against those that will come
		}
		for _, p := range s.l.set.Turn.Purposes {
			names = append(names, strings.ToUpper(p))
		}
	}
	var list []value
	for _, n := range names {
		list = append(list, member(unit, n))
	}
	return list
}

// knownOfCall is what a policy's selectors say of the call.
func (s *scope) knownOfCall(key string) []knowledge {
	var vals []value
	switch key {
	case "call.server":
		for _, name := range s.policy.Servers {
			vals = append(vals, text(name))
		}
	case "call.tool":
		for _, t := range s.policy.Tools {
			if t.Prefix {
				return nil
			}
			vals = append(vals, text(t.Text))
		}
	case "call.effect":
		for _, plan := range s.l.places[s.policy] {
			if v := member("Effect", strings.ToUpper(plan.Effect.String())); !slices.ContainsFunc(vals, v.equal) {
				vals = append(vals, v)
			}
		}
	}
	if vals == nil {
		return nil
	}
	return []knowledge{among(fmt.Sprintf("every call of policy %q has %s", s.policy.Name, oneOf(key, vals)), vals...)}
}

// oneOf says that something is one of a few values.
func oneOf(what string, vals []value) string {
	var list []string
	for _, v := range vals {
		if v.unit == "text" {
			list = append(list, fmt.Sprintf("%q", v.text))
		} else {
			list = append(list, v.unit+"."+v.text)
		}
	}
	if len(list) == 1 {
		return what + " " + list[0]
	}
	return what + " in [" + strings.Join(list, ", ") + "]"
}

// knownOfHook is what follows from the place of the condition.
func (s *scope) knownOfHook(key string) []knowledge {
	switch {
	case key == "claim.kind" && s.claims != nil:
		var vals []value
		for _, k := range s.claims.Kinds {
			vals = append(vals, member("Kind", strings.ToUpper(k.String())))
		}
		return []knowledge{among("these Claims cover "+oneOf("claim.kind", vals), vals...)}
	case key == "failure.kind" && s.field == "retry":
		var vals []value
		for i, name := range eval.EnumMembers("Failure") {
			if state.FailureKind(i + 1).Transient() {
				vals = append(vals, member("Failure", name))
			}
		}
		return []knowledge{among("only failures that may pass are retried, with "+oneOf("failure.kind", vals), vals...)}
	case key == "step.kind" && s.field == "require":
		return []knowledge{among("only steps that serve data are asked", member("Step", "CACHED"), member("Step", "USE_TOOL"))}
	case key == "entry.age" && s.maxAge != nil:
		return []knowledge{atMost(*s.maxAge, "max_age lets no older entry pass")}
	case key == "now" && s.l.have[needsNow]:
		return []knowledge{atLeast(instant(s.l.now), "that time has passed")}
	}
	return nil
}

// notNegative are the values that are never below zero.
var notNegative = []string{
	"entry.age", "turn.elapsed", "latency.p50", "latency.p95", "latency.p99", "latency.count", "failure.retry_after", "failure.attempts",
	"turn.attempts", "turn.retries", "breaker.failures", "breaker.calls", "breaker.open_for", "breaker.failure_rate", "breaker.slow_rate",
}

// knownOfSize bounds counts, durations and shares.
func (s *scope) knownOfSize(key, unit string) []knowledge {
	var list []knowledge
	if unit == "number" && strings.HasPrefix(key, "(size ") || slices.Contains(notNegative, key) {
		what := key
		if of, size := strings.CutPrefix(key, "(size "); size {
			what = "size(" + of
		}
		list = append(list, atLeast(number(0, unit), what+" is never below zero"))
	}
	if key == "breaker.failure_rate" || key == "breaker.slow_rate" {
		list = append(list, atMost(number(1, unit), key+" is a share, and never above 1"))
	}
	return list
}
