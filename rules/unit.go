package rules

import (
	"bytes"
	"slices"

	"github.com/lacuna-go/lacuna/eval"
)

// unit is one policy file, and what came of it. It does not change but for what it was compiled to.
type unit struct {
	file     *eval.File // nil if the text is at fault
	faulty   []byte     // the text then
	problems []eval.Problem
	turns    []turnLiteral
	unknown  bool // one of its literals may be meant as a Turn or a policy
	compiled *compiled

	// Until it is compiled: its literals, which hold all that the file was parsed to, or are those of an earlier text of the file.
	literals []literalOf
	before   *compiled
}

// literalOf is one literal of a file: parsed, or one that was decoded before and has moved.
type literalOf struct {
	node  eval.Node
	value any
	move  move
}

func (l literalOf) pos() eval.Pos {
	switch v := l.value.(type) {
	case *Policy:
		return l.move.pos(v.Pos)
	case *Claims:
		return l.move.pos(v.Pos)
	case *Known:
		return l.move.pos(v.Pos)
	}
	return l.node.Pos()
}

// turnLiteral is a Turn{}, and what is wrong with it.
type turnLiteral struct {
	Turn
	spoken, written bool
	problems        []eval.Problem
}

// compiled is what a file's literals came to in one language.
type compiled struct {
	language
	policies []*Policy
	claims   []*Claims
	known    []*Known
	problems []eval.Problem
	blurred  bool
}

// language is what the literals of a file depend on beside their text. Without an environment no expression is compiled, and without
// languages no text is held against them.
type language struct {
	env   *eval.Env
	langs []string
}

// within reports whether the language is another one but for what is missing in it, because the Turn is at fault. The set does not load
// then, and a file in which nothing was at fault in the other has no fault by itself now: it stays compiled as it was, for when the Turn
// is mended.
func (l language) within(other language) bool {
	return (l.env == nil || l.env == other.env) && (l.langs == nil || slices.Equal(l.langs, other.langs))
}

func (l language) same(as language) bool { return l.env == as.env && slices.Equal(l.langs, as.langs) }

func newUnit(name string, src []byte) *unit {
	u := &unit{}
	if u.file, u.problems = eval.Parse(name, src); u.file == nil {
		u.faulty = src
		return u
	}
	u.parsed()
	return u
}

// parsed takes the literals of the whole file.
func (u *unit) parsed() {
	d := &decoder{}
	u.literals, u.turns, u.before = nil, nil, nil
	for _, n := range d.roots(u.file.Root()) {
		u.add(n)
	}
	u.problems, u.unknown = d.problems, d.unknown
}

func (u *unit) add(n eval.Node) {
	u.literals = append(u.literals, literalOf{node: n})
	if n.TypeName() == "Turn" {
		u.turns = append(u.turns, newTurnLiteral(n))
	}
}

// changed returns the unit of another text of the file. Literals that stand there as they did, and in the same column, are neither parsed
// nor decoded again. It returns nil where it is not sure that nothing is wrong with the text.
func (u *unit) changed(name string, src []byte) *unit {
	if u.file == nil || u.compiled == nil || len(u.compiled.problems)+len(u.problems) > 0 {
		return nil
	}
	file, passages := eval.Passages(name, src)
	if len(passages) == 0 {
		return nil
	}
	next := &unit{file: file, before: u.compiled}
	known := u.known()
	for _, p := range passages {
		if was, ok := known[p.Text()]; ok && was.at.Pos().Col == p.Pos().Col {
			next.literals = append(next.literals, literalOf{
				value: was.value, move: move{file, p.Pos().Line - was.at.Pos().Line, p.From() - was.at.From()},
			})
			continue
		}
		n, ok := p.Parse()
		d := &decoder{}
		if !ok || len(d.roots(n)) != 1 {
			return nil
		}
		next.add(n)
	}
	return next
}

// decodedAt is a literal that was decoded, and where it stands.
type decodedAt struct {
	at    eval.Passage
	value any
}

// known lists the decoded literals of the file that can be moved, by their text. A Turn is none.
func (u *unit) known() map[string]decodedAt {
	values := map[eval.Pos]any{}
	for _, p := range u.compiled.policies {
		if p.Vars == nil { // what reads them reads them where they stood
			values[p.Pos] = p
		}
	}
	for _, c := range u.compiled.claims {
		values[c.Pos] = c
	}
	for _, k := range u.compiled.known {
		values[k.Pos] = k
	}
	known := map[string]decodedAt{}
	for _, p := range u.file.Passages() {
		if v := values[p.Pos()]; v != nil {
			known[p.Text()] = decodedAt{p, v}
		}
	}
	return known
}

func newTurnLiteral(n eval.Node) turnLiteral {
	var t turnLiteral
	d := &decoder{}
	t.Turn, t.spoken, t.written = d.turn(n)
	t.problems = d.problems
	return t
}

// reads reports whether the unit is that of a text.
func (u *unit) reads(src []byte) bool {
	if u.file == nil {
		return bytes.Equal(u.faulty, src)
	}
	return u.file.Text() == string(src)
}

// compile returns what the file comes to in a language, and lets go of what it was parsed to.
func (u *unit) compile(in language) *compiled {
	if c := u.compiled; c != nil && (c.same(in) || in.within(c.language) && len(c.problems) == 0) {
		return c
	}
	if u.literals == nil || u.before != nil && !u.before.same(in) {
		u.parsed()
	}
	d := &decoder{env: in.env, langs: in.langs}
	c := &compiled{language: in}
	for _, l := range u.literals {
		if l.value != nil {
			c.add(l.move.literal(l.value))
			continue
		}
		d.root(c, l.node)
	}
	c.problems, c.blurred = d.problems, d.blurred
	u.compiled, u.literals, u.before = c, nil, nil
	return c
}

func (c *compiled) add(v any) {
	switch v := v.(type) {
	case *Policy:
		c.policies = append(c.policies, v)
	case *Claims:
		c.claims = append(c.claims, v)
	case *Known:
		c.known = append(c.known, v)
	}
}
