package rules_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/rules"
)

// Two policies clash exactly if they are of equal specificity for some tool.
func TestConflicts(t *testing.T) {
	for _, c := range []struct {
		a, b  string
		clash bool
	}{
		{``, ``, true},
		{``, `server: "s"`, false},
		{`server: "s"`, `server: "s"`, true},
		{`server: "s"`, `server: ["r", "s"]`, true},
		{`server: "s"`, `server: "r"`, false},
		{`server: "s"`, `server: "s", tools: ["t"]`, false},
		{`tools: ["t"]`, `tools: ["u", "t"]`, true},
		{`tools: ["t"]`, `server: "s", tools: ["t"]`, false},
		{`tools: ["t*"]`, `tools: ["t"]`, false},
		{`tools: ["t*"]`, `tools: ["t*", "tu*"]`, true},
		{`tools: ["t*"]`, `tools: ["tu*"]`, false},
		{`tools: ["t*", "u"]`, `tools: ["tu*", "u"]`, true},
		{`server: "r", tools: ["t"]`, `server: "s", tools: ["t"]`, false},
	} {
		t.Run(c.a+" and "+c.b, func(t *testing.T) {
			text := fmt.Sprintf(`[Policy{name: "a", hide_after: duration("1s"), %s}, Policy{name: "b", hide_after: duration("2s"), %s}]`, c.a, c.b)
			_, err := rules.Load(mapFS("p.cel", text))
			assert.Equal(t, c.clash, err != nil, "%v", err)
			other := strings.ReplaceAll(text, `duration("2s")`, `duration("2s"), when: true`)
			assert.ErrorContains(t, second(rules.Load(mapFS("p.cel", other))), "can't be set in a policy with a when")
		})
	}
}

// What a chain may name depends on which policy wins for the tool.
func TestUseTool(t *testing.T) {
	for _, c := range []struct{ name, policies, want string }{
		{"a tool with a chain of its own, of the same server", `
			Policy{name: "all", server: "s", effect: Effect.READ, when_unavailable: [UseTool{tool: "b"}, Omit{}]},
			Policy{name: "b", server: "s", tools: ["b"], when_unavailable: [Omit{}]}`, ""},
		{"a tool of another server, covered for every server", `
			Policy{name: "a", server: "s", tools: ["a"], when_unavailable: [UseTool{server: "r", tool: "b"}, Omit{}]},
			Policy{name: "all", timeout: duration("1s")}`, ""},
		{"a tool that only a conditional policy covers is a write", `
			Policy{name: "a", server: "s", tools: ["a"], effect: Effect.READ, when_unavailable: [UseTool{tool: "b"}, Omit{}]},
			Policy{name: "b", server: "s", tools: ["b"], when: true, forbid: {"x": true}}`, "Effect.WRITE, in place of"},
		{"a policy for every server, whose tool one server has", `
			Policy{name: "a", tools: ["a"], effect: Effect.READ, when_unavailable: [UseTool{tool: "b"}, Omit{}]},
			Policy{name: "b", server: "s", tools: ["b"], effect: Effect.READ}`, ""},
		{"a policy for every server, whose tool no server has", `
			Policy{name: "a", tools: ["a"], effect: Effect.READ, when_unavailable: [UseTool{tool: "b"}, Omit{}]},
			Policy{name: "c", server: "s", tools: ["c"], effect: Effect.READ}`, "no policy covers b of every server"},
		{"an effect that a wider policy states", `
			Policy{name: "all", effect: Effect.READ},
			Policy{name: "a", server: "s", tools: ["a"], when_unavailable: [UseTool{tool: "b"}, Omit{}]},
			Policy{name: "b", server: "s", tools: ["b"], timeout: duration("1s")}`, ""},
		{"an own chain that never holds, for a more special one wins", `
			Policy{name: "all", server: "s", tools: ["f_*"], effect: Effect.READ, when_unavailable: [UseTool{tool: "f_b"}, Omit{}]},
			Policy{name: "b", server: "s", tools: ["f_b*"], effect: Effect.READ, when_unavailable: [Omit{}]}`, ""},
		{"weaker effects are fine", `
			Policy{name: "a", server: "s", tools: ["a"], effect: Effect.WRITE, when_unavailable: [UseTool{tool: "b"}, Omit{}]},
			Policy{name: "b", server: "s", tools: ["b"], effect: Effect.READ}`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := rules.Load(mapFS("p.cel", "["+c.policies+"]"))
			if c.want == "" {
				assert.NoError(t, err)
				return
			}
			assert.ErrorContains(t, err, c.want)
		})
	}
}

// Which file a policy is in, and where there, changes neither a set nor what is wrong with it.
func TestLoadIsOrderFree(t *testing.T) {
	var policies []string
	for i := range 40 {
		policies = append(policies, fmt.Sprintf(`Policy{name: "p%02d", server: "s%d", tools: ["t%d", "u*"], timeout: duration("1s"), retry: Retry{max: %d}}`, i, i%7, i%5, i%12))
	}
	messages := func() []string {
		var texts []string
		for i, p := range policies {
			texts = append(texts, fmt.Sprintf("%02d.cel", i), p)
		}
		_, err := rules.Load(mapFS(texts...))
		var broken *rules.LoadError
		require.ErrorAs(t, err, &broken)
		var list []string
		for _, p := range broken.Problems {
			if !strings.Contains(p.Message, "by policy") { // which of the two comes second depends on their places
				list = append(list, p.Message)
			}
		}
		return list
	}
	want := messages()
	for range 20 {
		rand.Shuffle(len(policies), func(i, j int) { policies[i], policies[j] = policies[j], policies[i] })
		assert.ElementsMatch(t, want, messages())
	}
}

func second[A, B any](_ A, b B) B { return b }
