package guard_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/guard"
)

// match examines a text against results.
func match(t *testing.T, text string, results ...guard.Result) *guard.Reply {
	t.Helper()
	e := guard.NewEvidence(noon, time.UTC)
	for _, r := range results {
		e.Add(r)
	}
	r := find(t, text)
	e.Match(r)
	return r
}

func pricing(json string) guard.Result {
	return guard.Result{Server: "pricing", Tool: "quote", JSON: []byte(json)}
}

func TestEvidenceShapes(t *testing.T) {
	for _, test := range []struct {
		name, json string
		path       string
		want       string
		role       guard.Role
	}{
		{"amount and currency", `{"price":{"amount":"209.00","currency":"EUR"}}`, "price.amount", "209.00 EUR", guard.RolePrice},
		{"sibling currency", `{"price":209.00,"currency":"EUR"}`, "price", "209.00 EUR", guard.RolePrice},
		{"minor units", `{"unit_amount":20900,"currency":"eur"}`, "unit_amount", "209 EUR", guard.RolePrice},
		{"minor units of yen", `{"unit_amount":20900,"currency":"jpy"}`, "unit_amount", "20900 JPY", guard.RolePrice},
		{"cents", `{"price_cents":20900,"currency":"EUR"}`, "price_cents", "209 EUR", guard.RolePrice},
		{"units and nanos", `{"price":{"units":"209","nanos":990000000,"currencyCode":"EUR"}}`, "price.units", "209.99 EUR", guard.RolePrice},
		{"value and currency", `{"total":{"value":"12.5","currency_code":"USD"}}`, "total.value", "12.5 USD", guard.RoleTotal},
		{"one string", `{"price":"EUR 209.00"}`, "price", "209.00 EUR", guard.RolePrice},
		{"own key", `{"price_eur":209}`, "price_eur", "209 EUR", guard.RolePrice},
		{"parent's currency", `{"currency":"CHF","items":[{"price":5}]}`, "items[0].price", "5 CHF", guard.RolePrice},
		{"cost", `{"cost":120,"currency":"EUR"}`, "cost", "120 EUR", guard.RoleCost},
		{"list price", `{"listPrice":249,"currency":"EUR"}`, "listPrice", "249 EUR", guard.RoleListPrice},
		{"no currency", `{"price":209}`, "price", "209", guard.RolePrice},
	} {
		t.Run(test.name, func(t *testing.T) {
			e := guard.NewEvidence(noon, nil)
			e.Add(pricing(test.json))
			i := slices.IndexFunc(e.Sources(), func(s *guard.Source) bool { return s.Path == test.path })
			require.GreaterOrEqual(t, i, 0)
			s := e.Sources()[i]
			assert.Equal(t, test.want, guard.Amount{Value: s.Amount, Currency: s.Currency}.String())
			assert.Equal(t, guard.Money, s.Kind)
			assert.Equal(t, guard.Field, s.Origin)
			assert.Equal(t, test.role, s.Role)
		})
	}
}

func TestMatch(t *testing.T) {
	scarf := pricing(`{"sku":"SCF-9","name":"Wool scarf","price":{"amount":"35.00","currency":"EUR"}}`)
	sizes := pricing(`{"name":"Jacket","currency":"EUR","variants":[{"size":"L","price":209,"cost":120},{"size":"M","price":189,"cost":110}]}`)
	for _, test := range []struct {
		name, text string
		result     guard.Result
		want       guard.Reason
	}{
		{"as the tool gave it", "The wool scarf is €35.", scarf, 0},
		{"comma decimals", "Der Schal kostet 35,00 €.", scarf, 0},
		{"another value", "The wool scarf is €39.", scarf, guard.Unsourced},
		{"another currency", "The wool scarf is £35.", scarf, guard.CurrencyMismatch},
		{"a dollar of any kind", "It costs $5.", pricing(`{"price":5,"currency":"CAD"}`), 0},
		{"the L's price for the L", "The L costs €209.", sizes, 0},
		{"the L's price for the M", "The M costs €209.", sizes, guard.Misattributed},
		{"both", "The L costs €209 and the M €189.", sizes, 0},
		{"cost as a price", "The jacket costs €120.", sizes, guard.Misattributed},
		{"the reading that the evidence has", "1.234 €", pricing(`{"price":1.234,"currency":"EUR"}`), 0},
		{"no currency in the result", "€209", pricing(`{"price":209}`), guard.CurrencyMismatch},
		{"no currency in either", "It costs 209.", pricing(`{"price":209}`), 0},
		{"a declared currency", "€209", guard.Result{Server: "pricing", JSON: []byte(`{"price":209}`), Settings: guard.Settings{Currency: "EUR"}}, 0},
		{"a count is no price", "€209", pricing(`{"stock":209,"rating":209}`), guard.Unsourced},
		{"the model's own words", "€209", guard.Result{Server: "model", Text: "€209"}, guard.Unsourced},
		{"a tool without evidence", "€209", guard.Result{Server: "pricing", JSON: []byte(`{"price":209}`), Settings: guard.Settings{None: true}}, guard.Unsourced},
		{"malformed", "€209", pricing(`{"price":209`), guard.Unsourced},
		{"ignored", "€209", guard.Result{Server: "pricing", JSON: []byte(`{"price":209}`), Settings: guard.Settings{Ignore: []string{"price"}}}, guard.Unsourced},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := match(t, test.text, test.result)
			require.NotEmpty(t, r.Claims)
			for _, c := range r.Claims {
				assert.Equal(t, test.want, c.Reason, c.Text)
				assert.Equal(t, test.want == 0, len(c.Sources) > 0)
			}
		})
	}
}

func TestMatchText(t *testing.T) {
	r := match(t, "The jacket is €209.", guard.Result{Server: "search", Tool: "semantic_search", Text: "Winter jacket JKT-114, now only €209!"})
	require.Len(t, r.Claims[0].Sources, 1)
	assert.Equal(t, guard.Text, r.Claims[0].Sources[0].Origin)
}

func TestMatchReadingIsSettled(t *testing.T) {
	r := match(t, "1.234 €", pricing(`{"price":1.234,"currency":"EUR"}`))
	assert.Equal(t, "1.234", r.Claims[0].Readings[0].Amount.String())
}

func TestMatchKnown(t *testing.T) {
	e := guard.NewEvidence(noon, nil)
	e.AddKnown("free-shipping", "Free shipping over €50, 30 days to return.")
	inside := find(t, "Sure: free shipping over €50, 30 days to return!")
	e.Match(inside)
	require.NotEmpty(t, inside.Claims)
	require.Len(t, inside.Claims[0].Sources, 1)
	assert.Equal(t, guard.Known, inside.Claims[0].Sources[0].Origin)
	assert.Equal(t, "free-shipping", inside.Claims[0].Sources[0].Path)

	outside := find(t, "The scarf costs €50.")
	e.Match(outside)
	assert.Empty(t, outside.Claims[0].Sources)
}

func TestMatchUser(t *testing.T) {
	e := guard.NewEvidence(noon, nil)
	e.AddUser("my budget is €200")
	reply := find(t, "It costs €200.")
	e.Match(reply)
	assert.Empty(t, reply.Claims[0].Sources)

	arg := &guard.Reply{Text: "€200", Now: noon, Place: "args.amount"}
	guard.Finder{}.Find(arg)
	e.Match(arg)
	require.Len(t, arg.Claims[0].Sources, 1)
	assert.Equal(t, guard.User, arg.Claims[0].Sources[0].Origin)
	assert.Equal(t, "args.amount", arg.Claims[0].Place)
}

func TestMatchNearest(t *testing.T) {
	r := match(t, "It costs €219.", pricing(`{"items":[{"price":209},{"price":500}],"currency":"EUR"}`))
	require.NotNil(t, r.Claims[0].Nearest)
	assert.Equal(t, "items[0].price", r.Claims[0].Nearest.Path)
}

func TestEvidenceEchoed(t *testing.T) {
	e := guard.NewEvidence(noon, nil)
	e.Add(guard.Result{Server: "pricing", Tool: "refund", JSON: []byte(`{"amount":50,"fee":3,"currency":"EUR"}`), Args: []byte(`{"amount":"50.00"}`)})
	echoed := map[string]bool{}
	for _, s := range e.Sources() {
		echoed[s.Path] = s.Echoed
	}
	assert.Equal(t, map[string]bool{"amount": true, "fee": false}, echoed)
}

func TestEvidenceAsOf(t *testing.T) {
	e := guard.NewEvidence(noon, nil)
	e.Add(guard.Result{
		Server: "pricing", JSON: []byte(`{"as_of":"2026-03-01T14:07:00Z","price":5}`), AsOf: noon,
		Settings: guard.Settings{AsOf: "as_of", Copy: true},
	})
	for _, s := range e.Sources() {
		assert.Equal(t, "14:07", s.AsOf.Format("15:04"))
		assert.True(t, s.Cached)
	}
}

func TestEvidenceIsASet(t *testing.T) {
	results := []guard.Result{
		pricing(`{"items":[{"sku":"A-1","price":5},{"sku":"B-2","price":7}]}`),
		{Server: "search", Tool: "find", Text: "from €5 to €7"},
		{Server: "orders", Tool: "get", JSON: []byte(`{"id":"O-77","total":12}`)},
	}
	list := func(order ...int) []guard.Source {
		e := guard.NewEvidence(noon, nil)
		var wg sync.WaitGroup
		for _, i := range order {
			wg.Go(func() { e.Add(results[i]) })
		}
		wg.Wait()
		var out []guard.Source
		for _, s := range e.Sources() {
			out = append(out, guard.Source{Server: s.Server, Path: s.Path, Raw: s.Raw, Kind: s.Kind})
		}
		return out
	}
	want := list(0, 1, 2)
	assert.NotEmpty(t, want)
	assert.Equal(t, want, list(2, 1, 0))
	assert.Equal(t, want, list(1, 0, 2))
}

func TestEvidenceBounds(t *testing.T) {
	many := `{"currency":"EUR","p":[` + strings.Repeat("1,", 5000) + `209]}`
	for name, json := range map[string]string{
		"values":  many,
		"bytes":   `{"price":209,"x":"` + strings.Repeat("x", 1<<20) + `"}`,
		"nesting": strings.Repeat("[", 100) + "209" + strings.Repeat("]", 100),
	} {
		t.Run(name, func(t *testing.T) {
			r := match(t, "€209", pricing(json), pricing(`{"price":209,"currency":"EUR"}`))
			assert.Equal(t, guard.TooMany, r.Claims[0].Reason)
			assert.Empty(t, r.Claims[0].Sources)
		})
	}
}

func FuzzEvidence(f *testing.F) {
	f.Add(`{"price":{"amount":"209.00","currency":"EUR"},"x":[1,2,{"a":null}]}`, "It costs €209.")
	f.Add(`{"\u00e9":"\ud83d\ude00"}`, "1.234 €, 3/4")
	for _, s := range services {
		f.Add(s.json, "It costs $10.00 until 31 March.")
	}
	f.Fuzz(func(t *testing.T, json, text string) {
		e := guard.NewEvidence(noon, nil)
		e.Add(pricing(json))
		e.AddKnown("known", text)
		e.AddUser(text)
		r := &guard.Reply{Text: text, Now: noon, Said: []string{text}}
		guard.Finder{}.Find(r)
		e.Match(r)
		for i := range r.Claims {
			c := &r.Claims[i]
			require.Equal(t, text[c.Span.Start:c.Span.End], c.Text)
			require.LessOrEqual(t, c.Sentence.Start, c.Span.Start)
			require.GreaterOrEqual(t, c.Sentence.End, c.Span.End)
			require.NotEmpty(t, c.Readings)
			r.Shows(c, noon)
		}
	})
}
