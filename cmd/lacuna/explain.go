package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"

	"github.com/spf13/cobra"

	"github.com/lacuna-go/lacuna/engine/policytest"
	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

func explainCommand() *cobra.Command {
	var dir, input, pattern string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "explain --policies DIR --input FILE",
		Short: "Say what becomes of one input, and why",
		Long: `Explain plays one case (a case of a *_test.yaml by itself, or such a file with one case; - is the standard input) and
shows the decision, every condition with what it read, why the earlier steps were not taken, which policy decided each
setting, and what the model and the customer would see.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if input == "" {
				return usage("--input is missing: a file with a case, or -")
			}
			filter, err := regexp.Compile(pattern)
			if err != nil {
				return usage("--run: %w", err)
			}
			set, err := loadSet(dir, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			c, file, err := readInput(cmd, input, filter)
			if err != nil {
				return err
			}
			e, err := policytest.Explain(cmd.Context(), set, c)
			if err != nil {
				return explainFailed(cmd.ErrOrStderr(), file, err)
			}
			if asJSON {
				return writeJSON(cmd.OutOrStdout(), explainedOf(c, e))
			}
			p := printer{w: cmd.OutOrStdout()}
			p.explained(c, e)
			return nil
		},
	}
	cmd.Flags().StringVar(&dir, "policies", defaultDir, "the directory of the policies")
	cmd.Flags().StringVar(&input, "input", "", "the file with the case, or - (required)")
	cmd.Flags().StringVar(&pattern, "run", "", "of a file with several cases, the one whose file/name matches the regular expression")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write machine output")
	return cmd
}

// loadSet loads policies, or says why they do not load.
func loadSet(dir string, stderr io.Writer) (*rules.Set, error) {
	if _, err := directories([]string{dir}); err != nil {
		return nil, err
	}
	set, err := rules.Load(os.DirFS(dir), rules.WithDir(filepath.ToSlash(dir)))
	var load *rules.LoadError
	switch {
	case errors.As(err, &load):
		diagnoseLoad(stderr, load)
		return nil, failed(exitLoad)
	case err != nil:
		return nil, &exit{exitLoad, err}
	}
	return set, nil
}

func readInput(cmd *cobra.Command, name string, filter *regexp.Regexp) (*policytest.Case, *policytest.File, error) {
	var src []byte
	var err error
	if name == "-" {
		src, err = io.ReadAll(io.LimitReader(cmd.InOrStdin(), policytest.MaxFileSize+1))
		name = "stdin"
	} else {
		src, err = os.ReadFile(name)
	}
	if err != nil {
		return nil, nil, usage("--input: %w", err)
	}
	c, file := policytest.ReadInput(filepath.ToSlash(name), src, filter)
	if c == nil {
		for _, p := range file.Problems {
			diagnose(cmd.ErrOrStderr(), p, file.Snippet(p.Pos))
		}
		return nil, nil, failed(exitFailed)
	}
	return c, file, nil
}

// explainFailed reports a case that cannot be played under these policies.
func explainFailed(stderr io.Writer, file *policytest.File, err error) error {
	var p eval.Problem
	if errors.As(err, &p) {
		diagnose(stderr, p, file.Snippet(p.Pos))
		return failed(exitFailed)
	}
	return &exit{exitFailed, fmt.Errorf("the case can't be played: %w", err)}
}
