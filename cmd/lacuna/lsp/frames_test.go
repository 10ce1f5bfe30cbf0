package lsp_test

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/cmd/lacuna/lsp"
)

type discarded struct{ io.Writer }

func (discarded) Close() error { return nil }

// What is no message ends the server with a word, and takes no memory.
func TestWhatIsNoMessage(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"nothing":           {"", "without a shutdown"},
		"no header":         {"garbage\r\n\r\n", "malformed MIME header"},
		"no length":         {"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n{}", `not ""`},
		"a negative length": {"Content-Length: -1\r\n\r\n{}", `not "-1"`},
		"a length beyond":   {"Content-Length: 99999999999\r\n\r\n{}", `from 0 to 67108864, not "99999999999"`},
		"cut off":           {"Content-Length: 20\r\n\r\n{}", "unexpected EOF"},
	} {
		t.Run(name, func(t *testing.T) {
			assert.ErrorContains(t, lsp.Serve(t.Context(), strings.NewReader(c.in), discarded{io.Discard}, "v"), c.want)
		})
	}
}
