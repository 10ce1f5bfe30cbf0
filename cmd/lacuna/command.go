package main

import (
	"errors"
	"fmt"
	"io"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/lacuna-go/lacuna/eval"
)

// The exit codes of every subcommand.
const (
	exitFine   = 0 // notes included
	exitFailed = 1 // errors, warnings or failed tests
	exitUsage  = 2
	exitLoad   = 3 // policies do not load
)

// defaultDir is where policies are if nobody says.
const defaultDir = "policies"

// exit ends a command with a code. What there is to say has been said, but for err.
type exit struct {
	code     int
	err      error
	problems []problem // what has been said, for machine output
}

// Error returns what is left to say.
func (e *exit) Error() string {
	if e.err == nil {
		return ""
	}
	return e.err.Error()
}

// Unwrap returns the cause.
func (e *exit) Unwrap() error { return e.err }

// usage is the error of a wrong command line.
func usage(format string, args ...any) error {
	return &exit{code: exitUsage, err: fmt.Errorf(format, args...)}
}

// failed is the error of a command that has reported what is wrong.
func failed(code int) error {
	if code == exitFine {
		return nil
	}
	return &exit{code: code}
}

// reported is the error of a command that has written these problems for people.
func reported(code int, problems ...eval.Problem) error {
	return &exit{code: code, problems: problemsOf(problems)}
}

// run is the command: arguments in, exit code out.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root, out := command(), &output{w: stdout}
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(out)
	root.SetErr(stderr)
	cmd, err := root.ExecuteC()
	if lost := out.lost(); lost != nil && (err == nil || err.Error() == "") {
		err = unwritten(lost)
	}
	e := conclude(cmd, err, stderr)
	if e.code != exitFine && !out.used() && machine(cmd, args) {
		if err := writeJSON(out, e.machine()); err != nil {
			_, _ = fmt.Fprintf(stderr, "lacuna: %v\n", err)
		}
	}
	return e.code
}

// conclude says what is left to say of how a command ended.
func conclude(cmd *cobra.Command, err error, stderr io.Writer) *exit {
	var e *exit
	switch {
	case err == nil:
		return &exit{}
	case !errors.As(err, &e): // of cobra: an unknown command, an argument too many
		e = &exit{code: exitUsage, err: err}
	}
	if e.err != nil {
		_, _ = fmt.Fprintf(stderr, "lacuna: %v\n", e.err)
		if e.code == exitUsage {
			_, _ = fmt.Fprintf(stderr, "Run %s --help for the command line.\n", cmd.CommandPath())
		}
	}
	return e
}

func command() *cobra.Command {
	root := &cobra.Command{
		Use:   "lacuna COMMAND",
		Short: "Check, test and explain what happens when a tool does not answer",
		Long: `Lacuna decides, in code, what a missing answer means, so that a language model never does.
This command checks, tests and explains its policies.

Exit codes: 0 fine, 1 errors, warnings or failed tests, 2 wrong usage, 3 policies do not load.`,
		Version:       version(),
		Args:          cobra.ArbitraryArgs,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usage("unknown command %q%s", args[0], suggestion(cmd, args[0]))
			}
			cmd.SetOut(cmd.ErrOrStderr())
			_ = cmd.Help() // it is on its way out
			return failed(exitUsage)
		},
	}
	root.SetVersionTemplate("lacuna {{.Version}}\n")
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return &exit{code: exitUsage, err: err} })
	root.AddCommand(checkCommand(), testCommand(), explainCommand(), diffCommand(), simulateCommand(), claimsCommand(), guardCommand(),
		proxyCommand(), consoleCommand(), snapshotCommand(), fmtCommand(), initCommand(), lspCommand())
	complete(root)
	return root
}

func suggestion(cmd *cobra.Command, name string) string {
	cmd.SuggestionsMinimumDistance = 2
	if near := cmd.SuggestionsFor(name); len(near) > 0 {
		return fmt.Sprintf("; did you mean %q?", near[0])
	}
	return ""
}

// version is that of the module, as the build knows it.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}
