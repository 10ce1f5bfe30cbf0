package proxy

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"slices"

	"github.com/lacuna-go/lacuna/engine/mcpadapter"
)

// Connect returns the servers behind a proxy, not yet connected. What a command writes to its standard error goes to stderr.
func (c *Config) Connect(stderr io.Writer, opts ...mcpadapter.Option) (*mcpadapter.Servers, error) {
	known := mcpadapter.Snapshot{}
	if c.Tools != "" {
		var err error
		if known, err = mcpadapter.ReadSnapshot(c.path(c.Tools)); err != nil {
			return nil, fmt.Errorf("tools: %w", err)
		}
	}
	var list []mcpadapter.ServerInfo
	for _, name := range c.names() {
		u := c.Servers[name]
		list = append(list, mcpadapter.ServerInfo{Name: name, Tools: known[name], Connect: u.connect(c, stderr)})
	}
	return mcpadapter.New(list, opts...)
}

// variable is ${NAME} in a value of env or headers: the variable of the environment, so that no secret need stand in the file. Any other $ is
// what it is.
var variable = regexp.MustCompile(`\$\{([A-Za-z_][A-Za-z0-9_]*)\}`)

func expand(value string) string {
	return variable.ReplaceAllStringFunc(value, func(v string) string { return os.Getenv(v[2 : len(v)-1]) })
}

// unset names the variables of values that the environment does not have, sorted.
func unset(values map[string]string) []string {
	var names []string
	for _, value := range values {
		for _, v := range variable.FindAllStringSubmatch(value, -1) {
			if _, ok := os.LookupEnv(v[1]); !ok {
				names = append(names, v[1])
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// connect is how a server is reached.
func (u Upstream) connect(c *Config, stderr io.Writer) mcpadapter.Connect {
	if u.URL != "" {
		header := http.Header{}
		for _, k := range slices.Sorted(maps.Keys(u.Headers)) {
			header.Set(k, expand(u.Headers[k]))
		}
		return mcpadapter.OverHTTP(u.URL, header)
	}
	return mcpadapter.Command(func() *exec.Cmd {
		cmd := exec.Command(u.Command[0], u.Command[1:]...)
		cmd.Dir = c.path(u.Dir)
		if cmd.Dir == "" {
			cmd.Dir = c.dir
		}
		cmd.Stderr = stderr
		cmd.Env = os.Environ()
		for _, k := range slices.Sorted(maps.Keys(u.Env)) {
			cmd.Env = append(cmd.Env, k+"="+expand(u.Env[k]))
		}
		return cmd
	})
}
