package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"regexp"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/lacuna-go/lacuna/engine/policytest"
	"github.com/lacuna-go/lacuna/rules"
)

// testFlags are what the flags of test ask for.
type testFlags struct {
	run, shuffle, format, junit, coverHTML string
	update, updateWant                     bool
	asJSON, verbose, watch, allTested      bool
	cover, listing, mutate                 bool
	coverMin, mutateMin                    float64
	mutants                                int
	stdout, stderr                         io.Writer
	options                                []policytest.Option
}

const testHelp = `Test plays every case of every *_test.yaml below the directories, by default policies, under the policies there.
The schema of these files stands in docs/testing.md.

Exit codes: 0 all cases pass, every policy is tested, and coverage and score are as high as asked for; 1 not so; 2 wrong usage;
3 policies do not load.`

func testCommand() *cobra.Command {
	t := &testFlags{}
	cmd := &cobra.Command{
		Use:   "test [DIR...]",
		Short: "Play the golden tests beside policies",
		Long:  testHelp,
		RunE: func(cmd *cobra.Command, args []string) error {
			dirs, err := directories(args)
			if err != nil {
				return err
			}
			t.stdout, t.stderr = cmd.OutOrStdout(), cmd.ErrOrStderr()
			if err := t.read(cmd); err != nil {
				return err
			}
			if t.watch {
				return t.watched(cmd.Context(), dirs)
			}
			return t.all(cmd.Context(), dirs)
		},
	}
	t.flags(cmd)
	return cmd
}

func (t *testFlags) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&t.run, "run", "", "play only the cases whose file/name matches the regular expression")
	f.BoolVar(&t.update, "update", false, "write the golden files of the cases that pass; never a want")
	f.BoolVar(&t.updateWant, "update-want", false, "write what came out into the wants that do not hold, keeping comments and order; read the diff before you keep it")
	f.BoolVar(&t.asJSON, "json", false, "write machine output")
	f.BoolVarP(&t.verbose, "verbose", "v", false, "name the cases that pass, too")
	f.BoolVar(&t.cover, "cover", false, "say what of the policies the cases exercise, and what they miss")
	f.Float64Var(&t.coverMin, "cover-min", 0, "fail where less than this percentage is covered")
	f.BoolVar(&t.listing, "cover-listing", false, "show the policies with what is covered, half covered and missed")
	f.StringVar(&t.coverHTML, "cover-html", "", "write the coverage to this file, as one self-contained page")
	f.BoolVar(&t.mutate, "mutate", false, "change the policies one small step at a time, and say which changes no case notices")
	f.Float64Var(&t.mutateMin, "mutate-min", 0, "fail where less than this percentage of the changes is noticed")
	f.IntVar(&t.mutants, "mutate-max", policytest.DefaultMutants, "how many changes are tried at most; of more, so many are drawn")
	f.BoolVar(&t.watch, "watch", false, "play again whenever a policy or a test changes, until interrupted")
	f.StringVar(&t.junit, "junit", "", "write the results to this file, as JUnit XML")
	f.StringVar(&t.format, "format", "", "text, or github for annotations besides; github by itself in a GitHub workflow")
	f.StringVar(&t.shuffle, "shuffle", "off", "play in another order: on, or the seed of an earlier run")
	f.BoolVar(&t.allTested, "all-tested", false, "fail where a policy has no test")
}

// read checks the flags against each other, and turns them into options.
func (t *testFlags) read(cmd *cobra.Command) error {
	if t.run != "" {
		re, err := regexp.Compile(t.run)
		if err != nil {
			return usage("--run: %w", err)
		}
		t.options = append(t.options, policytest.WithFilter(re))
	}
	changed := cmd.Flags().Changed
	t.cover = t.cover || t.listing || t.coverHTML != "" || changed("cover-min")
	t.mutate = t.mutate || changed("mutate-min") || changed("mutate-max")
	switch {
	case t.coverMin < 0 || t.coverMin > 100 || t.mutateMin < 0 || t.mutateMin > 100:
		return usage("--cover-min and --mutate-min take a percentage, 0 to 100")
	case t.mutants < 1:
		return usage("--mutate-max takes a number above 0")
	case t.watch && (t.asJSON || t.junit != ""):
		return usage("--watch writes text: leave out --json and --junit")
	case t.listing && t.asJSON:
		return usage("--cover-listing writes text: leave out --json, which holds the coverage as well")
	}
	if err := t.readFormat(); err != nil {
		return err
	}
	t.options = append(t.options, policytest.WithUpdate(t.update), policytest.WithCoverage(), policytest.WithMutants(t.mutants))
	return t.readShuffle()
}

func (t *testFlags) readFormat() error {
	switch t.format {
	case "":
		t.format = "text"
		if os.Getenv("GITHUB_ACTIONS") == "true" {
			t.format = "github"
		}
	case "text", "github":
	default:
		return usage("--format takes text or github, not %q", t.format)
	}
	return nil
}

func (t *testFlags) readShuffle() error {
	seed := uint64(0)
	switch t.shuffle {
	case "off":
		return nil
	case "on":
		seed = uint64(rand.Uint32()) + 1
	default:
		n, err := strconv.ParseUint(t.shuffle, 10, 64)
		if err != nil || n == 0 {
			return usage("--shuffle takes on, off, or a seed above 0, not %q", t.shuffle)
		}
		seed = n
	}
	if !t.asJSON {
		_, _ = fmt.Fprintf(t.stdout, "shuffled: --shuffle %d plays this order again\n", seed)
	}
	t.options = append(t.options, policytest.WithShuffle(seed))
	return nil
}

// all tests each directory, and writes what is about all of them.
func (t *testFlags) all(ctx context.Context, dirs []string) error {
	code := exitFine
	list := []tested{}
	var coverage policytest.Coverage
	for _, dir := range dirs {
		one := t.dir(ctx, dir)
		list, code = append(list, one), max(code, one.code)
		if one.Coverage != nil {
			coverage.Files = append(coverage.Files, one.Coverage.Files...)
		}
	}
	if t.cover {
		code = max(code, t.covered(&coverage, list))
	}
	if t.mutate {
		code = max(code, t.mutated(ctx, list))
	}
	if err := t.files(list, &coverage); err != nil {
		return &exit{code: exitFailed, err: err}
	}
	if t.asJSON {
		if err := writeJSON(t.stdout, list); err != nil {
			return &exit{code: exitFailed, err: err}
		}
	}
	return failed(code)
}

// files writes what was asked for by a file's name.
func (t *testFlags) files(list []tested, coverage *policytest.Coverage) error {
	if t.junit != "" {
		if err := writeFile(t.junit, func(w io.Writer) error { return writeJUnit(w, list) }); err != nil {
			return fmt.Errorf("--junit: %w", err)
		}
	}
	if t.coverHTML != "" {
		if err := writeFile(t.coverHTML, func(w io.Writer) error { return writeCoverHTML(w, coverage, list) }); err != nil {
			return fmt.Errorf("--cover-html: %w", err)
		}
	}
	return nil
}

// writeFile writes a file as a whole or says why not.
func writeFile(name string, write func(io.Writer) error) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

// dir plays one directory and prints what came of it.
func (t *testFlags) dir(ctx context.Context, dir string) tested {
	out := tested{Dir: dir, Problems: []problem{}, Cases: []testCase{}}
	suite, err := policytest.Load(dir, t.options...)
	var load *rules.LoadError
	switch {
	case errors.As(err, &load):
		diagnoseLoad(t.stderr, load)
		t.annotateAll("error", "does not load", load.Problems)
		out.Problems, out.code = problemsOf(load.Problems), exitLoad
		return out
	case err != nil:
		_, _ = fmt.Fprintf(t.stderr, "lacuna: %v\n", err)
		out.Problems, out.code = []problem{{Message: err.Error()}}, exitLoad
		return out
	}
	r := suite.Run(ctx)
	out.suite, out.report = suite, r
	if t.updateWant {
		t.updateWants(ctx, &out)
	}
	t.report(&out)
	return out
}
