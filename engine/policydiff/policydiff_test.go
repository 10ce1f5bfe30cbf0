package policydiff_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/policydiff"
	"github.com/lacuna-go/lacuna/engine/policytest"
)

const core = `[
	Turn{facts: {"vip": bool, "n": int}},
	Policy{name: "p", server: "s", effect: Effect.READ, retry: Retry{max: 1},
		unavailable_when: {"closed": false},
		when_unavailable: [Cached{max_age: duration("5m"), disclose: "As of " + entry.as_of.clock() + "."}, HardFail{message: "No.", handoff: Handoff.HUMAN}]},
	Policy{name: "w", server: "w", effect: Effect.IDEMPOTENT, retry: Retry{max: 1}, forbid: {"no": turn.purpose != Purpose.CHAT}},
	Claims{name: "money", kinds: [Kind.MONEY], sourced_by: {"s": source.server == "s"}, otherwise: Block{handoff: Handoff.HUMAN}},
`

const base = core + `
	Policy{name: "k", server: "k", effect: Effect.READ, store: Store{key: [call.args.a, call.args.b], when: facts.vip}, evidence: Evidence{none: true},
		require: {"few": facts.n < 10 && facts.vip}, when_unavailable: [Cached{max_age: facts.vip ? duration("1m") : duration("2m")}, Omit{require: {"o": facts.vip}}, Omit{}]},
	Policy{name: "guard", when: facts.n > 0, tools: ["a", "b"], forbid: {"big": facts.vip && facts.n > 5}},
	Claims{name: "dates", kinds: [Kind.DATE, Kind.TIME], when: claim.about != About.STOCK, unless: {"echo": claim.echo && !claim.asserted}},
	Known{name: "free", text: "Free over €50.", until: timestamp("2036-01-01T00:00:00Z")},
]`

func suite(t *testing.T, policies, tests string) *policytest.Suite {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "p.cel"), []byte(policies), 0o600))
	if tests != "" {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "p_test.yaml"), []byte(tests), 0o600))
	}
	s, err := policytest.Load(dir)
	require.NoError(t, err)
	return s
}

// TestSettings takes each kind of edit from one text to another, and back.
func TestSettings(t *testing.T) {
	for _, c := range []struct {
		name, from, to, path string
		direction            engine.Direction
	}{
		{"a longer max_age", `duration("5m")`, `duration("6m")`, "when_unavailable[0].max_age", engine.MorePermissive},
		{"a max_age that is computed", `duration("5m")`, `duration(string(facts.n) + "m")`, "when_unavailable[0].max_age", engine.Different},
		{"a max_age that is longer for some", `duration("5m")`, `facts.vip ? duration("9m") : duration("5m")`, "when_unavailable[0].max_age", engine.MorePermissive},
		{"no hand-off", `HardFail{message: "No.", handoff: Handoff.HUMAN}`, `HardFail{message: "No."}`, "when_unavailable[1].handoff", engine.MorePermissive},
		{"no disclosure", `, disclose: "As of " + entry.as_of.clock() + "."`, ``, "when_unavailable[0].disclose", engine.MorePermissive},
		{"more retries of a read", `Effect.READ, retry: Retry{max: 1}`, `Effect.READ, retry: Retry{max: 3}`, "retry.max", engine.Different},
		{"more retries of a write", `IDEMPOTENT, retry: Retry{max: 1}`, `IDEMPOTENT, retry: Retry{max: 3}`, "retry.max", engine.MorePermissive},
		{"a weaker effect", `Effect.IDEMPOTENT, retry: Retry{max: 1}`, `Effect.READ, retry: Retry{max: 1}`, "effect", engine.MorePermissive},
		{"no forbid", `, forbid: {"no": turn.purpose != Purpose.CHAT}`, ``, "forbid", engine.MorePermissive},
		{"another forbid", `turn.purpose != Purpose.CHAT`, `turn.purpose == Purpose.CHAT`, `forbid["no"]`, engine.Different},
		{"no unavailable_when", `{"closed": false}`, `{}`, `unavailable_when["closed"]`, engine.MorePermissive},
		{"no sourced_by", `{"s": source.server == "s"}`, `{}`, `sourced_by["s"]`, engine.MorePermissive},
		{"a milder otherwise", `Block{handoff: Handoff.HUMAN}`, `Flag{}`, "otherwise", engine.MorePermissive},
		{"shadow mode", `otherwise: Block`, `mode: Mode.SHADOW, otherwise: Block`, "mode", engine.MorePermissive},
		{"one more unless", `otherwise: Block`, `unless: {"echo": claim.echo}, otherwise: Block`, "unless", engine.MorePermissive},
		{"a message", `"No."`, `"No way."`, "when_unavailable[1].message", engine.Different},
		{"a part of a forbid more", `facts.vip && facts.n > 5`, `facts.vip && facts.n > 5 && has(call.args.x)`, `forbid["big"]`, engine.MorePermissive},
		{"a higher threshold of a forbid", `facts.n > 5`, `facts.n > 6`, `forbid["big"]`, engine.MorePermissive},
		{"a forbid for less", `when: facts.n > 0`, `when: facts.n > 1`, "when", engine.MorePermissive},
		{"a forbid for fewer tools", `tools: ["a", "b"]`, `tools: ["b"]`, "tools", engine.MorePermissive},
		{"a part of a require less", `facts.n < 10 && facts.vip`, `facts.n < 10`, `require["few"]`, engine.MorePermissive},
		{"another way in a sourced_by", `source.server == "s"`, `source.server in ["s", "t"]`, `sourced_by["s"]`, engine.MorePermissive},
		{"a wider unless", `claim.echo && !claim.asserted`, `claim.echo`, `unless["echo"]`, engine.MorePermissive},
		{"claims about less", `claim.about != About.STOCK`, `claim.about != About.STOCK && claim.about != About.PRICE`, "when", engine.MorePermissive},
		{"a kind less", `[Kind.DATE, Kind.TIME]`, `[Kind.TIME]`, "kinds", engine.MorePermissive},
		{"a part of a key less", `[call.args.a, call.args.b]`, `[call.args.b]`, "store.key", engine.MorePermissive},
		{"more is kept", `, when: facts.vip}`, `}`, "store.when", engine.MorePermissive},
		{"results that are sources", `evidence: Evidence{none: true},`, ``, "evidence", engine.MorePermissive},
		{"a later end", `2036-01-01`, `2037-01-01`, "until", engine.MorePermissive},
		{"silence in place of an end", `HardFail{message: "No.", handoff: Handoff.HUMAN}`, `Omit{}`, "when_unavailable[1]", engine.MorePermissive},
		{"one more Cached", `Omit{require`, `Cached{max_age: duration("9h")}, Omit{require`, "when_unavailable[1]", engine.MorePermissive},
		{"one more Omit", `Omit{require`, `Omit{require: {"z": !facts.vip}}, Omit{require`, "when_unavailable[1]", engine.Different},
		{"another way to say it", `facts.n > 5`, `5 < facts.n`, `forbid["big"]`, engine.Different},
		{"a fact", `"vip": bool`, `"vip": bool, "x": int`, `facts["x"]`, engine.Different},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Contains(t, base, c.from)
			before, after := suite(t, base, ""), suite(t, strings.Replace(base, c.from, c.to, 1), "")
			one := func(a, b *policytest.Suite) policydiff.Setting {
				r, err := policydiff.Compare(t.Context(), a, b, policydiff.Options{})
				require.NoError(t, err)
				require.Len(t, r.Settings, 1)
				return r.Settings[0]
			}
			there, back := one(before, after), one(after, before)
			assert.Equal(t, c.path, there.Path)
			assert.Equal(t, c.direction, there.Direction)
			assert.False(t, there.Shown, "there is no case")
			if c.direction == engine.MorePermissive {
				assert.NotEmpty(t, there.Why)
				assert.Equal(t, engine.LessPermissive, back.Direction)
			} else {
				assert.Equal(t, engine.Different, back.Direction)
			}
		})
	}
}

// TestWholeValues adds and takes away policies, claims and statements.
func TestWholeValues(t *testing.T) {
	with := func(more string) *policytest.Suite { return suite(t, strings.TrimSuffix(base, "]")+more+"]", "") }
	for more, want := range map[string]engine.Direction{
		`Policy{name: "x", server: "x"}`:                                engine.Different,
		`Claims{name: "times", kinds: [Kind.DATE], otherwise: Block{}}`: engine.LessPermissive,
		`Known{name: "k", text: "Free over €60."}`:                      engine.MorePermissive,
		`Policy{name: "x", forbid: {"no": facts.vip}}`:                  engine.LessPermissive,
		// What it changes for a tool that has a policy:
		`Policy{name: "x", server: "w", tools: ["t"], effect: Effect.READ, forbid: {"no": facts.vip}}`: engine.MorePermissive,
		`Policy{name: "x", server: "w", tools: ["t"], effect: Effect.WRITE}`:                           engine.LessPermissive,
		`Policy{name: "x", server: "w", tools: ["t"], retry: Retry{max: 2}}`:                           engine.MorePermissive,
		`Policy{name: "x", server: "w", tools: ["t_*"], when_unavailable: [Omit{}]}`:                   engine.MorePermissive,
		`Policy{name: "x", server: "k", tools: ["t"], store: Store{key: [1], shared: true}}`:           engine.MorePermissive,
		`Policy{name: "x", server: "p", timeout: duration("1s"), effect: Effect.READ}`:                 engine.Different,
	} {
		r, err := policydiff.Compare(t.Context(), with(""), with(more), policydiff.Options{})
		require.NoError(t, err)
		require.Len(t, r.Settings, 1, more)
		assert.Equal(t, want, r.Settings[0].Direction, more)
		assert.Empty(t, r.Settings[0].Path)
		flips, settings := r.MorePermissive()
		assert.Zero(t, flips)
		assert.Equal(t, want == engine.MorePermissive, settings == 1, more)
	}
}

// TestRenamed takes what is the same under another name, or at another place, for no change of what happens.
func TestRenamed(t *testing.T) {
	for _, c := range []struct{ name, from, to string }{
		{"a condition", `"big":`, `"large":`},
		{"a policy", `name: "guard"`, `name: "guards"`},
		{"steps in another order", `Omit{require: {"o": facts.vip}}, Omit{}]`, `Omit{require: {"o": facts.vip}}, Cached{max_age: duration("1h")}, Omit{}]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			from := base
			if c.name == "steps in another order" { // one that stands before the other on one side, and behind it on the other
				from = strings.Replace(base, `Omit{require: {"o"`, `Cached{max_age: duration("1h")}, Omit{require: {"o"`, 1)
			}
			require.Contains(t, base, c.from)
			r, err := policydiff.Compare(t.Context(), suite(t, from, ""), suite(t, strings.Replace(base, c.from, c.to, 1), ""), policydiff.Options{})
			require.NoError(t, err)
			require.Len(t, r.Settings, 2)
			for _, s := range r.Settings {
				assert.Equal(t, engine.Different, s.Direction, "%s: %q -> %q", s.Path, s.Old, s.New)
			}
		})
	}
}

// TestWhatGuardsIsGone counts a policy that takes its conditions with it, and another text of a statement.
func TestWhatGuardsIsGone(t *testing.T) {
	for from, to := range map[string]string{
		`	Policy{name: "guard", when: facts.n > 0, tools: ["a", "b"], forbid: {"big": facts.vip && facts.n > 5}},`: "",
		"Free over €50.": "Free over €5.",
	} {
		require.Contains(t, base, from)
		r, err := policydiff.Compare(t.Context(), suite(t, base, ""), suite(t, strings.Replace(base, from, to, 1), ""), policydiff.Options{})
		require.NoError(t, err)
		_, settings := r.MorePermissive()
		assert.Equal(t, 1, settings, from)
	}
}

const tests = `
call: {server: s, tool: t}
turn: {audience: C-9}
facts: {vip: true}
failure: {kind: unreachable}
tests:
  - name: old
    cached: {age: 6m, json: {a: 1}}
    want: {outcome: hard_fail}
  - name: a write
    call: {server: w, tool: t}
    failure: {kind: overloaded, times: 9}
    want: {outcome: hard_fail}
`

func TestCases(t *testing.T) {
	edited := strings.NewReplacer(`duration("5m")`, `duration("1h")`, `IDEMPOTENT, retry: Retry{max: 1}`, `IDEMPOTENT, retry: Retry{max: 2}`).Replace(base)
	r, err := policydiff.Compare(t.Context(), suite(t, base, tests), suite(t, edited, tests), policydiff.Options{})
	require.NoError(t, err)
	assert.Equal(t, 2, r.Cases, "a case of both sides counts once")
	require.Len(t, r.Flips, 2)
	assert.Equal(t, "max_age: hard_fail -> cached", r.Flips[0].Changes[0].String())
	require.Len(t, r.Flips[0].Conditions, 1)
	assert.Equal(t, "p/max_age", r.Flips[0].Conditions[0].ID)
	assert.Contains(t, r.Flips[0].Conditions[0].Old.Operands[0], "entry.age = 6m0")
	assert.Equal(t, "retries: 1 -> 2", r.Flips[1].Changes[0].String())
	assert.Equal(t, "a write is repeated more often", r.Flips[1].Changes[0].Why)
	for _, s := range r.Settings {
		assert.True(t, s.Shown, s.Path)
	}
	flips, settings := r.MorePermissive()
	assert.Equal(t, []int{2, 0}, []int{flips, settings})
	b, err := json.Marshal(r)
	require.NoError(t, err)
	assert.Contains(t, string(b), `"counts":[{"policy":"p","kind":"max_age","old":"hard_fail","new":"cached","direction":"more_permissive","count":1},{"policy":"w"`)
}

// A case that one side can't play says nothing, and says so.
func TestCasesThatOneSideCannotPlay(t *testing.T) {
	without := strings.Replace(strings.Replace(core+"]", `facts: {"vip": bool, "n": int}`, ``, 1), `Turn{}`, `Turn{purposes: ["chat"]}`, 1)
	r, err := policydiff.Compare(t.Context(), suite(t, core+"]", tests), suite(t, without, ""), policydiff.Options{})
	require.NoError(t, err)
	assert.Zero(t, r.Cases)
	require.Len(t, r.Skipped, 2)
	assert.Contains(t, r.Skipped[0].Why, "under the new policies:")
	assert.Contains(t, r.Skipped[0].Why, `"vip" is not declared`)
}

// A line that was changed by hand does not replay as it stands.
func TestUnequalLine(t *testing.T) {
	var line *engine.Logged
	before := suite(t, base, "")
	eng := engine.NewWithSet(before.Set, engine.WithInputs(engine.InputOptions{}), engine.WithObserver(func(ev engine.Event) {
		if d, ok := ev.(engine.DecisionEvent); ok {
			line = &engine.Logged{Line: 7, Record: d.Record}
		}
	}))
	turn, err := eng.Begin(t.Context(), engine.TurnInfo{ID: "t"})
	require.NoError(t, err)
	turn.Do(t.Context(), engine.Call{Server: "s", Tool: "t"}, func(context.Context, engine.Call) (engine.Result, error) {
		return engine.Result{}, engine.StatusError(503, nil)
	})
	log := func(f func(*engine.Logged) error) error { return f(line) }
	compare := func() *policydiff.Report {
		r, err := policydiff.Compare(t.Context(), before, before, policydiff.Options{Log: log, LogName: "log"})
		require.NoError(t, err)
		assert.Equal(t, 1, r.Replayed)
		return r
	}
	assert.Empty(t, compare().Unequal)
	line.Record.Message = "Yes."
	r := compare()
	require.Len(t, r.Unequal, 1)
	assert.Equal(t, policydiff.Skipped{At: "log:7", Name: "t/1", Why: "replays with another message"}, r.Unequal[0])
	assert.Empty(t, r.Flips)
}
