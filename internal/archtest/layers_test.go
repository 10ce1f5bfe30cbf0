package archtest_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

const module = "github.com/lacuna-go/lacuna"

// layer is what one package may import of the project, by path under the module.
type layer struct {
	may   []string
	tests []string // what its test files may import besides
}

// layers is the table of docs/architecture.md. Every package stands here, lower layers first: a package may only name
// packages above its own line, so that an arrow cannot point up by mistake.
var layers = []struct {
	name string
	layer
}{
	{"guard", layer{}},
	{"state", layer{}},
	{"internal/spelling", layer{}},
	{"internal/loglines", layer{}},
	{"eval", layer{may: []string{"internal/spelling", "guard", "state"}}},
	{"rules", layer{may: []string{"internal/spelling", "eval", "guard", "state"}}},
	{"rules/lint", layer{may: []string{"internal/spelling", "rules", "eval", "guard", "state"}}},
	{"rules/table", layer{may: []string{"rules", "eval"}}},
	{"internal/run", layer{may: []string{"rules", "eval", "guard", "state"}}},
	{"engine", layer{may: []string{"internal/loglines", "internal/spelling", "internal/run", "rules", "eval", "guard", "state"}}},
	{"engine/simulate", layer{may: []string{"engine", "internal/run", "rules", "eval", "guard", "state"}}},
	{"engine/policytest", layer{may: []string{"internal/spelling", "engine", "rules", "eval", "guard", "state"}}},
	{"engine/policydiff", layer{may: []string{"engine/policytest", "engine", "rules/lint", "rules", "eval"}}},
	{"engine/mcpadapter", layer{may: []string{"engine"}}},
	{"engine/metrics", layer{may: []string{"engine", "rules", "state"}}},
	{"engine/promadapter", layer{may: []string{"engine/metrics", "engine"}}},
	{"engine/oteladapter", layer{may: []string{"engine/metrics", "engine"}}},
	{"engine/proxy", layer{may: []string{"internal/spelling", "engine/promadapter", "engine/metrics", "engine/mcpadapter", "engine"}}},
	{"engine/console", layer{may: []string{"internal/loglines", "engine/policytest", "engine", "rules", "eval", "state"}}},
	{"cmd/lacuna/lsp", layer{may: []string{"engine/policytest", "rules/lint", "rules", "eval"}}},
	{"cmd/lacuna", layer{may: []string{"internal/spelling", "cmd/lacuna/lsp", "engine/policydiff", "engine/policytest", "engine/simulate", "engine/console", "engine/mcpadapter", "engine/proxy", "engine", "rules/lint", "rules/table", "rules", "eval", "guard", "state"}}},
	{"examples/minimal", layer{may: []string{"engine"}}},
	{"examples/storefront/shop", layer{may: []string{"engine/promadapter", "engine/metrics", "engine/policytest", "engine/console", "engine/mcpadapter", "engine"}, tests: []string{"engine/proxy"}}},
	{"examples/storefront", layer{may: []string{"examples/storefront/shop"}}},
	{"internal/grounding", layer{tests: []string{"engine", "rules", "guard", "state"}}}, // its cases judge the guard, so they must not come from it
	{"internal/archtest", layer{}},
	{"internal/doctest", layer{tests: []string{"engine/metrics", "engine/policytest", "engine/proxy", "engine", "rules/lint", "rules", "eval"}}},
}

// owners names, for each third-party module, the packages whose own code may import it. Test files may import any.
var owners = map[string][]string{
	"cel.dev/cel-go":                          {"eval"},
	"cel.dev/expr":                            {"eval"},
	"google.golang.org/genproto":              {"eval"},
	"google.golang.org/protobuf":              {"eval"},
	"github.com/govalues/decimal":             {"guard"},
	"golang.org/x/text":                       {"guard"},
	"github.com/hashicorp/go-memdb":           {"state"},
	"github.com/HdrHistogram/hdrhistogram-go": {"state"},
	"github.com/fsnotify/fsnotify":            {"rules"},
	"github.com/cenkalti/backoff":             {"internal/run"},
	"github.com/rs/zerolog":                   {"engine", "engine/proxy", "cmd/lacuna"},
	"github.com/goccy/go-yaml":                {"engine/policytest", "engine/simulate", "engine/proxy"},
	"github.com/spf13/cobra":                  {"cmd/lacuna"},
	"github.com/rogpeppe/go-internal":         {"cmd/lacuna"},
	"github.com/creachadair/jrpc2":            {"cmd/lacuna/lsp"},
	"github.com/spf13/pflag":                  {"cmd/lacuna"},
	"github.com/modelcontextprotocol/go-sdk":  {"engine/mcpadapter", "engine/proxy", "examples/storefront/shop"},
	"github.com/santhosh-tekuri/jsonschema":   {"engine/mcpadapter"},
	"github.com/prometheus/client_golang":     {"engine/promadapter"},
	"go.opentelemetry.io/otel":                {"engine/oteladapter"},
}

// unwanted names standard packages that a layer does without, and why.
var unwanted = map[string]map[string]string{
	"guard":        {"regexp": "the finder makes one pass, linear in the worst case", "os": "knows no files", "net/http": "knows no network"},
	"state":        {"os": "knows no files", "net/http": "knows no network"},
	"eval":         {"os": "knows no files", "net/http": "knows no network"},
	"internal/run": {"os": "a pure machine", "net/http": "a pure machine", "context": "a pure machine: events in, effects out"},
	"rules":        {"net/http": "knows no network"},
}

func TestLayers(t *testing.T) {
	t.Run("the table points down", func(t *testing.T) {
		seen := map[string]bool{}
		for _, l := range layers {
			assert.False(t, seen[l.name], "%s is listed twice", l.name)
			for _, dep := range slices.Concat(l.may, l.tests) {
				assert.True(t, seen[dep], "%s may import %s, which is not below it", l.name, dep)
			}
			seen[l.name] = true
		}
	})
	t.Run("every package is listed and keeps to its line", func(t *testing.T) {
		report(t, layering(packages(t)))
	})
	t.Run("a test file is no loophole into another layer", func(t *testing.T) {
		bad := source(t, "rules/set_test.go", "package rules_test\nimport _ \""+module+"/engine\"\n")
		assert.Equal(t, []string{"rules/set_test.go:2:8: rules may not import engine"}, layering([]*pkg{bad}))
	})
	t.Run("what it catches", func(t *testing.T) {
		for _, c := range []struct{ name, file, imports, want string }{
			{"an arrow that points up", "guard/a.go", module + "/eval", "guard may not import eval"},
			{"a package that nobody listed", "guard/text/a.go", "strings", "package guard/text is not listed in layers_test.go"},
			{"a module owned by another", "rules/a.go", "cel.dev/cel-go/cel", "cel.dev/cel-go/cel belongs to eval"},
			{"a major version of an owned module", "engine/a.go", "github.com/cenkalti/backoff/v5", "github.com/cenkalti/backoff/v5 belongs to internal/run"},
			{"a module without an owner", "engine/a.go", "github.com/x/y", "github.com/x/y has no owner in layers_test.go"},
			{"a testing helper outside tests", "engine/a.go", "github.com/stretchr/testify/assert", "github.com/stretchr/testify/assert has no owner in layers_test.go"},
			{"a regular expression in the finder", "guard/a.go", "regexp", "guard does without regexp: the finder makes one pass, linear in the worst case"},
		} {
			t.Run(c.name, func(t *testing.T) {
				bad := source(t, c.file, "package p\nimport _ \""+c.imports+"\"\n")
				found := layering([]*pkg{bad})
				assert.Len(t, found, 1)
				assert.Contains(t, strings.Join(found, "\n"), c.want)
			})
		}
	})
}

// layering returns every import that the tables do not allow.
func layering(pkgs []*pkg) []string {
	table := map[string]layer{}
	for _, l := range layers {
		table[l.name] = l.layer
	}
	var found []string
	for _, p := range pkgs {
		own, listed := table[p.name]
		if !listed {
			found = append(found, fmt.Sprintf("%s: package %s is not listed in layers_test.go", p.files[0].name, p.name))
			continue
		}
		for _, f := range p.files {
			for _, im := range f.imports() {
				if why := refused(p.name, own, f.test, im.path); why != "" {
					found = append(found, im.at+": "+why)
				}
			}
		}
	}
	return found
}

// refused says why a file of the package may not import path, or nothing where it may.
func refused(name string, own layer, test bool, path string) string {
	if dep, ok := strings.CutPrefix(path, module+"/"); ok {
		if dep == name || slices.Contains(own.may, dep) || test && slices.Contains(own.tests, dep) {
			return ""
		}
		return fmt.Sprintf("%s may not import %s", name, dep)
	}
	if why, ok := unwanted[name][path]; ok && !test {
		return fmt.Sprintf("%s does without %s: %s", name, path, why)
	}
	if first, _, _ := strings.Cut(path, "/"); !strings.Contains(first, ".") || test {
		return "" // the standard library, or a test's helper
	}
	for _, mod := range slices.Sorted(maps.Keys(owners)) {
		if path != mod && !strings.HasPrefix(path, mod+"/") {
			continue
		}
		if slices.Contains(owners[mod], name) {
			return ""
		}
		return fmt.Sprintf("%s belongs to %s", path, strings.Join(owners[mod], ", "))
	}
	return path + " has no owner in layers_test.go"
}
