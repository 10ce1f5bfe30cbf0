package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/lacuna-go/lacuna/examples/storefront/shop"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "storefront:", err)
		os.Exit(1)
	}
}

// flags are those that play does not have.
type flags struct {
	serve  string
	breaks []shop.Break
	visit  string
	model  string
	name   string
}

func run(ctx context.Context, args []string, w io.Writer) error {
	var own flags
	set := flag.NewFlagSet("storefront", flag.ContinueOnError)
	play := shop.Flags(set)
	set.StringVar(&own.serve, "serve", "", "serve the shop's MCP servers from this address on, as 127.0.0.1:9101, and play nothing")
	set.Func("break", "with --serve: break a tool, as quote=dead, flaky, mute, hang, or slow:3s; may be repeated", func(text string) error {
		b, err := shop.ParseBreak(text)
		own.breaks = append(own.breaks, b)
		return err
	})
	set.StringVar(&own.visit, "visit", "", "ask for stock and price every other second at the shop's servers behind lacuna proxy, as http://127.0.0.1:8808/mcp, and play nothing")
	set.StringVar(&own.model, "model", "", "play with a language model, at the base URL of an OpenAI-compatible API; OPENAI_API_KEY is its key")
	set.StringVar(&own.name, "model-name", "", "with --model: which model")
	set.SetOutput(io.Discard)
	if err := set.Parse(args); errors.Is(err, flag.ErrHelp) {
		set.SetOutput(w)
		set.PrintDefaults()
		return nil
	} else if err != nil {
		return err
	}
	switch {
	case set.NArg() > 0:
		return fmt.Errorf("unexpected argument %q", set.Arg(0))
	case own.serve == "" && len(own.breaks) > 0:
		return errors.New("--break is for --serve: scenes break what they are about")
	case own.model == "" && own.name != "":
		return errors.New("--model-name is for --model URL")
	case own.model != "" && play.Golden != "":
		return errors.New("--golden is for the scripted model: no two runs of another are the same")
	}
	dir, err := filepath.Abs(play.Policies)
	if err != nil {
		return err
	}
	switch {
	case own.serve != "":
		return shop.Counter{Addr: own.serve, Broken: own.breaks, Policies: dir}.Serve(ctx, w)
	case own.visit != "":
		return shop.Visit(ctx, own.visit, w)
	case own.model != "":
		play.Policies = dir
		return live(ctx, own, play, w)
	}
	return play.Play(ctx, w)
}
