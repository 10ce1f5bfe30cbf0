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
	count  string
	breaks []shop.Break
	visit  string
	show   string
	live   model
}

func (own *flags) define(set *flag.FlagSet) {
	set.StringVar(&own.serve, "serve", "", "serve the shop's MCP servers from this address on, as 127.0.0.1:9101, and play nothing")
	set.Func("break", "with --serve: break a tool, as quote=dead, flaky, mute, hang, or slow:3s; may be repeated", func(text string) error {
		b, err := shop.ParseBreak(text)
		own.breaks = append(own.breaks, b)
		return err
	})
	set.StringVar(&own.count, "metrics", "", "with --serve: let a customer ask, and serve numbers for Prometheus at this address, as 127.0.0.1:9464")
	set.StringVar(&own.visit, "visit", "", "ask for stock and price every other second at the shop's servers behind lacuna proxy, as http://127.0.0.1:8808/mcp, and play nothing")
	set.StringVar(&own.show, "console", "", "serve customers on a day on which servers die and come back, with the console at this address, as 127.0.0.1:8809, and play nothing")
	set.StringVar(&own.live.url, "model", "", "play with a language model, at the base URL of an OpenAI-compatible API")
	set.StringVar(&own.live.name, "model-name", "", "with --model: which model, by the endpoint's name for it")
	set.StringVar(&own.live.small, "model-small", "", "with --model: the model in its place; by default the same")
	set.StringVar(&own.live.keyEnv, "key-env", "", "with --model: the variable of the environment that holds the key, as OPENAI_API_KEY; by default no key is sent")
}

func run(ctx context.Context, args []string, w io.Writer) error {
	var own flags
	set := flag.NewFlagSet("storefront", flag.ContinueOnError)
	play := shop.Flags(set)
	own.define(set)
	set.SetOutput(io.Discard)
	if err := set.Parse(args); errors.Is(err, flag.ErrHelp) {
		set.SetOutput(w)
		set.PrintDefaults()
		return nil
	} else if err != nil {
		return err
	}
	if set.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", set.Arg(0))
	}
	if err := own.check(play); err != nil {
		return err
	}
	dir, err := filepath.Abs(play.Policies)
	if err != nil {
		return err
	}
	switch {
	case own.serve != "":
		return shop.Counter{Addr: own.serve, Broken: own.breaks, Policies: dir, Metrics: own.count}.Serve(ctx, w)
	case own.show != "":
		return shop.Show{Addr: own.show, Policies: dir}.Serve(ctx, w)
	case own.visit != "":
		return shop.Visit(ctx, own.visit, w)
	case own.live.url != "":
		return live(ctx, command(set, dir), w)
	}
	return play.Play(ctx, w)
}

// check reports flags that do not go together.
func (own *flags) check(play *shop.Settings) error {
	asked := 0
	for _, mode := range []string{own.serve, own.visit, own.show, own.live.url} {
		if mode != "" {
			asked++
		}
	}
	switch {
	case asked > 1:
		return errors.New("say one of --serve, --visit, --console and --model")
	case own.serve == "" && len(own.breaks) > 0:
		return errors.New("--break is for --serve: scenes break what they are about")
	case own.serve == "" && own.count != "":
		return errors.New("--metrics is for --serve: scenes are over too soon to be watched")
	case own.live.url != "" && own.live.name == "":
		return errors.New("say which model it is: --model-name NAME")
	case own.live.url == "" && own.live != model{}:
		return errors.New("--model-name, --model-small and --key-env are for --model URL")
	case own.live.url != "" && play.Golden != "":
		return errors.New("--golden is for the scripted model: no two runs of another are the same")
	}
	return nil
}
