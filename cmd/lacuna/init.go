package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing/fstest"

	"github.com/spf13/cobra"

	"github.com/lacuna-go/lacuna/engine/mcpadapter"
	"github.com/lacuna-go/lacuna/rules"
)

// beginning is one run of init.
type beginning struct {
	tools, reads   []string
	server         string
	force          bool
	stdin          io.Reader
	stdout, stderr io.Writer
}

func initCommand() *cobra.Command {
	b := &beginning{}
	cmd := &cobra.Command{
		Use:   "init --tools FILE [DIR]",
		Short: "Write a first policy directory for the tools of MCP servers",
		Long: `Init writes policies for the tools that MCP servers list, with a test for each, into a directory, by default policies. FILE is
a snapshot of lacuna snapshot, or what one server's tools/list returned, as server=FILE or beside --server; - is standard input.

What it writes is cautious: every tool is a write until --read says that it only reads. What a server says of its own tools,
such as readOnlyHint, stands in comments and decides nothing.

Files that are there already are not touched without --force.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			b.stdin, b.stdout, b.stderr = cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr()
			dir := defaultDir
			if len(args) > 0 {
				dir = args[0]
			}
			return b.run(dir)
		},
	}
	cmd.Flags().StringArrayVar(&b.tools, "tools", nil, "a snapshot of tools, or server=FILE with what a tools/list returned; may be repeated")
	cmd.Flags().StringVar(&b.server, "server", "", "whose the tools are, where FILE does not say")
	cmd.Flags().StringArrayVar(&b.reads, "read", nil, "a tool that only reads, as search, pricing/quote or get_*; may be repeated")
	cmd.Flags().BoolVar(&b.force, "force", false, "write over files that are there already")
	return cmd
}

func (b *beginning) run(dir string) error {
	if len(b.tools) == 0 {
		return usage("--tools FILE says which tools there are; lacuna snapshot writes such a file")
	}
	listed, err := b.listed()
	if err != nil {
		return usage("--tools: %w", err)
	}
	d, err := b.draft(listed)
	if err != nil {
		return err
	}
	if err := d.check(); err != nil {
		return &exit{code: exitFailed, err: err}
	}
	if err := b.vacant(dir, d); err != nil {
		return err
	}
	if err := d.write(dir); err != nil {
		return &exit{code: exitFailed, err: err}
	}
	for _, f := range d.files {
		_, _ = fmt.Fprintln(b.stdout, filepath.ToSlash(filepath.Join(dir, f.name)))
	}
	_, _ = fmt.Fprintf(b.stderr, "%s. Read them, and say what a wrong answer of each tool costs. Then: lacuna check %s && lacuna test %s\n",
		count(d.tools, "policy"), dir, dir)
	return nil
}

// listed reads the files of tools, by server.
func (b *beginning) listed() (mcpadapter.Snapshot, error) {
	all := mcpadapter.Snapshot{}
	for _, arg := range b.tools {
		server, file, named := strings.Cut(arg, "=")
		if !named {
			server, file = b.server, arg
		}
		one, err := b.readSnapshot(file)
		if err != nil {
			return nil, err
		}
		for _, name := range one.Servers() {
			as := name
			if as == "" {
				as = server
			}
			if as == "" {
				return nil, fmt.Errorf("%s is the list of one server: say which, as pricing=%s or by --server", file, file)
			}
			if why := unspeakable(as, false); why != "" {
				return nil, fmt.Errorf("the name %q of a server %s", as, why)
			}
			all[as] = append(all[as], one[name]...)
		}
	}
	return all, nil
}

func (b *beginning) readSnapshot(file string) (mcpadapter.Snapshot, error) {
	if file != "-" {
		return mcpadapter.ReadSnapshot(file)
	}
	const most = 64 << 20
	text, err := io.ReadAll(io.LimitReader(b.stdin, most))
	if err != nil {
		return nil, err
	}
	return mcpadapter.DecodeSnapshot("<stdin>", text)
}

// vacant refuses a directory in which a file would be overwritten, or policies would come to stand beside others.
func (b *beginning) vacant(dir string, d *draft) error {
	if b.force {
		return nil
	}
	var there []string
	if info, err := os.Stat(dir); err == nil && info.IsDir() {
		if there, err = policiesBelow(dir, 0); err != nil {
			return &exit{code: exitFailed, err: err}
		}
	}
	for _, f := range d.files {
		name := filepath.Join(dir, f.name)
		if _, err := os.Lstat(name); err == nil && !slices.Contains(there, name) {
			there = append(there, name)
		}
	}
	if len(there) == 0 {
		return nil
	}
	const shown = 5
	list, are := strings.Join(there[:min(len(there), shown)], ", "), "are"
	if len(there) == 1 {
		are = "is"
	}
	if more := len(there) - shown; more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	return &exit{code: exitFailed, err: fmt.Errorf("%s %s there already: name another directory, or write over them with --force", list, are)}
}

// draft is what init writes.
type draft struct {
	files []draftFile // by name
	tools int
}

type draftFile struct {
	name string
	text []byte
}

// check loads the policies before anything is written.
func (d *draft) check() error {
	fsys := fstest.MapFS{}
	for _, f := range d.files {
		fsys[f.name] = &fstest.MapFile{Data: f.text}
	}
	if _, err := rules.Load(fsys); err != nil {
		return fmt.Errorf("what would be written does not load, so nothing is: %w", err)
	}
	return nil
}

func (d *draft) write(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil { // the umask narrows it, as for any directory that a person makes
		return err
	}
	for _, f := range d.files {
		name := filepath.Join(dir, f.name)
		err := os.WriteFile(name, f.text, 0o666)
		if errors.Is(err, fs.ErrPermission) {
			return fmt.Errorf("%s can't be written: %w", name, err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
