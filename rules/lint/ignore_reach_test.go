package lint_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/rules"
)

// A comment silences the same whether a condition stands on one line or, laid out, on many; and no more than that condition.
func TestIgnoreAcrossLines(t *testing.T) {
	const ignore = "// lacuna:ignore condition-always-false -- why"
	const long = `turn.purpose == Purpose.CHAT && turn.attempts < 0 && turn.id == "0123456789012345678901234567890" && turn.conversation == "012345678901234567"`
	for _, c := range []struct {
		name, forbid string
		want         []string
	}{
		{"above a condition", "{\n" + ignore + "\n\"a\": " + long + "}", []string{}},
		{"behind a condition", "{\n\"a\": " + long + ", " + ignore + "\n}", []string{}},
		{"not the one below", "{\n\"a\": " + long + ", " + ignore + "\n\"b\": turn.retries < 0}", []string{"condition-always-false"}},
		{"not the one above", "{\n\"a\": turn.retries < 0,\n" + ignore + "\n\"b\": " + long + "}", []string{"condition-always-false"}},
		{"in the midst of it, about its line", "{\"a\": turn.purpose == Purpose.CHAT &&\n" + ignore + "\nturn.id == \"\" && turn.attempts < 0}", []string{"condition-always-false", "ignore-unused"}},
		{"above the policy's step, not within it", "{}, when_unavailable: [\n" + ignore + "\nOmit{\nrequire: {\"a\": turn.attempts < 0}}, Omit{}]", []string{"condition-always-false", "ignore-unused"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := `Policy{name: "p", doc: "d", server: "s", effect: Effect.READ, forbid: ` + c.forbid + "}\n"
			assert.ElementsMatch(t, c.want, warned(t, src))
			laidOut, problems := rules.Format("p.cel", []byte(src))
			require.Empty(t, problems)
			assert.ElementsMatch(t, c.want, warned(t, string(laidOut)), "%s", laidOut)
		})
	}
}
