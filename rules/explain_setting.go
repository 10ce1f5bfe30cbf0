package rules

import (
	"fmt"
	"strings"

	"github.com/lacuna-go/lacuna/eval"
)

// settingPos returns where a policy sets a field.
func (s *Set) settingPos(policy, field string) eval.Pos {
	for _, p := range s.Policies {
		if p.Name == policy {
			return p.fieldPos(field)
		}
	}
	return eval.Pos{}
}

func (p *Policy) fieldPos(field string) eval.Pos {
	switch field {
	case "effect":
		return p.Effect.Pos()
	case "timeout":
		return p.Timeout.Pos()
	case "expected":
		return p.Expected.Pos()
	case "retry":
		return p.Retry.Pos()
	case "breaker":
		return p.Breaker.Pos()
	case "store":
		return p.Store.Pos()
	case "evidence":
		return p.Evidence.Pos()
	case "when_unavailable":
		return p.WhenUnavailable.Pos()
	case "when_uncertain":
		return p.WhenUncertain.Pos()
	case "when_refused":
		return p.WhenRefused.Pos()
	case "drill":
		return p.Drill.Pos()
	case "hide_after":
		return p.HideAfter.Pos()
	case "show_after":
		return p.ShowAfter.Pos()
	}
	return p.Pos
}

func retryWords(r Retry) string {
	switch {
	case r.Max == 0:
		return "none"
	case r.When == nil:
		return fmt.Sprintf("%d, when failure.transient", r.Max)
	default:
		return fmt.Sprintf("%d, when %s", r.Max, r.When.Source())
	}
}

func breakerWords(b Breaker) string {
	var parts []string
	if b.Failures > 0 {
		parts = append(parts, fmt.Sprintf("opens after %d failures in a row", b.Failures))
	}
	if b.RateNum > 0 {
		parts = append(parts, fmt.Sprintf("opens at %d/%d failed", b.RateNum, b.RateDen))
	}
	if b.Slow > 0 {
		parts = append(parts, fmt.Sprintf("opens at %d/%d slower than %s", b.SlowNum, b.SlowDen, briefly(b.Slow)))
	}
	parts = append(parts, "for "+briefly(b.OpenFor))
	if b.Shadow {
		parts = append(parts, "observes only")
	}
	return strings.Join(parts, ", ")
}

func chainWords(chain []Step) string {
	var words []string
	for i := range chain {
		words = append(words, chain[i].Words())
	}
	return strings.Join(words, ", else ")
}

// Words names a step as people do: "cached", "use_tool keyword_search", "omit", "hard_fail".
func (s *Step) Words() string {
	if s.Kind != eval.StepUseTool {
		return s.Kind.String()
	}
	if s.Server == "" {
		return s.Kind.String() + " " + s.Tool
	}
	return s.Kind.String() + " " + s.Server + "/" + s.Tool
}
