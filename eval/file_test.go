package eval_test

import (
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/eval"
)

// A file keeps its text, and what it parsed to only as long as somebody holds it.
func TestFileIsParsedAgain(t *testing.T) {
	text := "// größe\n{\"größe\": 1 < 2, // ü\r\n\t\"ß\": [ ---\n\t5, 'ü' + 'ö'\n]}"
	f, problems := eval.Parse("ä.cel", []byte(text))
	require.Empty(t, problems)
	assert.Equal(t, text, f.Text())
	assert.Equal(t, `{"größe": 1 < 2, // ü`, f.Line(2))
	for _, n := range []int{0, 6} {
		assert.Empty(t, f.Line(n))
	}
	before := places(f.Root())
	runtime.GC()
	runtime.GC()
	assert.Equal(t, before, places(f.Root()))
	assert.Equal(t, []string{
		`ä.cel:2:1 ` + text[strings.IndexByte(text, '{'):], `ä.cel:2:11 1 < 2`, "ä.cel:3:7 [ ---\n\t5, 'ü' + 'ö'\n]", "ä.cel:3:9 ---\n\t5", `ä.cel:4:5 'ü' + 'ö'`,
	}, before)
}

// places lists a value and what it holds, each with its place.
func places(n eval.Node) []string {
	list := []string{n.Pos().String() + " " + n.Text()}
	for _, e := range n.Entries() {
		list = append(list, places(e.Value)...)
	}
	for _, e := range n.Elems() {
		list = append(list, places(e)...)
	}
	return list
}

// An expression is parsed again by itself, and stands where it stood.
func TestExprIsParsedAgain(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"in parentheses", "['ü', (1 < 2 && // so\n  turn.id == 'ä')]", "(1 < 2 && // so\n  turn.id == 'ä')"},
		{"of signs", "['ü', ---\nturn.attempts == 1]", "---\nturn.attempts == 1"},
		{"with a macro", "['ü', [1, 2].exists(x, x == turn.attempts)]", "[1, 2].exists(x, x == turn.attempts)"},
		{"with a raw text", `['ü', turn.id.matches(r'^\d+$')]`, `turn.id.matches(r'^\d+$')`},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, problems := eval.Parse("p.cel", []byte(c.text))
			require.Empty(t, problems)
			env, problems := eval.NewEnv(eval.Options{})
			require.Empty(t, problems)
			node := f.Root().Elems()[1]
			x, problems := env.Compile(eval.HookCall, eval.WantBool, nil, node)
			require.Empty(t, problems)
			assert.Equal(t, c.want, x.Source())
			assert.Equal(t, node.Pos(), x.Pos())
			assert.Equal(t, node.End(), x.Node().End())
			assert.Equal(t, parts(node), parts(x.Node()))
		})
	}
}

// parts lists an expression and its operands, each with its place.
func parts(n eval.Node) []string {
	list := []string{n.Pos().String() + " " + n.Op() + " " + n.Text()}
	for _, o := range n.Operands() {
		list = append(list, parts(o)...)
	}
	return list
}

// Many may ask for what a file and an expression parse to at once, while what nobody holds is collected.
func TestParsedAgainAtOnce(t *testing.T) {
	f, problems := eval.Parse("p.cel", []byte(`['ü', turn.id.startsWith('ä') && 1 / turn.attempts == 1]`))
	require.Empty(t, problems)
	env, problems := eval.NewEnv(eval.Options{})
	require.Empty(t, problems)
	x, problems := env.Compile(eval.HookCall, eval.WantBool, nil, f.Root().Elems()[1])
	require.Empty(t, problems)
	want := parts(x.Node())
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 20 {
				runtime.GC()
				assert.Len(t, f.Root().Elems(), 2)
				assert.Equal(t, want, parts(x.Node()))
				in := &eval.Input{Turn: &eval.Turn{ID: "äb"}}
				_, fault := x.Holds(in)
				assert.Equal(t, "p.cel:1:34", fault.Pos.String())
				assert.Equal(t, fault, x.Explain(in).Fault)
			}
		})
	}
	wg.Wait()
}
