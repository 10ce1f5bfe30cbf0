package policytest

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// mutator lists the mutants of one file.
type mutator struct {
	text   []rune
	starts []int // of each line
	scope  scope
	list   []Mutant
}

// mutants lists every mutant of a set, in the order of its files.
func mutants(set *rules.Set) []Mutant {
	var list []Mutant
	for _, name := range set.Files() {
		m := newMutator(set.File(name).Text())
		for _, root := range roots(set.File(name)) {
			m.root(root)
		}
		slices.SortStableFunc(m.list, func(a, b Mutant) int { return a.Pos.Compare(b.Pos) })
		list = append(list, m.list...)
	}
	return list
}

func newMutator(text string) *mutator {
	m := &mutator{text: []rune(text), starts: []int{0}}
	for i, r := range m.text {
		if r == '\n' {
			m.starts = append(m.starts, i+1)
		}
	}
	return m
}

func (m *mutator) offset(at eval.Pos) int { return m.starts[at.Line-1] + at.Col - 1 }

// add lists a mutant that writes after in the place of what stands at a place.
func (m *mutator) add(kind MutantKind, at eval.Pos, before, after string, within eval.Pos) {
	from := m.offset(at)
	to := from + utf8.RuneCountInString(before)
	if after == before || string(m.text[from:to]) != before {
		return
	}
	m.list = append(m.list, Mutant{
		Kind: kind, Of: m.scope.String(), Pos: at, At: at.String(), Before: before, After: after,
		from: from, to: to, within: within, scope: m.scope,
	})
}

// flag lists the mutant of a literal setting that is true or false.
func (m *mutator) flag(setting string, v eval.Node, b bool) {
	before := len(m.list)
	m.add(Negate, v.Pos(), v.Text(), strconv.FormatBool(!b), eval.Pos{})
	for i := range m.list[before:] {
		m.list[before+i].flag = setting
	}
}

// source is the file with the mutant in it.
func (m *Mutant) source(text string) string {
	runes := []rune(text)
	return string(runes[:m.from]) + m.After + string(runes[m.to:])
}

func (m *mutator) root(n eval.Node) {
	m.scope = scope{typ: n.TypeName(), pos: n.Pos()}
	for _, f := range n.Fields() {
		if f.Name == "name" {
			m.scope.name, _ = f.Value.Str()
		}
	}
	m.fields(n)
}

// conditionFields hold conditions by name, with what makes one not count.
var conditionFields = map[string]string{
	"require": "true", "sourced_by": "true", "forbid": "false", "unless": "false", "unavailable_when": "false",
}

// inert are fields in which there is nothing to decide: names and texts.
var inert = []string{"name", "doc", "owner", "server", "tools", "tool", "kinds", "on", "purposes", "languages", "facts", "time_zone", "message", "note", "with", "text", "queue"}

func (m *mutator) fields(n eval.Node) {
	for _, f := range n.Fields() {
		neutral, conditions := conditionFields[f.Name]
		switch {
		case slices.Contains(inert, f.Name):
		case conditions && f.Value.Shape() == eval.Map:
			for _, e := range f.Value.Entries() {
				m.condition(e.Value, neutral)
			}
		case f.Name == "when":
			m.condition(f.Value, "true")
		case f.Name == "when_unavailable":
			m.chain(f.Value.Elems())
		default:
			m.value(n, f)
		}
	}
}

// condition mutates a whole condition, and what is in it.
func (m *mutator) condition(n eval.Node, neutral string) {
	m.add(DropCondition, n.Pos(), n.Text(), neutral, n.Pos())
	if op, _ := n.Operator(); op != "&&" && op != "||" {
		m.negate(n, n.Pos())
	}
	m.expression(n, n.Pos())
}

// value mutates a setting.
func (m *mutator) value(in eval.Node, f eval.Field) {
	v := f.Value
	if b, ok := v.Bool(); ok {
		m.flag(in.TypeName()+"."+f.Name, v, b)
		return
	}
	switch v.Shape() {
	case eval.Struct:
		m.outcome(v)
		m.fields(v)
	case eval.List:
		for _, e := range v.Elems() {
			if e.Shape() == eval.Struct {
				m.fields(e)
			} else {
				m.expression(e, m.whole(in, f.Name, e))
			}
		}
	case eval.Map:
		for _, e := range v.Entries() {
			within := m.whole(in, f.Name, e.Value)
			if op, _ := e.Value.Operator(); f.Name == "vars" && (inverse[op] != "" || op == "!") {
				m.negate(e.Value, within)
			}
			m.expression(e.Value, within)
		}
	default:
		if typ, member, ok := v.Enum(); ok {
			m.member(v, typ, member)
			return
		}
		m.expression(v, m.whole(in, f.Name, v))
	}
}

// compiled are the settings that are expressions, evaluated when they are needed.
var compiled = []string{"Policy.timeout", "Policy.expected", "Policy.vars", "Store.key", "Cached.max_age", "UseTool.args", "Cached.disclose", "UseTool.disclose", "Omit.disclose"}

// whole is the place of an expression that tells when it is evaluated, zero for a literal setting.
func (m *mutator) whole(in eval.Node, field string, n eval.Node) eval.Pos {
	if slices.Contains(compiled, in.TypeName()+"."+field) {
		return n.Pos()
	}
	return eval.Pos{}
}

func (m *mutator) chain(steps []eval.Node) {
	for i, s := range steps {
		m.outcome(s)
		m.fields(s)
		m.dropElement(DropStep, s, eval.Pos{})
		if i > 0 {
			before := steps[i-1]
			from, to := m.offset(before.Pos()), m.offset(s.Pos())+utf8.RuneCountInString(s.Text())
			between := string(m.text[from+utf8.RuneCountInString(before.Text()) : m.offset(s.Pos())])
			m.add(SwapSteps, before.Pos(), string(m.text[from:to]), s.Text()+between+before.Text(), eval.Pos{})
		}
	}
}

// dropElement takes an element out of a list, with the comma behind it.
func (m *mutator) dropElement(kind MutantKind, s eval.Node, within eval.Pos) {
	from := m.offset(s.Pos())
	to := from + utf8.RuneCountInString(s.Text())
	for to < len(m.text) && strings.ContainsRune(" \t\r\n", m.text[to]) {
		to++
	}
	if to < len(m.text) && m.text[to] == ',' {
		to++
	} else {
		to = from + utf8.RuneCountInString(s.Text())
	}
	m.add(kind, s.Pos(), string(m.text[from:to]), "", within)
}

// outcome makes a step, or an otherwise, come to something else.
func (m *mutator) outcome(n eval.Node) {
	other := map[string]string{
		"Omit": "HardFail{}", "HardFail": "Omit{}", "Block": "Flag{}", "Regenerate": "Flag{}", "Redact": "Flag{}", "Flag": "Block{}",
	}[n.TypeName()]
	if other != "" {
		m.add(ChangeOutcome, n.Pos(), n.Text(), other, eval.Pos{})
	}
}

// member changes an enum's member.
func (m *mutator) member(n eval.Node, typ, member string) {
	other := map[string]string{
		"Effect.READ": "WRITE", "Effect.WRITE": "READ", "Effect.IDEMPOTENT": "READ",
		"Handoff.HUMAN": "NONE", "Handoff.RETRY_LATER": "NONE", "Handoff.NONE": "HUMAN",
		"Mode.ENFORCE": "SHADOW", "Mode.SHADOW": "ENFORCE", "Scope.TOOL": "SERVER", "Scope.SERVER": "TOOL",
	}[typ+"."+member]
	if other != "" {
		m.add(ChangeOutcome, n.Pos(), n.Text(), typ+"."+other, eval.Pos{})
	}
}
