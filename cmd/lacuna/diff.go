package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/policydiff"
	"github.com/lacuna-go/lacuna/engine/policytest"
	"github.com/lacuna-go/lacuna/rules"
)

// diffRun is what the flags of diff ask for.
type diffRun struct {
	log              string
	asJSON, markdown bool
	limit            int
	stdin            io.Reader
	stdout, stderr   io.Writer
}

func diffCommand() *cobra.Command {
	d := &diffRun{}
	cmd := &cobra.Command{
		Use:   "diff OLD NEW",
		Short: "Say which decisions an edit of policies changes",
		Long: `Diff compares two directories of policies: over the golden tests of both, and over a decision log that holds the inputs of its decisions
(engine.WithInputs). It lists the decisions that differ, what lets the most happen first, with the conditions that flipped and the values
that they read; then the settings whose text differs although no case shows it. OLD and NEW may also be git:REVISION:PATH, as git:HEAD:policies.

What counts as more permissive stands in docs/changes.md.

Exit codes: 0 nothing gets more permissive, 1 something does, 2 wrong usage, 3 policies do not load.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return usage("diff compares two directories, OLD and NEW, and got %d", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			d.stdin, d.stdout, d.stderr = cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr()
			return d.run(cmd.Context(), args[0], args[1])
		},
	}
	cmd.Flags().StringVar(&d.log, "log", "", "also replay the decisions of this log, or of - (the standard input)")
	cmd.Flags().BoolVar(&d.asJSON, "json", false, "write machine output")
	cmd.Flags().BoolVar(&d.markdown, "markdown", false, "write Markdown, as for a comment on a pull request")
	cmd.Flags().IntVar(&d.limit, "limit", 20, "how many decisions, and how many settings, are shown in full; 0 is all")
	cmd.MarkFlagsMutuallyExclusive("json", "markdown")
	return cmd
}

func (d *diffRun) run(ctx context.Context, before, after string) error {
	if ctx == nil {
		ctx = context.Background()
	}
	var names []string // of temporary directories, and what to call them
	suites := make([]*policytest.Suite, 0, 2)
	for _, arg := range []string{before, after} {
		dir, done, err := policyDir(ctx, arg)
		if err != nil {
			return err
		}
		defer done()
		if dir != arg {
			names = append(names, dir, arg)
		}
		s, err := d.load(dir, strings.NewReplacer(names...))
		if err != nil {
			return err
		}
		suites = append(suites, s)
	}
	o := policydiff.Options{LogName: d.log}
	if d.log != "" {
		in, done, err := d.open()
		if err != nil {
			return usage("--log: %w", err)
		}
		defer done()
		o.Log = func(f func(*engine.Logged) error) error { return engine.ReadLog(in, f) }
	}
	r, err := policydiff.Compare(ctx, suites[0], suites[1], o)
	if err != nil {
		return &exit{code: exitUsage, err: fmt.Errorf("%s: %w", d.log, err)}
	}
	return d.write(r, before, after, strings.NewReplacer(names...))
}

// load reads the policies and tests of one side. Where they do not load, it says so under the side's own name.
func (d *diffRun) load(dir string, names *strings.Replacer) (*policytest.Suite, error) {
	s, err := policytest.Load(dir)
	var load *rules.LoadError
	switch {
	case errors.As(err, &load):
		var b strings.Builder
		diagnoseLoad(&b, load)
		_, _ = names.WriteString(d.stderr, b.String())
		list := slices.Clone(load.Problems)
		for i := range list {
			list[i].Pos.File, list[i].Message = names.Replace(list[i].Pos.File), names.Replace(list[i].Message)
		}
		return nil, reported(exitLoad, list...)
	case err != nil:
		return nil, &exit{code: exitLoad, err: errors.New(names.Replace(err.Error()))}
	}
	return s, nil
}

func (d *diffRun) open() (io.Reader, func(), error) {
	if d.log == "-" {
		return d.stdin, func() {}, nil
	}
	f, err := os.Open(d.log)
	if err != nil {
		return nil, nil, err
	}
	return f, func() { _ = f.Close() }, nil // it was only read
}

func (d *diffRun) write(r *policydiff.Report, before, after string, names *strings.Replacer) error {
	var b bytes.Buffer
	switch {
	case d.asJSON:
		if err := writeJSON(&b, r); err != nil {
			return err
		}
	case d.markdown:
		(&diffMarkdown{w: &b, limit: d.limit}).report(r, before, after)
	default:
		(&diffText{printer: printer{&b}, limit: d.limit}).report(r, before, after)
	}
	if _, err := names.WriteString(d.stdout, b.String()); err != nil {
		return unwritten(err)
	}
	if flips, settings := r.MorePermissive(); flips+settings > 0 {
		return failed(exitFailed)
	}
	return nil
}
