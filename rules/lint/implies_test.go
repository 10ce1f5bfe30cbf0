package lint_test

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/rules/lint"
)

func TestImplies(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{`facts.n > 5`, `facts.n > 4`, true},
		{`facts.n > 4`, `facts.n > 5`, false},
		{`facts.n > 5 && facts.vip`, `facts.vip`, true},
		{`facts.vip`, `facts.n > 5 || facts.vip`, true},
		{`facts.vip`, `facts.n > 5 && facts.vip`, false},
		{`call.tool == "a"`, `call.tool in ["a", "b"]`, true},
		{`call.tool in ["a", "b"]`, `call.tool == "a"`, false},
		{`!(facts.vip || facts.n < 3)`, `!facts.vip`, true},
		{`facts.vip ? facts.n > 5 : facts.n > 9`, `facts.n > 5`, true},
		{`facts.vip`, `facts.n > 5`, false},
		{`false`, `facts.vip`, true},
		{`facts.vip`, `true`, true},
		{`call.args.list.exists(x, x > 3)`, `call.args.list.exists(x, x > 2)`, false}, // it is so, and not known
	} {
		set, err := rules.Load(fstest.MapFS{"p.cel": &fstest.MapFile{Data: []byte(
			`[Turn{facts: {"vip": bool, "n": int}}, Policy{name: "p", server: "s", forbid: {"a": ` + c.a + `, "b": ` + c.b + `}}]`)}})
		require.NoError(t, err)
		forbid := set.Policies[0].Forbid
		assert.Equal(t, c.want, lint.Implies(forbid[0].Expr.Node(), forbid[1].Expr.Node()), "%s, and %s", c.a, c.b)
	}
}
