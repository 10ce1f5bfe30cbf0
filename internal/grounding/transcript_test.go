package grounding_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/guard"
	"github.com/lacuna-go/lacuna/internal/grounding"
)

// transcripts is a file of turns in one language: what tools returned, what the customer wrote, and a true reply with
// its figures marked as grounding.Marked reads them.
type transcripts struct {
	Now         string `yaml:"now"`
	Zone        string `yaml:"zone"`
	Transcripts []struct {
		Name  string              `yaml:"name"`
		Said  string              `yaml:"said"`
		Tools []map[string]string `yaml:"tools"`
		Minor []string            `yaml:"minor"` // keys of amounts in hundredths
		Reply string              `yaml:"reply"`
	} `yaml:"transcripts"`
}

// turn is one transcript, ready to be judged.
type turn struct {
	grounding.Text
	zone  *time.Location
	minor []string
}

func readTurns(t *testing.T, lang string) []turn {
	b, err := os.ReadFile(filepath.Join("testdata", "transcripts", lang+".yaml"))
	require.NoError(t, err)
	var file transcripts
	require.NoError(t, yaml.UnmarshalWithOptions(b, &file, yaml.Strict()))
	now, err := time.Parse(time.RFC3339, file.Now)
	require.NoError(t, err)
	zone, err := time.LoadLocation(file.Zone)
	require.NoError(t, err)
	var list []turn
	for _, tr := range file.Transcripts {
		reply, marks, err := grounding.Marked(tr.Reply)
		require.NoError(t, err, tr.Name)
		text := grounding.Text{Name: tr.Name, Lang: lang, Now: now, Said: []string{tr.Said}, Reply: reply, Marks: marks}
		for _, tool := range tr.Tools {
			for name, json := range tool {
				text.Tools = append(text.Tools, grounding.Tool{Name: name, JSON: json})
			}
		}
		list = append(list, turn{Text: text, zone: zone, minor: tr.Minor})
	}
	return list
}

// evidence of what the tools returned.
func (tr *turn) evidence() *guard.Evidence {
	e := guard.NewEvidence(tr.Now, tr.zone)
	for _, tool := range tr.Tools {
		server, name, _ := strings.Cut(tool.Name, ".")
		e.Add(guard.Result{Server: server, Tool: name, JSON: []byte(tool.JSON), Settings: guard.Settings{MinorUnits: tr.minor}})
	}
	return e
}

// blocked returns the claims of a reply that have no source and no excuse: the customer's own figure that is not
// confirmed is excused as the policies of the project do.
func (tr *turn) blocked(e *guard.Evidence, text string) []guard.Claim {
	r := &guard.Reply{Text: text, Said: tr.Said, Now: tr.Now, Zone: tr.zone, Language: tr.Lang}
	guard.Finder{}.Find(r)
	e.Match(r)
	var list []guard.Claim
	for _, c := range r.Claims {
		own := c.Echo && !c.Asserted
		if len(c.Sources) == 0 && !own {
			list = append(list, c)
		}
	}
	return list
}

// tally counts cases, and those that went wrong: true replies that are blocked, changed ones that are not.
type tally struct{ all, wrong int }

// ledger counts by what was done to the replies.
type ledger map[string]*tally

func (l ledger) add(key string, wrong bool) {
	if l[key] == nil {
		l[key] = &tally{}
	}
	l[key].all++
	if wrong {
		l[key].wrong++
	}
}

// report logs the ledger in a stable order.
func (l ledger) report(t *testing.T, title string) {
	for _, k := range slices.Sorted(maps.Keys(l)) {
		t.Logf("%s: %-14s %4d, wrong %3d", title, k, l[k].all, l[k].wrong)
	}
}

// TestTranscripts: true replies of real conversations pass, and each figure of them that is changed is caught.
func TestTranscripts(t *testing.T) {
	if raceEnabled {
		t.Skip("one goroutine, and ten times as slow: it runs without the race detector")
	}
	total := ledger{}
	for _, lang := range grounding.Languages() {
		count := ledger{}
		turns := readTurns(t, lang)
		mutator := grounding.NewMutator(1)
		for i := range turns {
			tr := &turns[i]
			e := tr.evidence()
			held := tr.blocked(e, tr.Reply)
			for _, l := range []ledger{count, total} {
				l.add("true, any kind", len(held) > 0)
				l.add("true, figures", slices.ContainsFunc(held, figure))
			}
			for _, c := range held {
				t.Logf("blocked %s %q: %v %q: %v, role %v, entity %q, in %q", lang, tr.Name, c.Kind, c.Text, c.Reason, c.Role, c.Entity, tr.Reply[c.Sentence.Start:c.Sentence.End])
			}
			for _, c := range mutator.Mutate(&tr.Text) {
				caught := tr.catches(e, &c, held)
				key := fmt.Sprintf("%s %c", c.Kind, tr.Marks[c.Mark].Sort)
				count.add(key, !caught)
				total.add(key, !caught)
				if !caught {
					t.Logf("missed %s %q %s: %q -> %q", lang, tr.Name, key, c.Was, c.Is)
				}
			}
		}
		count.report(t, lang)
	}
	total.report(t, "total")
	for key, most := range mostWrong {
		assert.LessOrEqual(t, 1000*total[key].wrong, most*total[key].all, key)
	}
}

// mostWrong holds how many of 1,000 transcripts may go wrong, by what was done to them; the goals are 5 of the true ones
// and 10 of those with one value changed.
var mostWrong = map[string]int{
	"true, any kind": 30, "true, figures": 10, "digit m": 10, "scale m": 10, "currency m": 5, "rounding m": 15, "field m": 230, "field n": 400, "field p": 300, "entity m": 65,
	"date d": 150, "digit p": 30, "rounding p": 30, "digit i": 10, "digit t": 30, "digit n": 10, "scale n": 10, "rounding n": 15,
}

// figure reports whether a claim is of a kind that Claims usually govern.
func figure(c guard.Claim) bool {
	return c.Kind == guard.Money || c.Kind == guard.Date || c.Kind == guard.Percent
}

// catches reports whether a changed reply is blocked: by a claim at the change, or by one more than before.
func (tr *turn) catches(e *guard.Evidence, c *grounding.Case, before []guard.Claim) bool {
	got := tr.blocked(e, c.Reply)
	start := tr.Marks[c.Mark].Start
	at := func(b guard.Claim) bool { return b.Span.Start < start+len(c.Is) && b.Span.End > start }
	return len(got) > len(before) || slices.ContainsFunc(got, at)
}
