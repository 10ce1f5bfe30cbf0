package policytest_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/policytest"
)

const (
	trialPolicy = `Policy{name: "stock", server: "shop", tools: ["stock"], effect: Effect.READ, timeout: duration("2s"),
  when_unavailable: [Omit{}]}`
	trialTest = `tests:
  - name: no stock is no answer
    call: {server: shop, tool: stock}
    breaker: {state: open}
    want: {outcome: omit}
    golden: stock.json
`
)

// onTrial is a directory of policies with a test that holds, and its golden file.
func onTrial(t *testing.T) (dir string, write func(name, text string)) {
	t.Helper()
	dir = t.TempDir()
	write = func(name, text string) {
		t.Helper()
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	write("stock.cel", trialPolicy)
	write("stock_test.yaml", trialTest)
	suite, err := policytest.Load(dir)
	require.NoError(t, err)
	require.True(t, suite.Run(t.Context(), policytest.WithUpdate(true)).OK())
	return dir, write
}

func TestTrial(t *testing.T) {
	hardFail := strings.Replace(trialPolicy, "Omit{}", `HardFail{message: "Sorry."}`, 1)
	for _, c := range []struct {
		name, file, text string
		why              []string
	}{
		{"a policy that its tests do not hold for", "stock.cel", hardFail, []string{
			"1 of 1 golden tests fail", "stock_test.yaml:5:21: no stock is no answer: outcome: want omit, got hard_fail",
		}},
		{"a test that wants something else", "stock_test.yaml", strings.Replace(trialTest, "omit", "ok", 1), []string{"want ok, got omit"}},
		{"a test file that is no test file", "stock_test.yaml", "tests: 1", []string{"stock_test.yaml:1:8: tests takes a list of cases"}},
		{"a golden file that says something else", "stock.json", `{}`, []string{"no stock is no answer: stock.json:.calls: want null, got [{"}},
		{"no test at all", "stock_test.yaml", "", []string{"stock_test.yaml:1:1: "}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir, write := onTrial(t)
			eng, err := engine.Open(dir, engine.WithTrial(policytest.Trial()))
			require.NoError(t, err)
			before, err := os.ReadFile(filepath.Join(dir, c.file))
			require.NoError(t, err)

			write(c.file, c.text)
			err = eng.Reload(t.Context())
			for _, why := range c.why {
				require.ErrorContains(t, err, why)
			}
			assert.Equal(t, err, eng.Status().Err)
			assert.Equal(t, 1, eng.Status().Reloads[engine.ReloadFailed])
			assert.Equal(t, uint64(1), eng.Status().Generation, "the last good set stays")

			write(c.file, string(before))
			require.NoError(t, eng.Reload(t.Context()))
			assert.NoError(t, eng.Status().Err)
		})
	}
}

func TestTrialNeedsTests(t *testing.T) {
	dir, _ := onTrial(t)
	require.NoError(t, os.Remove(filepath.Join(dir, "stock_test.yaml")))
	_, err := engine.Open(dir, engine.WithTrial(policytest.Trial()))
	assert.ErrorContains(t, err, "nothing is tested")
}

// Many failures are told in short, and a file system without a directory has tests as well.
func TestTrialIsBounded(t *testing.T) {
	files := fstest.MapFS{"stock.cel": {Data: []byte(trialPolicy)}}
	test := "tests:\n"
	for i := range 30 {
		test += "  - {name: case " + string(rune('a'+i/26)) + string(rune('a'+i%26)) + ", call: {server: shop, tool: stock}, want: {outcome: omit, tool: none}}\n"
	}
	files["stock_test.yaml"] = &fstest.MapFile{Data: []byte(test)}
	_, err := engine.New(files, engine.WithTrial(policytest.Trial()))
	require.Error(t, err)
	lines := strings.Split(err.Error(), "\n")
	assert.Equal(t, "30 of 30 golden tests fail", lines[0])
	assert.Equal(t, "stock_test.yaml:2:72: case aa: outcome: want omit, got ok (and 1 more)", lines[1])
	assert.Equal(t, "and 20 more", lines[len(lines)-1])
	assert.Len(t, lines, 12)
}

// panicking plays no case.
type panicking struct{}

func (panicking) Play(context.Context, *policytest.Case) (*policytest.Played, error) {
	panic("index out of range")
}

func TestAPanicFailsItsCase(t *testing.T) {
	dir, _ := onTrial(t)
	suite, err := policytest.Load(dir, policytest.WithPlayer(panicking{}))
	require.NoError(t, err)
	report := suite.Run(t.Context())
	assert.False(t, report.OK())
	assert.ErrorContains(t, report.All()[0], "stock_test.yaml:2:5: panic: index out of range")
}
