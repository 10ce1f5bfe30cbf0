package rules_test

import (
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/guard"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

func TestDecodeDefaults(t *testing.T) {
	set := load(t, "p.cel", `[
		Policy{name: "a", server: "a", retry: Retry{}, breaker: Breaker{}, store: Store{}},
		Policy{name: "b", server: "b", breaker: Breaker{slow: duration("1s")}},
		Policy{name: "c", server: "c", breaker: Breaker{rate: 0.1, open_for: duration("2s")}},
		Claims{name: "a", kinds: [Kind.MONEY]},
	]`)
	assert.Equal(t, rules.Turn{
		Budget: 8 * time.Second, Purposes: []string{"chat"}, Languages: []string{"en"}, Zone: time.UTC,
	}, set.Turn)
	a, b, c := set.Policies[0], set.Policies[1], set.Policies[2]
	assert.Equal(t, rules.Retry{Backoff: rules.DefaultBackoff()}, a.Retry.Value())
	assert.Equal(t, rules.DefaultBreaker(), a.Breaker.Value())
	assert.Equal(t, rules.Store{}, a.Store.Value())
	assert.False(t, a.Effect.Set())
	assert.Equal(t, eval.Pos{}, a.Effect.Pos())
	assert.Equal(t, 3, b.Breaker.Value().Failures, "slow calls come on top of failures in a row")
	assert.Equal(t, 0, c.Breaker.Value().Failures, "a rate takes their place")
	assert.Equal(t, int64(10), c.Breaker.Value().RateDen, "as written, not the nearest double")
	assert.Equal(t, 20*time.Second, c.Breaker.Value().MaxOpenFor)
	claims := set.Claims[0]
	assert.Equal(t, guard.SiteReply, claims.On)
	assert.Equal(t, eval.ModeEnforce, claims.Mode)
	assert.Equal(t, rules.Block{Handoff: eval.HandoffNone}, claims.Otherwise)
}

func TestDecodeFull(t *testing.T) {
	set, err := rules.Load(os.DirFS("testdata/good"))
	require.NoError(t, err)
	turn := set.Turn
	assert.Equal(t, map[string]time.Duration{"model": 90 * time.Second}, turn.Budgets)
	assert.Equal(t, "Europe/Lisbon", turn.Zone.String())
	assert.True(t, turn.FreezeTools)
	assert.Equal(t, eval.FactDecl{Name: "tags", Type: "string", List: true, Pos: eval.Pos{File: "full.cel", Line: 9, Col: 33}}, turn.Facts[1])

	shop := policy(t, set, "shop")
	assert.Equal(t, []string{"shop", "shop-eu"}, shop.Servers)
	assert.Equal(t, "[quote find_*]", stringsOf(shop.Tools))
	assert.Equal(t, eval.Pos{File: "full.cel", Line: 19, Col: 5}, shop.Effect.Pos())
	assert.Equal(t, []string{"a copy will do", "young", "nobody minds", "it is an order"}, stepKeys(shop))

	breaker := shop.Breaker.Value()
	assert.Equal(t, &state.Config{
		RateNum: 1, RateDen: 4, MinCalls: 10, Window: 30 * time.Second, Slow: time.Second, SlowNum: 1, SlowDen: 10,
		OpenFor: 20 * time.Second, MaxOpenFor: time.Minute, Probes: 2, Ramp: []float64{0.1, 0.5}, RampFor: 15 * time.Second,
		MaxHold: 2 * time.Minute, QuotaHold: 10 * time.Minute, Shadow: true,
	}, breaker.Config)
	assert.Equal(t, map[string]any{
		"sku": "A", "n": int64(1), "x": 0.5, "deep": map[string]any{"list": []any{true, nil}},
	}, breaker.ProbeArgs)
	assert.Equal(t, rules.Evidence{
		Currency: "EUR", MinorUnits: []string{"price_cents"}, AsOf: "updated", Entity: "items[*].sku", Ignore: []string{"a", "b"}, Copy: true,
	}, shop.Evidence.Value())

	chain := shop.WhenUnavailable.Value()
	require.Len(t, chain, 5)
	assert.Equal(t, []string{"b", "sku"}, []string{chain[0].Args[0].Name, chain[0].Args[1].Name})
	assert.True(t, chain[0].Serves())
	assert.Equal(t, `duration("1m") * 2`, chain[1].MaxAge.Source())
	assert.Equal(t, "shop/young", chain[1].Require[0].ID)
	assert.False(t, chain[2].Ends(), "it has a condition")
	assert.True(t, chain[4].Ends())

	drill := shop.Drill.Value()
	assert.Equal(t, [2]int64{1, 20}, [2]int64{drill.Num, drill.Den})
	assert.Equal(t, "Check it.", shop.WhenRefused.Value()[state.Invalid].In("de"))
	assert.Nil(t, policy(t, set, "catalog").When)
	assert.NotNil(t, policy(t, set, "nights").When)

	assert.Equal(t, []string{"amounts", "dates", "links", "money"}, []string{set.Claims[0].Name, set.Claims[1].Name, set.Claims[2].Name, set.Claims[3].Name})
	assert.Equal(t, rules.Regenerate{Note: rules.NewText("Leave the price out."), Max: 2}, set.Claims[3].Otherwise)
	assert.Equal(t, 2036, set.Known[0].Until.Year())
}

func TestTextIn(t *testing.T) {
	set, err := rules.Load(os.DirFS("testdata/good"))
	require.NoError(t, err)
	chain := policy(t, set, "shop").WhenUnavailable.Value()
	message := chain[3].Message
	for lang, want := range map[string]string{"en": "Not now.", "pt-BR": "Agora n\u00e3o.", "": "Not now.", "fr": "Not now."} {
		assert.Equal(t, want, message.In(lang), "in %q", lang)
	}
	assert.True(t, message.Given())
	assert.False(t, rules.Text{}.Given())
	assert.Empty(t, rules.Text{}.In("en"))
	assert.Equal(t, "one for all", rules.NewText("one for all").In("de"))
	assert.Nil(t, chain[4].Disclose.In("en"), "silence")
	assert.Same(t, chain[1].Disclose.In("en"), chain[1].Disclose.In("fr"))
	var langs []string
	for lang := range chain[1].Disclose.All() {
		langs = append(langs, lang)
	}
	assert.Equal(t, []string{"en", "pt-BR"}, langs, "the default first, however the map is ordered")
}

func policy(t testing.TB, set *rules.Set, name string) *rules.Policy {
	t.Helper()
	for _, p := range set.Policies {
		if p.Name == name {
			return p
		}
	}
	require.Fail(t, "no policy "+name)
	return nil
}

func stepKeys(p *rules.Policy) []string {
	var keys []string
	for _, s := range p.WhenUnavailable.Value() {
		for _, c := range s.Require {
			keys = append(keys, c.Key)
		}
	}
	return keys
}

func stringsOf(tools []rules.Pattern) string {
	text := "["
	for i, p := range tools {
		if i > 0 {
			text += " "
		}
		text += p.String()
	}
	return text + "]"
}
