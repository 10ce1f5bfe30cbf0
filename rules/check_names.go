package rules

import (
	"cmp"
	"slices"

	"github.com/lacuna-go/lacuna/eval"
)

// named is what has a name that must be unique among its like.
type named struct {
	name string
	pos  eval.Pos
}

// unique reports names that are given twice, at the later place. The list is sorted by name.
func (d *decoder) unique(what string, all []named) {
	if !repeated(all) {
		return
	}
	slices.SortFunc(all, func(a, b named) int { return cmp.Or(cmp.Compare(a.name, b.name), a.pos.Compare(b.pos)) })
	for i := 1; i < len(all); i++ {
		if all[i].name == all[i-1].name {
			d.fail(all[i].pos, "%s %q is there already, at %s", what, all[i].name, first(all, all[i].name).pos)
		}
	}
}

// repeated reports whether a list sorted by name holds one twice.
func repeated(all []named) bool {
	for i := 1; i < len(all); i++ {
		if all[i].name == all[i-1].name {
			return true
		}
	}
	return false
}

// first returns the first of a name, in a sorted list that holds it.
func first(all []named, name string) named {
	i, _ := slices.BinarySearchFunc(all, name, func(n named, name string) int { return cmp.Compare(n.name, name) })
	return all[i]
}

// names checks the names of policies, claims and known statements.
func (d *decoder) uniqueNames(s *Set) {
	policies, claims, known := make([]named, 0, len(s.Policies)), make([]named, 0, len(s.Claims)), make([]named, 0, len(s.Known))
	for _, p := range s.Policies {
		policies = append(policies, named{p.Name, p.NamePos})
	}
	for _, c := range s.Claims {
		claims = append(claims, named{c.Name, c.NamePos})
	}
	for _, k := range s.Known {
		known = append(known, named{k.Name, k.NamePos})
	}
	d.unique("policy", policies)
	d.unique("Claims", claims)
	d.unique("Known", known)
}
