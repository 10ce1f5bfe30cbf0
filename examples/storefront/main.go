package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
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
	golden := flags.String("golden", "", "fail unless the transcript equals this file")
	if err := flags.Parse(args); err != nil {
		return err
	}
	all, err := pick(*name)
	if err != nil {
		return err
	}
	reports, err := play(ctx, all, naive, withLacuna(*dir))
	if err != nil {
		return err
	}
	if *asJSON {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(reports)
	}
	var out bytes.Buffer
	transcript(&out, reports)
	if _, err := w.Write(out.Bytes()); err != nil {
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
