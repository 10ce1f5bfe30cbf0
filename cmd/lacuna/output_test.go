package main

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// What can't be written is no success, whatever was to be written.
func TestAnOutputThatCannotBeWritten(t *testing.T) {
	const shop = "../../policies"
	for name, args := range map[string][]string{
		"text":   {"check", shop},
		"json":   {"check", "--json", shop},
		"sarif":  {"check", "--format", "sarif", shop},
		"table":  {"check", "--table", shop},
		"tests":  {"test", "--run", "pricing", shop},
		"layout": {"fmt", shop + "/pricing.cel"},
		"diff":   {"diff", shop, shop},
		"claims": {"claims"},
		"help":   {"help"},
	} {
		t.Run(name, func(t *testing.T) {
			var stderr bytes.Buffer
			run(args, strings.NewReader("It costs €9."), io.Discard, &stderr)
			said := stderr.String()
			stderr.Reset()
			code := run(args, strings.NewReader("It costs €9."), full{errors.New("no space left")}, &stderr)
			assert.Equal(t, exitFailed, code)
			assert.Equal(t, said+"lacuna: no space left\n", stderr.String(), "once")
		})
	}
}
