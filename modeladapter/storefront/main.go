// Command storefront plays the storefront's scenes with a language model of yours, at any endpoint of the Chat Completions API.
//
// Under Lacuna the model is called under policies/model.cel, and what it writes goes through the turn's gate to the terminal while it
// is written. The usual loop asks the same model with the client library as it comes.
//
//	cd modeladapter
//	go run ./storefront --policies ../policies --model http://127.0.0.1:11434/v1 --model-name qwen3 --scene pricing-hourly
//
// A key is read from the variable of the environment that --key-env names.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/lacuna-go/lacuna/examples/storefront/shop"
)

func main() {
	if err := run(context.Background(), os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "storefront:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, w io.Writer) error {
	flags := flag.NewFlagSet("storefront", flag.ContinueOnError)
	play := shop.Flags(flags)
	var e endpoint
	flags.StringVar(&e.url, "model", "", "the address of the API, such as https://api.example/v1")
	flags.StringVar(&e.large, "model-name", "", "the model, by the endpoint's name for it")
	flags.StringVar(&e.small, "model-small", "", "the model in its place; by default the same")
	keyEnv := flags.String("key-env", "", "the variable of the environment that holds the key; by default no key is sent")
	flags.SetOutput(io.Discard)
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		flags.SetOutput(w)
		flags.PrintDefaults()
		return nil
	} else if err != nil {
		return err
	}
	switch {
	case flags.NArg() > 0:
		return fmt.Errorf("unexpected argument %q", flags.Arg(0))
	case e.url == "" || e.large == "":
		return errors.New("say where the model is, and which: --model URL --model-name NAME")
	}
	if *keyEnv != "" {
		if e.key = os.Getenv(*keyEnv); e.key == "" {
			return fmt.Errorf("the variable %s is not set", *keyEnv)
		}
	}
	out := &shared{w: w}
	model, err := e.open()
	if err != nil {
		return err
	}
	play.Model, play.Name = model, "model "+e.large
	if play.Scene != "" && !play.JSON {
		play.Live = out
	}
	return play.Play(ctx, out)
}

// shared lets the transcript and what goes out beside it be written to one place.
type shared struct {
	mu sync.Mutex
	w  io.Writer
}

func (s *shared) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.w.Write(p)
}
