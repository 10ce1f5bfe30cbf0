package rules_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// Of hundreds of conditions each is found that holds, errs, or stands under the when of its policy, in the order of their ids.
func TestManyConditionsOfOneTool(t *testing.T) {
	const n = 300
	var text, plain strings.Builder
	want := []string{}
	for i := range n {
		condition, when := fmt.Sprintf("call.args.n >= %d", i), ""
		switch {
		case i == 10:
			condition = "call.args.nope == 1"
		case i%7 == 3:
			condition = fmt.Sprintf("call.args.n == %d || latency.count == 77", i)
		case i%5 == 2:
			when = fmt.Sprintf(`when: call.args.n > %d, `, i+100)
		}
		fmt.Fprintf(&text, "Policy{name: \"p%03d\", server: \"s\", %sforbid: {\"no\": %s}},\n", i, when, condition)
		fmt.Fprintf(&plain, "Policy{name: \"p%03d\", server: \"s\", forbid: {\"no\": call.args.n >= %d && call.args.n < 1000}},\n", i, i)
		if i == 10 || i%7 != 3 && (i%5 != 2 || 280 > i+100) && 280 >= i || i%7 == 3 && i == 280 {
			want = append(want, fmt.Sprintf("p%03d/no", i))
		}
	}
	args, err := eval.NewArgs(map[string]any{"n": 280})
	require.NoError(t, err)
	in := &eval.Input{Now: noon, Call: &eval.Call{Server: "s", Tool: "x", Args: args}, Turn: &eval.Turn{ID: "1", Remaining: time.Second, Budget: time.Second}}
	set, err := rules.Load(fstest.MapFS{"p.cel": {Data: []byte("[" + text.String() + "]")}})
	require.NoError(t, err)
	var d rules.Decision
	set.Decide(in, newWorld(), &d)
	var got []string
	for _, f := range d.Forbidden() {
		got = append(got, f.ID)
		assert.Equal(t, f.ID == "p010/no", f.Fault != nil, f.ID)
	}
	assert.Equal(t, want, got)
	assert.Equal(t, "p000/no", d.Reason)
	require.Len(t, d.Faults, 1)

	set, err = rules.Load(fstest.MapFS{"p.cel": {Data: []byte("[" + plain.String() + "]")}})
	require.NoError(t, err)
	w := newWorld()
	set.Decide(in, w, &d)
	assert.Len(t, d.Forbidden(), 281)
	if !raceEnabled {
		assert.Zero(t, testing.AllocsPerRun(100, func() { set.Decide(in, w, &d) }))
	}
}
