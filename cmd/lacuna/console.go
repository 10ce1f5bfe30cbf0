package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/lacuna-go/lacuna/engine/console"
	"github.com/lacuna-go/lacuna/rules"
)

// consoleAddr is where a console is if nobody says.
const consoleAddr = "127.0.0.1:8809"

// consoleRun is what the flags of console ask for.
type consoleRun struct {
	log      string
	policies string
	listen   string
	follow   bool
	stdin    io.Reader
	stderr   io.Writer
}

func consoleCommand() *cobra.Command {
	r := &consoleRun{}
	cmd := &cobra.Command{
		Use:   "console --log FILE",
		Short: "Show a decision log in a browser: turns, decisions, replies, breakers",
		Long: `Console reads a decision log, as an engine's logger or lacuna proxy writes it, and serves pages about it to this machine. They are
read-only. With the policies of the time, decisions whose inputs were recorded are explained, condition by condition.

A running proxy has a console of its own: lacuna proxy --console. So has the storefront: go run ./examples/storefront --console. Any
other service mounts the package engine/console. The pages are described in docs/console.md.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			r.stdin, r.stderr = cmd.InOrStdin(), cmd.ErrOrStderr()
			ctx := cmd.Context()
			if ctx == nil {
				ctx = context.Background()
			}
			ctx, stop := signal.NotifyContext(ctx, syscall.SIGINT, syscall.SIGTERM)
			defer stop()
			return r.run(ctx)
		},
	}
	cmd.Flags().StringVar(&r.log, "log", "", "the decision log; - reads standard input to its end")
	cmd.Flags().StringVar(&r.policies, "policies", "", "the directory of policies that the log was written under, to explain decisions")
	cmd.Flags().StringVar(&r.listen, "listen", consoleAddr, "the address, on loopback")
	cmd.Flags().BoolVar(&r.follow, "follow", false, "go on reading while the log grows")
	return cmd
}

func (r *consoleRun) run(ctx context.Context) error {
	switch {
	case r.log == "":
		return usage("say which log it is: --log FILE")
	case r.log == "-" && r.follow:
		return usage("--follow is for a file")
	}
	feed := console.NewFeed()
	if r.policies != "" {
		set, err := rules.Load(os.DirFS(r.policies), rules.WithDir(filepath.ToSlash(r.policies)))
		var load *rules.LoadError
		switch {
		case errors.As(err, &load):
			diagnoseLoad(r.stderr, load)
			return failed(exitLoad)
		case err != nil:
			return usage("%w", err)
		}
		feed.Keep(set)
	}
	in, err := r.open()
	if err != nil {
		return usage("%w", err)
	}
	defer func() { _ = in.Close() }()
	if !r.follow {
		if err := feed.Replay(in); err != nil {
			return usage("%s: %w", r.log, err)
		}
	}
	local := console.NewLocal("")
	ln, err := local.Listen(r.listen)
	if err != nil {
		return usage("--listen: %w", err)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if r.follow {
		go func() {
			if err := feed.Replay(&tail{ctx: ctx, file: in}); err != nil {
				cancel(fmt.Errorf("%s: %w", r.log, err))
			}
		}()
	}
	_, _ = fmt.Fprintf(r.stderr, "lacuna: the console is at %s\n", local.URL(ln.Addr(), false))
	if err := local.Serve(ctx, ln, console.New(nil, feed, console.WithTitle(filepath.Base(r.log)))); err != nil {
		return &exit{code: exitFailed, err: err}
	}
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) && ctx.Err() != nil {
		return &exit{code: exitFailed, err: err}
	}
	return nil
}

func (r *consoleRun) open() (io.ReadCloser, error) {
	if r.log == "-" {
		return io.NopCloser(r.stdin), nil
	}
	info, err := os.Stat(r.log)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, &fs.PathError{Op: "read", Path: r.log, Err: errors.New("it is a directory")}
	}
	return os.Open(r.log)
}
