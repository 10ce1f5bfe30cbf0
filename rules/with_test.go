package rules_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

func TestASetWithOneFileReplaced(t *testing.T) {
	set, err := rules.Load(os.DirFS("../policies"))
	require.NoError(t, err)

	out, err := set.With("inventory.cel", []byte(`Policy{name: "stock", server: "inventory", effect: Effect.READ, when_unavailable: [HardFail{}]}`))
	require.NoError(t, err)
	assert.Equal(t, eval.StepHardFail, out.Plan("inventory", "stock").Chain[0].Kind)
	assert.Equal(t, "stock", out.Plan("inventory", "stock").Policies()[0].Name)
	assert.Equal(t, "pricing", out.Plan("pricing", "quote").Policies()[0].Name, "the other files stay")
	assert.Len(t, out.Claims, len(set.Claims))
	assert.Equal(t, eval.StepOmit, set.Plan("inventory", "stock").Chain[0].Kind, "the set itself does not change")

	for _, c := range []struct{ name, file, text, err string }{
		{"a text that is no CEL", "inventory.cel", `Policy{`, "inventory.cel:1:7: "},
		{"a field that is not known", "inventory.cel", `Policy{name: "stock", serve: "inventory"}`, `inventory.cel:1:23: Policy has no field serve; did you mean "server"?`},
		{"a name that is there already", "inventory.cel", `Policy{name: "pricing", server: "x"}`, `policy "pricing" is there already`},
		{"an expression that does not compile", "inventory.cel", `Policy{name: "p", server: "x", forbid: {"a": facts.nope}}`, "inventory.cel:1:"},
		{"the file of the Turn", "turn.cel", `Turn{}`, "the file holds the Turn"},
		{"a second Turn", "inventory.cel", `Turn{}`, "the file holds the Turn"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := set.With(c.file, []byte(c.text))
			var load *rules.LoadError
			require.ErrorAs(t, err, &load)
			assert.ErrorContains(t, err, c.err)
		})
	}
}

func TestMarksOfStepsAndClaims(t *testing.T) {
	set := load(t, "p.cel", `Policy{
  name: "p", server: "s", effect: Effect.READ,
  when_unavailable: [
    Cached{max_age: duration("1m"), require: {"never": call.tool == "x"}},
    Omit{},
  ],
}`)
	trace := &eval.Trace{}
	in := &eval.Input{Now: noon, Turn: &eval.Turn{ID: "1", Trace: trace}, Call: &eval.Call{Server: "s", Tool: "t"}}
	var d rules.Decision
	d.Reset(set.Plan("s", "t"))
	step, _ := set.Plan("s", "t").Choose(in, newWorld(), 0, &d)
	require.NotNil(t, step)
	marks := trace.Marks()
	assert.Equal(t, eval.SawFalse, marks[eval.Pos{File: "p.cel", Line: 4, Col: 5}])
	assert.Equal(t, eval.SawTrue, marks[eval.Pos{File: "p.cel", Line: 5, Col: 5}])
	assert.Len(t, trace.Exprs(), 1)
}
