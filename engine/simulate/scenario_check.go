package simulate

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"github.com/lacuna-go/lacuna/state"
)

// checker finds values of a scenario that mean nothing.
type checker struct {
	file   *ast.File
	faults []placed
}

// fail reports a fault at the nearest place that is written down.
func (c *checker) fail(path, format string, args ...any) {
	p := placed{1, 1, fmt.Sprintf(format, args...)}
	if at, err := yaml.PathString(path); err == nil {
		if n, err := at.FilterFile(c.file); err == nil && n != nil {
			p.line, p.col = n.GetToken().Position.Line, n.GetToken().Position.Column
		}
	}
	c.faults = append(c.faults, p)
}

func (c *checker) scenario(s *Scenario) {
	if s.Duration <= 0 {
		c.fail("$.duration", "a scenario needs a duration")
	}
	if s.TurnsPerSecond <= 0 || s.TurnsPerSecond > 1000 {
		c.fail("$.turns_per_second", "turns_per_second is above 0, and at most 1000")
	}
	if len(s.Turn) == 0 {
		c.fail("$.turn", "a turn has at least one step")
	}
	for i := range s.Turn {
		c.step(s, fmt.Sprintf("$.turn[%d]", i), &s.Turn[i])
	}
	for _, name := range slices.Sorted(maps.Keys(s.Tools)) {
		c.tool("$.tools.'"+name+"'", s.Tools[name])
	}
	if n := s.Naive; n.Layers < 1 || n.Layers > 5 || n.Attempts < 1 || n.Attempts > 10 {
		c.fail("$.naive", "naive has 1 to 5 layers of 1 to 10 attempts")
	}
	slices.SortStableFunc(c.faults, func(a, b placed) int { return cmp.Or(a.line-b.line, a.col-b.col) })
}

func (c *checker) step(s *Scenario, path string, step *Step) {
	one := step.Server != "" || step.Tool != ""
	if one == (len(step.Parallel) > 0) {
		c.fail(path, "a step is one call with server and tool, or parallel")
		return
	}
	for i, call := range step.calls() {
		at := path
		if step.Parallel != nil {
			at = fmt.Sprintf("%s.parallel[%d]", path, i)
		}
		if call.Server == "" || call.Tool == "" {
			c.fail(at, "a call names its server and tool")
		} else if _, ok := s.Tools[call.key()]; !ok {
			c.fail(at, "tools does not describe %s", call.key())
		}
		for _, name := range slices.Sorted(maps.Keys(call.Vary)) {
			if len(call.Vary[name]) == 0 {
				c.fail(at+".vary."+name, "vary takes a list of values")
			}
		}
	}
}

func (c *checker) tool(path string, t ToolModel) {
	if t.Latency == (Latency{}) {
		c.fail(path, "a tool has p50 and p99, or fixed")
	}
	c.latency(path, t.Latency)
	for i, p := range t.Phases {
		at := fmt.Sprintf("%s.phases[%d]", path, i)
		c.latency(at, p.Latency)
		if p.Until != 0 && p.Until <= p.From {
			c.fail(at+".until", "until is after from")
		}
		if p.Fail < 0 || p.Fail > 1 {
			c.fail(at+".fail", "fail is a share, 0 to 1")
		}
		c.kinds(at+".kinds", p.Kinds)
	}
}

func (c *checker) latency(path string, l Latency) {
	switch {
	case l == Latency{}:
	case l.Fixed != 0 && (l.P50 != 0 || l.P99 != 0):
		c.fail(path, "a latency is fixed, or has p50 and p99")
	case l.Fixed == 0 && (l.P50 <= 0 || l.P99 < l.P50):
		c.fail(path, "p50 is above 0, and p99 at least p50")
	}
}

func (c *checker) kinds(path string, kinds map[string]float64) {
	sum := 0.0
	for _, name := range slices.Sorted(maps.Keys(kinds)) {
		if _, ok := kindOf(name); !ok {
			c.fail(path+"."+name, "%q is no kind of failure that a tool has", name)
		}
		if kinds[name] < 0 {
			c.fail(path+"."+name, "a weight is not below 0")
		}
		sum += kinds[name]
	}
	if len(kinds) > 0 && sum <= 0 {
		c.fail(path, "no kind has a weight")
	}
}

// kindOf finds a kind of failure that a tool may come to, by its name.
func kindOf(name string) (state.FailureKind, bool) {
	for _, k := range state.FailureKinds() {
		if k.String() == name && !k.NoAttempt() && k != state.Cancelled {
			return k, true
		}
	}
	return 0, false
}
