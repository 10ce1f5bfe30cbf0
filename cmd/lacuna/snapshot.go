package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/lacuna-go/lacuna/engine/mcpadapter"
	"github.com/lacuna-go/lacuna/engine/proxy"
)

// snapshotRun is what the flags of snapshot ask for.
type snapshotRun struct {
	config, diff, out string
	timeout           time.Duration
	stdout, stderr    io.Writer
}

func snapshotCommand() *cobra.Command {
	r := &snapshotRun{}
	cmd := &cobra.Command{
		Use:   "snapshot --config FILE",
		Short: "Save what tools the servers behind a proxy list, or show what has changed",
		Long: `Snapshot asks every server of a proxy's file for its tools and writes them as JSON, the same for the same tools, so that it can be kept under
version control: lacuna check --tools checks policies against it, and a proxy knows the tools of a server that is down when it starts.

With --diff it writes nothing, and says how the servers differ from a snapshot.

Exit codes: 0 saved, or no difference; 1 differences, or a server did not answer; 2 wrong usage.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			r.stdout, r.stderr = cmd.OutOrStdout(), cmd.ErrOrStderr()
			return r.run(cmd.Context())
		},
	}
	cmd.Flags().StringVar(&r.config, "config", "lacuna.yaml", "the proxy's file, whose servers are asked")
	cmd.Flags().StringVarP(&r.out, "out", "o", "-", "the file to write, or - for the standard output")
	cmd.Flags().StringVar(&r.diff, "diff", "", "a snapshot to compare the servers with")
	cmd.Flags().DurationVar(&r.timeout, "timeout", 10*time.Second, "how long a server may take to start and to answer")
	cmd.MarkFlagsMutuallyExclusive("out", "diff")
	return cmd
}

func (r *snapshotRun) run(ctx context.Context) error {
	if ctx == nil {
		ctx = context.Background()
	}
	conf, err := proxy.ReadConfig(r.config, "")
	if err != nil {
		return usage("%w", err)
	}
	conf.Tools = "" // what is known already is what is asked
	servers, err := conf.Connect(r.stderr, mcpadapter.WithListing(r.timeout, 0))
	if err != nil {
		return usage("%w", err)
	}
	defer func() { _ = servers.Close() }()
	ctx, cancel := context.WithTimeoutCause(ctx, r.timeout, errors.New("it did not answer in time"))
	defer cancel()
	tools, err := servers.Tools(ctx)
	if err != nil {
		return &exit{code: exitFailed, err: err}
	}
	now := mcpadapter.SnapshotOf(tools)
	if r.diff != "" {
		return r.compare(now)
	}
	text, err := now.Encode()
	if err != nil {
		return &exit{code: exitFailed, err: err}
	}
	if r.out == "-" {
		_, err = r.stdout.Write(text)
	} else {
		err = os.WriteFile(r.out, text, 0o644)
	}
	if err != nil {
		return &exit{code: exitFailed, err: err}
	}
	return nil
}

func (r *snapshotRun) compare(now mcpadapter.Snapshot) error {
	then, err := mcpadapter.ReadSnapshot(r.diff)
	if err != nil {
		return usage("--diff: %w", err)
	}
	changes := then.Diff(now)
	for _, c := range changes {
		_, _ = fmt.Fprintln(r.stdout, c)
	}
	if len(changes) > 0 {
		return failed(exitFailed)
	}
	return nil
}
