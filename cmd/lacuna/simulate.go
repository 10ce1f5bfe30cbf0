package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/lacuna-go/lacuna/engine/simulate"
)

// simulation is what the flags of simulate ask for.
type simulation struct {
	policies, events, scenario string
	asJSON                     bool
	stdin                      io.Reader
	stdout, stderr             io.Writer
}

func simulateCommand() *cobra.Command {
	s := &simulation{}
	cmd := &cobra.Command{
		Use:   "simulate --policies DIR (--events FILE | --scenario FILE)",
		Short: "Play calls against failing tools in virtual time",
		Long: `Simulate runs the engine's machine in virtual time.

With --events it plays a file of events, one JSON object a line, and writes one line for each: whether a call is admitted, and what
its breaker looks like. With --scenario it plays whole turns against tools that are slow and fail as the file says, and compares what
comes of them with three nested layers of retries. Both are described in docs/operations.md. Equal files give equal output.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s.stdin, s.stdout, s.stderr = cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr()
			return s.run()
		},
	}
	cmd.Flags().StringVar(&s.policies, "policies", defaultDir, "the directory of the policies")
	cmd.Flags().StringVar(&s.events, "events", "", "a file of events, or - for the standard input")
	cmd.Flags().StringVar(&s.scenario, "scenario", "", "a file that describes a scenario, or - for the standard input")
	cmd.Flags().BoolVar(&s.asJSON, "json", false, "write machine output; events always do")
	cmd.MarkFlagsOneRequired("events", "scenario")
	cmd.MarkFlagsMutuallyExclusive("events", "scenario")
	return cmd
}

func (s *simulation) run() error {
	if s.events != "" {
		return s.playEvents()
	}
	return s.playScenario()
}

// open hands a file to what reads it; "-" is the standard input.
func open[T any](s *simulation, name string, read func(io.Reader) (T, error)) (out T, err error) {
	if name == "-" {
		return read(s.stdin)
	}
	f, err := os.Open(name)
	if err != nil {
		return out, err
	}
	defer func() { _ = f.Close() }() // it was only read
	return read(f)
}

func (s *simulation) playEvents() error {
	events, err := open(s, s.events, simulate.ReadEvents)
	if err != nil {
		return usage("%s: %w", s.events, err)
	}
	set, err := loadSet(s.policies, s.stderr)
	if err != nil {
		return err
	}
	played := simulate.NewEvents(set)
	out := json.NewEncoder(s.stdout)
	for _, ev := range events {
		answer, err := played.Play(ev)
		if err != nil {
			return usage("%s: %w", s.events, err)
		}
		if err := out.Encode(answer); err != nil {
			return &exit{code: exitFailed, err: err}
		}
	}
	return nil
}

func (s *simulation) playScenario() error {
	name := s.scenario
	if name == "-" {
		name = "stdin"
	}
	scenario, err := open(s, s.scenario, func(r io.Reader) (*simulate.Scenario, error) { return simulate.ReadScenario(name, r) })
	if err != nil {
		_, _ = fmt.Fprintln(s.stderr, err)
		return &exit{code: exitUsage, problems: []problem{{Message: err.Error()}}}
	}
	set, err := loadSet(s.policies, s.stderr)
	if err != nil {
		return err
	}
	report, err := scenario.Play(set)
	if err != nil {
		return usage("%s: %w", s.scenario, err)
	}
	if s.asJSON {
		err = writeJSON(s.stdout, report)
	} else {
		err = report.Write(s.stdout)
	}
	if err != nil {
		return &exit{code: exitFailed, err: err}
	}
	return nil
}
