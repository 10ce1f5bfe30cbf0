package table_test

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/rules/table"
)

func rows(t *testing.T, policies string) []table.Row {
	t.Helper()
	set, err := rules.Load(fstest.MapFS{"p.cel": {Data: []byte(policies)}})
	require.NoError(t, err)
	return table.Rows(set)
}

// The specific ones stand before the general ones, and what is said of a tool is the most specific that is said.
func TestRows(t *testing.T) {
	var got [][3]string
	for _, r := range rows(t, `[
  Policy{name: "all", doc: "Everything.", owner: "platform", timeout: duration("3s")},
  Policy{name: "shop", doc: "Shop.", server: "shop", effect: Effect.READ},
  Policy{name: "find", server: "shop", tools: ["find_*", "find_near_*", "stock"]},
  Policy{name: "bank", server: "bank", owner: "bank", effect: Effect.WRITE},
]`) {
		got = append(got, [3]string{r.Server + "/" + r.Tool, r.Cost, r.Owner})
	}
	assert.Equal(t, [][3]string{
		{"bank/*", "Everything.", "bank"},
		{"shop/stock", "Shop.", "platform"},
		{"shop/find_near_*", "Shop.", "platform"},
		{"shop/find_*", "Shop.", "platform"},
		{"shop/*", "Shop.", "platform"},
		{"*/*", "Everything.", "platform"},
	}, got)
}

func TestWords(t *testing.T) {
	for _, c := range []struct{ name, policy, want string }{
		{"nothing is set", ``, "The turn ends with the engine's own message, and nobody takes over."},
		{
			"a dated copy, else a person", `store: Store{shared: true}, when_unavailable: [
  Cached{max_age: duration("90m"), require: {"a": facts.vip, "b": !facts.vip, "c": facts.vip}, disclose: {"en": "As of " + entry.as_of.clock() + " (" + entry.server + ").", "de": "Stand " + entry.as_of.clock()}},
  HardFail{message: {"en": "Not now.", "de": "Nicht jetzt."}, handoff: Handoff.HUMAN, queue: "sales"}]`,
			"If “a”, “b” and “c” hold, an earlier answer given to anybody, at most 90 min old, is used, and the reply says “As of [its time] ([entry.server]).” " +
				"Otherwise, the turn ends with “Not now.” and is passed to a person (queue sales).",
		},
		{
			"another tool, else silence", `require: {"a": facts.vip}, when_unavailable: [UseTool{server: "t", tool: "u", require: {"b": facts.vip}, disclose: "From elsewhere."}, Omit{}]`,
			"Anything else than its own answer is served only if “a” holds. If “b” holds, the tool t/u is asked in its place, and the reply says “From elsewhere.” " +
				"Otherwise, the turn goes on without an answer, and nothing is said about it.",
		},
		{
			"an age that depends", `when_unavailable: [Cached{max_age: facts.vip ? duration("1h") : duration("2h")}, Omit{disclose: "Nothing."}]`,
			"An earlier answer given to the same customer, at most {facts.vip ? duration(\"1h\") : duration(\"2h\")} old, is used, and its age is not said. " +
				"Otherwise, the turn goes on without an answer, and the reply says “Nothing.”",
		},
		{
			"never asked", `forbid: {"a": facts.vip, "b": facts.vip}, unavailable_when: {"c": facts.vip}, when_unavailable: [HardFail{handoff: Handoff.RETRY_LATER}]`,
			"Refused if one holds: a; b. Counts as down if one holds: c. The turn ends with the engine's own message and is to be tried again later.",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := rows(t, `[Turn{languages: ["en", "de"], facts: {"vip": bool}}, Policy{name: "p", server: "s", tools: ["t"], effect: Effect.READ, `+c.policy+`},
  Policy{name: "q", server: "t", tools: ["u"], effect: Effect.READ}]`)
			assert.Equal(t, c.want, got[0].Chain)
		})
	}
}

func TestSettings(t *testing.T) {
	r := rows(t, `Policy{name: "p", server: "s", effect: Effect.WRITE, timeout: duration("2500ms"), retry: Retry{max: 2},
  breaker: Breaker{rate: 0.5, slow: duration("3s"), min_calls: 10, window: duration("2m"), open_for: duration("1m"), max_open_for: duration("1m"), scope: Scope.SERVER, mode: Mode.SHADOW, ramp: [0.125, 0.5]},
  when_uncertain: HardFail{message: "Perhaps.", handoff: Handoff.HUMAN}}`)[0]
	assert.Equal(t, "2.5 s", r.Timeout)
	assert.Equal(t, "2, if nothing was sent", r.Retries)
	assert.Equal(t, "when 50 % of the last 2 min failed, or when 50 % of the last 2 min took 3 s or more, for 1 min; back by 12.5 %, 50 %, the whole server, only recorded", r.Breaker)
	assert.Contains(t, r.Chain, "If it may have gone through, the turn ends with “Perhaps.” and is passed to a person.")
}
