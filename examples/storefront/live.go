package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
)

// model is a language model at an endpoint.
type model struct{ url, name, small, keyEnv string }

// adapter is the module that knows the API of language models. It is one of its own because its client library takes minutes to compile.
const adapter = "modeladapter"

// command is what go is run with, to play the same with the client library: every flag that was set goes along.
func command(set *flag.FlagSet, policies string) []string {
	args := []string{"run", "-C", adapter, "./storefront", "--policies=" + policies}
	set.Visit(func(f *flag.Flag) {
		if f.Name != "policies" { // the other program runs in another folder
			args = append(args, "--"+f.Name+"="+f.Value.String())
		}
	})
	return args
}

// live plays with a language model. The environment goes along, and with it the key.
func live(ctx context.Context, args []string, w io.Writer) error {
	if _, err := os.Stat(adapter); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no folder %s here; play from the repository's root", adapter)
	}
	fmt.Fprintln(os.Stderr, "storefront: the first build with the model's client library takes some minutes")
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Stdout, cmd.Stderr = w, os.Stderr
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	return cmd.Run()
}
