package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"

	"github.com/lacuna-go/lacuna/examples/storefront/shop"
)

// adapter is the module that knows the API of language models. It is one of its own because its client library takes minutes to compile.
const adapter = "modeladapter"

// live plays with a language model: it runs the same program with the client library in it. The environment goes along, and with it the key.
func live(ctx context.Context, own flags, play *shop.Settings, w io.Writer) error {
	if _, err := os.Stat(adapter); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no folder %s here; play from the repository's root", adapter)
	}
	fmt.Fprintln(os.Stderr, "storefront: the first build with the model's client library takes some minutes")
	cmd := exec.CommandContext(ctx, "go", command(own, play)...)
	cmd.Stdout, cmd.Stderr = w, os.Stderr
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	return cmd.Run()
}

// command is what go is run with.
func command(own flags, play *shop.Settings) []string {
	args := []string{"run", "-C", adapter, "./storefront", "--model", own.model, "--policies", play.Policies}
	if own.name != "" {
		args = append(args, "--model-name", own.name)
	}
	if play.Scene != "" {
		args = append(args, "--scene", play.Scene)
	}
	if play.JSON {
		args = append(args, "--json")
	}
	return args
}
