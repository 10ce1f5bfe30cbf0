package rules_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lacuna-go/lacuna/eval"
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

// dump writes down all that a set holds, with every position.
func dump(s *rules.Set) string {
	var b strings.Builder
	fmt.Fprintln(&b, s.Digest, s.Turn)
	for _, p := range s.Policies {
		dumpValue(&b, reflect.ValueOf(p))
		b.WriteString("\n")
	}
	for _, c := range s.Claims {
		dumpValue(&b, reflect.ValueOf(c))
		b.WriteString("\n")
	}
	for _, k := range s.Known {
		dumpValue(&b, reflect.ValueOf(k))
		b.WriteString("\n")
	}
	return b.String()
}

func dumpValue(b *strings.Builder, v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		switch {
		case v.IsNil():
			b.WriteString("-")
		case v.Type() == reflect.TypeFor[*eval.Expr]():
			dumpExpr(b, (*eval.Expr)(v.UnsafePointer()))
		case v.Type() == reflect.TypeFor[*eval.Vars]():
			for _, named := range (*eval.Vars)(v.UnsafePointer()).All() {
				fmt.Fprint(b, named.Name, " ", named.Pos, " ")
				dumpExpr(b, named.Expr)
			}
		case v.Type() != reflect.TypeFor[*time.Location]():
			dumpValue(b, v.Elem())
		}
	case reflect.Interface:
		dumpValue(b, v.Elem())
	case reflect.Struct:
		b.WriteString("{")
		for i := range v.NumField() {
			b.WriteString(" ")
			dumpValue(b, v.Field(i))
		}
		b.WriteString("}")
	case reflect.Slice:
		b.WriteString("[")
		for i := range v.Len() {
			b.WriteString(" ")
			dumpValue(b, v.Index(i))
		}
		b.WriteString("]")
	case reflect.Map:
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
		for _, k := range keys {
			fmt.Fprint(b, " ", k, ": ")
			dumpValue(b, v.MapIndex(k))
		}
	default:
		fmt.Fprintf(b, "%v", v)
	}
}

func dumpExpr(b *strings.Builder, x *eval.Expr) {
	fmt.Fprint(b, x.Pos(), " ", x.Source(), " ", x.Paths(), " ", x.Node().End(), " ", x.Node().Pos())
	for _, part := range x.Elements() {
		dumpExpr(b, part)
	}
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

// Literals that stay as they are while others change are moved, and say what they would had they been read where they now stand.
func TestLoaderMovesWhatStays(t *testing.T) {
	fsys := fstest.MapFS{}
	for _, path := range []string{"../policies/turn.cel", "../policies/claims.cel", "../policies/pricing.cel", "../policies/reads.cel", "../policies/search.cel", "../policies/orders.cel", "../policies/arguments.cel"} {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		fsys[filepath.Base(path)] = &fstest.MapFile{Data: text}
	}
	full, err := os.ReadFile("testdata/good/full.cel")
	require.NoError(t, err)
	for name, files := range map[string]fstest.MapFS{"the shop": fsys, "every field": {"full.cel": {Data: full}}} {
		t.Run(name, func(t *testing.T) {
			loader := rules.NewLoader()
			one, err := loader.Load(files)
			require.NoError(t, err)
			for _, f := range files {
				f.Data = []byte("// größer\n\n" + string(f.Data))
			}
			got, err := loader.Load(files)
			require.NoError(t, err)
			want, err := rules.Load(files)
			require.NoError(t, err)
			require.Equal(t, dump(want), dump(got))
			moved := 0
			for i, p := range one.Policies {
				if len(p.Servers) > 0 && &p.Servers[0] == &got.Policies[i].Servers[0] {
					moved++
				}
				assert.NotEqual(t, p.Pos, got.Policies[i].Pos)
			}
			assert.Positive(t, moved)
		})
	}
}
