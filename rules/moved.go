package rules

import (
	"slices"

	"github.com/lacuna-go/lacuna/eval"
)

// move says how far a literal stands from where it stood: in another text of its file, by so many lines and runes, in the same column.
type move struct {
	file         *eval.File
	lines, runes int
}

// literal returns a copy of a decoded literal as it stands now.
func (m move) literal(v any) any {
	switch v := v.(type) {
	case *Policy:
		return m.policy(v)
	case *Claims:
		return m.claims(v)
	case *Known:
		k := *v
		k.Pos, k.NamePos = m.pos(k.Pos), m.pos(k.NamePos)
		return &k
	}
	return v
}

func (m move) policy(v *Policy) *Policy {
	p := *v
	p.Pos, p.NamePos, p.Tools, p.When = m.pos(p.Pos), m.pos(p.NamePos), m.patterns(p.Tools), m.expr(p.When)
	p.Effect = movedSetting(m, p.Effect, same)
	p.Timeout = movedSetting(m, p.Timeout, m.expr)
	p.Expected = movedSetting(m, p.Expected, m.expr)
	p.Retry = movedSetting(m, p.Retry, func(r Retry) Retry { r.When = m.expr(r.When); return r })
	p.Breaker = movedSetting(m, p.Breaker, func(b Breaker) Breaker { b.probeAt = m.pos(b.probeAt); return b })
	p.Store = movedSetting(m, p.Store, func(s Store) Store { s.When, s.Key = m.expr(s.When), m.expr(s.Key); return s })
	p.Evidence = movedSetting(m, p.Evidence, same)
	p.WhenUnavailable = movedSetting(m, p.WhenUnavailable, func(steps []Step) []Step { return each(steps, m.step) })
	p.WhenUncertain = movedSetting(m, p.WhenUncertain, m.step)
	p.WhenRefused = movedSetting(m, p.WhenRefused, same)
	p.Drill = movedSetting(m, p.Drill, func(d Drill) Drill { d.When = m.expr(d.When); return d })
	p.HideAfter = movedSetting(m, p.HideAfter, same)
	p.ShowAfter = movedSetting(m, p.ShowAfter, same)
	p.UnavailableWhen, p.Forbid, p.Require = each(p.UnavailableWhen, m.condition), each(p.Forbid, m.condition), each(p.Require, m.condition)
	return &p
}

func (m move) claims(v *Claims) *Claims {
	c := *v
	c.Pos, c.NamePos, c.Tools, c.When = m.pos(c.Pos), m.pos(c.NamePos), m.patterns(c.Tools), m.expr(c.When)
	c.SourcedBy, c.Require, c.Unless = each(c.SourcedBy, m.condition), each(c.Require, m.condition), each(c.Unless, m.condition)
	return &c
}

func (m move) step(s Step) Step {
	s.Pos, s.toolPos, s.MaxAge = m.pos(s.Pos), m.pos(s.toolPos), m.expr(s.MaxAge)
	s.Require = each(s.Require, m.condition)
	s.Args = each(s.Args, func(a Arg) Arg { return Arg{a.Name, m.pos(a.Pos), m.expr(a.Expr)} })
	s.Disclose.values = each(s.Disclose.values, m.expr)
	return s
}

func (m move) condition(c Condition) Condition {
	c.Pos, c.Expr = m.pos(c.Pos), m.expr(c.Expr)
	return c
}

func (m move) patterns(list []Pattern) []Pattern {
	return each(list, func(p Pattern) Pattern { p.Pos = m.pos(p.Pos); return p })
}

func (m move) expr(x *eval.Expr) *eval.Expr {
	if x == nil {
		return nil
	}
	return x.Moved(m.file, m.runes)
}

func (m move) pos(p eval.Pos) eval.Pos {
	if p != (eval.Pos{}) {
		p.Line += m.lines
	}
	return p
}

func movedSetting[T any](m move, s Setting[T], value func(T) T) Setting[T] {
	if !s.Set() {
		return s
	}
	return Setting[T]{&given[T]{value(s.Value()), m.pos(s.Pos())}}
}

// same returns a value that holds no place.
func same[T any](v T) T { return v }

// each returns a list with something done to each of its elements.
func each[T any](list []T, do func(T) T) []T {
	list = slices.Clone(list)
	for i := range list {
		list[i] = do(list[i])
	}
	return list
}
