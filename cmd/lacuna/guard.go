package main

import (
	"context"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// guardRun is what the flags of guard ask for.
type guardRun struct {
	policies, reply, results string
	lang, now, zone, purpose string
	facts, said              []string
	asJSON, stream           bool
	stdin                    io.Reader
	stdout, stderr           io.Writer
	set                      *rules.Set
}

func guardCommand() *cobra.Command {
	g := &guardRun{}
	cmd := &cobra.Command{
		Use:   "guard --policies DIR --reply FILE --results FILE",
		Short: "Judge a reply, given what the tools returned",
		Long: `Guard says whether a reply goes out: which of its claims rest on the results, and what the policies make of the others. The results
are a list as in a *_test.yaml, {server, tool, args, json or text, cached, as_of}, in YAML or JSON. Either file may be -, the
standard input.

With --stream the reply is judged in the pieces in which it arrives, as a gate does, and what goes out is shown after each.

Exit codes: 0 the reply goes out (pass, append, flag), 1 it does not (redact, regenerate, block), 2 wrong usage, 3 policies do not load.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			g.stdin, g.stdout, g.stderr = cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr()
			return g.run(cmd.Context())
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&g.policies, "policies", defaultDir, "the directory of the policies")
	flags.StringVar(&g.reply, "reply", "", "the file with the reply, or - (required)")
	flags.StringVar(&g.results, "results", "", "the file with the results, or - (required)")
	flags.StringVar(&g.lang, "lang", "", "the language of the reply, as en")
	flags.StringVar(&g.now, "now", "", "the time of the turn, as 2026-03-01T14:12:00Z; by default now")
	flags.StringVar(&g.zone, "zone", "", "the time zone of the turn, as Europe/Berlin; by default that of the policies")
	flags.StringVar(&g.purpose, "purpose", "", "one of the declared purposes; by default the first")
	flags.StringArrayVar(&g.facts, "fact", nil, "a fact of the turn, as name=value; may be repeated")
	flags.StringArrayVar(&g.said, "said", nil, "what the customer wrote; may be repeated")
	flags.BoolVar(&g.stream, "stream", false, "judge the reply piece by piece, as it arrives")
	flags.BoolVar(&g.asJSON, "json", false, "write machine output")
	return cmd
}

func (g *guardRun) run(ctx context.Context) error {
	switch {
	case g.reply == "":
		return usage("--reply is missing: a file with the reply, or -")
	case g.results == "":
		return usage("--results is missing: a file with what the tools returned, or -")
	case g.reply == "-" && g.results == "-":
		return usage("only one of --reply and --results can be the standard input")
	}
	set, err := loadSet(g.policies, g.stderr)
	if err != nil {
		return err
	}
	g.set = set
	turn, err := g.turn(ctx)
	if err != nil {
		return err
	}
	defer turn.End()
	in, closeIn, err := g.open(g.reply)
	if err != nil {
		return usage("--reply: %w", err)
	}
	defer closeIn()
	if g.stream {
		return g.streamed(turn, in)
	}
	b, err := io.ReadAll(in)
	if err != nil {
		return usage("--reply: %w", err)
	}
	reply := withoutNewline(string(b))
	j := newJudged(set, reply, turn.Check(reply), turn.ExplainReply(reply))
	return g.report(j)
}

// open opens a file to read; "-" is the standard input.
func (g *guardRun) open(name string) (io.Reader, func(), error) {
	if name == "-" {
		return g.stdin, func() {}, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, nil, err
	}
	return f, func() { _ = f.Close() }, nil // it was only read
}

// turn begins the turn in which the tools returned the results.
func (g *guardRun) turn(ctx context.Context) (*engine.Turn, error) {
	at, err := newInstantReader(g.now, g.zone, time.Now())
	if err != nil {
		return nil, err
	}
	facts, err := factsOf(g.set, g.facts)
	if err != nil {
		return nil, err
	}
	results, err := g.readResults()
	if err != nil {
		return nil, err
	}
	eng := engine.NewWithSet(g.set, engine.WithClock(state.NewVirtual(at.now)))
	turn, err := eng.Begin(ctx, engine.TurnInfo{
		ID: "turn-1", Purpose: g.purpose, Language: g.lang, Zone: g.zone, Said: g.said, Facts: facts,
	})
	if err != nil {
		return nil, usage("%w", err)
	}
	for _, r := range results {
		if r.Age >= 0 {
			r.AsOf = at.now.Add(-r.Age)
		}
		if err := turn.SeedResult(r.Tool, r.Args, engine.Result{JSON: r.JSON, Text: r.Text, AsOf: r.AsOf}, r.Cached); err != nil {
			turn.End()
			return nil, usage("--results: %w", err)
		}
	}
	return turn, nil
}

// report shows the verdict, and ends with its code.
func (g *guardRun) report(j *judged) error {
	if g.asJSON {
		if err := writeJSON(g.stdout, j.record()); err != nil {
			return unwritten(err)
		}
	} else {
		p := verdictPrinter{printer{g.stdout}, isTerminal(g.stdout)}
		p.judged(j)
	}
	return failed(verdictCode(j.verdict.Verdict))
}

// verdictCode is the exit code of a verdict: does the reply go out as it is.
func verdictCode(v rules.Verdict) int {
	if v >= rules.Pass && v < rules.Redacted {
		return exitFine
	}
	return exitFailed
}
