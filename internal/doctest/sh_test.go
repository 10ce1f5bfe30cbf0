package doctest_test

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// commands are those of the pages that a test can't run here; the gates run them. Each names what it needs in the repository.
var commands = map[string]string{
	"go run ./examples/storefront":                                                                                "examples/storefront/main.go",
	"go run ./examples/storefront --scene pricing-cached":                                                         "examples/storefront/main.go",
	"go run ./examples/storefront --console 127.0.0.1:8809":                                                       "examples/storefront/shop/show.go",
	"go run ./examples/storefront --serve 127.0.0.1:9101":                                                         "examples/storefront/lacuna.yaml",
	"go run ./examples/storefront --serve 127.0.0.1:9101 --break quote=dead":                                      "examples/storefront/shop/serve.go",
	"go run ./examples/storefront --serve 127.0.0.1:9101 --metrics 127.0.0.1:9464 --break quote=flaky":            "examples/storefront/shop/customer.go",
	"go run ./examples/storefront --visit http://127.0.0.1:8808/mcp":                                              "examples/storefront/shop/visit.go",
	"go run ./cmd/lacuna proxy --pretty --config examples/storefront/lacuna.yaml":                                 "cmd/lacuna/proxy.go",
	"go run ./examples/storefront --model http://127.0.0.1:11434/v1 --model-name llama3.1 --scene pricing-cached": "modeladapter/go.mod",
	"go test -race ./...":                                          "go.mod",
	"go get github.com/lacuna-go/lacuna":                           "go.mod",
	"lacuna diff --log decisions.jsonl git:HEAD:policies policies": "cmd/lacuna/diff_git.go",
	"lacuna explain --log decisions.jsonl --id t-3/1":              "cmd/lacuna/explain_log.go",
	"lacuna check policies":                                        "policies/turn.cel",
	"lacuna test policies":                                         "policies/turn.cel",
	"lacuna diff --markdown git:origin/main:policies policies":     "cmd/lacuna/diff_markdown.go",
	"lacuna proxy --config lacuna.yaml":                            "cmd/lacuna/proxy.go",
	`curl -s http://127.0.0.1:8808/v1/turns/T-1/check -d '{"reply": "The jacket costs €209."}'`: "engine/proxy/check.go",
}

// built returns the path of the command.
func built(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "lacuna")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", name, "./cmd/lacuna")
	build.Dir = root
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))
	return name
}

var subcommand = regexp.MustCompile("`lacuna ([a-z]+)")

// Every command of the pages is one that is there; one that is marked is run, and prints what stands below it.
func TestCommands(t *testing.T) {
	lacuna := built(t)
	for _, p := range pages(t) {
		for _, m := range subcommand.FindAllStringSubmatch(p.text, -1) {
			out, err := exec.CommandContext(t.Context(), lacuna, m[1], "--help").CombinedOutput()
			require.NoError(t, err, "%s: lacuna %s: %s", p.name, m[1], out)
		}
	}
	for _, b := range blocksOf(t, "sh") {
		lines := strings.Split(strings.TrimSpace(b.text), "\n")
		if !b.has("run") {
			for _, line := range lines {
				needs, ok := commands[line]
				require.True(t, ok, "%s: nothing is known of %q", b.at(), line)
				read(t, needs)
			}
			continue
		}
		t.Run(b.at(), func(t *testing.T) {
			require.Len(t, lines, 1)
			args := strings.Fields(lines[0])
			require.Equal(t, "lacuna", args[0])
			require.NotNil(t, b.next)
			require.Equal(t, "text", b.next.lang)
			run := exec.CommandContext(t.Context(), lacuna, args[1:]...)
			run.Dir = root
			if in := b.tags["in"]; in != "" {
				run.Dir = filepath.Join("testdata", in)
			}
			out, _ := run.CombinedOutput() // a status above 0 is part of what some commands say
			b.next.says(t, string(out))
		})
	}
}
