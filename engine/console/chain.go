package console

import (
	"fmt"
	"strings"
	"time"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// chainStep is one step of a tool's chain, in words, and how it stands now.
type chainStep struct {
	Words string
	// If are the conditions that must hold for it.
	If []rules.Condition
	// Says is what the model or the customer is told.
	Says string
	// Now says whether what it rests on is there; Ready reports that.
	Now   string
	Ready bool
	At    eval.Pos
}

// chain puts a tool's chain into words.
func (c *Console) chain(p *rules.Plan, m *moment) []chainStep {
	var list []chainStep
	for i := range p.Chain {
		s := &p.Chain[i]
		step := chainStep{Words: stepWords(p, s), At: s.Pos, If: s.Require, Ready: true}
		if s.Serves() {
			step.If = append(p.Conditions("require"), s.Require...)
		}
		if d := s.Disclose.In(""); d != nil {
			step.Says = saying(d)
		}
		switch s.Kind {
		case eval.StepCached:
			step.Ready = c.eng.Store().HasEntry(p.Server, p.Tool)
			step.Now = "Nothing is kept of this tool at the moment."
			if step.Ready {
				step.Now = "Earlier answers of this tool are kept."
			}
		case eval.StepUseTool:
			t := p.TargetOf(s)
			v := m.stateOf(t.BreakerKey())
			step.Ready = v == state.Closed
			step.Now = fmt.Sprintf("Its breaker is %s.", stateWords(v))
		case eval.StepHardFail:
			if text := s.Message.In(""); text != "" {
				step.Says = quoted(text)
			}
		case eval.StepOmit:
		}
		list = append(list, step)
	}
	return list
}

// stateOf is the state of a breaker; one that was never used is closed.
func (m *moment) stateOf(key state.Key) state.State {
	for _, b := range m.breakers {
		if b.Key == key && b.View.State != 0 {
			return b.View.State
		}
	}
	return state.Closed
}

func stepWords(p *rules.Plan, s *rules.Step) string {
	switch s.Kind {
	case eval.StepCached:
		return "Serve an earlier answer of this tool, " + atMost(s.MaxAge) + "."
	case eval.StepUseTool:
		t := p.TargetOf(s)
		return "Ask " + t.Server + "/" + t.Tool + " in its place" + withArgs(s.Args) + "."
	case eval.StepOmit:
		if !s.Disclose.Given() {
			return "Leave the answer out, in silence."
		}
		return "Leave the answer out, and say so."
	case eval.StepHardFail:
		words := "End the turn with a fixed text"
		if h := handoffWords(s.Handoff); h != "" {
			words += ", and " + h
		}
		return words + "."
	}
	return s.Kind.String()
}

func withArgs(args []rules.Arg) string {
	var names []string
	for _, a := range args {
		names = append(names, a.Name+" = "+oneLine(a.Expr.Source()))
	}
	if names == nil {
		return ""
	}
	return ", with " + strings.Join(names, ", ")
}

// atMost says how old an entry may be.
func atMost(x *eval.Expr) string {
	text := oneLine(x.Source())
	if inner, ok := strings.CutPrefix(text, `duration("`); ok && strings.HasSuffix(inner, `")`) {
		if d, err := time.ParseDuration(strings.TrimSuffix(inner, `")`)); err == nil {
			return "at most " + span(d) + " old"
		}
	}
	return "not older than " + text
}

// saying is a disclosure: the text, or how it is made.
func saying(x *eval.Expr) string {
	text := oneLine(x.Source())
	if inner, ok := strings.CutPrefix(text, `"`); ok && strings.HasSuffix(inner, `"`) && !strings.Contains(inner[:len(inner)-1], `"`) {
		return "“" + strings.TrimSuffix(inner, `"`) + "”"
	}
	return text
}
