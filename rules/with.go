package rules

import (
	"cmp"
	"maps"
	"slices"

	"github.com/lacuna-go/lacuna/eval"
)

// With returns the set with another text for one of its files, or a [*LoadError]. The other files are not read or compiled again,
// nor are the literals of this one that stay as and where they are, so that it costs what has changed, and to hold the policies against
// each other. The file that holds the Turn, on which all others depend, cannot be replaced so: that is an error too. The new set has no
// digest; s does not change.
func (s *Set) With(name string, src []byte) (*Set, error) {
	u := newUnit(name, src)
	l := loading{files: maps.Clone(s.files), sources: map[string][]byte{name: u.faulty}, problems: u.problems}
	if u.file == nil {
		return nil, l.err()
	}
	l.files[name] = u.file
	out := &Set{
		Turn: s.Turn, Generation: s.Generation, Env: s.Env, files: l.files,
		Policies: without(s.Policies, func(p *Policy) bool { return p.Pos.File == name }),
		Claims:   without(s.Claims, func(c *Claims) bool { return c.Pos.File == name }),
		Known:    without(s.Known, func(k *Known) bool { return k.Pos.File == name }),
	}
	d := &decoder{}
	for _, n := range u.roots {
		if n.TypeName() == "Turn" || s.Turn.Pos.File == name {
			d.fail(n.Pos(), "the file holds the Turn: all files have to be loaded again")
			l.problems = append(l.problems, d.problems...)
			return nil, l.err()
		}
	}
	out.add(u.keep(s.literals(name)))
	c := u.compile(language{s.Env, s.Turn.Languages})
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

// literal is one literal of a file, compiled, and its text.
type literal struct {
	text  string
	value any
}

// literals lists those of a file by their places.
func (s *Set) literals(name string) map[eval.Pos]literal {
	values := map[eval.Pos]any{}
	for _, p := range s.Policies {
		values[p.Pos] = p
	}
	for _, c := range s.Claims {
		values[c.Pos] = c
	}
	for _, k := range s.Known {
		values[k.Pos] = k
	}
	list := map[eval.Pos]literal{}
	if f := s.files[name]; f != nil {
		for _, n := range (&decoder{}).roots(f.Root()) {
			list[n.Pos()] = literal{n.Text(), values[n.Pos()]}
		}
	}
	return list
}

// keep takes the literals that stay as and where they were out of what is to be compiled, and returns what they came to.
func (u *unit) keep(before map[eval.Pos]literal) *compiled {
	c := &compiled{}
	u.roots = slices.DeleteFunc(slices.Clone(u.roots), func(n eval.Node) bool {
		old := before[n.Pos()]
		if old.value == nil || old.text != n.Text() {
			return false
		}
		switch v := old.value.(type) {
		case *Policy:
			c.policies = append(c.policies, v)
		case *Claims:
			c.claims = append(c.claims, v)
		case *Known:
			c.known = append(c.known, v)
		}
		return true
	})
	return c
}

func without[T any](list []T, drop func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(list), drop)
}

// sort orders by name, so that the order of files never shows.
func (s *Set) sort() {
	slices.SortStableFunc(s.Policies, func(a, b *Policy) int { return cmp.Compare(a.Name, b.Name) })
	slices.SortStableFunc(s.Claims, func(a, b *Claims) int { return cmp.Compare(a.Name, b.Name) })
	slices.SortStableFunc(s.Known, func(a, b *Known) int { return cmp.Compare(a.Name, b.Name) })
}
