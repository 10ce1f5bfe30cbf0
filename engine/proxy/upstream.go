package proxy

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
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

// connect is how a server is reached. Variables of the environment are put in as ${NAME} in values of env and headers, so that no secret need
// stand in the file.
func (u Upstream) connect(c *Config, stderr io.Writer) mcpadapter.Connect {
	if u.URL != "" {
		header := http.Header{}
		for _, k := range slices.Sorted(maps.Keys(u.Headers)) {
			header.Set(k, os.ExpandEnv(u.Headers[k]))
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
			cmd.Env = append(cmd.Env, k+"="+os.ExpandEnv(u.Env[k]))
		}
		return cmd
	})
}
