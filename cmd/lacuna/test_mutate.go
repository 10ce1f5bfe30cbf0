package main

import (
	"context"
	"fmt"

	"github.com/lacuna-go/lacuna/engine/policytest"
)

// mutated changes the policies of each directory, and says which changes no case notices.
func (t *testFlags) mutated(ctx context.Context, list []tested) int {
	code := exitFine
	for i := range list {
		d := &list[i]
		if d.suite == nil {
			continue
		}
		m, err := d.suite.Mutate(ctx)
		if err != nil {
			_, _ = fmt.Fprintf(t.stderr, "%s: not mutated: %v\n", d.Dir, err)
			code = exitFailed
			continue
		}
		score := m.Score()
		d.Mutation, d.Score = m, &score
		if !t.asJSON {
			t.survivors(d.Dir, m)
		}
		if score < t.mutateMin {
			_, _ = fmt.Fprintf(t.stderr, "%s: the mutation score is %s, and --mutate-min asks for %s\n", d.Dir, percent(score), percent(t.mutateMin))
			code = exitFailed
		}
	}
	return code
}

func (t *testFlags) survivors(dir string, m *policytest.Mutation) {
	for _, s := range m.Survivors() {
		_, _ = fmt.Fprintf(t.stdout, "survived %s\n    %s\n", s.String(), s.Hint)
		t.annotate("warning", "a change that no case notices", s.Pos, fmt.Sprintf("%s: %s: %s", s.Kind, s.Change(), s.Hint))
	}
	killed, survived, invalid := m.Count()
	_, _ = fmt.Fprintf(t.stdout, "%s: mutation score %s: %d of %d changes noticed", dir, percent(m.Score()), killed, killed+survived)
	if invalid > 0 {
		_, _ = fmt.Fprintf(t.stdout, "; %d more do not load", invalid)
	}
	if n := len(m.Mutants); n < m.Total {
		_, _ = fmt.Fprintf(t.stdout, "; %d of %d drawn", n, m.Total)
	}
	_, _ = fmt.Fprintln(t.stdout)
}
