package rules

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/lacuna-go/lacuna/eval"
)

// WorstCase is the most tool time that one call can take, if nothing bounded it: every attempt at its timeout, and after it
// those of the tools that stand in. Pauses between attempts are not counted.
type WorstCase struct {
	// Server and Tool as the policies name them: a Tool may be "*", or a prefix with a "*", and a Server "*".
	Server, Tool string
	Time         time.Duration
	// Varies: a timeout depends on the call, and counts as the default.
	Varies bool
}

// WorstCases lists every tool that a policy names, or the rest of its server, sorted by name.
func (s *Set) WorstCases() []WorstCase {
	var list []WorstCase
	type name struct{ server, tool string }
	seen := map[name]bool{}
	for _, p := range s.Policies {
		servers, tools := p.Servers, p.Tools
		if len(servers) == 0 {
			servers = []string{"*"}
		}
		if len(tools) == 0 {
			tools = []Pattern{{Text: "*"}}
		}
		for _, server := range servers {
			for _, t := range tools {
				if key := (name{server, t.String()}); !seen[key] {
					seen[key] = true
					list = append(list, s.worstCase(server, t))
				}
			}
		}
	}
	slices.SortFunc(list, func(a, b WorstCase) int {
		return cmp.Or(strings.Compare(a.Server, b.Server), strings.Compare(a.Tool, b.Tool))
	})
	return list
}

// worstCase plans for a tool of no special name: "*" is the name of none.
func (s *Set) worstCase(server string, t Pattern) WorstCase {
	out := WorstCase{Server: server, Tool: t.String()}
	p := s.newPlan(server, t.Text)
	out.add(p)
	for i := range p.Chain {
		if step := &p.Chain[i]; step.Kind == eval.StepUseTool && (step.Server != "" || server != "*") {
			out.add(p.TargetOf(step))
		}
	}
	return out
}

// add counts the attempts of a tool. A WRITE is repeated only if nothing was sent, which takes no time.
func (w *WorstCase) add(p *Plan) {
	attempts := 1
	if p.Effect != eval.Write {
		attempts += p.Retry.Max
	}
	timeout := DefaultTimeout
	if p.timeout != nil {
		if p.timeout.Const() {
			var d Decision
			timeout = p.Timeout(&eval.Input{}, &d)
		} else {
			w.Varies = true
		}
	}
	w.Time += time.Duration(attempts) * timeout
}
