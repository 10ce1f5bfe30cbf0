package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strings"
)

func main() {
	if err := run(context.Background(), os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "storefront:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, w io.Writer) error {
	flags := flag.NewFlagSet("storefront", flag.ContinueOnError)
	name := flags.String("scene", "", "play one scene: "+strings.Join(names(), ", "))
	asJSON := flags.Bool("json", false, "print everything that happened as JSON")
	dir := flags.String("policies", "policies", "the folder with the rules")
	golden := flags.String("golden", "", "fail unless the transcript of all scenes equals this file")
	flags.SetOutput(io.Discard)
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		flags.SetOutput(w)
		flags.PrintDefaults()
		return nil
	} else if err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	if *golden != "" && (*asJSON || *name != "") {
		return errors.New("--golden compares the transcript of all scenes: leave out --json and --scene")
	}
	all, err := pick(*name)
	if err != nil {
		return err
	}
	built, err := build(all, naive, withLacuna(*dir))
	if err != nil {
		return err
	}
	defer built.close()
	if *asJSON {
		return printJSON(w, built.play(ctx))
	}
	var out bytes.Buffer
	if err := transcript(io.MultiWriter(w, &out), len(all), built.play(ctx)); err != nil {
		return err
	}
	if *golden == "" {
		return nil
	}
	want, err := os.ReadFile(*golden)
	if err != nil {
		return err
	}
	return differ(*golden, string(want), out.String())
}

func printJSON(w io.Writer, played iter.Seq2[report, error]) error {
	var reports []report
	for r, err := range played {
		if err != nil {
			return err
		}
		reports = append(reports, r)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(reports)
}

func names() []string {
	var all []string
	for _, sc := range scenes() {
		all = append(all, sc.name)
	}
	return all
}

func pick(name string) ([]scene, error) {
	all := scenes()
	if name == "" {
		return all, nil
	}
	i := slices.IndexFunc(all, func(sc scene) bool { return sc.name == name })
	if i < 0 {
		return nil, fmt.Errorf("no scene %q; there are %s", name, strings.Join(names(), ", "))
	}
	return all[i : i+1], nil
}

// differ returns the first line in which the transcript is not as the file says.
func differ(file, want, got string) error {
	wants, gots := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range max(len(wants), len(gots)) {
		if w, g := at(wants, i), at(gots, i); w != g {
			return fmt.Errorf("the transcript differs from %s:%d\n  want %q\n  got  %q", file, i+1, w, g)
		}
	}
	return nil
}
