package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/lacuna-go/lacuna/guard"
)

// claimsRun is what the flags of claims ask for.
type claimsRun struct {
	lang, now, zone string
	asJSON, rows    bool
	at              instantReader
	stdin           io.Reader
	stdout, stderr  io.Writer
}

func claimsCommand() *cobra.Command {
	f := &claimsRun{}
	cmd := &cobra.Command{
		Use:   "claims [FILE...]",
		Short: "Find the claims in a text",
		Long: `Claims finds what a text states in figures, dates, ids, addresses and actions done, and underlines it. It reads the files, or the
standard input.

With --jsonl it reads rows {"id","text","lang","ref"}, one JSON object a line, and writes a row {"id","claims"} for each as soon
as it has read it; lang and ref, the time that relative dates count from, may be missing. Spans are in Unicode code points.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.stdin, f.stdout, f.stderr = cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr()
			return f.run(args)
		},
	}
	cmd.Flags().StringVar(&f.lang, "lang", "", "the language of the text, as en")
	cmd.Flags().StringVar(&f.now, "now", "", "the time that relative dates count from, as 2026-03-01T14:12:00Z; by default now")
	cmd.Flags().StringVar(&f.zone, "zone", "", "the time zone of dates, as Europe/Berlin; by default that of the time, or UTC")
	cmd.Flags().BoolVar(&f.asJSON, "json", false, "write the claims of one text as JSON")
	cmd.Flags().BoolVar(&f.rows, "jsonl", false, "read and write rows, one JSON object a line")
	cmd.MarkFlagsMutuallyExclusive("json", "jsonl")
	return cmd
}

func (f *claimsRun) run(files []string) error {
	at, err := newInstantReader(f.now, f.zone, time.Now())
	if err != nil {
		return err
	}
	f.at = at
	if f.asJSON && len(files) > 1 {
		return usage("--json takes one text, not %d files; --jsonl takes many", len(files))
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	code := exitFine
	for i, name := range files {
		err := f.file(name, len(files) > 1, i == 0)
		var e *exit
		if errors.As(err, &e) && e.err == nil {
			code = max(code, e.code)
		} else if err != nil {
			return err
		}
	}
	return failed(code)
}

// file finds the claims of one file; "-" is the standard input.
func (f *claimsRun) file(name string, titled, first bool) error {
	in := f.stdin
	if name == "-" {
		name = "stdin"
	} else {
		file, err := os.Open(name)
		if err != nil {
			return usage("%w", err)
		}
		defer func() { _ = file.Close() }() // it was only read
		in, name = file, filepath.ToSlash(name)
	}
	if f.rows {
		return f.stream(name, in)
	}
	text, err := io.ReadAll(in)
	if err != nil {
		return usage("%s: %w", name, err)
	}
	out := bufio.NewWriter(f.stdout)
	if titled {
		f.title(out, name, first)
	}
	if err := f.text(out, string(text)); err != nil {
		return unwritten(err)
	}
	return unwritten(out.Flush())
}

func (f *claimsRun) title(w io.Writer, name string, first bool) {
	if !first {
		_, _ = fmt.Fprintln(w)
	}
	_, _ = fmt.Fprintf(w, "%s:\n", name)
}

// text finds the claims of one text, and shows them.
func (f *claimsRun) text(w io.Writer, text string) error {
	r := &guard.Reply{Text: text, Now: f.at.now, Zone: f.at.zone, Language: f.lang}
	new(guard.Finder).Find(r)
	if f.asJSON {
		return writeJSON(w, foundOf(nil, r))
	}
	(&found{w: w, colour: isTerminal(f.stdout)}).write(r)
	return nil
}
