package main

import (
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lacuna-go/lacuna/engine/policytest"
	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules/lint"
)

// completer proposes what may follow on a command line, and says whether files may.
type completer = func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective)

// complete tells the shells what each command takes: the scripts of lacuna completion ask for it.
func complete(root *cobra.Command) {
	arguments := map[string]completer{
		"check": directoriesOnly, "test": directoriesOnly, "diff": directoriesOnly, "init": directoriesOnly, "fmt": filesOf("cel"),
	}
	flags := map[string]completer{
		"policies": directoriesOnly, "input": filesOf("yaml"), "scenario": filesOf("yaml"), "config": filesOf("yaml"),
		"events": filesOf("jsonl"), "tools": filesOf("json"), "reply": filesOf("txt", "md"), "results": filesOf("json", "yaml"),
		"format": words("text", "json", "sarif", "github", "markdown"), "run": caseNames, "explain": findingIDs, "why-not": stepNames,
	}
	for _, cmd := range root.Commands() {
		if f := arguments[cmd.Name()]; f != nil {
			cmd.ValidArgsFunction = f
		}
		for name, f := range flags {
			if cmd.Flags().Lookup(name) != nil {
				_ = cmd.RegisterFlagCompletionFunc(name, f) // it fails for a flag that is not there
			}
		}
	}
}

func directoriesOnly(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

func filesOf(extensions ...string) completer {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return extensions, cobra.ShellCompDirectiveFilterFileExt
	}
}

func words(list ...string) completer {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return list, cobra.ShellCompDirectiveNoFileComp
	}
}

// caseNames proposes the names of golden tests in the directories that the line names, as the expressions that match them alone. A
// directory that does not load has none.
func caseNames(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if dir := cmd.Flags().Lookup("policies"); dir != nil {
		args = []string{dir.Value.String()}
	}
	if len(args) == 0 {
		args = []string{defaultDir}
	}
	var list []string
	for _, dir := range args {
		suite, err := policytest.Load(dir)
		if err != nil {
			continue
		}
		for _, f := range suite.Files {
			for _, c := range f.Cases {
				list = append(list, regexp.QuoteMeta(c.Name))
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list), cobra.ShellCompDirectiveNoFileComp
}

func findingIDs(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var list []string
	for _, e := range lint.Catalogue() {
		list = append(list, e.ID+"\t"+e.Title)
	}
	return list, cobra.ShellCompDirectiveNoFileComp
}

func stepNames(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var list []string
	for _, m := range eval.EnumMembers("Step") {
		list = append(list, strings.ToLower(m))
	}
	return list, cobra.ShellCompDirectiveNoFileComp
}
