package policytest_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine/policytest"
)

// coverPolicies have a point of every kind.
const coverPolicies = `[
  Turn{
    purposes: ["chat", "order"], languages: ["en", "de"], facts: {"vip": bool, "unused": int},
  },
  Policy{
    name: "quote", server: "shop", tools: ["quote"], effect: Effect.READ,
    vars: {"cheap": int(call.args.?n.orValue(0)) < 10 || facts.vip},
    timeout: call.args.?slow.orValue(false) ? duration("9s") : duration("2s"),
    store: Store{key: [call.args.sku], shared: true},
    forbid: {"dear": !vars.cheap},
    unavailable_when: {"never": turn.purpose == Purpose.ORDER},
    when_unavailable: [
      Cached{max_age: duration("1h"), require: {"asked for": entry.server == "shop" && !facts.vip}},
      UseTool{tool: "look", args: {"sku": call.args.sku}},
      Omit{disclose: {"en": "As of " + turn.purpose_name, "de": "Nein."}},
    ],
    when_refused: {Failure.NOT_FOUND: "No."},
  },
  Policy{name: "look", server: "shop", tools: ["look"], effect: Effect.READ, when_unavailable: [Omit{}]},
  Policy{
    name: "order", server: "shop", tools: ["order"],
    when_uncertain: HardFail{message: "Perhaps."},
  },
  Claims{
    name: "money", kinds: [Kind.MONEY], when: claim.about != About.BALANCE,
    sourced_by: {"live": !source.cached}, unless: {"echo": claim.echo && !claim.asserted},
  },
  Claims{
    name: "arguments", kinds: [Kind.MONEY], on: Site.ARGS, sourced_by: {"a field": source.origin == Origin.FIELD},
  },
  Known{name: "free", text: "Free over €50."},
]
`

// covered plays tests under policies, and returns what is missed, as line:col: message.
func covered(t *testing.T, policies, tests string) (*policytest.Report, []string) {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "p.cel"), []byte(policies), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a_test.yaml"), []byte(tests), 0o644))
	suite, err := policytest.Load(dir)
	require.NoError(t, err)
	report := suite.Run(t.Context(), policytest.WithCoverage())
	var missed []string
	for _, p := range report.Coverage.Missed() {
		missed = append(missed, strings.TrimPrefix(p.Error(), filepath.ToSlash(dir)+"/p.cel:"))
	}
	return report, missed
}

func TestCoverageNamesWhatIsMissed(t *testing.T) {
	policies := strings.Replace(coverPolicies, `"As of " + turn.purpose_name`, `"As of " + now.clock()`, 1)
	report, missed := covered(t, policies, `
call: {server: shop, tool: quote, args: {sku: A}}
tests:
  - {name: nothing fails, want: {outcome: ok}}
`)
	assert.True(t, report.OK())
	assert.Equal(t, strings.Split(strings.TrimPrefix(`
3:24: purpose order is never reached
3:52: language de is never reached
3:80: facts.unused is never reached
7:21: quote/vars.cheap is never false
7:21: quote/vars.cheap: int(call.args.?n.orValue(0)) < 10 is never false
7:58: quote/vars.cheap: facts.vip is never reached
8:14: quote/timeout: call.args.?slow.orValue(false) is never true
10:22: quote/dear is never true
11:33: quote/never is never true
13:7: quote, step 1 (cached) is never reached
13:23: quote/max_age is never reached
13:62: quote/asked for is never reached
14:7: quote, step 2 (use_tool) is never reached
14:43: quote/args.sku is never reached
15:7: quote, step 3 (omit) is never taken
15:29: quote/disclose is never reached
17:5: quote/when_refused is never taken
19:97: look, step 1 (omit) is never taken
20:3: policy order is never reached
22:21: order/when_uncertain is never taken
24:3: claims money is never reached
25:47: money/when is never reached
26:26: money/live is never reached
26:60: money/echo is never reached
28:3: claims arguments is never reached
29:84: arguments/a field is never reached
31:3: known statement free is never reached`, "\n"), "\n"), missed)
	var untested []string
	for _, p := range report.Coverage.Untested() {
		untested = append(untested, p.Message)
	}
	assert.Equal(t, []string{
		"no case tests the policy order", "no case tests the claims money", "no case tests the claims arguments", "no case tests the known statement free",
	}, untested)
}

func TestCoverageOfAllSides(t *testing.T) {
	policies := strings.Replace(coverPolicies, `"As of " + turn.purpose_name`, `"As of " + now.clock()`, 1)
	policies = strings.Replace(policies, `, "unused": int`, "", 1)
	report, missed := covered(t, policies, `
turn: {audience: C-9}
facts: {vip: false}
call: {server: shop, tool: quote, args: {sku: A}}
tests:
  - {name: fine, want: {outcome: ok}}
  - {name: slow, call: {args: {slow: true}}, want: {timeout: 9s}}
  - {name: dear, call: {args: {n: 10}}, want: {outcome: refused}}
  - {name: dear but a good customer, facts: {vip: true}, call: {args: {n: 10}}, want: {outcome: ok}}
  - {name: unavailable, turn: {purpose: order}, want: {outcome: fallback}}
  - {name: not there, failure: {kind: not_found}, want: {outcome: refused}}
  - name: down
    failure: {kind: internal}
    rows:
      - {name: cached, cached: {age: 1m}, want: {outcome: cached}}
      - {name: old, cached: {age: 2h}, want: {outcome: fallback}}
      - {name: of another, cached: {age: 1m, server: x}, want: {outcome: fallback}}
      - {name: for a good customer, facts: {vip: true}, cached: {age: 1m}, want: {outcome: fallback}}
      - {name: the other is down too, tools: {shop/look: {failure: {kind: internal}}}, want: {outcome: omit}}
      - {name: the other is known to be, tools: {shop/look: {breaker: {state: open}}}, want: {outcome: omit}}
      - {name: in German, turn: {language: de}, tools: {shop/look: {failure: {kind: internal}}}, want: {disclosure: Nein.}}
  - {name: look, call: {tool: look}, failure: {kind: internal}, want: {outcome: omit}}
  - name: an order
    call: {tool: order}
    rows:
      - {name: lost, failure: {kind: timeout}, want: {outcome: uncertain}}
      - {name: an amount, call: {args: {price: 20}}, results: [{server: x, tool: y, json: {price: 20}}], want: {outcome: ok}}
      - {name: of a text, call: {args: {price: 20}}, results: [{server: x, tool: y, text: "€20"}], want: {outcome: refused}}
  - name: a reply
    call: null
    results: [{server: x, tool: y, json: {price: {amount: 20, currency: EUR}}}]
    rows:
      - {name: sourced, reply: It is €20., want: {verdict: pass}}
      - {name: from a copy, reply: It is €20., results: [{server: x, tool: y, json: {price: {amount: 20, currency: EUR}}, cached: true}], want: {verdict: block}}
      - {name: not confirmed, said: €30?, reply: You mentioned €30., want: {verdict: pass}}
      - {name: confirmed, said: €30?, reply: "Yes, it is €30.", want: {verdict: block}}
      - {name: a balance, reply: Your balance is €30., want: {verdict: pass}}
      - {name: known, reply: Free over €50., want: {verdict: pass}}
`)
	assert.True(t, report.OK(), "%v %+v", report.All(), report.Results)
	assert.Empty(t, missed)
	assert.InDelta(t, 100, report.Coverage.Percent(), 0)
	assert.Empty(t, report.Coverage.Untested())

	b, err := json.Marshal(report.Coverage)
	require.NoError(t, err)
	var again policytest.Coverage
	require.NoError(t, json.Unmarshal(b, &again))
	assert.Equal(t, *report.Coverage, again, "it is plain data")
}

func TestCoverageOfFailingCases(t *testing.T) {
	const policy = `Policy{name: "p", server: "s", forbid: {"a": call.args.n == 1}}`
	report, missed := covered(t, policy, `
tests:
  - {name: fails, call: {server: s, tool: t, args: {n: 1}}, want: {outcome: ok}}
`)
	assert.False(t, report.OK())
	assert.Equal(t, []string{"1:46: p/a is never false"}, missed)
}

func TestPercentIsRoundedDown(t *testing.T) {
	for _, c := range []struct {
		covered, sides int
		want           float64
	}{{0, 0, 100}, {0, 3, 0}, {2, 3, 66.6}, {9999, 10000, 99.9}, {10, 10, 100}} {
		assert.InDelta(t, c.want, policytest.Percent(c.covered, c.sides), 1e-9)
	}
}

// TestOrderOfPlay holds that a report does not depend on how many cases are played at once, or in which order.
func TestOrderOfPlay(t *testing.T) {
	suite, err := policytest.Load("testdata/fields")
	require.NoError(t, err)
	plain := func(opts ...policytest.Option) *policytest.Report {
		r := suite.Run(t.Context(), append(opts, policytest.WithCoverage())...)
		for i := range r.Results {
			r.Results[i].Elapsed = 0
		}
		return r
	}
	want := plain(policytest.WithParallel(1))
	for seed := range uint64(4) {
		assert.Equal(t, want, plain(policytest.WithParallel(8), policytest.WithShuffle(seed)))
	}
}
