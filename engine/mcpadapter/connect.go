package mcpadapter

import (
	"net/http"
	"net/url"
	"os/exec"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Connect returns a new transport to a server; it does not connect itself.
type Connect func() (mcp.Transport, error)

// OverHTTP reaches a server at an address, by streamable HTTP. The header goes with every request to the address's own host; a redirect to
// another one is followed without it, for it may hold a token.
func OverHTTP(endpoint string, header http.Header) Connect {
	client := &http.Client{Transport: heading{http.DefaultTransport, header, originOf(endpoint)}}
	return func() (mcp.Transport, error) {
		return &mcp.StreamableClientTransport{Endpoint: endpoint, HTTPClient: client}, nil
	}
}

// Command reaches a server that is a program, on its standard streams. command is asked for each new process.
func Command(command func() *exec.Cmd) Connect {
	return func() (mcp.Transport, error) { return &mcp.CommandTransport{Command: command()}, nil }
}

// heading adds a header to requests of one origin.
type heading struct {
	base   http.RoundTripper
	header http.Header
	origin string
}

// originOf is the scheme and the host of an address, "" if it is none.
func originOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.ToLower(u.Scheme + "://" + u.Host)
}

func (h heading) RoundTrip(req *http.Request) (*http.Response, error) {
	if len(h.header) > 0 && originOf(req.URL.String()) == h.origin {
		req = req.Clone(req.Context())
		for k, v := range h.header {
			req.Header[k] = v
		}
	}
	return h.base.RoundTrip(req)
}
