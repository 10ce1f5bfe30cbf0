package rules_test

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/rules"
)

func TestEdits(t *testing.T) {
	load := func(files ...string) *rules.Set {
		fsys := fstest.MapFS{}
		for i, text := range files {
			fsys[string(rune('a'+i))+".cel"] = &fstest.MapFile{Data: []byte(text)}
		}
		set, err := rules.Load(fsys)
		require.NoError(t, err)
		return set
	}
	before := load(`[
		Policy{name: "a", server: "a", timeout: duration("2s"), retry: Retry{max: 1}, forbid: {"x": call.tool == "y", "z": false},
			effect: Effect.READ, when_unavailable: [Cached{max_age: duration("15m")}, HardFail{message: "No."}]},
		Policy{name: "gone", server: "g"},
	]`, `Known{name: "k", text: "Free over €50."}`)
	after := load(`[
		Known{name: "k", text: "Free over €50."},
		Policy{name: "new", server: "n"},
		// moved, and laid out anew
		Policy{
			name: "a", server: "a", retry: Retry{max: 3}, timeout: duration("2s"),
			forbid: {"z": false, "w": true}, // other keys
			effect:  Effect.READ,
			when_unavailable: [Cached{max_age: duration("24h")}, Omit{}],
		},
	]`)
	var got [][3]string
	for _, e := range rules.Edits(before, after) {
		got = append(got, [3]string{e.Type + " " + e.Name + " " + e.Path, e.Old, e.New})
	}
	assert.Equal(t, [][3]string{
		{`Policy a forbid["w"]`, "", "true"},
		{`Policy a forbid["x"]`, `call.tool == "y"`, ""},
		{"Policy a retry.max", "1", "3"},
		{"Policy a when_unavailable[0].max_age", `duration("15m")`, `duration("24h")`},
		{"Policy a when_unavailable[1]", `HardFail{message: "No."}`, "Omit{}"},
		{"Policy gone ", `Policy{name: "gone", server: "g"}`, ""},
		{"Policy new ", "", `Policy{name: "new", server: "n"}`},
	}, got)
	assert.Empty(t, rules.Edits(before, before))
	assert.Equal(t, []string{"a"}, before.Plan("a", "t").Applying())
}
