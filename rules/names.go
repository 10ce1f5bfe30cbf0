package rules

import (
	"maps"
	"slices"
)

// Files lists the files that the set was read from, by the names in positions, sorted.
func (s *Set) Files() []string { return slices.Sorted(maps.Keys(s.files)) }
