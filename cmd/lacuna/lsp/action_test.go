package lsp

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What a message suggests can be put into the text, and then the message is gone.
func TestFixes(t *testing.T) {
	const turn = `Turn{purposes: ["chat", "order"], facts: {"vip": bool}}`
	for _, c := range []struct{ name, text, want string }{
		{"a field", `Policy{name: "a", timeuot: duration("2s")}`, `Policy{name: "a", timeout: duration("2s")}`},
		{"a literal", `Policy{name: "a", when_unavailable: [Omitt{}]}`, `Policy{name: "a", when_unavailable: [Omit{}]}`},
		{"a member", `Policy{name: "a", effect: Effect.REED}`, `Policy{name: "a", effect: Effect.READ}`},
		{"a constant in quotes", `Policy{name: "a", effect: "read"}`, `Policy{name: "a", effect: Effect.READ}`},
		{"a constant that is compared in quotes", `Policy{name: "a", forbid: {"x": turn.purpose == "chat"}}`, `Policy{name: "a", forbid: {"x": turn.purpose == Purpose.CHAT}}`},
		{"a variable", `Policy{name: "a", forbid: {"x": trun.purpose == Purpose.CHAT}}`, `Policy{name: "a", forbid: {"x": turn.purpose == Purpose.CHAT}}`},
		{"a field of a variable", `Policy{name: "a", forbid: {"x": turn.purpos == Purpose.CHAT}}`, `Policy{name: "a", forbid: {"x": turn.purpose == Purpose.CHAT}}`},
		{"a fact", `Policy{name: "a", forbid: {"x": facts.vap}}`, `Policy{name: "a", forbid: {"x": facts.vip}}`},
		{"a fact without facts", `Policy{name: "a", forbid: {"x": vip}}`, `Policy{name: "a", forbid: {"x": facts.vip}}`},
		{"a method", `Policy{name: "a", when_unavailable: [Cached{max_age: duration("1h"), disclose: entry.as_of.clok()}, Omit{}]}`, `Policy{name: "a", when_unavailable: [Cached{max_age: duration("1h"), disclose: entry.as_of.clock()}, Omit{}]}`},
		{"a duration in quotes", `Policy{name: "a", timeout: "2s"}`, `Policy{name: "a", timeout: duration("2s")}`},
		{"a duration that is compared", `Policy{name: "a", forbid: {"x": turn.remaining < "2s"}}`, `Policy{name: "a", forbid: {"x": turn.remaining < duration("2s")}}`},
		{"a comma", "Policy{\n  name: \"a\"  // 😀\n  server: \"s\",\n}", "Policy{\n  name: \"a\",  // 😀\n  server: \"s\",\n}"},
		{"a word without quotes", `Policy{name: a}`, `Policy{name: "a"}`},
		{"a var", `Policy{name: "a", vars: {"big": 1 > 2}, forbid: {"x": vars.bg}}`, `Policy{name: "a", vars: {"big": 1 > 2}, forbid: {"x": vars.big}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := newPolicyText(c.text)
			found, _ := newSet("").look(map[string]string{"a.cel": c.text, "turn.cel": turn})
			actions := fixes("a", text, diagnostics(text, found["a.cel"]))
			require.Len(t, actions, 1, "%v", found["a.cel"])
			edit := actions[0].Edit.Changes["a"][0]
			assert.Equal(t, c.want, text.change(edit.Range, edit.NewText), found["a.cel"][0].Message)
		})
	}
}
