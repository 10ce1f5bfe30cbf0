package shop

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"time"
)

// Counter serves the shop's MCP servers to others, as to lacuna proxy.
type Counter struct {
	// Addr is that of the first server; each other has the next port. Port 0 is any free one, for each.
	Addr string
	// Broken are faults, as ParseBreak reads them.
	Broken []Break
	// Policies is the folder that the proxy's file names.
	Policies string
	// Metrics is an address at which the numbers of a customer under those policies are served, as 127.0.0.1:9464; "" has no customer.
	Metrics string
}

// Break is a tool that misbehaves.
type Break struct {
	tool  string
	fault fault
}

// breakages are the faults by the names that ParseBreak knows.
func breakages() map[string]fault {
	return map[string]fault{"dead": dead(), "flaky": flaky(), "mute": mute(), "hang": slow(hang)}
}

// ParseBreak reads TOOL=dead, flaky, mute, hang, or slow:DURATION.
func ParseBreak(text string) (Break, error) {
	tool, kind, _ := strings.Cut(text, "=")
	if serverOf(tool) == "" {
		return Break{}, fmt.Errorf("%q: no server of the shop has a tool %q", text, tool)
	}
	if f, ok := breakages()[kind]; ok {
		return Break{tool, f}, nil
	}
	if rest, ok := strings.CutPrefix(kind, "slow:"); ok {
		if d, err := time.ParseDuration(rest); err == nil && d > 0 {
			return Break{tool, slow(d)}, nil
		}
	}
	names := strings.Join(slices.Sorted(maps.Keys(breakages())), ", ")
	return Break{}, fmt.Errorf("%q: a tool is broken as TOOL=KIND, and a kind is one of %s, slow:DURATION", text, names)
}

// Serve serves until ctx ends. It writes where the servers are, and a file for lacuna proxy.
func (c Counter) Serve(ctx context.Context, w io.Writer) error {
	at, err := addresses(c.Addr)
	if err != nil {
		return err
	}
	s, err := openShop(at)
	if err != nil {
		return err
	}
	defer s.close()
	for _, b := range c.Broken {
		s.server(serverOf(b.tool)).fail(b.tool, b.fault)
	}
	if err := c.announce(w, s); err != nil {
		return err
	}
	if c.Metrics != "" {
		return c.customer(ctx, s, w)
	}
	<-ctx.Done()
	return nil
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// addresses returns the address of each server. None is reachable from elsewhere: nobody has to say who they are here.
func addresses(first string) (func(i int) string, error) {
	host, port, err := net.SplitHostPort(first)
	if err != nil {
		return nil, err
	}
	if !loopback(host) {
		return nil, fmt.Errorf("%s is not on loopback", first)
	}
	n, err := strconv.Atoi(port)
	last := n + len(new(shop).departments()) - 1
	if err != nil || n < 0 || last > 65535 {
		return nil, errors.New("the port is a number from 0 to 65532")
	}
	return func(i int) string {
		if n == 0 {
			i = 0
		}
		return net.JoinHostPort(host, strconv.Itoa(n+i))
	}, nil
}

// proxyFile is what lacuna proxy needs to know of the shop.
const proxyFile = `policies: {{.Policies}}
listen: 127.0.0.1:8808
servers:
{{- range .Servers}}
  {{.Name}}: {url: "{{.URL}}"}
{{- end}}
turn: {purpose: chat, language: en}
facts: {customer_specific: false, time_sensitive: false, reprices_every: 168h}
`

func (c Counter) announce(w io.Writer, s *shop) error {
	type entry struct{ Name, URL string }
	data := struct {
		Policies string
		Servers  []entry
	}{Policies: c.Policies}
	for _, server := range s.servers {
		data.Servers = append(data.Servers, entry{server.name, server.url})
	}
	if _, err := fmt.Fprint(w, "# The shop's MCP servers are there until you interrupt. A file for lacuna proxy:\n"); err != nil {
		return err
	}
	return template.Must(template.New("").Parse(proxyFile)).Execute(w, data)
}
