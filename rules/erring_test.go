package rules_test

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/guard"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// A row of the error table, played: a policy set with one expression, and how permissive what it comes to is. 0 is the
// strictest: nothing is served, stored, attempted or sent.
type erringRow struct {
	// policy holds the condition where it says COND; of fields of other types it is the condition of a ?:.
	policy string
	// level plays it.
	level func(t *testing.T, p played) int
	// likeFalse: an error counts exactly as false (a drill is no permission).
	likeFalse bool
	// claims: the expression runs in Claims, which see no call and no arguments.
	claims bool
	// list: the expression runs in the list hook, which sees no arguments.
	list bool
}

type played struct {
	set *rules.Set
	in  *eval.Input
	d   *rules.Decision
	w   *world
}

const erringTurn = `Turn{facts: {"unset": bool, "zero": int, "word": string, "many": [int]}},`

var erringRows = map[string]erringRow{
	"Policy.when":             {policy: `Policy{name: "p", server: "s", effect: Effect.READ}, Policy{name: "q", server: "s", when: COND, forbid: {"no": true}}`, level: admits},
	"Policy.unavailable_when": {policy: `Policy{name: "p", server: "s", effect: Effect.READ, unavailable_when: {"c": COND}}`, level: admits, list: true},
	"Policy.forbid":           {policy: `Policy{name: "p", server: "s", effect: Effect.READ, forbid: {"c": COND}}`, level: admits},
	"Policy.vars":             {policy: `Policy{name: "p", server: "s", effect: Effect.READ, vars: {"v": COND}, forbid: {"c": vars.v}}`, level: admits},
	"Policy.require":          {policy: cachedPolicy(`require: {"c": COND},`, ``), level: serves},
	"Cached.require":          {policy: cachedPolicy(``, `require: {"c": COND},`), level: serves},
	"Cached.max_age":          {policy: strings.Replace(cachedPolicy(``, ``), `max_age: duration("1h")`, `max_age: (COND) ? duration("1h") : duration("2h")`, 1), level: serves},
	"Cached.disclose":         {policy: cachedPolicy(``, `disclose: (COND) ? "a" : "b",`), level: serves},
	"UseTool.args":            {policy: toolPolicy(`args: {"q": (COND) ? 1 : 2}`), level: serves},
	"UseTool.require":         {policy: toolPolicy(`require: {"c": COND}`), level: serves},
	"UseTool.disclose":        {policy: toolPolicy(`disclose: (COND) ? "a" : "b"`), level: serves},
	"Omit.require":            {policy: chainPolicy(`Omit{require: {"c": COND}}, Cached{max_age: duration("1h")}, HardFail{}`), level: serves},
	"Omit.disclose":           {policy: chainPolicy(`Omit{disclose: (COND) ? "a" : "b"}`), level: serves},
	"HardFail.require":        {policy: chainPolicy(`HardFail{require: {"c": COND}}, Omit{}`), level: serves},
	"Policy.timeout":          {policy: `Policy{name: "p", server: "s", effect: Effect.READ, timeout: (COND) ? duration("5s") : duration("5s")}`, level: defaults},
	"Policy.expected":         {policy: `Policy{name: "p", server: "s", effect: Effect.READ, expected: (COND) ? duration("500ms") : duration("500ms")}`, level: defaults},
	"Retry.when":              {policy: `Policy{name: "p", server: "s", effect: Effect.READ, retry: Retry{max: 1, when: COND}}`, level: retries},
	"Store.when":              {policy: `Policy{name: "p", server: "s", effect: Effect.READ, store: Store{when: COND}}`, level: stores},
	"Store.key":               {policy: `Policy{name: "p", server: "s", effect: Effect.READ, store: Store{key: [(COND) ? 1 : 2]}}`, level: stores},
	"Drill.when":              {policy: `Policy{name: "p", server: "s", effect: Effect.READ, drill: Drill{share: 1.0, when: COND}}`, level: admits, likeFalse: true, list: true},
	"Claims.when":             {policy: claimsPolicy(`when: COND,`), level: sends, claims: true},
	"Claims.sourced_by":       {policy: claimsPolicy(`sourced_by: {"c": COND},`), level: sends, claims: true},
	"Claims.require":          {policy: claimsPolicy(`require: {"c": COND},`), level: sends, claims: true},
	"Claims.unless":           {policy: claimsPolicy(`require: {"never": false}, unless: {"c": COND},`), level: sends, claims: true},
}

func chainPolicy(chain string) string {
	return `Policy{name: "p", server: "s", effect: Effect.READ, when_unavailable: [` + chain + `]}`
}

func cachedPolicy(policy, step string) string {
	return `Policy{name: "p", server: "s", effect: Effect.READ, ` + policy + ` when_unavailable: [Cached{` + step + ` max_age: duration("1h")}, HardFail{}]}`
}

func toolPolicy(step string) string {
	return `Policy{name: "p", server: "s", tools: ["t"], effect: Effect.READ, when_unavailable: [UseTool{tool: "u", ` + step + `}, HardFail{}]},
		Policy{name: "q", server: "s", tools: ["u"], effect: Effect.READ}`
}

func claimsPolicy(fields string) string {
	return `Policy{name: "p", server: "s"}, Claims{name: "c", kinds: [Kind.MONEY], ` + fields + ` otherwise: Block{}}`
}

// The erring conditions. Those that need arguments have no like in hooks without them: nothing there is of a type
// that only the run finds out.
var errorKinds = map[string]struct {
	cond string
	args bool
	kind eval.FaultKind
}{
	"missing key":  {`{"a": 1}[facts.word] == 1`, false, eval.FaultMissingKey},
	"missing arg":  {`call.args.nope == 1`, true, eval.FaultMissingKey},
	"missing fact": {`facts.unset`, false, eval.FaultMissingFact},
	"overload":     {`call.args.sku > 3`, true, eval.FaultOverload},
	"division":     {`1 / facts.zero == 1`, false, eval.FaultDivision},
	"conversion":   {`int(facts.word) == 1`, false, eval.FaultConversion},
	"cost":         {`facts.many.all(a, facts.many.all(b, a <= b + 100000))`, false, eval.FaultCost},
	"deadline":     {`facts.many.all(a, a >= 0)`, false, eval.FaultDeadline},
	"panic":        {`boom(facts.zero)`, false, eval.FaultPanic},
}

// TestErrorTable plays every field that can err with every kind of error, and compares with its true and its false twin: an
// error is never more permissive than the stricter of them, and stands in the record with its place.
func TestErrorTable(t *testing.T) {
	listed := map[string]bool{}
	for _, row := range rules.FieldTable() {
		if row.Erring == "" {
			continue
		}
		name := row.Struct + "." + row.Field
		listed[name] = true
		r, ok := erringRows[name]
		if !assert.True(t, ok, "%s can err and is not in the error table's test", name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			yes := r.play(t, "1 == 1", false)
			no := r.play(t, "1 == 2", false)
			for kind, e := range errorKinds {
				if e.args && (r.claims || r.list) {
					continue
				}
				if kind == "cost" && raceEnabled {
					continue // a million units in each of the rows
				}
				t.Run(kind, func(t *testing.T) {
					got := r.play(t, e.cond, kind == "deadline")
					require.NotEmpty(t, got.faults, "the error is in the record")
					assert.Equal(t, e.kind.String(), got.faults[0].Fault.Kind.String(), got.faults[0].Fault.Error())
					assert.Equal(t, "p.cel", got.faults[0].Fault.Pos.File)
					assert.Equal(t, 2, got.faults[0].Fault.Pos.Line, "the line of the expression")
					if r.likeFalse {
						assert.Equal(t, no.level, got.level)
						return
					}
					assert.LessOrEqual(t, got.level, min(yes.level, no.level))
				})
			}
		})
	}
	for name := range erringRows {
		assert.True(t, listed[name], "%s is no field that can err", name)
	}
}

type playedResult struct {
	level  int
	faults []rules.Finding
}

func (r erringRow) play(t *testing.T, cond string, deadline bool) playedResult {
	t.Helper()
	text := "[" + erringTurn + "\n" + strings.ReplaceAll(strings.ReplaceAll(r.policy, "\n", " "), "COND", cond) + "]"
	boom := eval.Function{Name: "boom", Params: []string{"int"}, Result: "bool", Call: func([]any) (any, error) { panic("secret") }}
	set, err := rules.Load(fstest.MapFS{"p.cel": {Data: []byte(text)}}, rules.WithFunctions(boom))
	require.NoError(t, err, text)
	many := make([]int, 2000)
	for i := range many {
		many[i] = i
	}
	facts, err := set.Env.Facts(map[string]any{"zero": 0, "word": "x", "many": many})
	require.NoError(t, err)
	args, err := eval.ParseArgs([]byte(`{"sku":"a"}`))
	require.NoError(t, err)
	in := &eval.Input{
		Now: noon, Call: &eval.Call{Server: "s", Tool: "t", Args: args}, Facts: facts,
		Turn: &eval.Turn{ID: "1", Audience: "A", Purpose: "chat", Remaining: 8 * time.Second, Budget: 8 * time.Second},
	}
	if deadline {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		in.Context = ctx
	}
	p := played{set: set, in: in, d: &rules.Decision{}, w: newWorld()}
	level := r.level(t, p)
	return playedResult{level, p.d.Faults}
}

// admits: 1 if the call is attempted.
func admits(_ *testing.T, p played) int {
	p.set.Decide(p.in, p.w, p.d)
	if p.d.Outcome == 0 {
		return 1
	}
	return 0
}

// serves: 2 for data, 1 for an omission, 0 for a hard fail.
func serves(t *testing.T, p played) int {
	p.in.Failure = &state.Failure{Kind: state.Internal, Attempts: 1}
	p.w.entry = &state.Entry{Server: "s", Tool: "t", AsOf: noon.Add(-time.Minute)}
	p.set.Decide(p.in, p.w, p.d)
	switch p.d.Outcome {
	case rules.HardFail:
		return 0
	case rules.Omit:
		return 1
	case rules.Cached:
		return 2
	default:
	}
	require.NotNil(t, p.d.Target, "a tool is used: %s", p.d.Outcome)
	return 2
}

// defaults: 0 if the default holds.
func defaults(_ *testing.T, p played) int {
	p.set.Decide(p.in, p.w, p.d)
	if p.d.Timeout == rules.DefaultTimeout && p.d.Expected == rules.DefaultExpected {
		return 0
	}
	return 1
}

// retries: 1 if another attempt is made.
func retries(_ *testing.T, p played) int {
	plan := p.set.Plan("s", "t")
	p.d.Reset(plan)
	p.in.Failure = &state.Failure{Kind: state.Reset, Sent: true, Attempts: 1}
	if action, _ := plan.After(p.in, p.w, p.d, rules.Attempted{}); action == rules.Retried {
		return 1
	}
	return 0
}

// stores: 1 if a success is kept.
func stores(_ *testing.T, p played) int {
	plan := p.set.Plan("s", "t")
	p.d.Reset(plan)
	if plan.Stores(p.in, p.d) != "" {
		return 1
	}
	return 0
}

// sends: 1 if the reply goes out.
func sends(_ *testing.T, p played) int {
	source := &guard.Source{Kind: guard.Money, Server: "s", Tool: "t", Origin: guard.Field, Currency: "EUR", AsOf: noon}
	p.in.Call = nil
	p.in.Evidence = []*guard.Source{source}
	r := &guard.Reply{Text: "€5", Claims: []guard.Claim{{Kind: guard.Money, Text: "€5", Sources: []*guard.Source{source}}}}
	var j rules.Judgement
	p.set.Judge(p.in, guard.SiteReply, r, &j)
	p.d.Faults = j.Faults
	if j.Verdict == rules.Blocked {
		return 0
	}
	return 1
}

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// world is a fixed state: every tool healthy, one entry or none.
type world struct {
	entry *state.Entry
	tools map[string]rules.ToolState
	tool  rules.ToolState
}

func newWorld() *world {
	return &world{tool: rules.ToolState{
		Breaker: state.View{State: state.Closed}, Admits: true, Remaining: 8 * time.Second, Budget: 8 * time.Second,
	}}
}

func (w *world) Entry(string) *state.Entry { return w.entry }

func (w *world) Tool(p *rules.Plan, _ time.Time) rules.ToolState {
	if s, ok := w.tools[p.Server+"/"+p.Tool]; ok {
		return s
	}
	return w.tool
}

func (w *world) MayRetry(time.Time) bool { return true }
