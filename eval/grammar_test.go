package eval_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/guard"
	"github.com/lacuna-go/lacuna/state"
)

// grammar draws expressions and inputs.
type grammar struct {
	tb    testing.TB
	r     *rand.Rand
	env   *eval.Env
	hooks []eval.CatalogueHook
	// leaves are the fields that a hook sees, by type.
	leaves map[eval.Hook]map[string][]string
	hook   eval.Hook
	loops  int
}

// productions say how a value of a type can be written; {T} is any value of type T, {x} a new element's name.
var productions = map[string][]string{
	"bool": {
		"{bool} && {bool}", "{bool} && {bool}", "{bool} || {bool}", "!({bool})", "({bool} ? {bool} : {bool})", "({bool})", "({bool})",
		"{int} == {int}", "{int} != {int}", "{int} < {int}", "{int} <= {int}", "{int} > {int}", "{int} >= {int}",
		"{double} == {double}", "{double} < {double}", "{double} <= {double}", "{double} > {double}",
		"{string} == {string}", "{string} != {string}", "{string} < {string}", "{string} >= {string}",
		"{duration} == {duration}", "{duration} < {duration}", "{duration} <= {duration}", "{duration} >= {duration}", "{duration} > {duration}",
		"{timestamp} == {timestamp}", "{timestamp} < {timestamp}", "{timestamp} >= {timestamp}",
		"{money} == {money}", "{money} < {money}", "{money} <= {money}",
		"{Effect} == {Effect}", "{Purpose} == {Purpose}", "{Purpose} in [{Purpose}, {Purpose}]", "{Effect} != Effect.WRITE",
		"{State} in [{State}, State.OPEN]", "{Failure} == {Failure}", "{Failure} in [Failure.TIMEOUT, Failure.RESET]", "{Kind} == {Kind}", "{Role} == {Role}",
		"{Role} in [Role.PRICE, Role.COST]", "{Origin} == {Origin}", "{Origin} != Origin.TEXT", "{About} == {About}", "{Step} == {Step}",
		"{dyn} == {string}", "{dyn} == {int}", "{dyn} != {string}", "{dyn} == {dyn}", "call.args.currency == \"EUR\"", "call.server == \"pricing\"", "{dyn} == {double}", "{dyn} == {bool}", "{dyn} == {duration}", "{dyn} == {timestamp}", "{Effect} == {dyn}", "{dyn} > {int}",
		"{dyn} <= {int}", "{dyn} < {double}", "{dyn} < {string}", "{dyn}", "{dyn} in [\"JKT-114\", \"a\"]", "{dyn} in [1, 2]", "{string} in [{string}, \"pricing\"]",
		"{int} in [1, {int}]", "{string} in {dyn}", "{string} in turn.cached", "{string} in facts.regions", "{dyn} in facts.waits", "{duration} in facts.waits", "{string} in {strings}", "has({has})", "has({has})",
		"{string}.startsWith({string})", "{string}.endsWith(\"4\")", "{string}.contains({string})", "{dyn}.startsWith(\"JKT\")", "{dyn}.matches(\"^[A-Z]+-[0-9]+$\")",
		"{string}.matches(\"[a-z]+\")", "{ints}.all({x}, {int} < 3)", "{ints}.exists({x}, {int} == 2)", "{strings}.exists_one({x}, {string} == \"a\")",
		"{sources}.exists({s}, {bool})", "{sources}.all({s}, {bool})", "{sources}.exists({s}, {bool} && {bool})", "{dyn}.exists({x}, {string} == \"a\")",
		"bool({string})", "boom({int})", "{opt}.hasValue()", "math.isFinite({double})", "math.isInf({double})", "math.isNaN({double})",
		"sets.contains({ints}, {ints})", "sets.equivalent({ints}, {ints})", "sets.intersects({strings}, {strings})", "{ints}.hasAll({ints})", "{ints}.hasAny({ints})",
		"{ints}.hasOnly({ints})", "{ints}.hasExactly({ints})", "claim.shows({timestamp})", "{ints} == {ints}", "bytes({string}) == bytes(\"a\")", "uint({int}) == 2u",
	},
	"int": {
		"{int} + {int}", "{int} - {int}", "{int} * {int}", "{int} / {int}", "{int} % {int}", "-{int}", "({bool} ? {int} : {int})", "size({string})", "{strings}.size()",
		"int({string})", "int({double})", "{timestamp}.getFullYear()", "{timestamp}.getMonth()", "{timestamp}.getDate()", "{timestamp}.getDayOfMonth()",
		"{timestamp}.getDayOfWeek()", "{timestamp}.getDayOfYear()", "{timestamp}.getHours(\"Europe/Berlin\")", "{timestamp}.getMinutes()", "{duration}.getSeconds()",
		"{duration}.getMilliseconds()", "{string}.indexOf({string})", "{string}.lastIndexOf(\"1\")", "math.greatest({int}, {int})", "math.least({int}, 3)", "math.abs({int})",
		"math.sign({int})", "math.bitAnd({int}, 6)", "math.bitOr({int}, 1)", "math.bitXor({int}, 5)", "math.bitNot({int})", "math.bitShiftLeft({int}, 2)",
		"math.bitShiftRight({int}, 1)", "{ints}[{int}]", "{opt}.orValue(3)", "size({ints})", "int({duration})", "int({dyn})",
	},
	"double": {
		"{double} + {double}", "{double} - {double}", "{double} * {double}", "{double} / {double}", "double({int})", "({bool} ? {double} : {double})", "math.ceil({double})",
		"math.floor({double})", "math.round({double})", "math.trunc({double})", "math.sqrt({double})",
	},
	"string": {
		"{string} + {string}", "({bool} ? {string} : {string})", "string({int})", "string({duration})", "{timestamp}.clock()", "{timestamp}.date()",
		"{timestamp}.format(\"Monday 15:04\")", "{string}.charAt(0)", "\"%s-%s\".format([{string}, {string}])", "{strings}.join(\"-\")", "{string}.lowerAscii()",
		"{string}.upperAscii()", "{string}.replace(\"1\", \"2\")", "{string}.reverse()", "{string}.substring(0, 2)", "{string}.trim()", "strings.quote({string})",
		"{opt}.orValue(\"none\")", "optional.of({string}).value()", "{opt}.or(optional.of({string})).value()", "optional.none().orValue({string})",
		"optional.ofNonZeroValue({string}).orValue(\"zero\")", "call.args[\"sku\"]", "string({timestamp})",
	},
	"duration": {
		"{duration} + {duration}", "{duration} - {duration}", "{duration} * {int}", "{double} * {duration}", "{duration} * {double}", "{int} * {duration}",
		"{timestamp} - {timestamp}", "({bool} ? {duration} : {duration})", "duration({string})",
	},
	"timestamp": {"{timestamp} + {duration}", "{timestamp} - {duration}", "now", "timestamp({string})", "timestamp({int})", "({bool} ? {timestamp} : {timestamp})"},
	"money":     {"call.money(\"price\", \"currency\")", "money(\"209.00\", \"EUR\")", "money({string}, \"EUR\")", "money(\"1\", \"USD\")", "call.money({string}, \"currency\")"},
	"ints": {
		"[1, {int}, 2]", "{ints}.map({x}, {int} * 2)", "{ints}.filter({x}, {int} > 1)", "{ints}.distinct()", "{ints}.sort()", "[{ints}, [3]].flatten()",
		"{ints}.reverse()", "{ints}.slice(0, 1)", "lists.range(3)", "optional.unwrap([optional.of({int}), optional.none()])", "[optional.of({int})].unwrapOpt()",
		"[{ints}.first().orValue(0), {ints}.last().orValue(1)]", "{ints} + {ints}",
	},
	"strings": {"[\"a\", {string}]", "{string}.split(\"-\")", "{strings}.sortBy({x}, size({string}))", "turn.cached", "facts.regions"},
	"opt": {
		"call.args.?sku", "call.args.?nope", "call.args.tags[?0]", "call.args[?\"qty\"]", "call.args.?qty.optMap({x}, {int})", "call.args.?ship.optFlatMap(s, s.?zip)", "{opt}.or({opt})",
	},
}

// ends say how an expression stops, when it has become deep.
var ends = map[string][]string{
	"bool": {"true", "false"}, "int": {"0", "1", "2", "3", "30", "-1", "9223372036854775807"}, "double": {"0.0", "0.5", "1.5", "2.0", "1e300"},
	"string":   {`""`, `"a"`, `"JKT-114"`, `"pricing"`, `"EUR"`, `"2h"`, `"209"`, `"12"`, `"true"`, `"2026-03-01T14:12:00Z"`, `"price"`},
	"duration": {`duration("0s")`, `duration("5s")`, `duration("5m")`, `duration("24h")`}, "timestamp": {"now", `timestamp("2026-03-01T14:12:00Z")`, `timestamp("2026-02-01T00:00:00Z")`},
	"money": {`money("209", "EUR")`, `money("5", "USD")`},
	"dyn":   {"call.args.sku", "call.args.qty", "call.args.price", "call.args.tags", "call.args.nope", "call.args.gift", "call.args.ship.zip", "call.args.currency", "call.args[\"ratio\"]", "call.args.big"},
	"has":   {"call.args.sku", "call.args.nope", "call.args.ship.zip", "facts.vip", "facts.limit", "failure.status", "failure.retry_after", "breaker.since", "turn.audience", "latency.p95", "source.as_of", "claim.day", "claim.low", "entry.age", "facts.n"},
	"ints":  {"[1, 2]", "[]", "[3]"}, "strings": {`["a", "b"]`, "turn.cached"}, "opt": {"call.args.?sku", "optional.none()"},
	"sources": {"claim.sources", "evidence", "claim.sources", "evidence"},
	"Effect":  {"Effect.READ", "Effect.WRITE"}, "Purpose": {"Purpose.CHAT", "Purpose.CHECKOUT"}, "State": {"State.OPEN", "State.CLOSED"}, "Failure": {"Failure.TIMEOUT", "Failure.BUDGET"},
	"Kind": {"Kind.MONEY", "Kind.DATE"}, "Role": {"Role.PRICE", "Role.OTHER"}, "Origin": {"Origin.FIELD", "Origin.TEXT"}, "About": {"About.PRICE", "About.OTHER"}, "Step": {"Step.CACHED", "Step.USE_TOOL"},
}

func newGrammar(tb testing.TB, seed uint64) *grammar {
	g := &grammar{tb: tb, r: rand.New(rand.NewPCG(seed, 2)), env: newEnv(tb), leaves: map[eval.Hook]map[string][]string{}}
	c := eval.Catalog()
	g.hooks = c.Hooks
	for _, h := range c.Hooks {
		leaves := map[string][]string{}
		for _, v := range c.Variables {
			if !strings.Contains(" "+strings.Join(h.Variables, " ")+" ", " "+v.Name+" ") {
				continue
			}
			for _, f := range v.Fields {
				leaves[f.Type] = append(leaves[f.Type], v.Name+"."+f.Name)
			}
		}
		leaves["bool"] = append(leaves["bool"], "facts.vip", "vars.nice")
		leaves["duration"] = append(leaves["duration"], "facts.reprices_every", "vars.limit")
		leaves["money"] = append(leaves["money"], "facts.limit")
		leaves["int"] = append(leaves["int"], "facts.n")
		g.leaves[h.Hook] = leaves
	}
	return g
}

func (g *grammar) uses(name string) bool {
	for _, list := range productions {
		for _, p := range list {
			if strings.Contains(p, name) {
				return true
			}
		}
	}
	return map[string]bool{"[]": true, "[?]": true, "?:": true}[name]
}

// expression draws one that compiles, or returns nil: what a hook has not, or what is too costly.
func (g *grammar) expression() *eval.Expr {
	g.hook, g.loops = pick(g.r, g.hooks).Hook, 0
	text := g.draw(pick(g.r, []string{"bool", "bool", "bool", "duration", "string", "int", "timestamp", "money", "double"}), 2+g.r.IntN(3), nil)
	vars := g.vars()
	f, problems := eval.Parse("t.cel", []byte(text))
	if problems != nil {
		g.tb.Fatalf("%s: %v", text, problems)
	}
	x, problems := g.env.Compile(g.hook, eval.WantAny, vars, f.Root())
	if problems != nil {
		return nil
	}
	return x
}

func (g *grammar) vars() *eval.Vars {
	if g.hook > eval.HookRequire || g.r.IntN(2) > 0 {
		return nil
	}
	var entries []eval.Named
	for name, text := range map[string]string{"nice": `facts.vip && call.server == "pricing"`, "limit": `facts.reprices_every * 2`} {
		f, problems := eval.Parse("v.cel", []byte(text))
		require.Empty(g.tb, problems)
		entries = append(entries, eval.Named{Name: name, Node: f.Root()})
	}
	vars, problems := g.env.Vars("p", entries)
	require.Empty(g.tb, problems)
	return vars
}

var hole = regexp.MustCompile(`\{(\w+)\}`)

// draw writes a value of a type. elems are the names of the loops around it, by type.
func (g *grammar) draw(typ string, depth int, elems map[string][]string) string {
	leaves := append(append([]string{}, ends[typ]...), g.leaves[g.hook][typ]...)
	leaves = append(leaves, g.leaves[g.hook][typ]...)
	leaves = append(append(leaves, elems[typ]...), elems[typ]...)
	list := productions[typ]
	if len(leaves) > 0 && (depth <= 0 || len(list) == 0 || g.r.IntN(4) == 0) {
		return pick(g.r, leaves)
	}
	inner := map[string][]string{}
	for k, v := range elems {
		inner[k] = v
	}
	return hole.ReplaceAllStringFunc(pick(g.r, list), func(m string) string {
		switch t := m[1 : len(m)-1]; t {
		case "x", "s":
			g.loops++
			name := fmt.Sprintf("e%d", g.loops)
			if t == "x" {
				inner["int"], inner["string"] = append(inner["int"], name), append(inner["string"], name)
				return name
			}
			for typ, fields := range g.leaves[eval.HookSource] {
				for _, f := range fields {
					if own, ok := strings.CutPrefix(f, "source."); ok {
						inner[typ] = append(inner[typ], name+"."+own, name+"."+own)
					}
				}
			}
			return name
		default:
			return g.draw(t, depth-1, inner)
		}
	})
}

// input draws one in which much is missing.
func (g *grammar) input() *eval.Input {
	r := g.r
	args := map[string]any{}
	for name, values := range map[string][]any{
		"sku": {"JKT-114", "a", 3}, "qty": {2, 1, 2.5, "2", 24 * time.Hour}, "price": {json.Number("209.00"), "5", 3}, "currency": {"EUR", "USD", "XXQ"}, "tags": {[]string{"a", "b"}, []any{1}, "a"},
		"gift": {true, false, "true"}, "ship": {map[string]any{"zip": "10115"}}, "ratio": {0.5, 2.0}, "big": {json.Number("12345678901234567890"), json.Number("9223372036854775807")},
	} {
		if r.IntN(6) > 0 {
			args[name] = pick(r, values)
		}
	}
	parsed, err := eval.NewArgs(args)
	require.NoError(g.tb, err)
	facts := map[string]any{}
	for name, values := range map[string][]any{
		"vip": {true, false}, "reprices_every": {"24h", "0s", "5m"}, "limit": {"209 EUR", "5 USD"}, "regions": {[]string{"a", "eu"}}, "n": {0, 2, 30}, "waits": {[]string{"24h", "5s"}},
	} {
		if r.IntN(5) > 0 {
			facts[name] = pick(r, values)
		}
	}
	supplied, err := g.env.Facts(facts)
	require.NoError(g.tb, err)
	lengths := []time.Duration{0, time.Second, 5 * time.Second, 5 * time.Minute, 24 * time.Hour}
	texts := []string{"", "a", "pricing", "JKT-114", "EUR"}
	sources := []*guard.Source{g.source(), g.source(), g.source()}[:r.IntN(4)]
	claim := g.claim()
	claim.Sources = sources[:min(len(sources), r.IntN(3))]
	return &eval.Input{
		Now:   noon,
		Call:  &eval.Call{Server: pick(r, texts), Tool: pick(r, texts), Effect: pick(r, []eval.Effect{eval.Read, eval.Write, eval.Idempotent}), Args: parsed, IdempotencyKey: pick(r, texts)},
		Turn:  &eval.Turn{ID: pick(r, texts), Purpose: pick(r, []string{"chat", "checkout", ""}), Audience: pick(r, texts), Language: pick(r, []string{"", "en", "de", "xx"}), Budget: pick(r, lengths), Elapsed: pick(r, lengths), Remaining: pick(r, lengths), Attempts: r.IntN(4), Retries: r.IntN(3), Cached: texts[1 : 1+r.IntN(3)]},
		Facts: supplied,
		Breaker: &state.View{
			State: pick(r, state.States()), Since: pick(r, []time.Time{{}, noon, noon.Add(-5 * time.Minute)}), Until: pick(r, []time.Time{{}, noon}),
			Forced: r.IntN(2) == 0, Failures: r.IntN(4), Calls: r.IntN(40), FailureRate: pick(r, []float64{0, 0.5, 1}),
		},
		Latency: &state.Latency{P50: pick(r, lengths), P95: pick(r, lengths), P99: pick(r, lengths), Count: pick(r, []int{0, 3, 30})},
		Failure: &state.Failure{
			Kind: pick(r, state.FailureKinds()), Sent: r.IntN(2) == 0, RetryAfter: pick(r, lengths), HasRetryAfter: r.IntN(2) == 0, Attempts: r.IntN(3), Status: pick(r, []int{0, 503}),
		},
		Entry:  &state.Entry{Server: pick(r, texts), Tool: pick(r, texts), AsOf: noon.Add(-pick(r, lengths))},
		Step:   &eval.Target{Kind: pick(r, []eval.StepKind{eval.StepCached, eval.StepUseTool}), Server: pick(r, texts), Tool: pick(r, texts), Breaker: pick(r, []*state.View{nil, {State: state.Closed}})},
		Source: g.source(), Evidence: sources, Claim: claim,
	}
}

func (g *grammar) source() *guard.Source {
	r := g.r
	d, err := guard.ParseDecimal(pick(r, []string{"209", "5", "0.5"}))
	require.NoError(g.tb, err)
	return &guard.Source{
		Kind: guard.Money, Server: pick(r, []string{"", "a", "pricing"}), Tool: "quote", Path: "price.amount", Role: pick(r, append(guard.Roles(), 0)), Entity: pick(r, []string{"", "JKT-114"}),
		Origin: pick(r, guard.Origins()), Amount: d, Currency: pick(r, []string{"", "EUR", "USD"}), AsOf: pick(r, []time.Time{{}, noon, noon.Add(-time.Hour)}),
		Cached: r.IntN(2) == 0, Earlier: r.IntN(2) == 0, Echoed: r.IntN(2) == 0,
	}
}

func (g *grammar) claim() *guard.Claim {
	r := g.r
	d, err := guard.ParseDecimal(pick(r, []string{"209", "5"}))
	require.NoError(g.tb, err)
	readings := []guard.Reading{{Amount: d, Low: d, High: d, OpenLow: r.IntN(2) == 0, OpenHigh: r.IntN(2) == 0, Day: pick(r, []time.Time{{}, noon}), LastDay: pick(r, []time.Time{{}, noon.Add(48 * time.Hour)})}}
	return &guard.Claim{
		Kind: pick(r, guard.Kinds()), Text: "€209", Place: pick(r, []string{"reply", "args.amount"}), Readings: readings[:r.IntN(2)], Currencies: [][]string{nil, {"EUR"}, {"EUR", "USD"}}[r.IntN(3)],
		About: pick(r, append(guard.Abouts(), 0)), Role: pick(r, append(guard.Roles(), 0)), Entity: pick(r, []string{"", "JKT-114"}), Approx: r.IntN(2) == 0, Negated: r.IntN(2) == 0,
		Echo: r.IntN(2) == 0, Hypothetical: r.IntN(2) == 0, Struck: r.IntN(2) == 0, Derived: r.IntN(2) == 0, Asserted: r.IntN(2) == 0, Quoted: r.IntN(2) == 0,
	}
}
