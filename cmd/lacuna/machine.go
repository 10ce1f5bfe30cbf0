package main

import (
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// refusal is the machine output of a command that came to no result.
type refusal struct {
	Errors []problem `json:"errors"`
}

// machine reports whether a command was asked for machine output, also where its flags were not read to their end.
func machine(cmd *cobra.Command, args []string) bool {
	for name, want := range map[string]string{"json": "true", "format": "json"} {
		if f := cmd.Flags().Lookup(name); f != nil && f.Value.String() == want {
			return true
		}
	}
	return cmd.Flags().Lookup("json") != nil && slices.Contains(args, "--json")
}

// machine is what is to be said of how a command ended, with the places that are known.
func (e *exit) machine() refusal {
	list := slices.Clone(e.problems)
	var load *rules.LoadError
	var one eval.Problem
	switch {
	case e.err == nil:
	case errors.As(e.err, &load):
		list = append(list, problemsOf(load.Problems)...)
	case errors.As(e.err, &one):
		list = append(list, problemsOf([]eval.Problem{one})...)
	default:
		list = append(list, problem{Message: e.err.Error()})
	}
	return refusal{append([]problem{}, list...)}
}
