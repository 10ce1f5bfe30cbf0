package main

import (
	"bytes"
	"encoding/json"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules/lint"
)

// sarifProperties are the properties that SARIF 2.1.0 has for the objects in use, those that it requires marked with a star.
var sarifProperties = map[string]string{
	"":                       "version* runs* $schema inlineExternalProperties properties",
	"runs":                   "tool* invocations results columnKind conversion language originalUriBaseIds artifacts automationDetails",
	"runs.tool":              "driver* extensions properties",
	"runs.tool.driver":       "name* version informationUri rules fullName semanticVersion organization downloadUri language",
	"runs.tool.driver.rules": "id* shortDescription fullDescription help helpUri defaultConfiguration name messageStrings properties",
	"runs.tool.driver.rules.defaultConfiguration":              "level enabled rank parameters properties",
	"runs.tool.driver.rules.shortDescription":                  "text* markdown properties",
	"runs.tool.driver.rules.fullDescription":                   "text* markdown properties",
	"runs.tool.driver.rules.help":                              "text* markdown properties",
	"runs.invocations":                                         "executionSuccessful* commandLine arguments exitCode",
	"runs.results":                                             "message* ruleId ruleIndex level locations partialFingerprints kind fixes relatedLocations",
	"runs.results.message":                                     "text markdown id arguments properties",
	"runs.results.locations":                                   "physicalLocation id logicalLocations message annotations",
	"runs.results.locations.physicalLocation":                  "artifactLocation region contextRegion address",
	"runs.results.locations.physicalLocation.artifactLocation": "uri uriBaseId index description",
	"runs.results.locations.physicalLocation.region":           "startLine startColumn endLine endColumn charOffset snippet",
}

// conforms reports where a value has a property that SARIF does not know, or lacks one that it requires.
func conforms(t *testing.T, path string, v any) {
	t.Helper()
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			conforms(t, path, e)
		}
	case map[string]any:
		if path == "runs.results.partialFingerprints" {
			return // any names
		}
		known := strings.Fields(sarifProperties[path])
		require.NotEmpty(t, known, "an object at %q", path)
		for name, value := range v {
			assert.True(t, slices.Contains(known, name) || slices.Contains(known, name+"*"), "%s.%s is no property of SARIF", path, name)
			conforms(t, strings.TrimPrefix(path+"."+name, "."), value)
		}
		for _, name := range known {
			if must, required := strings.CutSuffix(name, "*"); required {
				assert.Contains(t, v, must, "at %q", path)
			}
		}
	}
}

func TestSARIF(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.MkdirAll("pöl icies", 0o755))
	require.NoError(t, os.WriteFile("pöl icies/a b.cel", []byte(`[Policy{name: "ä", effect: Effect.READ, forbid: {"ä": 1 == 2}}]`), 0o600))
	require.NoError(t, os.MkdirAll("broken", 0o755))
	require.NoError(t, os.WriteFile("broken/a.cel", []byte(`Policy{nmae: "a"}`), 0o600))
	var out, errs bytes.Buffer
	assert.Equal(t, exitLoad, run([]string{"check", "--format", "sarif", "pöl icies", "broken"}, nil, &out, &errs))
	var raw any
	require.NoError(t, json.Unmarshal(out.Bytes(), &raw))
	conforms(t, "", raw)
	var log sarifLog
	require.NoError(t, json.Unmarshal(out.Bytes(), &log))
	require.Len(t, log.Runs, 1)
	run := log.Runs[0]
	assert.Equal(t, "2.1.0", log.Version)
	assert.Contains(t, []string{"unicodeCodePoints", "utf16CodeUnits"}, run.ColumnKind)
	seen := map[string]bool{}
	for _, r := range run.Results {
		seen[r.RuleID] = true
		assert.Equal(t, r.RuleID, run.Tool.Driver.Rules[r.RuleIndex].ID)
		assert.Contains(t, []string{"none", "note", "warning", "error"}, r.Level)
		at := r.Locations[0].Physical
		u, err := url.Parse(at.Artifact.URI)
		require.NoError(t, err)
		assert.False(t, u.IsAbs(), "a path below the working directory is relative: %s", u)
		assert.FileExists(t, u.Path)
		assert.Positive(t, at.Region.StartLine)
		if at.Region.EndLine == at.Region.StartLine {
			assert.Greater(t, at.Region.EndColumn, at.Region.StartColumn)
		}
	}
	assert.True(t, seen["condition-always-false"] && seen["invalid-policy"] && seen["replies-unchecked"], "%v", seen)
	for _, rule := range run.Tool.Driver.Rules {
		assert.Contains(t, rule.HelpURI, "#"+rule.ID)
		assert.NotEmpty(t, rule.Help.Markdown)
	}
}

// A fingerprint outlives lines that are added above.
func TestSARIFFingerprints(t *testing.T) {
	prints := func(text string) string {
		t.Chdir(t.TempDir())
		require.NoError(t, os.Mkdir("policies", 0o755))
		require.NoError(t, os.WriteFile("policies/a.cel", []byte(text), 0o600))
		var out, errs bytes.Buffer
		run([]string{"check", "--format", "sarif"}, nil, &out, &errs)
		var log sarifLog
		require.NoError(t, json.Unmarshal(out.Bytes(), &log))
		for _, r := range log.Runs[0].Results {
			if r.RuleID == "condition-always-false" {
				return r.Fingerprints["lacunaFinding/v1"]
			}
		}
		return ""
	}
	policy := `Policy{name: "a", effect: Effect.READ, forbid: {"a": 1 == 2}}`
	first := prints(policy)
	assert.NotEmpty(t, first)
	assert.Equal(t, first, prints("// more\n\n"+policy))
	assert.NotEqual(t, first, prints(strings.ReplaceAll(policy, "1 == 2", "1 == 3")))
}

func TestAnnotations(t *testing.T) {
	at := func(line, col int) eval.Pos { return eval.Pos{File: "poli,cies/100%:a.cel", Line: line, Col: col} }
	for _, c := range []struct {
		name, want string
		f          lint.Finding
	}{
		{
			"on one line", "::warning file=poli%2Ccies/100%25%3Aa.cel,line=3,col=5,endColumn=9,title=lacuna%3A unused-var::nothing, 100%25 sure%0Areads: it; delete it",
			lint.Finding{ID: "unused-var", Severity: lint.Warning, From: at(3, 5), To: at(3, 9), Message: "nothing, 100% sure\nreads: it", Suggestion: "delete it"},
		},
		{
			"over several", "::error file=poli%2Ccies/100%25%3Aa.cel,line=3,endLine=4,title=lacuna%3A invalid-policy::m",
			lint.Finding{ID: "invalid-policy", Severity: lint.Error, From: at(3, 5), To: at(4, 2), Message: "m"},
		},
		{"of the whole set", "::notice title=lacuna%3A kinds-unchecked::m", lint.Finding{ID: "kinds-unchecked", Severity: lint.Note, Message: "m"}},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, annotation(c.f)) })
	}
}
