package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// formatting is one run of fmt.
type formatting struct {
	list, diff, write bool
	stdout, stderr    io.Writer
	code              int
}

func fmtCommand() *cobra.Command {
	f := &formatting{}
	cmd := &cobra.Command{
		Use:   "fmt [PATH...]",
		Short: "Lay out policy files in the one canonical way",
		Long: `Fmt lays out policy files: those that are named, and every *.cel file below the directories that are named, by default
policies. It writes the result to standard output. A single - reads standard input.

Nothing changes but blanks, line ends and the commas behind last elements; comments stay at their places. A file that does
not parse is reported and left alone; the exit code is 3 then. With -l or -d, without -w, it is 1 where a file would change.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.stdout, f.stderr = cmd.OutOrStdout(), cmd.ErrOrStderr()
			return f.run(args, cmd.InOrStdin())
		},
	}
	cmd.Flags().BoolVarP(&f.list, "list", "l", false, "list the files whose layout is another, instead of writing the result")
	cmd.Flags().BoolVarP(&f.diff, "diff", "d", false, "show what would change, as a unified diff, instead of writing the result")
	cmd.Flags().BoolVarP(&f.write, "write", "w", false, "write the result to the files")
	return cmd
}

func (f *formatting) run(args []string, stdin io.Reader) error {
	if len(args) == 1 && args[0] == "-" {
		if f.write {
			return usage("-w writes to files, and - is standard input")
		}
		text, err := io.ReadAll(io.LimitReader(stdin, eval.MaxFileSize+1))
		if err != nil {
			return &exit{code: exitFailed, err: err}
		}
		if err := f.one("<stdin>", text, nil); err != nil {
			return err
		}
		return failed(f.code)
	}
	if len(args) == 0 {
		args = []string{defaultDir}
	}
	files, err := policyFiles(args)
	if err != nil {
		return err
	}
	for _, file := range files {
		text, err := readPolicy(file)
		if err != nil {
			return &exit{code: exitFailed, err: err}
		}
		write := func(formatted []byte) error { return replaceFile(file, formatted) }
		if err := f.one(filepath.ToSlash(file), text, write); err != nil {
			return err
		}
	}
	return failed(f.code)
}

// one formats one text, and does with it what the flags say.
func (f *formatting) one(name string, text []byte, write func([]byte) error) error {
	formatted, err := rules.Format(name, text)
	var load *rules.LoadError
	switch {
	case errors.As(err, &load) && load.Problems[0].Pos.File == name:
		diagnoseLoad(f.stderr, load)
		f.code = max(f.code, exitLoad)
		return nil
	case err != nil:
		return &exit{code: exitFailed, err: err}
	}
	changed := !bytes.Equal(text, formatted)
	if changed && !f.write && (f.list || f.diff) {
		f.code = max(f.code, exitFailed)
	}
	if changed && f.list {
		_, _ = fmt.Fprintln(f.stdout, name)
	}
	if changed && f.diff {
		_, _ = f.stdout.Write(diff.Diff(name+".orig", text, name, formatted))
	}
	switch {
	case f.write && changed:
		if err := write(formatted); err != nil {
			return &exit{code: exitFailed, err: err}
		}
	case !f.write && !f.list && !f.diff:
		_, _ = f.stdout.Write(formatted)
	}
	return nil
}

// readPolicy reads a file, and of one that is too large only so much that it shows.
func readPolicy(name string) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(file, eval.MaxFileSize+1))
	return text, errors.Join(err, file.Close())
}
