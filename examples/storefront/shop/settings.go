package shop

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

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/policytest"
)

// Settings say what is played. The zero value plays every scene with the scripted model, by the rules in policies.
type Settings struct {
	Scene    string // its name; "" for all
	Question string // what the customer of the one scene asks; "" is the scene's own question
	JSON     bool   // print everything that happened, in place of the transcript
	Policies string // the folder with the rules; "" is policies
	Tested   bool   // the rules must pass the golden tests beside them
	Golden   string // a file that the transcript of all scenes has to equal; "" for none
	Model    Model  // nil is [Scripted]
	Name     string // what the transcript calls the model; "" for the scripted one

	// Live gets what Lacuna's customer of the one scene gets, while it goes out; nil for nobody. It is written to beside the transcript.
	Live io.Writer
}

// Flags defines the flags that fill in what is played.
func Flags(flags *flag.FlagSet) *Settings {
	s := &Settings{}
	flags.StringVar(&s.Scene, "scene", "", "play one scene: "+strings.Join(names(), ", "))
	flags.StringVar(&s.Question, "question", "", "what the customer asks, in place of the scene's question")
	flags.BoolVar(&s.JSON, "json", false, "print everything that happened as JSON")
	flags.StringVar(&s.Policies, "policies", "policies", "the folder with the rules")
	flags.BoolVar(&s.Tested, "require-tests", false, "play only by rules whose own golden tests pass")
	flags.StringVar(&s.Golden, "golden", "", "fail unless the transcript of all scenes equals this file")
	return s
}

// Play plays the scenes under both loops, and writes each as soon as it is over.
func (s *Settings) Play(ctx context.Context, w io.Writer) error {
	if s.Golden != "" && (s.JSON || s.Scene != "") {
		return errors.New("--golden compares the transcript of all scenes: leave out --json and --scene")
	}
	if s.Question != "" && s.Scene == "" {
		return errors.New("--question is asked in one scene: say --scene NAME")
	}
	all, err := pick(s.Scene)
	if err != nil {
		return err
	}
	if s.Question != "" {
		all = []scene{all[0].with(s.Question)}
	}
	if s.Model != nil { // it fails by itself
		all = slices.DeleteFunc(all, func(sc scene) bool { return sc.mute })
		if len(all) == 0 {
			return fmt.Errorf("the scene %s has a model of its own", s.Scene)
		}
	}
	model, dir := s.Model, s.Policies
	if model == nil {
		model = Scripted
	}
	if dir == "" {
		dir = "policies"
	}
	built, err := build(ctx, all, naive(model), withLacuna(dir, model, s.engine()...))
	if err != nil {
		return err
	}
	defer built.close()
	if len(all) == 1 {
		built[1].log.live = s.Live
	}
	if s.JSON {
		return printJSON(w, built.play(ctx))
	}
	var out bytes.Buffer
	if err := transcript(io.MultiWriter(w, &out), s.Name, len(all), built.play(ctx)); err != nil {
		return err
	}
	if s.Golden == "" {
		return nil
	}
	want, err := os.ReadFile(s.Golden)
	if err != nil {
		return err
	}
	return differ(s.Golden, string(want), out.String())
}

// engine returns what the engine is asked for beside what the shop needs.
func (s *Settings) engine() []engine.Option {
	if s.Tested {
		return []engine.Option{engine.WithTrial(policytest.Trial())}
	}
	return nil
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
