package eval_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/eval"
)

// outline writes a node with its operands, as a test reads it.
func outline(n eval.Node) string {
	if p := n.Path(); p != "" {
		return p
	}
	if n.Op() == "" {
		return n.Text()
	}
	text := "(" + n.Op()
	for _, o := range n.Operands() {
		text += " " + outline(o)
	}
	return text + ")"
}

func TestOperands(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`a && !b || c`, `(|| (&& a (! b)) c)`},
		{`has(call.args.sku) && call.args["sku"] == "x"`, `(&& (has call.args.sku) (== call.args.sku "x"))`},
		{`claim.sources.exists(s, has(s.as_of) && s.server == "p")`, `(exists claim.sources s (&& (has s.as_of) (== s.server "p")))`},
		{`x in [1, 2] ? -y : f(z)`, `(?: (in x [1, 2]) (- y) (f z))`},
		{`call.args.?sku.orValue("")`, `(orValue (.? call.args sku) "")`},
		{`call.args[?"sku"] != a[0].b`, `(!= ([?] call.args "sku") a[0].b)`},
		{`now - entry.as_of < 2 * duration("1h")`, `(< (- now entry.as_of) (* 2 (duration "1h")))`},
	} {
		t.Run(c.text, func(t *testing.T) {
			f, problems := eval.Parse("a.cel", []byte(c.text))
			require.Empty(t, problems)
			assert.Equal(t, c.want, outline(f.Root()))
			assert.Equal(t, eval.Pos{File: "a.cel", Line: 1, Col: len(c.text) + 1}, f.Root().End())
		})
	}
	assert.Equal(t, "", outline(eval.Node{}))
	assert.Zero(t, eval.Node{}.End())
}

func TestComments(t *testing.T) {
	f, problems := eval.Parse("a.cel", []byte("// first\n[ // second\n  // third // still\n\n  \"// none\" ]  //\n"))
	require.Empty(t, problems)
	at := func(line, col int) eval.Pos { return eval.Pos{File: "a.cel", Line: line, Col: col} }
	assert.Equal(t, []eval.Comment{
		{at(1, 1), "first", true}, {at(2, 3), "second", false}, {at(3, 3), "third // still", true}, {at(5, 16), "", false},
	}, f.Comments())
}
