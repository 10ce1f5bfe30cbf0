package main

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/lacuna-go/lacuna/engine/policytest"
)

// updateWants writes what came out into the wants that do not hold, and plays again.
func (t *testFlags) updateWants(ctx context.Context, out *tested) {
	done, err := out.suite.Accept(out.report)
	if err != nil {
		_, _ = fmt.Fprintf(t.stderr, "lacuna: --update-want: %v\n", err)
		return
	}
	for _, p := range done.Refused {
		diagnose(t.stderr, p, out.suite.Snippet(p.Pos))
	}
	for _, name := range slices.Sorted(maps.Keys(done.Files)) {
		if !t.asJSON {
			_, _ = fmt.Fprintf(t.stdout, "wrote %s: %s\n", name, count(done.Files[name], "value"))
		}
	}
	if len(done.Files) == 0 {
		return
	}
	again, err := policytest.Load(out.Dir, t.options...)
	if err != nil { // it loaded a moment ago
		_, _ = fmt.Fprintf(t.stderr, "lacuna: %v\n", err)
		return
	}
	out.suite, out.report = again, again.Run(ctx)
}
