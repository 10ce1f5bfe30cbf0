package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"os/signal"
	"syscall"
	"time"

	"github.com/rs/zerolog"
	"github.com/spf13/cobra"

	"github.com/lacuna-go/lacuna/engine/policytest"
	"github.com/lacuna-go/lacuna/engine/proxy"
)

// proxyRun is what the flags of proxy ask for.
type proxyRun struct {
	config string
	listen string
	inject []string
	seed   uint64
	stdio  bool
	tested bool
	pretty bool
	counts bool
	beside string // the candidate's directory

	console string // the console's address
	operate bool
	stderr  io.Writer
}

func proxyCommand() *cobra.Command {
	r := &proxyRun{}
	cmd := &cobra.Command{
		Use:   "proxy --config FILE",
		Short: "Serve MCP servers under policies, to clients that embed nothing",
		Long: `Proxy is one MCP server in front of any others, reached by streamable HTTP or by a command. It lists and calls their tools under the
policies: a tool that is unavailable leaves the list, a failed call comes back as a structured absence, writes are guarded.

It never sees a reply. Claims are checked only where each reply is sent to POST /v1/turns/{id}/check before it goes out.

The file, and what a client can say of its turns, are described in docs/mcp.md.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			r.stderr = cmd.ErrOrStderr()
			return r.run(cmd.Context())
		},
	}
	cmd.Flags().StringVar(&r.config, "config", "lacuna.yaml", "the proxy's file")
	cmd.Flags().StringVar(&r.listen, "listen", "", "the address, in place of the file's")
	cmd.Flags().StringArrayVar(&r.inject, "inject", nil, "let a share of calls fail, as pricing=timeout:0.3 or pricing/quote=reset:1; may be repeated")
	cmd.Flags().Uint64Var(&r.seed, "inject-seed", 1, "makes the injected faults repeatable")
	cmd.Flags().BoolVar(&r.stdio, "stdio", false, "serve one client on the standard streams, and no address")
	cmd.Flags().BoolVar(&r.tested, "require-tests", false, "let only policies go live whose own golden tests pass, also while it runs")
	cmd.Flags().BoolVar(&r.pretty, "pretty", false, "write the log for people, not as JSON")
	cmd.Flags().StringVar(&r.beside, "candidate", "", "a directory of policies that decide beside the live ones, and change nothing; the log tells where they differ")
	cmd.Flags().BoolVar(&r.counts, "metrics", false, "serve numbers for Prometheus at /metrics, to whoever bears the token")
	cmd.Flags().StringVar(&r.console, "console", "", "serve a console to this machine at a loopback address, as "+consoleAddr)
	cmd.Flags().BoolVar(&r.operate, "console-operate", false, "let whoever has the key that is printed force breakers, drill and roll back there")
	cmd.MarkFlagsMutuallyExclusive("listen", "stdio")
	cmd.MarkFlagsMutuallyExclusive("metrics", "stdio")
	return cmd
}

func (r *proxyRun) run(ctx context.Context) error {
	var faults []proxy.Fault
	for _, text := range r.inject {
		f, err := proxy.ParseFault(text)
		if err != nil {
			return usage("--inject: %w", err)
		}
		faults = append(faults, f)
	}
	conf, err := proxy.ReadConfig(r.config, r.listen)
	if err != nil {
		return usage("%w", err)
	}
	if ctx == nil {
		ctx = context.Background()
	}
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	options := proxy.Options{Logger: r.logger(), Stderr: r.stderr, Faults: faults, Seed: r.seed, Candidate: r.beside, Metrics: r.counts, Version: version()}
	if r.tested {
		options.Trial = policytest.Trial()
	}
	watched, err := r.openConsole(&options)
	if err != nil {
		return err
	}
	p, err := proxy.New(conf, options)
	if err != nil {
		return &exit{code: exitLoad, err: err}
	}
	if watched != nil {
		defer watched.serve(ctx, r, p)()
	}
	if r.stdio {
		err = p.RunStdio(ctx)
	} else {
		err = p.Run(ctx, func(at net.Addr) { _, _ = fmt.Fprintf(r.stderr, "lacuna: serving MCP at %s\n", conf.URL(at)) })
	}
	if err != nil {
		return &exit{code: exitFailed, err: err}
	}
	return nil
}

func (r *proxyRun) logger() zerolog.Logger {
	var w io.Writer = r.stderr
	if r.pretty {
		w = zerolog.ConsoleWriter{Out: r.stderr, TimeFormat: time.TimeOnly, NoColor: !isTerminal(r.stderr)}
	}
	return zerolog.New(w).With().Timestamp().Logger()
}
