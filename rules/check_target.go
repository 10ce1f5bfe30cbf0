package rules

import (
	"cmp"
	"reflect"
	"slices"

	"github.com/lacuna-go/lacuna/eval"
)

// targets checks what a UseTool names, for every tool whose chain it is in.
func (d *decoder) targets(s *selection, p *Policy) {
	if !p.WhenUnavailable.Set() || !hasUseTool(p.WhenUnavailable.Value()) {
		return
	}
	c := targetCheck{d: d, selection: s, policy: p, reported: map[eval.Pos]bool{}}
	covered := map[eval.Pos]bool{}
	for _, at := range s.reach(p) {
		if winner(s.match(at), hasChain) == p {
			c.chain(at, covered)
		}
	}
	for _, step := range p.WhenUnavailable.Value() {
		if step.Kind == eval.StepUseTool && !covered[step.Pos] {
			c.fail(step, "no policy covers %s, which UseTool calls%s", place{cmp.Or(step.Server, either(p.Servers)), step.Tool}.named(), c.near(step))
		}
	}
}

type targetCheck struct {
	d         *decoder
	selection *selection
	policy    *Policy
	// reported holds the steps that a fault was reported for: the other tools of the policy would repeat it.
	reported map[eval.Pos]bool
}

func (c *targetCheck) fail(step Step, format string, args ...any) {
	if !c.reported[step.Pos] {
		c.d.fail(step.toolPos, format, args...)
	}
	c.reported[step.Pos] = true
}

// chain checks the policy's chain as that of one tool. It marks the steps whose target has a policy.
func (c *targetCheck) chain(at place, covered map[eval.Pos]bool) {
	effect := effectOf(c.selection.match(at))
	seen := map[place]Step{}
	for _, step := range c.policy.WhenUnavailable.Value() {
		if step.Kind != eval.StepUseTool {
			continue
		}
		target := place{step.Server, step.Tool}
		if target.server == "" {
			target.server = at.server
		}
		policies := c.selection.match(target)
		if len(policies) == 0 {
			continue
		}
		covered[step.Pos] = true
		first, twice := seen[target]
		seen[target] = step
		switch has := effectOf(policies); {
		case target == at || winner(policies, hasChain) == c.policy:
			c.fail(step, "UseTool calls %s, whose own chain this is", target.named())
		case twice:
			c.fail(step, "UseTool calls %s twice in one chain, first at %s", target.named(), first.toolPos)
		case has > effect:
			c.fail(step, "UseTool calls %s, %s, in place of %s, %s: a fallback has no stronger effect",
				target.named(), effectName(has), at.named(), effectName(effect))
		}
	}
}

// near suggests a tool of the same server.
func (c *targetCheck) near(step Step) string {
	var names []string
	for _, server := range append([]string{step.Server, ""}, c.policy.Servers...) {
		for _, p := range c.selection.byServer()[server] {
			names = append(names, p.tool)
		}
	}
	return suggest(step.Tool, names)
}

// copies reports the Cached steps in the chain of a tool that is said to write.
func (d *decoder) copies(s *selection, p *Policy) {
	if !p.WhenUnavailable.Set() || !slices.ContainsFunc(p.WhenUnavailable.Value(), isCached) {
		return
	}
	for _, at := range s.reach(p) {
		policies := s.match(at)
		if winner(policies, hasChain) != p || winner(policies, hasEffect) == nil || effectOf(policies) == eval.Read {
			continue
		}
		for _, step := range p.WhenUnavailable.Value() {
			if isCached(step) {
				d.fail(step.Pos, "Cached would answer %s, %s, with an earlier answer: nothing answers a write but the write itself",
					at.named(), effectName(effectOf(policies)))
			}
		}
		return
	}
}

func isCached(step Step) bool { return step.Kind == eval.StepCached }

func hasEffect(p *Policy) bool { return p.Effect.Set() }

func hasUseTool(steps []Step) bool {
	for _, s := range steps {
		if s.Kind == eval.StepUseTool {
			return true
		}
	}
	return false
}

func hasChain(p *Policy) bool { return p.WhenUnavailable.Set() }

// effectOf returns the effect of a tool to which policies apply, the most specific first.
func effectOf(policies []*Policy) eval.Effect {
	if p := winner(policies, hasEffect); p != nil {
		return p.Effect.Value()
	}
	return eval.Write
}

func effectName(e eval.Effect) string { return "Effect." + upper(e.String()) }

// probes checks that only reads are probed with fixed arguments.
func (d *decoder) probes(s *selection, p *Policy) {
	if !p.Breaker.Set() || p.Breaker.Value().ProbeArgs == nil {
		return
	}
	for _, at := range s.reach(p) {
		policies := s.match(at)
		if winner(policies, hasBreaker) == p && effectOf(policies) != eval.Read {
			d.fail(p.Breaker.Value().probeAt, "probe_args would call %s, %s, on its own: only a READ is probed so", at.named(), effectName(effectOf(policies)))
			return
		}
	}
}

func hasBreaker(p *Policy) bool { return p.Breaker.Set() }

// shared checks that the one breaker of a server has one set of settings.
func (d *decoder) shared(s *selection, p *Policy, byServer map[string]*Policy) {
	if !p.Breaker.Set() || p.Breaker.Value().Scope != eval.ScopeServer {
		return
	}
	for _, at := range s.reach(p) {
		if winner(s.match(at), hasBreaker) != p {
			continue
		}
		first := byServer[at.server]
		if first == nil {
			byServer[at.server] = p
			continue
		}
		if !first.Breaker.Value().same(p.Breaker.Value()) {
			d.fail(p.Breaker.Pos(), "the breaker of all of %s is set differently by policy %q, at %s", at.server, first.Name, first.Breaker.Pos())
			return
		}
	}
}

func (b Breaker) same(other Breaker) bool {
	b.probeAt, other.probeAt = eval.Pos{}, eval.Pos{}
	return reflect.DeepEqual(b, other)
}
