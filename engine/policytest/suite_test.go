package policytest_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/policytest"
	"github.com/lacuna-go/lacuna/rules"
)

// directory writes files into a new directory, with the policies of testdata/fields.
func directory(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	policies, err := os.ReadFile("testdata/fields/policies.cel")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "policies.cel"), policies, 0o644))
	for name, text := range files {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	return dir
}

func run(t *testing.T, dir string, opts ...policytest.Option) *policytest.Report {
	t.Helper()
	suite, err := policytest.Load(dir)
	require.NoError(t, err)
	return suite.Run(t.Context(), opts...)
}

const look = "call: {server: shop, tool: look}"

func TestDiffs(t *testing.T) {
	dir := directory(t, map[string]string{"a_test.yaml": `
tests:
  - name: x
    call: {server: shop, tool: look, args: {sku: A}}
    results: [{server: shop, tool: look, json: {n: 1, list: [a, b]}}]
    want:
      outcome: omit
      attempts: "1.0"
      unmet: [look/target]
      model: {n: 2, list: [a, {}], more: true}
      took: 0ms
      failure: {kind: timeout}
`})
	report := run(t, dir)
	require.Len(t, report.Results, 1)
	var b strings.Builder
	require.NoError(t, report.Results[0].WriteDiffs(&b, ""))
	assert.Equal(t, `outcome        want omit                 got ok
unmet          want ["look/target"]      got []
model.n        want 2                    got 1
model.list[1]  want {}                   got b
model.more     want true                 got null
failure        want {"kind":"timeout"}   got null
`, b.String())
	assert.Equal(t, 10, report.Results[0].Diffs[2].Pos.Line)
	assert.False(t, report.OK())
}

func TestFilesAreFoundAsPoliciesAre(t *testing.T) {
	one := "tests: [{name: one, " + look + ", want: {outcome: ok}}]"
	dir := directory(t, map[string]string{
		"b_test.yaml": one, "sub/a_test.yaml": one, ".hidden/c_test.yaml": one, ".d_test.yaml": one, "e.yaml": "not a test",
	})
	require.NoError(t, os.Symlink(filepath.Join(dir, "sub"), filepath.Join(dir, "zlink")))
	report := run(t, dir)
	var names []string
	for _, r := range report.Results {
		names = append(names, strings.TrimPrefix(r.File, filepath.ToSlash(dir)+"/"))
	}
	assert.Equal(t, []string{"b_test.yaml", "sub/a_test.yaml", "zlink/a_test.yaml"}, names)
	assert.True(t, report.OK())
	report = run(t, dir, policytest.WithFilter(regexp.MustCompile(`^b_test.yaml/one$`)))
	assert.Len(t, report.Results, 1)
}

func TestNothingTestedIsNoSuccess(t *testing.T) {
	assert.False(t, run(t, directory(t, nil)).OK())
	dir := directory(t, map[string]string{"a_test.yaml": "tests: [{name: one, " + look + ", want: {outcome: ok}}]"})
	assert.False(t, run(t, dir, policytest.WithFilter(regexp.MustCompile("two"))).OK())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	suite, err := policytest.Load(dir)
	require.NoError(t, err)
	assert.False(t, suite.Run(ctx).OK())
}

func TestLoadErrors(t *testing.T) {
	dir := directory(t, map[string]string{"b.cel": "Policy{nam: \"x\"}"})
	_, err := policytest.Load(dir)
	var load *rules.LoadError
	assert.ErrorAs(t, err, &load)
	_, err = policytest.Load(filepath.Join(dir, "nowhere"))
	assert.ErrorIs(t, err, os.ErrNotExist)
	_, err = policytest.Load(filepath.Join(dir, "b.cel"))
	assert.ErrorContains(t, err, "is no directory")
}

func TestCasesDoNotTouchEachOther(t *testing.T) {
	dir := directory(t, map[string]string{"a_test.yaml": `
turn: {audience: C-9}
facts: {vip: false}
call: {server: shop, tool: quote, args: {sku: A}}
tests:
  - {name: fills the cache, want: {outcome: ok}}
  - {name: fails often, failure: {kind: timeout}, want: {outcome: omit, unmet: [quote/entry]}}
  - {name: fails again, failure: {kind: timeout}, want: {breaker: {failures: 0}}}
`})
	report := run(t, dir)
	assert.True(t, report.OK(), "%+v", report.Results)
}

// stand is a player that answers by itself.
type stand struct{ err error }

func (s stand) Play(context.Context, *policytest.Case) (*policytest.Played, error) {
	return &policytest.Played{Calls: []policytest.PlayedCall{{Record: &engine.Record{Outcome: "ok"}, Model: "fine"}}}, s.err
}

func TestAnotherPlayer(t *testing.T) {
	dir := t.TempDir()
	text := "tests: [{name: one, " + look + ", want: {outcome: ok, model: fine}}]"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a_test.yaml"), []byte(text), 0o644))
	for _, err := range []error{nil, errors.New("no connection")} {
		suite, loadErr := policytest.Load(dir, policytest.WithPlayer(stand{err}))
		require.NoError(t, loadErr)
		report := suite.Run(t.Context())
		assert.Equal(t, err == nil, report.OK())
	}
}

func TestFunctions(t *testing.T) {
	dir := t.TempDir()
	policy := `Policy{name: "a", server: "a", effect: Effect.READ, forbid: {"no": twice("x") == "xx"}}`
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.cel"), []byte(policy), 0o644))
	test := "tests: [{name: one, call: {server: a, tool: b}, want: {forbidden: [a/no]}}]"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a_test.yaml"), []byte(test), 0o644))
	policytest.Run(t, dir, policytest.WithFunctions(engine.Function{
		Name: "twice", Params: []string{"string"}, Result: "string",
		Call: func(args []any) (any, error) { return args[0].(string) + args[0].(string), nil },
	}))
}

func TestSchemaDescribesEveryField(t *testing.T) {
	seen := map[string]bool{}
	for _, row := range policytest.Schema() {
		assert.NotEmpty(t, row.Takes, row)
		assert.NotEmpty(t, row.Doc, row)
		assert.False(t, seen[row.Of+row.Name], row)
		seen[row.Of+row.Name] = true
	}
	for _, name := range strings.Fields("now turn facts call failure breaker latency cached results tools said reply stream calls want golden name") {
		assert.True(t, seen["a case"+name], name)
	}
	page := policytest.Markdown()
	for _, part := range []string{"| `elapsed` |", "`unmet`", "`claims`", "| field of an entry of results |"} {
		assert.Contains(t, page, part)
	}
}

func TestReadInput(t *testing.T) {
	for _, c := range []struct {
		name, text, problem string
	}{
		{"a case by itself", look, ""},
		{"a file with one case", "now: 2026-03-01T14:12:00Z\ntests: [{name: a, " + look + ", want: {outcome: ok}}]", ""},
		{"a file with two", "tests: [{name: a, " + look + ", want: {outcome: ok}}, {name: b, " + look + ", want: {outcome: ok}}]", "more than one case"},
		{"nothing happens", "now: 2026-03-01T14:12:00Z", "nothing happens"},
		{"a list", "[1]", "a case is a map"},
		{"no YAML", "{", "could not find"},
		{"empty", "", "the file is empty"},
		{"not text", "a: \x00", "a control character"},
		{"a loop of aliases", "call: &a {server: *a}", "no anchor &a stands before this"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, file := policytest.ReadInput("in.yaml", []byte(c.text), nil)
			if c.problem == "" {
				assert.NotNil(t, got)
				return
			}
			assert.Nil(t, got)
			require.NotEmpty(t, file.Problems)
			assert.Contains(t, file.Problems[0].Message, c.problem)
		})
	}
}
