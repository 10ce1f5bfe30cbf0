package guard

import (
	"slices"
	"strings"
)

// index is an immutable view of the evidence, by value.
type index struct {
	sources []*Source
	known   []statement
	tooMuch bool
	amounts map[Decimal][]*Source // by trimmed amount
	days    map[int64][]*Source   // by day
	ids     map[string][]*Source
	done    map[string][]*Source // by action
	labels  labels
}

func newIndex(e *Evidence) *index {
	x := &index{
		sources: slices.Clone(e.sources), known: slices.Clone(e.known), tooMuch: e.tooMuch,
		amounts: make(map[Decimal][]*Source, len(e.sources)), days: map[int64][]*Source{}, ids: map[string][]*Source{}, done: map[string][]*Source{},
	}
	slices.SortStableFunc(x.sources, (*Source).compare)
	slices.SortFunc(x.known, func(a, b statement) int { return strings.Compare(a.name+a.text, b.name+b.text) })
	for _, s := range x.sources {
		if s.Kind == Done {
			x.done[s.ID] = append(x.done[s.ID], s)
			continue
		}
		if s.ID != "" {
			x.ids[s.ID] = append(x.ids[s.ID], s)
		}
		switch s.Kind {
		case Date:
			x.days[s.Day.Unix()] = append(x.days[s.Day.Unix()], s)
		case Money, Percent, Quantity, Duration:
			key := s.Amount.Trim(0)
			x.amounts[key] = append(x.amounts[key], s)
		default:
		}
	}
	x.labels = labelsOf(x.sources)
	return x
}
