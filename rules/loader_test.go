package rules_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// desk is a directory that is edited: the literals of each file, in order.
type desk map[string][]string

func (d desk) files() fstest.MapFS {
	files := fstest.MapFS{}
	for name, literals := range d {
		files[name] = &fstest.MapFile{Data: []byte("[" + strings.Join(literals, ",\n") + "]")}
	}
	return files
}

// turns are what the file of the Turn may say. What other files mean depends on it.
var turns = []string{
	`Turn{facts: {"vip": bool, "tags": [string]}, languages: ["en", "de"], purposes: ["chat", "order"]}`,
	`Turn{purposes: ["chat", "order"], languages: ["en", "de"], facts: {"tags": [string], "vip": bool}, budget: duration("9s")}`,
	`Turn{facts: {"vip": string, "tags": [string]}, languages: ["en", "de"], purposes: ["chat", "order"]}`,
	`Turn{facts: {"vip": bool, "tags": string}, languages: ["en", "de"], purposes: ["chat", "order"]}`,
	`Turn{facts: {"vip": bool, "tags": [string]}, languages: ["en", "de", "fr"], purposes: ["chat", "order"]}`,
	`Turn{facts: {"vip": bool, "tags": [string]}, languages: ["de", "en"], purposes: ["chat", "order"]}`,
	`Turn{facts: {"vip": bool, "tags": [string]}, languages: ["en", "de"], purposes: ["chat"]}`,
	`Turn{facts: {"vip": bool, "tags": [string]}, languages: "xx"}`,
	`Turn{facts: {"vip": boo}, languages: ["en", "de"]}`,
	`Turn{`,
	`Known{name: "none", text: "No Turn."}`,
}

// dependent are policies that hold under the first of them.
const dependent = `Policy{name: "vip", server: "t", forbid: {"vip": facts.vip, "tag": "a" in facts.tags, "order": turn.purpose == Purpose.ORDER},
  when_unavailable: [HardFail{message: {"en": "Sorry.", "de": "Leider."}}]}`

// strays are literals that are at fault by themselves or beside others, or change what wins.
var strays = []string{
	`Turn{}`,
	`Policy{name: "server", server: "u"}`,
	`Policy{name: "clash", server: "s", timeout: duration("9s"), when_unavailable: [Omit{}]}`,
	`Policy{name: "using", server: "v", when_unavailable: [UseTool{server: "s", tool: "other"}, Omit{}]}`,
	`Policy{name: "vars", server: "s", vars: {"n": call.args.?n.orValue(0)}, forbid: {"vars": vars.n == 33}}`,
	`Policy{nam: "x"}`,
	`Policy{`,
	`Polic{name: "x"}`,
	`"text"`,
	`Known{name: "k", text: "Free shipping."}`,
	`Claims{name: "c", kinds: [Kind.MONEY], otherwise: Flag{}}`,
}

// edit does one thing to the directory.
func (d desk) edit(t *rapid.T) {
	names := slices.Sorted(maps.Keys(d))
	name := rapid.SampledFrom(names).Draw(t, "file")
	literals := d[name]
	i := rapid.IntRange(0, max(len(literals)-1, 0)).Draw(t, "literal")
	switch what := rapid.SampledFrom([]string{"turn", "turn", "turn", "stray", "stray", "blank", "number", "move", "remove", "rename", "split"}).Draw(t, "edit"); {
	case what == "turn":
		d["turn.cel"] = []string{rapid.SampledFrom(turns).Draw(t, "turn")}
	case what == "stray":
		d[name] = slices.Insert(slices.Clone(literals), i, rapid.SampledFrom(strays).Draw(t, "stray"))
	case what == "split":
		other := fmt.Sprintf("%d.cel", rapid.IntRange(0, 20).Draw(t, "other"))
		d[other] = append(d[other], literals[i:]...)
		d[name] = literals[:i:i]
	case len(literals) == 0:
		delete(d, name)
	case what == "blank":
		d[name] = with(literals, i, "\n // moved\n"+literals[i])
	case what == "number":
		d[name] = with(literals, i, strings.ReplaceAll(literals[i], "9", "8"))
	case what == "move":
		other := rapid.SampledFrom(names).Draw(t, "to")
		d[name] = slices.Delete(slices.Clone(literals), i, i+1)
		d[other] = append(slices.Clone(d[other]), literals[i])
	case what == "remove":
		d[name] = slices.Delete(slices.Clone(literals), i, i+1)
	case what == "rename":
		delete(d, name)
		d["renamed/"+strings.ReplaceAll(name, "/", "-")] = literals
	}
	if len(d) == 0 {
		d["a.cel"] = []string{`Policy{name: "a"}`}
	}
}

func with(list []string, i int, text string) []string {
	list = slices.Clone(list)
	list[i] = text
	return list
}

// A loader that has seen many states of a directory gives what loading the last one alone does, sets and faults alike.
func TestLoaderIsExact(t *testing.T) {
	loaded, refused := 0, 0
	rapid.Check(t, func(r *rapid.T) {
		d := desk{"turn.cel": {turns[0]}, "dependent.cel": {dependent}}
		for i, p := range overlapping() {
			name := fmt.Sprintf("%d.cel", i%7)
			d[name] = append(d[name], p)
		}
		loader := rules.NewLoader(rules.WithDir("p"))
		before := []desk{}
		for range rapid.IntRange(1, 10).Draw(r, "edits") {
			before = append(before, maps.Clone(d))
			if d.edit(r); rapid.IntRange(0, 3).Draw(r, "undo") == 0 {
				d = maps.Clone(rapid.SampledFrom(before).Draw(r, "to"))
			}
			got, err := loader.Load(d.files())
			want, wantErr := rules.Load(d.files(), rules.WithDir("p"))
			require.Equal(r, fmt.Sprint(wantErr), fmt.Sprint(err))
			if wantErr != nil {
				refused++
				continue
			}
			loaded++
			require.Equal(r, dump(want), dump(got))
			for n := 0; n < 100; n += 33 {
				failure := &state.Failure{Kind: state.Internal, Attempts: 1}
				require.Equal(r, decision(t, want, n, failure, 0), decision(t, got, n, failure, 0))
			}
		}
	})
	assert.Positive(t, loaded)
	assert.Positive(t, refused)
	t.Logf("%d sets and %d refusals", loaded, refused)
}

// dump writes down what a set holds, with positions.
func dump(s *rules.Set) string {
	var b strings.Builder
	fmt.Fprintln(&b, s.Digest, s.Turn)
	conditions := func(list []rules.Condition) {
		for _, c := range list {
			fmt.Fprintln(&b, " ", c.ID, c.Pos, c.Expr.Pos(), c.Expr.Source(), c.Expr.Paths())
		}
	}
	for _, p := range s.Policies {
		fmt.Fprintln(&b, p.Name, p.Pos, p.NamePos, p.Servers, p.Tools, p.Effect.Value(), p.Effect.Pos(), p.Retry.Pos())
		conditions(p.UnavailableWhen)
		conditions(p.Forbid)
		conditions(p.Require)
		for _, step := range p.WhenUnavailable.Value() {
			fmt.Fprintln(&b, " ", step.Kind, step.Pos, step.Tool)
			conditions(step.Require)
		}
	}
	for _, c := range s.Claims {
		fmt.Fprintln(&b, c.Name, c.Pos, c.Kinds)
	}
	for _, k := range s.Known {
		fmt.Fprintln(&b, k.Name, k.Pos, k.Text)
	}
	return b.String()
}

// A loader compiles what has changed: policies of other files are the same ones, until the Turn says otherwise.
func TestLoaderSharesWhatDidNotChange(t *testing.T) {
	files := mapFS("turn.cel", `Turn{facts: {"vip": bool}}`, "a.cel", `Policy{name: "a"}`, "b.cel", `Policy{name: "b", forbid: {"vip": facts.vip}}`)
	loader := rules.NewLoader()
	one, err := loader.Load(files)
	require.NoError(t, err)
	edit := func(name, text string) *rules.Set {
		files[name] = &fstest.MapFile{Data: []byte(text)}
		set, err := loader.Load(files)
		require.NoError(t, err)
		return set
	}
	two := edit("a.cel", `Policy{name: "a", doc: "changed"}`)
	assert.NotSame(t, one.Policies[0], two.Policies[0])
	assert.Same(t, one.Policies[1], two.Policies[1])
	three := edit("turn.cel", `Turn{facts: {"vip": bool}, budget: duration("9s")}`)
	assert.Same(t, two.Policies[1], three.Policies[1], "expressions see the same")
	four := edit("turn.cel", `Turn{facts: {"vip": bool, "old": bool}}`)
	assert.NotSame(t, three.Policies[1], four.Policies[1])
	_, err = loader.Load(mapFS("a.cel", `Policy{name: "a", doc: "changed"}`))
	require.NoError(t, err)
	five, err := loader.Load(files)
	require.NoError(t, err)
	assert.NotSame(t, four.Policies[1], five.Policies[1], "no more is kept than the last load read")
}
