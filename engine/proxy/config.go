package proxy

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
)

// Config is the file of a proxy.
type Config struct {
	// Policies is their directory, relative to the file; "policies" by default.
	Policies string `yaml:"policies"`
	// Listen is the address of the HTTP side, 127.0.0.1:8808 by default. One that others can reach needs a token and TLS.
	Listen string `yaml:"listen"`
	// TokenEnv names the environment variable with the token that clients bear.
	TokenEnv string `yaml:"token_env"`
	TLS      TLS    `yaml:"tls"`
	// Servers by their names in policies.
	Servers map[string]Upstream `yaml:"servers"`
	Turn    Turn                `yaml:"turn"`
	Limits  Limits              `yaml:"limits"`
	// Facts of every turn, by declared name; a client's own lie over them.
	Facts map[string]any `yaml:"facts"`
	// Tools is a file that lacuna snapshot wrote: tools that are known before their server has been asked.
	Tools string `yaml:"tools"`
	// Effects is a file in which intents and outcomes of writes are kept, beyond the process; "" keeps none.
	Effects string `yaml:"effects"`
	// Inputs asks that the log hold what each decision depended on, for lacuna diff and lacuna explain; nil asks for none.
	Inputs *Inputs `yaml:"inputs"`

	dir string
}

// Inputs says what of the inputs of decisions is left out of the log; see [engine.InputOptions].
type Inputs struct {
	Redact   []string `yaml:"redact"`
	MaxBytes int      `yaml:"max_bytes"`
}

// TLS names the files of a certificate and its key, in PEM.
type TLS struct {
	Cert string `yaml:"cert"`
	Key  string `yaml:"key"`
}

// Upstream is an MCP server behind the proxy: a command that speaks on its standard streams, or an address.
type Upstream struct {
	Command []string          `yaml:"command"`
	Env     map[string]string `yaml:"env"`
	Dir     string            `yaml:"dir"`
	URL     string            `yaml:"url"`
	Headers map[string]string `yaml:"headers"`
}

// Turn says what a turn is where the client does not.
type Turn struct {
	// Idle is the pause that ends a session's turn, 30 s by default; a named turn is forgotten after ten times that.
	Idle     time.Duration `yaml:"idle"`
	Purpose  string        `yaml:"purpose"`
	Language string        `yaml:"language"`
	Zone     string        `yaml:"zone"`
	Channel  string        `yaml:"channel"`
}

// Limits bound what clients may ask for.
type Limits struct {
	// RequestBytes of a request's body, 1 MiB by default.
	RequestBytes int64 `yaml:"request_bytes"`
	// Concurrent requests, 256 by default; those beyond are told to come again. Streams that only wait for notices are not counted.
	Concurrent int `yaml:"concurrent"`
	// Receive is how long a request may take to arrive, header and body each, 10 s by default.
	Receive time.Duration `yaml:"receive"`
	// Turns that are remembered, 10,000 by default; beyond it, the one that has been idle longest is forgotten.
	Turns int `yaml:"turns"`
	// Shutdown is how long running calls may take once the proxy is told to stop, 10 s by default.
	Shutdown time.Duration `yaml:"shutdown"`
}

// ReadConfig reads a proxy's file; listen, unless it is "", takes the place of its address. The error names lines and fields.
func ReadConfig(file, listen string) (*Config, error) {
	src, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	c := &Config{dir: filepath.Dir(file)}
	if err := yaml.UnmarshalWithOptions(src, c, yaml.Strict()); err != nil {
		return nil, misread(file, src, err)
	}
	if listen != "" {
		c.Listen = listen
	}
	c.fill()
	if err := c.check(); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return c, nil
}

// misread gives an error of the parser its place in the file, and of an unknown key the one that was meant.
func misread(file string, src []byte, err error) error {
	var known yaml.Error
	if !errors.As(err, &known) || known.GetToken() == nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	at := known.GetToken().Position
	return fmt.Errorf("%s:%d:%d: %s%s", file, at.Line, at.Column, known.GetMessage(), meant(src, err))
}

func (c *Config) fill() {
	or(&c.Policies, "policies")
	or(&c.Listen, "127.0.0.1:8808")
	or(&c.Turn.Idle, 30*time.Second)
	or(&c.Limits.RequestBytes, 1<<20)
	or(&c.Limits.Concurrent, 256)
	or(&c.Limits.Receive, 10*time.Second)
	or(&c.Limits.Turns, 10_000)
	or(&c.Limits.Shutdown, 10*time.Second)
}

func or[T comparable](v *T, otherwise T) {
	var zero T
	if *v == zero {
		*v = otherwise
	}
}

// path is a path of the file, seen from where the process runs.
func (c *Config) path(name string) string {
	if name == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(c.dir, name)
}

func (c *Config) check() error {
	var faults []error
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	if len(c.Servers) == 0 {
		fault("servers: there is none")
	}
	for _, name := range c.names() {
		u := c.Servers[name]
		switch {
		case len(u.Command) == 0 && u.URL == "":
			fault("servers.%s: it needs a command or a url", name)
		case len(u.Command) > 0 && u.URL != "":
			fault("servers.%s: it has a command and a url; it is reached by one", name)
		case u.URL != "" && !strings.HasPrefix(u.URL, "http://") && !strings.HasPrefix(u.URL, "https://"):
			fault("servers.%s.url: %q begins with neither http:// nor https://", name, u.URL)
		}
		for _, v := range unset(u.Headers) {
			fault("servers.%s.headers: the environment has no variable %s", name, v)
		}
		for _, v := range unset(u.Env) {
			fault("servers.%s.env: the environment has no variable %s", name, v)
		}
	}
	if c.Limits.RequestBytes < 0 || c.Limits.Concurrent < 0 || c.Limits.Turns < 0 || c.Turn.Idle < 0 || c.Limits.Receive < 0 || c.Limits.Shutdown < 0 {
		fault("limits: a limit can't be negative")
	}
	if (c.TLS.Cert == "") != (c.TLS.Key == "") {
		fault("tls: it needs cert and key")
	}
	host, _, err := net.SplitHostPort(c.Listen)
	if err != nil {
		fault("listen: %w", err)
	} else if !loopback(host) && (c.TokenEnv == "" || c.TLS.Cert == "") {
		fault("listen: %s can be reached by others: it needs token_env and tls", c.Listen)
	}
	if c.TokenEnv != "" && os.Getenv(c.TokenEnv) == "" {
		fault("token_env: the environment variable %s is empty", c.TokenEnv)
	}
	return errors.Join(faults...)
}

func loopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// names are the servers' names, sorted.
func (c *Config) names() []string {
	names := make([]string, 0, len(c.Servers))
	for name := range c.Servers {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// URL is where clients reach MCP once the proxy listens at an address.
func (c *Config) URL(at net.Addr) string {
	scheme := "http"
	if c.TLS.Cert != "" {
		scheme = "https"
	}
	return scheme + "://" + at.String() + "/mcp"
}
