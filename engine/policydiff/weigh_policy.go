package policydiff

import (
	"cmp"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// policy weighs one that is new or gone: by what its tools come to where other policies are for them too, and by its conditions.
func (c *collector) policy(e *rules.Edit, there int) (int, string) {
	set, node := c.new, e.NewNode
	if there < 0 {
		set, node = c.old, e.OldNode
	}
	stricter := 0
	for _, p := range set.Policies {
		if p.Name != e.Name {
			continue
		}
		for _, server := range orAny(p.Servers) {
			for _, tool := range toolsOf(p) {
				by, why := overridden(c.old.Plan(server, tool), c.new.Plan(server, tool))
				if by > 0 {
					return by, why
				}
				stricter = min(stricter, by)
			}
		}
	}
	if conditional(node) {
		return -there, "its conditions are gone"
	}
	return stricter, ""
}

// overridden compares the settings of a tool that policies cover under both sets. A tool that one set leaves uncovered says nothing: a first
// policy for a tool is no change of one.
func overridden(a, b *rules.Plan) (int, string) {
	if !a.Covered || !b.Covered {
		return 0, ""
	}
	again := 0
	if b.Effect != eval.Read {
		again = cmp.Compare(b.Retry.Max, a.Retry.Max)
	}
	stricter := 0
	for _, part := range []struct {
		by  int
		why string
	}{
		{-cmp.Compare(repeats(b.Effect), repeats(a.Effect)), guardedLess},
		{again, repeatedMore},
		{toward(a.Store != nil && a.Store.Shared, b.Store != nil && b.Store.Shared), sharedMore},
		{cmp.Compare(servedBy(b.Chain), servedBy(a.Chain)), moreServed(servedBy(b.Chain))},
	} {
		if part.by > 0 {
			return part.by, part.why
		}
		stricter = min(stricter, part.by)
	}
	return stricter, ""
}

// repeats is how much it matters that a call is repeated.
func repeats(e eval.Effect) int {
	switch e {
	case eval.Read:
		return 0
	case eval.Idempotent:
		return 1
	default:
		return 2
	}
}

// servedBy is the place in served of the step that lets the most happen.
func servedBy(chain []rules.Step) int {
	most := 0
	for i := range chain {
		switch chain[i].Kind {
		case eval.StepOmit:
			most = max(most, 1)
		case eval.StepUseTool:
			most = max(most, 2)
		case eval.StepCached:
			most = max(most, 3)
		default:
		}
	}
	return most
}

// moreServed says what a chain lets happen that ends in more than another one.
func moreServed(after int) string {
	if after < 2 {
		return endedLess
	}
	return servedMore
}

func orAny(list []string) []string {
	if len(list) == 0 {
		return []string{"*"} // no name holds one
	}
	return list
}

func toolsOf(p *rules.Policy) []string {
	var list []string
	for _, t := range p.Tools {
		list = append(list, t.String())
	}
	return orAny(list)
}
