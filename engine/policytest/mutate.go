package policytest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing/fstest"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// DefaultMutants is how many mutants are played unless [WithMutants] says otherwise.
const DefaultMutants = 5000

// WithMutants bounds how many mutants [Suite.Mutate] plays; of more, so many are drawn by the seed of [WithShuffle].
func WithMutants(n int) Option { return func(o *options) { o.mutants = n } }

// Mutation says how many small changes of the policies the cases notice.
type Mutation struct {
	// Mutants that were played, in the order of files and places.
	Mutants []Mutant `json:"mutants"`
	// Total is how many there are, those that were not drawn included.
	Total int `json:"total"`
}

// Count returns how many mutants were killed, survived, and did not load.
func (m *Mutation) Count() (killed, survived, invalid int) {
	for i := range m.Mutants {
		switch m.Mutants[i].State {
		case Killed:
			killed++
		case Survived:
			survived++
		default:
			invalid++
		}
	}
	return killed, survived, invalid
}

// Score is the share of mutants, in percent, that some case's want notices, of those that load; of none it is 100. It is rounded
// down to a tenth.
func (m *Mutation) Score() float64 {
	killed, survived, _ := m.Count()
	return Percent(killed, killed+survived)
}

// Survivors lists the mutants that no case noticed.
func (m *Mutation) Survivors() []Mutant {
	return slices.DeleteFunc(slices.Clone(m.Mutants), func(m Mutant) bool { return m.State != Survived })
}

// ErrTestsFail says that mutants tell nothing, since a case fails without them.
var ErrTestsFail = errors.New("a case fails or can't be played: mutants show something only where all pass")

// Mutate changes the policies one small step at a time, and plays against each such mutant the cases that could notice it. One is
// killed if a case's want no longer holds; that a mutant does not load, or that a case can't be played under it, kills nothing. The
// suite itself, its files and its set stay as they are. It fails with [ErrTestsFail], where policies are not the suite's own
// ([WithPlayer]), and where ctx ends. Mutants are played at once as [WithParallel] says.
func (s *Suite) Mutate(ctx context.Context, opts ...Option) (*Mutation, error) {
	run := *s
	for _, opt := range append(opts, WithCoverage(), WithUpdate(false)) {
		opt(&run.options)
	}
	if run.Set == nil {
		return nil, errors.New("only policies that were loaded from a directory can be mutated")
	}
	m := &mutation{suite: &run}
	if err := m.baseline(ctx); err != nil {
		return nil, err
	}
	all := mutants(run.Set)
	out := &Mutation{Total: len(all), Mutants: run.options.draw(all)}
	var failed atomic.Pointer[error]
	each(run.options.workers(), len(out.Mutants), func(i int) {
		if err := m.play(ctx, &out.Mutants[i]); err != nil {
			failed.Store(&err)
		}
	})
	if err := failed.Load(); err != nil {
		return nil, *err
	}
	return out, context.Cause(ctx)
}

// draw takes as many mutants as are wanted, in their order.
func (o *options) draw(all []Mutant) []Mutant {
	most := o.mutants
	if most <= 0 {
		most = DefaultMutants
	}
	if len(all) <= most {
		return all
	}
	drawn := rand.New(rand.NewPCG(o.shuffle, 0)).Perm(len(all))[:most]
	slices.Sort(drawn)
	var list []Mutant
	for _, i := range drawn {
		list = append(list, all[i])
	}
	return list
}

// mutation is one run of Mutate.
type mutation struct {
	suite *Suite
	cases []candidate
}

// candidate is a case with what it touched in the policies as they are.
type candidate struct {
	name     string
	c        *Case
	touched  map[eval.Pos]bool
	policies []eval.Pos
}

// baseline plays all cases once, to see what each touches.
func (m *mutation) baseline(ctx context.Context) error {
	r := &Report{}
	var jobs []job
	for _, f := range m.suite.Files {
		jobs = m.suite.plan(f, r, jobs)
	}
	m.cases = make([]candidate, len(jobs))
	each(m.suite.options.workers(), len(jobs), func(i int) {
		j := jobs[i]
		played := m.suite.play(ctx, j, &r.Results[j.at])
		if played != nil {
			m.cases[i] = candidateOf(m.suite.Set, j, played)
		}
	})
	if err := context.Cause(ctx); err != nil {
		return err
	}
	if !r.OK() {
		return ErrTestsFail
	}
	return nil
}

func candidateOf(set *rules.Set, j job, p *Played) candidate {
	out := candidate{name: path.Base(j.file.Name) + "/" + j.c.Name, c: j.c, touched: map[eval.Pos]bool{}}
	for x := range p.trace.Exprs() {
		out.touched[x.Pos()] = true
	}
	for at := range p.trace.Marks() {
		out.touched[at] = true
	}
	for _, policy := range j.c.policies(set) {
		out.policies = append(out.policies, policy.Pos)
	}
	return out
}

// reaches reports whether the case could notice the mutant.
func (c *candidate) reaches(m *Mutant) bool {
	switch m.scope.typ {
	case "Policy":
		return slices.Contains(c.policies, m.scope.pos) && (m.within == eval.Pos{} || c.touched[m.within])
	case "Claims":
		return c.touched[m.scope.pos] || c.touched[m.within]
	default:
		return true
	}
}

// play loads a mutant, and plays the cases that could notice it until one does.
func (m *mutation) play(ctx context.Context, one *Mutant) error {
	set, err := m.load(one)
	var load *rules.LoadError
	switch {
	case errors.As(err, &load):
		one.State = Invalid
		return nil
	case err != nil:
		return fmt.Errorf("a mutant of %s: %w", one.Pos.File, err)
	}
	player, reached := Engine(set), false
	for i := range m.cases {
		c := &m.cases[i]
		if !c.reaches(one) {
			continue
		}
		reached = true
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		played, err := player.Play(ctx, c.c)
		if err == nil && len(m.suite.record(played).compare(c.c)) > 0 {
			one.State, one.By = Killed, c.name
			return nil
		}
	}
	one.State, one.Hint = Survived, one.hint(reached)
	return nil
}

// load returns the set with the mutant in it.
func (m *mutation) load(one *Mutant) (*rules.Set, error) {
	set := m.suite.Set
	src := one.source(set.File(one.Pos.File).Text())
	if one.Pos.File != set.Turn.Pos.File {
		return set.With(one.Pos.File, []byte(src))
	}
	all := fstest.MapFS{}
	for _, name := range set.Files() {
		text := set.File(name).Text()
		if name == one.Pos.File {
			text = src
		}
		all[strings.TrimPrefix(name, m.suite.prefix())] = &fstest.MapFile{Data: []byte(text), Mode: fs.ModePerm}
	}
	return rules.Load(all, rules.WithDir(filepath.ToSlash(m.suite.Dir)), rules.WithFunctions(m.suite.options.functions...))
}
