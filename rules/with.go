package rules

import (
	"cmp"
	"maps"
	"slices"
)

// With returns the set with another text for one of its files, or a [*LoadError]. The other files are not read or compiled again,
// nor are the literals of this one that stay as they are, so that it costs what has changed, and to hold the policies against
// each other. The file that holds the Turn, on which all others depend, cannot be replaced so: that is an error too. The new set has no
// digest; s does not change.
func (s *Set) With(name string, src []byte) (*Set, error) {
	before, out := s.split(name)
	u := before.changed(name, src)
	if u == nil {
		u = newUnit(name, src)
	}
	l := loading{files: maps.Clone(s.files), sources: map[string][]byte{name: u.faulty}, problems: u.problems}
	if u.file == nil {
		return nil, l.err()
	}
	l.files[name], out.files = u.file, l.files
	d := &decoder{}
	if len(u.turns) > 0 || s.Turn.Pos.File == name && len(u.literals) > 0 {
		d.fail(u.literals[0].pos(), "the file holds the Turn: all files have to be loaded again")
		l.problems = append(l.problems, d.problems...)
		return nil, l.err()
	}
	c := u.compile(before.compiled.language)
	out.add(c)
	out.sort()
	d.blurred = c.blurred
	out.index = newIndex(out)
	d.checkSet(out, !u.unknown)
	l.problems = slices.Concat(l.problems, c.problems, d.problems)
	if err := l.err(); err != nil {
		return nil, err
	}
	return out, nil
}

// split returns the unit of one file, and a set of what the others hold.
func (s *Set) split(name string) (*unit, *Set) {
	c := &compiled{language: language{s.Env, s.Turn.Languages}}
	out := &Set{Turn: s.Turn, Generation: s.Generation, Env: s.Env}
	c.policies, out.Policies = parted(s.Policies, func(p *Policy) bool { return p.Pos.File == name })
	c.claims, out.Claims = parted(s.Claims, func(c *Claims) bool { return c.Pos.File == name })
	c.known, out.Known = parted(s.Known, func(k *Known) bool { return k.Pos.File == name })
	return &unit{file: s.files[name], compiled: c}, out
}

// parted returns the elements that are of a file, and the others.
func parted[T any](list []T, of func(T) bool) (in, out []T) {
	for _, v := range list {
		if of(v) {
			in = append(in, v)
		} else {
			out = append(out, v)
		}
	}
	return in, out
}

// sort orders by name, so that the order of files never shows.
func (s *Set) sort() {
	slices.SortStableFunc(s.Policies, func(a, b *Policy) int { return cmp.Compare(a.Name, b.Name) })
	slices.SortStableFunc(s.Claims, func(a, b *Claims) int { return cmp.Compare(a.Name, b.Name) })
	slices.SortStableFunc(s.Known, func(a, b *Known) int { return cmp.Compare(a.Name, b.Name) })
}
