package lint

import (
	"cmp"
	"fmt"
	"time"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// Option gives [Check] more to go by.
type Option func(*options)

type options struct {
	now      time.Time
	tested   map[Tool]bool
	measured []Measured
	taken    map[Step]bool
	tools    map[string]map[string]Shape
	have     [needsTools + 1]bool
}

// Tool is a tool of a server.
type Tool struct{ Server, Tool string }

// Step is a step of a policy's chain, counted from 0.
type Step struct {
	Policy string
	Index  int
}

// Measured is how long the successful attempts of a tool took, in their 99th percentile.
type Measured struct {
	Server, Tool string
	P99          time.Duration
}

// Shape says what arguments a tool takes: what its input schema declares, and what it requires.
type Shape interface {
	// Has reports whether the tool may take an argument, outermost name first.
	Has(path []string) bool
	// Names lists the declared arguments, Required those that every call must have.
	Names() []string
	Required() []string
}

// At says what time it is: without it nothing is said to have expired.
func At(now time.Time) Option {
	return func(o *options) { o.now, o.have[needsNow] = now, true }
}

// Tested names the tools that golden tests call: without it no policy is said to be untested.
func Tested(tools []Tool) Option {
	return func(o *options) {
		o.tested, o.have[needsTests] = map[Tool]bool{}, true
		for _, t := range tools {
			o.tested[t] = true
		}
	}
}

// Logged says what a decision log shows: how long tools took, and which steps were ever taken, in the log or by tests.
func Logged(measured []Measured, taken []Step) Option {
	return func(o *options) {
		o.measured, o.taken, o.have[needsLog] = measured, map[Step]bool{}, true
		for _, s := range taken {
			o.taken[s] = true
		}
	}
}

// Listed gives the tools that servers list, by server and by name.
func Listed(tools map[string]map[string]Shape) Option {
	return func(o *options) { o.tools, o.have[needsTools] = tools, true }
}

// Check returns what is found in a set, sorted by position, without what its comments silence. It takes about three times as long as loading the set, for files are parsed again.
func Check(set *rules.Set, opts ...Option) []Finding {
	l := newLinter(set, opts)
	l.chains()
	l.conditions()
	l.arguments()
	l.unset()
	l.texts()
	l.claims()
	l.settings()
	l.unused()
	l.outside()
	return sorted(l.silence())
}

// linter is one run of Check.
type linter struct {
	options
	set        *rules.Set
	severities map[string]Severity
	structs    map[eval.Pos]eval.Node // every literal, by its place
	places     map[*rules.Policy][]*rules.Plan
	held       []eval.Node // every condition: what is held is not parsed again by each who looks at it
	found      []Finding
}

func newLinter(set *rules.Set, opts []Option) *linter {
	l := &linter{set: set, severities: map[string]Severity{}, structs: map[eval.Pos]eval.Node{}}
	for _, opt := range opts {
		opt(&l.options)
	}
	for _, e := range Catalogue() {
		l.severities[e.ID] = e.Severity
	}
	for _, name := range set.Files() {
		l.literals(set.File(name).Root())
	}
	l.eachCondition(func(w written) { l.held = append(l.held, w.expr.Node()) })
	l.places = placesOf(set)
	return l
}

// literals notes the struct literals in a value.
func (l *linter) literals(n eval.Node) {
	for _, e := range n.Elems() {
		l.literals(e)
	}
	if n.Shape() != eval.Struct {
		return
	}
	l.structs[n.Pos()] = n
	for _, f := range n.Fields() {
		if s := f.Value.Shape(); s == eval.Struct || s == eval.List {
			l.literals(f.Value)
		}
	}
}

// field returns a field of the literal at a place.
func (l *linter) field(at eval.Pos, name string) (eval.Field, bool) {
	for _, f := range l.structs[at].Fields() {
		if f.Name == name {
			return f, true
		}
	}
	return eval.Field{}, false
}

// reported is a finding that may be completed.
type reported struct{ f *Finding }

// report adds a finding about a node.
func (l *linter) report(id string, n eval.Node, format string, args ...any) reported {
	return l.reportAt(id, n.Pos(), n.End(), format, args...)
}

func (l *linter) reportAt(id string, from, to eval.Pos, format string, args ...any) reported {
	l.found = append(l.found, Finding{
		ID: id, Severity: l.severities[id], From: from, To: cmp.Or(to, from), Message: fmt.Sprintf(format, args...),
	})
	return reported{&l.found[len(l.found)-1]}
}

// of names the policy or Claims that the finding is in.
func (r reported) of(name string) reported { r.f.Policy = name; return r }

// help says what to write instead.
func (r reported) help(format string, args ...any) reported {
	r.f.Suggestion = fmt.Sprintf(format, args...)
	return r
}

// about reports a finding on a policy as a whole, at its name.
func (l *linter) about(id string, p *rules.Policy, format string, args ...any) reported {
	name, _ := l.field(p.Pos, "name")
	r := l.report(id, name.Value, format, args...).of(p.Name)
	r.f.also = p.Pos
	return r
}
