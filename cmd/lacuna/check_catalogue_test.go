package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/rules/lint"
)

// lay writes an example into a directory, and returns the arguments that check it.
func lay(t *testing.T, e lint.Example) []string {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		return file
	}
	for name, text := range e.Files() {
		write("policies/"+name, text)
	}
	args := []string{"check", "--json", filepath.Join(dir, "policies")}
	if e.Log != "" {
		args = append(args, "--log", write("decisions.jsonl", e.Log))
	}
	if e.Tools != "" {
		args = append(args, "--tools", write("tools.json", e.Tools))
	}
	return args
}

// checkExample returns the ids that check reports of an example. Whether it has tests is told only where the example is about that.
func checkExample(t *testing.T, e lint.Example) (ids []string, code int) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(lay(t, e), nil, &out, &errs)
	var list []checked
	require.NoError(t, json.Unmarshal(out.Bytes(), &list), "%s", errs.String())
	for _, f := range list[0].Findings {
		if f.ID != "policy-without-test" || e.Tests != "" {
			ids = append(ids, f.ID)
		}
	}
	return ids, code
}

// Every example of the catalogue, as the command sees it.
func TestCatalogueExamples(t *testing.T) {
	codes := map[lint.Severity]int{lint.Note: exitFine, lint.Warning: exitFailed, lint.Error: exitLoad}
	for _, e := range lint.Catalogue() {
		t.Run(e.ID, func(t *testing.T) {
			ids, code := checkExample(t, e.Bad)
			assert.Equal(t, []string{e.ID}, ids)
			assert.Equal(t, codes[e.Severity], code)
			ids, code = checkExample(t, e.Good)
			assert.Empty(t, ids)
			assert.Equal(t, exitFine, code)
		})
	}
}
