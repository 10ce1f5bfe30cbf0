package doctest_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/metrics"
	"github.com/lacuna-go/lacuna/engine/policytest"
	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

var generatedForm = regexp.MustCompile(`(?ms)^<!-- generated: ([^\n]+?) -->\n.*?^<!-- end -->$`)

// What the pages say in tables is what the code says. With -update it is written.
func TestGenerated(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range pages(t) {
		text := generatedForm.ReplaceAllStringFunc(p.text, func(old string) string {
			name := generatedForm.FindStringSubmatch(old)[1]
			seen[name] = true
			made := generate(name)
			require.NotEmpty(t, made, "%s: nothing is generated as %q", p.name, name)
			part := "<!-- generated: " + name + " -->\n\n" + strings.TrimSpace(made) + "\n\n<!-- end -->"
			if !*update {
				assert.Equal(t, old, part, "%s: run go test ./internal/doctest -update", p.name)
			}
			return part
		})
		if *update && text != p.text {
			require.NoError(t, os.WriteFile(filepath.Join(root, filepath.FromSlash(p.name)), []byte(text), 0o600))
		}
	}
	for _, row := range rules.FieldTable() {
		assert.True(t, seen["fields "+row.Struct], "no page has the fields of %s", row.Struct)
	}
	for _, name := range []string{"hooks", "variables", "enums", "erring", "failures", "actions", "lint", "metrics", "alerts", "want decision", "want verdict"} {
		assert.True(t, seen[name], "no page has the table %q", name)
	}
	for _, r := range policytest.Schema() {
		assert.True(t, seen["schema "+r.Of], "no page has the fields of %s", r.Of)
	}
	for _, f := range eval.Catalog().Functions {
		assert.True(t, seen["functions "+f.Group], "no page has the functions of %s", f.Group)
	}
}

// generate makes the part of a page with a name, "" for an unknown one.
func generate(name string) string {
	what, of, _ := strings.Cut(name, " ")
	switch what {
	case "fields":
		return fieldTable(of)
	case "hooks":
		return hookTable()
	case "variables":
		return variableTables()
	case "enums":
		return enumTable()
	case "functions":
		return functionTable(of)
	case "erring":
		return erringTable()
	case "alerts":
		return alertTable()
	case "metrics":
		return metricTable()
	case "layers":
		return layerTable()
	case "owners":
		return ownerTable()
	case "failures":
		return failureTable()
	case "actions":
		return actionTable()
	case "storefront":
		return storefrontSummary(strings.Fields(of))
	case "schema":
		return schemaTable(of)
	case "lint":
		return lintCatalogue()
	case "want":
		decision, verdict := policytest.WantFields()
		return codes(map[string][]string{"decision": decision, "verdict": verdict}[of])
	}
	return ""
}

// table writes a Markdown table. Pipes in cells are escaped.
func table(head []string, rows [][]string) string {
	var b strings.Builder
	line := func(cells []string) {
		b.WriteString("|")
		for _, c := range cells {
			b.WriteString(" " + strings.ReplaceAll(c, "|", `\|`) + " |")
		}
		b.WriteString("\n")
	}
	line(head)
	b.WriteString(strings.Repeat("|---", len(head)) + "|\n")
	for _, r := range rows {
		line(r)
	}
	return b.String()
}

func code(s string) string { return "`" + s + "`" }

func codes(list []string) string {
	var quoted []string
	for _, s := range list {
		quoted = append(quoted, code(s))
	}
	return strings.Join(quoted, " ")
}

// literalForm tells a default that a rule could write from one in words.
var literalForm = regexp.MustCompile(`^(duration\(.*\)|[A-Z]\w+\.[A-Z_]+|\[.*\]|true|false|[0-9.]+)$`)

func fieldTable(of string) string {
	var rows [][]string
	for _, r := range rules.FieldTable() {
		if r.Struct != of {
			continue
		}
		def := r.Default
		if literalForm.MatchString(def) {
			def = code(def)
		}
		if r.Required {
			def = "required"
		}
		takes := r.Type
		if r.Range != "" {
			takes += "; " + r.Range
		}
		hook := "literal"
		if r.Hook != "" {
			hook = r.Hook
		}
		rows = append(rows, []string{code(r.Field), r.Doc, takes, def, hook})
	}
	if rows == nil {
		return ""
	}
	return table([]string{"field", "what it says", "takes", "default", "literal or hook"}, rows)
}

func hookTable() string {
	var rows [][]string
	for _, h := range eval.Catalog().Hooks {
		rows = append(rows, []string{h.Name, strings.Join(h.Fields, "; "), codes(h.Variables)})
	}
	return table([]string{"hook", "expressions that run there", "variables"}, rows)
}

func variableTables() string {
	var b strings.Builder
	for _, v := range eval.Catalog().Variables {
		b.WriteString("**" + code(v.Name) + "**")
		if v.Type != "" {
			b.WriteString(" (" + v.Type + ")")
		}
		b.WriteString(", in " + v.Where + ". " + v.Doc + "\n\n")
		var rows [][]string
		for _, f := range v.Fields {
			rows = append(rows, []string{code(f.Name), f.Type, f.Doc})
		}
		if rows != nil {
			b.WriteString(table([]string{"field", "type", "what it is"}, rows) + "\n")
		}
	}
	return b.String()
}

func enumTable() string {
	var rows [][]string
	for _, e := range eval.Catalog().Enums {
		members := codes(e.Members)
		if e.Members == nil {
			members = "those of the set"
		}
		rows = append(rows, []string{code(e.Name), e.Doc, members})
	}
	return table([]string{"enumeration", "what it says", "members"}, rows)
}

func functionTable(group string) string {
	var rows [][]string
	for _, f := range eval.Catalog().Functions {
		if f.Group != group {
			continue
		}
		result := code(f.Result)
		if f.Result == "error" {
			result = "an error"
		}
		rows = append(rows, []string{code(f.Form), f.Doc, code(f.Example), result})
	}
	if rows == nil {
		return ""
	}
	return table([]string{"form", "what it does", "example", "is"}, rows)
}

// erringTable groups the fields by what an error in them counts as, in the order of the field table.
func erringTable() string {
	var order []string
	fields := map[string][]string{}
	for _, r := range rules.FieldTable() {
		if r.Erring == "" {
			continue
		}
		if fields[r.Erring] == nil {
			order = append(order, r.Erring)
		}
		fields[r.Erring] = append(fields[r.Erring], r.Struct+"."+r.Field)
	}
	var rows [][]string
	for _, e := range order {
		rows = append(rows, []string{codes(fields[e]), e})
	}
	return table([]string{"an error in", "counts as"}, rows)
}

// failureTable shows the kinds of failure, and how an HTTP status is classified.
func failureTable() string {
	statuses := map[engine.FailureKind][]string{}
	for status := 400; status < 600; status++ {
		if kind := engine.StatusError(status, nil).Failure.Kind; kind != engine.InternalFailure {
			statuses[kind] = append(statuses[kind], strconv.Itoa(status))
		}
	}
	statuses[engine.InternalFailure] = []string{"all others"}
	var rows [][]string
	for i, name := range eval.EnumMembers("Failure") {
		kind := engine.FailureKind(i + 1)
		says := map[bool]string{true: "transient"}[kind.Transient()]
		switch {
		case kind.CallError():
			says = "the call was wrong"
		case kind.NoAttempt():
			says = "no attempt was made"
		}
		rows = append(rows, []string{code(name), says, strings.Join(statuses[kind], ", ")})
	}
	return table([]string{"kind", "", "HTTP status"}, rows)
}

// alertTable shows every alert, and what to do about it.
func alertTable() string {
	var file struct {
		Groups []struct {
			Rules []struct {
				Alert, For          string
				Labels, Annotations map[string]string
			}
		}
	}
	text, err := os.ReadFile(filepath.Join(root, "deploy", "prometheus", "lacuna.rules.yaml"))
	if err != nil || yaml.Unmarshal(text, &file) != nil {
		return ""
	}
	labels := regexp.MustCompile(`\{\{ (?:\$labels\.(\w+)|\$value[^}]*) \}\}`)
	var rows [][]string
	for _, g := range file.Groups {
		for _, r := range g.Rules {
			says := labels.ReplaceAllStringFunc(r.Annotations["summary"], func(s string) string {
				if name := labels.FindStringSubmatch(s)[1]; name != "" {
					return name
				}
				return "a share"
			})
			rows = append(rows, []string{code(r.Alert), r.Labels["severity"], says, r.Annotations["runbook"]})
		}
	}
	return table([]string{"alert", "severity", "it says", "what to do"}, rows)
}

// metricTable shows every number that exporters hand out.
func metricTable() string {
	var rows [][]string
	for _, i := range metrics.Instruments() {
		kind := i.Kind.String()
		if i.Unit == "s" {
			kind += ", seconds"
		}
		rows = append(rows, []string{code(i.Name), kind, codes(i.Labels), i.Help})
	}
	return table([]string{"name", "kind", "labels", "what it is"}, rows)
}

// schemaTable shows the fields of one map of a golden test.
func schemaTable(of string) string {
	var rows [][]string
	for _, r := range policytest.Schema() {
		if r.Of == of {
			rows = append(rows, []string{code(r.Name), r.Takes, r.Doc})
		}
	}
	if rows == nil {
		return ""
	}
	return table([]string{"field", "takes", "what it says"}, rows)
}

// storefrontSummary shows some rows of the end of the storefront's transcript.
func storefrontSummary(scenes []string) string {
	transcript, err := os.ReadFile(filepath.Join(root, "examples", "storefront", "testdata", "transcript.txt"))
	if err != nil {
		return ""
	}
	_, end, ok := strings.Cut(string(transcript), "\nWhat the customers got\n")
	if !ok {
		return ""
	}
	parts := strings.Split(end, "\n\n")
	_, head, _ := strings.Cut(parts[0], "\n") // without the line under the title
	kept := []string{head}
	for _, p := range parts[1:] {
		if name, _, _ := strings.Cut(p, " "); slices.Contains(scenes, name) {
			kept = append(kept, p)
		}
	}
	return "```text\n" + strings.Join(kept, "\n\n") + "\n```"
}
