package rules_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cel.dev/cel-go/cel"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

func TestLoadStorefront(t *testing.T) {
	set, err := rules.Load(os.DirFS("../policies"), rules.WithDir("policies"), rules.WithGeneration(7))
	require.NoError(t, err)
	var names []string
	for _, p := range set.Policies {
		names = append(names, p.Name)
	}
	assert.Equal(t, []string{
		"account-reads", "cart-reads", "inventory", "keyword", "large-model", "model", "order-reads", "orders", "pricing", "semantic", "shipping-reads", "store-reads",
	}, names)
	assert.GreaterOrEqual(t, len(set.Claims), 8)
	assert.NotEmpty(t, set.Known)
	assert.Equal(t, uint64(7), set.Generation)
	assert.Len(t, set.Digest, 64)
	assert.Equal(t, "policies/orders.cel:2:1", set.Policies[7].Pos.String())
	assert.NotNil(t, set.File("policies/orders.cel"))
	assert.Nil(t, set.File("orders.cel"))
}

// Any CEL parser reads a policy file: the language has no second syntax.
func TestGoodFilesAreCEL(t *testing.T) {
	env, err := cel.NewEnv()
	require.NoError(t, err)
	for _, pattern := range []string{"../policies/*.cel", "testdata/good/*.cel"} {
		paths, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, paths)
		for _, path := range paths {
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			_, issues := env.Parse(string(text))
			assert.NoError(t, issues.Err(), path)
		}
	}
}

func TestLoadFiles(t *testing.T) {
	const a, b = `Policy{name: "a"}`, `Policy{name: "b"}`
	for _, c := range []struct {
		name  string
		files []string
		want  int // policies
	}{
		{"below directories", []string{"a.cel", a, "team/shop/b.cel", b}, 2},
		{"no other endings", []string{"a.cel", a, "b.yaml", b, "c.cel.bak", b, "cel", b}, 1},
		{"nothing hidden", []string{"a.cel", a, ".b.cel", b, "..2026_03_01/a.cel", a, ".git/b.cel", b}, 1},
		{"a directory that is called like a file", []string{"a.cel", a, "b.cel/c.cel", b}, 2},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Len(t, load(t, c.files...).Policies, c.want) })
	}
	t.Run("none at all", func(t *testing.T) {
		_, err := rules.Load(mapFS("a.yaml", a), rules.WithDir("shop/policies"))
		var broken *rules.LoadError
		require.ErrorAs(t, err, &broken)
		assert.EqualError(t, err, "no .cel file in shop/policies")
		assert.Empty(t, broken.Snippet(broken.Problems[0]))
	})
	t.Run("an error of the file system", func(t *testing.T) {
		_, err := rules.Load(os.DirFS("testdata/nowhere"))
		assert.ErrorIs(t, err, fs.ErrNotExist)
	})
}

// A mounted ConfigMap links its files through a directory that is swapped as a whole.
func TestLoadLinks(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	link := func(target, name string) { require.NoError(t, os.Symlink(target, filepath.Join(dir, name))) }
	write("..2026_03_01/a.cel", `Policy{name: "a"}`)
	link("..2026_03_01", "..data")
	link(filepath.Join("..data", "a.cel"), "a.cel")
	other := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(other, "b.cel"), []byte(`Policy{name: "b"}`), 0o644))
	link(other, "team")
	set, err := rules.Load(os.DirFS(dir))
	require.NoError(t, err)
	assert.Len(t, set.Policies, 2)

	t.Run("to nothing", func(t *testing.T) {
		link("gone.cel", "c.cel")
		_, err := rules.Load(os.DirFS(dir))
		assert.ErrorIs(t, err, fs.ErrNotExist)
		require.NoError(t, os.Remove(filepath.Join(dir, "c.cel")))
	})
	t.Run("to a directory above", func(t *testing.T) {
		link(".", "again")
		_, err := rules.Load(os.DirFS(dir))
		assert.ErrorContains(t, err, "is there a link to one above?")
	})
}

func TestDigest(t *testing.T) {
	digest := func(texts ...string) string { return load(t, texts...).Digest }
	const a, b = `Policy{name: "a"}`, `Policy{name: "b"}`
	same := digest("a.cel", a, "b/c.cel", b)
	assert.Equal(t, same, digest("b/c.cel", b, "a.cel", a, "notes.md", "x"))
	assert.NotEqual(t, same, digest("a.cel", b, "b/c.cel", a), "bytes have moved")
	assert.NotEqual(t, same, digest("a.cel", a, "c.cel", b), "a path has changed")
	assert.NotEqual(t, same, digest("a.cel", a+" ", "b/c.cel", b), "a blank has changed")
	set, err := rules.Load(mapFS("a.cel", a, "b/c.cel", b), rules.WithDir("policies"))
	require.NoError(t, err)
	assert.Equal(t, same, set.Digest, "where the directory lies is no part of it")
}

func TestLoadErrorIsBounded(t *testing.T) {
	var policies []string
	for i := range 120 {
		policies = append(policies, fmt.Sprintf(`Policy{name: "p%d", colour: 1}`, i))
	}
	_, err := rules.Load(mapFS("p.cel", "[\n"+strings.Join(policies, ",\n")+"\n]"))
	var broken *rules.LoadError
	require.ErrorAs(t, err, &broken)
	assert.Len(t, broken.Problems, 120)
	lines := strings.Split(err.Error(), "\n")
	assert.Len(t, lines, rules.MaxProblems+1)
	assert.Equal(t, "and 70 more", lines[rules.MaxProblems])
	assert.Equal(t, "p.cel:2:20: Policy has no field colour", lines[0])
}

// Bytes that are no text, or more than anyone writes, are one problem at one place.
func TestLoadBytes(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "p.cel:1:1: "},
		{"only blanks", " \n\t\n", "p.cel:1:1: "},
		{"not UTF-8", "Policy{name: \"a\xff\"}", "p.cel:1:16: "},
		{"a NUL", "Policy{name: \"a\x00\"}", "p.cel:1:16: "},
		{"a byte order mark", "\ufeffPolicy{name: \"a\"}", "p.cel:1:1: "},
		{"text that runs the other way", "Policy{name: \"a\u202e\"}", "p.cel:1:16: "},
		{"huge", "// " + strings.Repeat("x", eval.MaxFileSize), "p.cel:1:1048577: "},
		{"deeply nested", "Policy{name: \"a\", store: Store{key: " + strings.Repeat("[", 2000) + strings.Repeat("]", 2000) + "}}", "p.cel:1:"},
		{"a long sum", "Policy{name: \"a\", forbid: {\"x\": " + strings.Repeat("1 + ", 100_000) + "1 == 1}}", "p.cel:1:"},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := problems(t, c.text)
			require.Len(t, found, 1)
			assert.True(t, strings.HasPrefix(found[0].Error(), c.want), "%v", found[0])
			assert.NotContains(t, found[0].Message, "\n")
		})
	}
}

func TestSnippet(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"under the column", "Policy{\n  nam: \"a\",\n}", "  nam: \"a\",\n  ^"},
		{"tabs are kept", "Policy{\n\t\tname: \"a\",\tcolour: 1,\n}", "\t\tname: \"a\",\tcolour: 1,\n\t\t          \t^"},
		{"columns are runes", "Policy{name: \"\u00e4\u00f6\", colour: 1}", "Policy{name: \"\u00e4\u00f6\", colour: 1}\n                   ^"},
		{"a file that does not parse", "Policy{\n  name: \"a\"\n  owner: \"b\",\n}", "  owner: \"b\",\n  ^"},
		{
			"of a long line what is around",
			"// " + strings.Repeat("x", 500) + "\nPolicy{name: \"" + strings.Repeat("a", 150) + "\", nam: 1, doc: \"" + strings.Repeat("b", 150) + "\"}",
			"..." + strings.Repeat("a", 97) + "\", nam: 1, doc: \"" + strings.Repeat("b", 86) + "...\n" + strings.Repeat(" ", 103) + "^",
		},
		{"line ends of Windows", "Policy{\r\n  nam: \"a\",\r\n}", "  nam: \"a\",\n  ^"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := rules.Load(mapFS("p.cel", c.text))
			var broken *rules.LoadError
			require.ErrorAs(t, err, &broken)
			assert.Equal(t, c.want, broken.Snippet(broken.Problems[0]))
		})
	}
}

func TestWithFunctions(t *testing.T) {
	open := eval.Function{
		Name: "shop.is_open", Params: []string{"timestamp"}, Result: "bool",
		Call: func([]any) (any, error) { return true, nil },
	}
	const policy = `Policy{name: "a", forbid: {"closed": !shop.is_open(now)}}`
	_, err := rules.Load(mapFS("p.cel", policy), rules.WithFunctions(open))
	require.NoError(t, err)
	_, err = rules.Load(mapFS("p.cel", policy))
	require.Error(t, err)
	_, err = rules.Load(mapFS("p.cel", policy), rules.WithFunctions(eval.Function{Name: "shop.is_open"}))
	require.True(t, errors.As(err, new(*rules.LoadError)), "%v", err)
}
