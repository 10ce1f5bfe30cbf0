package lint_test

import (
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/rules/lint"
)

var now = time.Date(2026, 3, 1, 14, 12, 0, 0, time.UTC)

// found lints an example, as far as files of policies go.
func found(t *testing.T, e lint.Example) []string {
	fsys := fstest.MapFS{}
	for name, text := range e.Files() {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	set, err := rules.Load(fsys)
	var broken *rules.LoadError
	if err != nil {
		require.ErrorAs(t, err, &broken)
	}
	var list []string
	if broken != nil {
		for _, f := range lint.Faults(broken) {
			list = append(list, f.ID)
		}
		return list
	}
	for _, f := range lint.Check(set, lint.At(now)) {
		list = append(list, f.ID+" "+f.From.String()+" "+f.Message)
		assert.NotEmpty(t, f.Severity.String())
	}
	return list
}

// The command tests those that need more than policies.
func TestCatalogue(t *testing.T) {
	id := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)+$`)
	for _, e := range lint.Catalogue() {
		t.Run(e.ID, func(t *testing.T) {
			assert.Regexp(t, id, e.ID)
			assert.NotEmpty(t, e.Title)
			assert.NotEmpty(t, e.Why)
			if e.Bad.Log == "" && e.Bad.Tools == "" && e.Bad.Tests == "" {
				bad := found(t, e.Bad)
				if assert.Len(t, bad, 1, "%q", bad) {
					assert.Contains(t, bad[0], e.ID)
				}
			}
			assert.Empty(t, found(t, e.Good))
			for _, example := range []lint.Example{e.Bad, e.Good} {
				if canonical, err := rules.Format("policy.cel", []byte(example.Policies)); err == nil {
					assert.Equal(t, strings.TrimSpace(string(canonical)), strings.TrimSpace(example.Policies))
				}
			}
		})
	}
}
