package rules_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

func TestFieldTable(t *testing.T) {
	full := parse(t, "testdata/good/full.cel")
	used := map[string]bool{}
	var visit func(eval.Node)
	visit = func(n eval.Node) {
		for _, f := range n.Fields() {
			used[n.TypeName()+"."+f.Name] = true
			visit(f.Value)
		}
		for _, e := range n.Elems() {
			visit(e)
		}
	}
	visit(full.Root())
	seen := map[string]bool{}
	for _, row := range rules.FieldTable() {
		name := row.Struct + "." + row.Field
		t.Run(name, func(t *testing.T) {
			assert.False(t, seen[name], "it stands twice in the table")
			seen[name] = true
			assert.True(t, used[name], "testdata/good/full.cel does not use it")
			assert.NotEmpty(t, row.Type)
			assert.Regexp(t, `^[A-Z].*[.]$`, row.Doc, "a sentence")
			assert.Equal(t, row.Required, row.Default == "", "a field is required, or has a default")
			assert.Equal(t, row.Hook == "", row.Erring == "", "what runs can err, and what can err counts as something")
		})
	}
	for name := range used {
		assert.True(t, seen[name], "%s is not in the table", name)
	}
}

// The table of DESIGN 3.3(6), by field: a new expression fails here until it is listed.
func TestErringFields(t *testing.T) {
	want := map[string]string{
		"Policy.when": "holding, applying", "Policy.timeout": "the default", "Policy.expected": "the default",
		"Policy.unavailable_when": "holding, applying", "Policy.forbid": "holding, applying", "Policy.require": "not holding",
		"Policy.vars": "an error in whatever reads it",
		"Retry.when":  "not holding", "Store.when": "not stored", "Store.key": "neither stored nor found",
		"Drill.when":     "not drilled",
		"Cached.max_age": "the step is skipped", "Cached.require": "not holding", "Cached.disclose": "the step is skipped",
		"UseTool.args": "the step is skipped", "UseTool.require": "not holding", "UseTool.disclose": "the step is skipped",
		"Omit.require": "not holding, and no later step serves data", "Omit.disclose": "the engine's default HardFail",
		"HardFail.require": "holding: the HardFail is taken",
		"Claims.when":      "holding, applying", "Claims.sourced_by": "not holding", "Claims.require": "not holding", "Claims.unless": "not holding",
	}
	got := map[string]string{}
	for _, row := range rules.FieldTable() {
		if row.Erring != "" {
			got[row.Struct+"."+row.Field] = row.Erring
		}
	}
	assert.Equal(t, want, got)
}

// Every field refuses a value that no field takes, at the value.
func TestFieldsRefuse(t *testing.T) {
	text, err := os.ReadFile("testdata/good/full.cel")
	require.NoError(t, err)
	for _, v := range values(parse(t, "testdata/good/full.cel").Root()) {
		t.Run(v.name, func(t *testing.T) {
			lines := strings.Split(string(text), "\n")
			line := []rune(lines[v.at.Line-1])
			after := line[v.at.Col-1+len([]rune(v.text)):]
			lines[v.at.Line-1] = string(line[:v.at.Col-1]) + "Widget{}" + string(after)
			found := problems(t, strings.Join(lines, "\n"))
			require.NotEmpty(t, found)
			at := v.at
			at.File = "p.cel"
			assert.Contains(t, places(found), at, "%v", found)
		})
	}
}

type value struct {
	name, text string
	at         eval.Pos
}

// values lists the fields whose value stands on one line.
func values(n eval.Node) []value {
	var list []value
	for _, f := range n.Fields() {
		if !strings.Contains(f.Value.Text(), "\n") {
			list = append(list, value{n.TypeName() + "." + f.Name, f.Value.Text(), f.Value.Pos()})
		}
		list = append(list, values(f.Value)...)
	}
	for _, e := range n.Elems() {
		list = append(list, values(e)...)
	}
	return list
}

func places(list []eval.Problem) []eval.Pos {
	var at []eval.Pos
	for _, p := range list {
		at = append(at, p.Pos)
	}
	return at
}

func parse(t testing.TB, path string) *eval.File {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	file, problems := eval.Parse(path, text)
	require.Empty(t, problems)
	return file
}
