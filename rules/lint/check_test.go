package lint_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/rules/lint"
)

func load(t testing.TB, text string) *rules.Set {
	t.Helper()
	set, err := rules.Load(fstest.MapFS{"p.cel": {Data: []byte(text)}})
	require.NoError(t, err)
	return set
}

// warned lists the warnings of a set by their ids.
func warned(t *testing.T, text string) []string {
	t.Helper()
	ids := []string{}
	for _, f := range lint.Check(load(t, text), lint.At(now)) {
		if f.Severity == lint.Warning {
			ids = append(ids, f.ID)
		}
	}
	return ids
}

// What is always true or false, and what only looks so.
func TestConditions(t *testing.T) {
	const always, never = "condition-always-true", "condition-always-false"
	for _, c := range []struct {
		condition string
		want      []string
	}{
		{`turn.purpose == Purpose.CHAT && turn.purpose == Purpose.ORDER`, []string{never}},
		{`turn.purpose == Purpose.CHAT || turn.purpose == Purpose.ORDER`, nil},
		{`turn.purpose == Purpose.CHAT || turn.purpose in [Purpose.ORDER, Purpose.CONTRACT]`, []string{always}},
		{`turn.purpose != Purpose.CHAT || turn.purpose != Purpose.ORDER`, []string{always}},
		{`!(turn.purpose == Purpose.CHAT) && turn.purpose in [Purpose.CHAT]`, []string{never}},
		{`facts.n > 3 && facts.n < 3`, []string{never}},
		{`facts.n > 3 && facts.n <= 3`, []string{never}},
		{`facts.n >= 3 && facts.n <= 3`, nil},
		{`facts.n >= 3 && facts.n <= 3 && facts.n != 3`, []string{never}},
		{`facts.n < 3 || facts.n >= 3`, []string{always}},
		{`facts.n < 3 || facts.n > 3`, nil},
		{`3 < facts.n && 2 > facts.n`, []string{never}},
		{`facts.every > duration("2h") && facts.every < duration("90m")`, []string{never}},
		{`facts.amount > money("5", "EUR") && facts.amount < money("3", "USD")`, nil},
		{`facts.amount == money("5", "EUR") && facts.amount == money("5.00", "EUR")`, nil},
		{`facts.name == "a" && facts.name in ["b", "c"]`, []string{never}},
		{`facts.vip && !facts.vip`, []string{never}},
		{`facts.vip == true || facts.vip == false`, []string{always}},
		{`facts.vip ? facts.n > 3 : facts.n > 3 && facts.n < 2`, nil},
		{`facts.vip && (facts.n > 5 || facts.n <= 5)`, []string{always}},
		{`vars.big && facts.n < 2`, []string{never}},
		{`vars.big && facts.n < 20`, nil},
		{`call.server == "s"`, []string{always}},
		{`call.server == "t"`, []string{never}},
		{`call.tool == "b"`, nil},
		{`call.effect == Effect.WRITE`, []string{never}},
		{`turn.elapsed >= duration("0s")`, []string{always}},
		{`breaker.failure_rate > 1.5`, []string{never}},
		{`size(facts.tags) < 0`, []string{never}},
		{`size(facts.tags) > 0`, nil},
		{`now < timestamp("2020-01-01T00:00:00Z")`, []string{never}},
		{`now < timestamp("2030-01-01T00:00:00Z")`, nil},
		{`has(call.args.x) && call.args.x == "a" && call.args["x"] == "b"`, []string{never}},
		{`facts.n == facts.n`, []string{always}},
		{`facts.n < facts.m && facts.m < facts.n`, nil},
		{`facts.n < facts.m && facts.m > facts.n`, nil},
		{`facts.n < facts.m && !(facts.m > facts.n)`, []string{never}},
		{`facts.tags.exists(x, x == "a") && !facts.tags.exists(x, x == "a")`, []string{never}},
		{`facts.vip && facts.n > 3 && facts.vip`, []string{"condition-repeated"}},
	} {
		t.Run(c.condition, func(t *testing.T) {
			text := `[Turn{purposes: ["chat", "order", "contract"], facts: {"n": int, "m": int, "vip": bool, "every": duration, "amount": money, "name": string, "tags": [string]}},
Policy{name: "p", server: "s", effect: Effect.READ, vars: {"big": facts.n > 10}, forbid: {"c": ` + c.condition + `}}]`
			var got []string
			for _, id := range warned(t, text) {
				if id != "unused-fact" && id != "unused-var" {
					got = append(got, id)
				}
			}
			assert.Equal(t, c.want, got)
		})
	}
}

// Whoever asks for the only purpose there is guards against those that will come.
func TestOnlyPurpose(t *testing.T) {
	assert.Empty(t, warned(t, `Policy{name: "p", server: "s", effect: Effect.READ, require: {"binds nobody": turn.purpose == Purpose.CHAT}}`))
}

// A condition with more cases than are judged is left alone, and costs no time.
func TestConditionOfManyCases(t *testing.T) {
	var parts []string
	for i := range 60 {
		parts = append(parts, fmt.Sprintf("(facts.n != %d || facts.m != %d)", i, i))
	}
	text := `[Turn{facts: {"n": int, "m": int}}, Policy{name: "p", server: "s", effect: Effect.READ, forbid: {"c": ` + strings.Join(parts, " && ") + `}}]`
	assert.Empty(t, warned(t, text))
}

func TestSteps(t *testing.T) {
	for _, c := range []struct {
		name, chain string
		want        []string
	}{
		{"a narrower copy behind a wider one", `Cached{max_age: duration("2h")}, Cached{max_age: duration("1h")}, Omit{}`, []string{"shadowed-step"}},
		{"the other way round", `Cached{max_age: duration("1h")}, Cached{max_age: duration("2h")}, Omit{}`, []string{}},
		{"one condition more behind", `Cached{max_age: duration("1h"), require: {"a": facts.vip}}, Cached{max_age: duration("1h"), require: {"c": facts.vip, "b": facts.n > 3}}, Omit{}`, []string{"shadowed-step"}},
		{"a bound within a wider one", `HardFail{require: {"a": facts.n > 3}}, Cached{max_age: duration("1h"), require: {"b": facts.n > 5}}, Omit{}`, []string{"shadowed-step"}},
		{"a bound around a narrower one", `HardFail{require: {"a": facts.n > 5}}, Cached{max_age: duration("1h"), require: {"b": facts.n > 3}}, Omit{}`, []string{}},
		{"what the first reads may be missing", `HardFail{require: {"a": facts.n > 3}}, Cached{max_age: duration("1h"), require: {"b": facts.vip}}, Omit{}`, []string{}},
		{"both ways covered, and the end that every chain needs", `Omit{require: {"a": facts.vip}}, HardFail{require: {"b": !facts.vip}}, Omit{}`, []string{}},
		{"a disclosure that may err", `Cached{max_age: duration("2h"), disclose: string(facts.n)}, Cached{max_age: duration("1h")}, Omit{}`, []string{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := []string{}
			for _, id := range warned(t, `[Turn{facts: {"n": int, "vip": bool}}, Policy{name: "p", server: "s", effect: Effect.READ, when_unavailable: [`+c.chain+`]}]`) {
				if id != "unused-fact" {
					got = append(got, id)
				}
			}
			assert.Equal(t, c.want, got)
		})
	}
}

func TestTexts(t *testing.T) {
	for _, c := range []struct{ step, text, want string }{
		{"when_uncertain", "Your order may have gone through. Please don't place it again.", ""},
		{"when_uncertain", "I don't know whether your order was not placed.", ""},
		{"when_uncertain", "Please check before you try again.", ""},
		{"when_uncertain", "Your card was not charged.", "effect-denied"},
		{"when_uncertain", "Die Bestellung wurde leider nicht aufgegeben.", "effect-denied"},
		{"when_uncertain", "Die Bestellung wurde möglicherweise nicht aufgegeben.", ""},
		{"when_uncertain", "Ihre Bestellung ging vielleicht durch. Bitte bestellen Sie nicht noch einmal.", ""},
		{"when_uncertain", "La commande n'a pas été passée.", "effect-denied"},
		{"when_uncertain", "No se ha realizado el pedido.", "effect-denied"},
		{"when_uncertain", "De bestelling is niet geplaatst.", "effect-denied"},
		{"hard_fail", "I can't quote prices right now. Shall I pass you to a colleague?", "handoff-missing"},
		{"hard_fail", "Ich kann gerade keine Preise nennen. Soll ich Sie weiterleiten?", "handoff-missing"},
		{"hard_fail", "I can't pass you to a colleague right now.", ""},
		{"hard_fail", "I can't quote prices. We'll get back to you.", "promised-follow-up"},
		{"hard_fail", "Wir melden uns bei Ihnen.", "promised-follow-up"},
		{"hard_fail", "Nous vous rappellerons demain.", "promised-follow-up"},
		{"hard_fail", "You will receive a refund only if you ask for one.", ""},
		{"hard_fail", "I can't look into your order right now. Call us at any time.", ""},
	} {
		t.Run(c.text, func(t *testing.T) {
			policy := `Policy{name: "p", server: "s", effect: Effect.WRITE, when_uncertain: HardFail{message: %q, handoff: Handoff.HUMAN}}`
			if c.step == "hard_fail" {
				policy = `Policy{name: "p", server: "s", effect: Effect.READ, when_unavailable: [HardFail{message: %q}]}`
			}
			got := warned(t, fmt.Sprintf(policy, c.text))
			if c.want == "" {
				assert.Empty(t, got)
				return
			}
			assert.Equal(t, []string{c.want}, got)
		})
	}
}

// A guard counts where it is asked first, whatever form it has.
func TestGuards(t *testing.T) {
	for _, c := range []struct {
		conditions string
		found      bool
	}{
		{`"a": has(call.args.x) && call.args.x > 3`, false},
		{`"a": call.args.x > 3 && has(call.args.x)`, true},
		{`"a": !has(call.args.x) || call.args.x > 3`, false},
		{`"a": has(call.args.x) || call.args.x > 3`, true},
		{`"a": has(call.args.x) ? call.args.x > 3 : true == facts.vip`, false},
		{`"a": "x" in call.args && call.args["x"] > 3`, false},
		{`"a": call.args.?x.orValue(0) > 3`, false},
		{`"a": !has(call.args.x), "b": call.args.x > 3`, false},
		{`"a": vars.asked && call.args.x > 3`, false},
		{`"a": vars.unguarded`, true},
		{`"a": call.money("x", "y") > money("3", "EUR")`, true},
	} {
		t.Run(c.conditions, func(t *testing.T) {
			set := load(t, `[Turn{facts: {"vip": bool}}, Policy{name: "p", server: "s", effect: Effect.READ, vars: {"asked": has(call.args.x), "unguarded": call.args.x > 3}, forbid: {`+c.conditions+`}}]`)
			found := false
			for _, f := range lint.Check(set) {
				found = found || f.ID == "unguarded-argument" || f.ID == "optional-argument"
			}
			assert.Equal(t, c.found, found)
		})
	}
}

// Where a comment counts, and where it does not.
func TestIgnore(t *testing.T) {
	const policy = `Policy{
  name: "p", doc: "d", server: "s", effect: Effect.READ,%s
%s  forbid: {"never": turn.attempts < 0},%s
}`
	for _, c := range []struct {
		name, above, below, behind string
		want                       []string
	}{
		{"nowhere", "", "", "", []string{"condition-always-false"}},
		{"above", "", "  // lacuna:ignore condition-always-false -- why\n", "", []string{}},
		{"above, with another comment between", "", "  // lacuna:ignore condition-always-false -- why\n  // A rule.\n", "", []string{}},
		{"behind", "", "", " // lacuna:ignore condition-always-false -- why", []string{}},
		{"behind the line above", " // lacuna:ignore condition-always-false -- why", "", "", []string{"condition-always-false", "ignore-unused"}},
		{"an empty line between", "", "  // lacuna:ignore condition-always-false -- why\n\n", "", []string{"condition-always-false", "ignore-unused"}},
		{"several ids", "", "  // lacuna:ignore condition-always-false, unused-var -- why\n", "", []string{"ignore-unused"}},
		{"without a reason", "", "  // lacuna:ignore condition-always-false\n", "", []string{"ignore-without-reason"}},
		{"of what was not looked for", "", "  // lacuna:ignore condition-always-false timeout-below-p99 -- why\n", "", []string{}},
		{"another word", "", "  // lacuna:ignored condition-always-false -- why\n", "", []string{"condition-always-false"}},
		{"no id", "", "  // lacuna:ignore -- why\n", "", []string{"condition-always-false", "ignore-malformed"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.ElementsMatch(t, c.want, warned(t, fmt.Sprintf(policy, c.above, c.below, c.behind)))
		})
	}
}

// Findings say where they end, and are sorted.
func TestRanges(t *testing.T) {
	set := load(t, "Policy{\n  name: \"p\", server: \"s\", effect: Effect.READ,\n  forbid: {\"ä\": turn.attempts < 0 ||\n    turn.retries < 0},\n}")
	for _, f := range lint.Check(set) {
		if f.ID == "condition-always-false" {
			assert.Equal(t, "p.cel:3:17", f.From.String())
			assert.Equal(t, "p.cel:4:21", f.To.String())
			assert.Equal(t, "p", f.Policy)
			return
		}
	}
	t.Fail()
}

// Reasons quote the parts as they come out, so that a reader can follow them.
func TestReasonsOfConditions(t *testing.T) {
	for condition, want := range map[string]string{
		`facts.vip || !facts.vip`:             "the condition is always true: facts.vip and !facts.vip cover every case",
		`!(facts.n > 3) && facts.n > 4`:       "the condition is never true: !(facts.n > 3) and facts.n > 4 exclude each other",
		`facts.n != 1 || facts.n != 2`:        "the condition is always true: facts.n != 1 and facts.n != 2 cover every case",
		`facts.n > 3 ? facts.n < 2 : false`:   "the condition is never true: facts.n > 3 and facts.n < 2 exclude each other",
		`facts.n > 3 ? false : facts.n == 11`: "the condition is never true: !(facts.n > 3) and facts.n == 11 exclude each other",
		`size(turn.cached) < 0`:               "the condition is never true: size(turn.cached) is never below zero",
	} {
		set := load(t, `[Turn{facts: {"vip": bool, "n": int}}, Policy{name: "p", doc: "d", server: "s", effect: Effect.READ, forbid: {"c": `+condition+`}}]`)
		var got []string
		for _, f := range lint.Check(set) {
			if strings.HasPrefix(f.ID, "condition-") {
				got = append(got, f.Message)
			}
		}
		assert.Equal(t, []string{want}, got, condition)
	}
}
