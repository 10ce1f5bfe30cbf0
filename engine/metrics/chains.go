package metrics

import (
	"maps"
	"slices"
	"strconv"
	"sync/atomic"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/rules"
)

// chains are the steps of one set of policies.
type chains struct {
	set   *rules.Set
	steps map[step]*atomic.Uint64
	rest  *atomic.Uint64 // of steps that have no place
}

type step struct {
	policy string
	index  int
	kind   string
}

func (s step) labels() []string { return []string{valid(s.policy), strconv.Itoa(s.index), s.kind} }

// engineChain stands for the chain of a tool that no policy gives one.
const engineChain = "(engine)"

// live takes in the steps and the tools that a set names. Steps that were there before keep their counts.
func (n *Numbers) live(set *rules.Set) {
	n.mu.Lock()
	defer n.mu.Unlock()
	old := n.chains.Load()
	if old.set == set {
		return
	}
	next := &chains{set: set, steps: map[step]*atomic.Uint64{}, rest: old.rest}
	next.add(old, step{engineChain, 0, "hard_fail"})
	named := map[engine.Tool]bool{}
	for _, p := range set.Policies {
		for i, s := range p.WhenUnavailable.Value() {
			if len(next.steps) < n.options.Steps {
				next.add(old, step{p.Name, i, s.Kind.String()})
			}
		}
		for _, server := range p.Servers {
			for _, tool := range p.Tools {
				if !tool.Prefix {
					named[engine.Tool{Server: server, Tool: tool.Text}] = true
				}
			}
		}
	}
	n.name(named)
	n.chains.Store(next)
}

// add takes in a step, with the count that it had.
func (c *chains) add(old *chains, s step) {
	if c.steps[s] = old.steps[s]; c.steps[s] == nil {
		c.steps[s] = new(atomic.Uint64)
	}
}

// name takes in the tools that policies name: their series are there before their first call. mu is held.
func (n *Numbers) name(named map[engine.Tool]bool) {
	n.named = named
	tools := maps.Clone(*n.tools.Load())
	for tool, t := range tools {
		t.named = named[tool]
	}
	for _, tool := range slices.SortedFunc(maps.Keys(named), compare) {
		if tools[tool] == nil && len(tools) < n.options.Tools {
			tools[tool] = n.made(tool)
		}
	}
	n.tools.Store(&tools)
}
