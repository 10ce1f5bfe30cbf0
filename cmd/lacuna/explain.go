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

// explainRun is what the flags of explain ask for.
type explainRun struct {
	policies, input, run, log, id, whyNot string
	asJSON                                bool
}

func explainCommand() *cobra.Command {
	x := &explainRun{}
	cmd := &cobra.Command{
		Use:   "explain --policies DIR (--input FILE | --log FILE --id ID)",
		Short: "Say what becomes of one input, and why",
		Long: `Explain plays one case (a case of a *_test.yaml by itself, or such a file with one case; - is the standard input) and
shows the decision, every condition with what it read, why the earlier steps were not taken, which policy decided each
setting, and what the model and the customer would see.

With --log it explains a decision, or a verdict, of a decision log instead, by the inputs that its line holds (engine.WithInputs): under these
policies, by what was read then. The id is that of the line, or the incident that the model was given.

With --why-not it says only what stood in the way of a step of the chain: by its number, or by what it is, as cached or "use_tool keyword_search".

Exit codes: 0 explained, 1 the recorded decision can't be replayed, 2 wrong usage, or no such case or decision, 3 policies do not load.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return x.explain(cmd) },
	}
	flags := cmd.Flags()
	flags.StringVar(&x.policies, "policies", defaultDir, "the directory of the policies")
	flags.StringVar(&x.input, "input", "", "the file with the case, or -")
	flags.StringVar(&x.run, "run", "", "of a file with several cases, the one whose file/name matches the regular expression")
	flags.StringVar(&x.log, "log", "", "a decision log, or -, in place of a case")
	flags.StringVar(&x.id, "id", "", "the id of the decision in the log, or its incident")
	flags.StringVar(&x.whyNot, "why-not", "", "say only why this step of the chain was not taken")
	flags.BoolVar(&x.asJSON, "json", false, "write machine output")
	cmd.MarkFlagsMutuallyExclusive("input", "log")
	cmd.MarkFlagsRequiredTogether("log", "id")
	cmd.MarkFlagsMutuallyExclusive("why-not", "json")
	return cmd
}

func (x *explainRun) explain(cmd *cobra.Command) error {
	if x.input == "" && x.log == "" {
		return usage("--input is missing: a file with a case, or -; or --log and --id, for a decision that was made")
	}
	filter, err := regexp.Compile(x.run)
	if err != nil {
		return usage("--run: %w", err)
	}
	set, err := loadSet(x.policies, cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	var e *policytest.Explained
	note := ""
	if x.log != "" {
		e, note, err = x.logged(cmd, set)
	} else {
		e, err = x.played(cmd, set, filter)
	}
	if e == nil {
		return err
	}
	return x.show(printer{w: cmd.OutOrStdout()}, e, note)
}

// show writes what was explained; the note is said first, "" for none.
func (x *explainRun) show(p printer, e *policytest.Explained, note string) error {
	var steps []askedStep
	switch {
	case x.asJSON:
		return writeJSON(p.w, explainedOf(e))
	case x.whyNot != "":
		var err error
		if steps, err = stepsAsked(e, x.whyNot); err != nil {
			return err
		}
	}
	if note != "" {
		p.line(0, "%s", note)
	}
	if x.whyNot == "" {
		p.explained(e)
	}
	for _, s := range steps {
		p.whyNotStep(s.call, s.index)
	}
	return nil
}

// played explains a case.
func (x *explainRun) played(cmd *cobra.Command, set *rules.Set, filter *regexp.Regexp) (*policytest.Explained, error) {
	c, file, err := readInput(cmd, x.input, filter)
	if err != nil {
		return nil, err
	}
	e, err := policytest.Explain(cmd.Context(), set, c)
	if err != nil {
		return nil, explainFailed(cmd.ErrOrStderr(), file, err)
	}
	return e, nil
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
		return nil, reported(exitLoad, load.Problems...)
	case err != nil:
		return nil, &exit{code: exitLoad, err: err}
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
		return nil, nil, reported(exitUsage, file.Problems...)
	}
	return c, file, nil
}

// explainFailed reports a case that cannot be played under these policies.
func explainFailed(stderr io.Writer, file *policytest.File, err error) error {
	var p eval.Problem
	if errors.As(err, &p) {
		diagnose(stderr, p, file.Snippet(p.Pos))
		return reported(exitUsage, p)
	}
	return &exit{code: exitFailed, err: fmt.Errorf("the case can't be played: %w", err)}
}
