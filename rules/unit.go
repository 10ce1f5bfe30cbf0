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

	roots []eval.Node // until it is compiled: they hold all that the file was parsed to
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

func (l language) same(as language) bool { return l.env == as.env && slices.Equal(l.langs, as.langs) }

func newUnit(name string, src []byte) *unit {
	u := &unit{}
	if u.file, u.problems = eval.Parse(name, src); u.file == nil {
		u.faulty = src
		return u
	}
	d := &decoder{}
	u.roots = d.roots(u.file.Root())
	u.problems, u.unknown = d.problems, d.unknown
	for _, n := range u.roots {
		if n.TypeName() == "Turn" {
			u.turns = append(u.turns, newTurnLiteral(n))
		}
	}
	return u
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
	if u.compiled != nil && u.compiled.same(in) {
		return u.compiled
	}
	if u.roots == nil {
		u.roots = (&decoder{}).roots(u.file.Root())
	}
	d := &decoder{env: in.env, langs: in.langs}
	c := &compiled{language: in}
	for _, n := range u.roots {
		d.root(c, n)
	}
	c.problems, c.blurred = d.problems, d.blurred
	u.compiled, u.roots = c, nil
	return c
}
