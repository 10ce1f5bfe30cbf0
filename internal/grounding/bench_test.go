package grounding_test

import (
	"flag"
	"fmt"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/guard"
	"github.com/lacuna-go/lacuna/internal/grounding"
)

var (
	replies = flag.Int("replies", 2400, "how many true replies the bench makes")
	seed    = flag.Int64("seed", 1, "where the bench draws from")
	show    = flag.Int("show", 0, "how many faults of each sort are printed")
)

// evidence holds what the tools of a text returned.
func evidence(t *grounding.Text) *guard.Evidence {
	e := guard.NewEvidence(t.Now, time.UTC)
	for _, r := range t.Tools {
		server, tool, _ := strings.Cut(r.Name, ".")
		e.Add(guard.Result{Server: server, Tool: tool, JSON: []byte(r.JSON), Settings: guard.Settings{MinorUnits: r.MinorUnits}})
	}
	return e
}

// judge returns the claims that hold a reply back: those without a source, the customer's own figures aside.
func judge(c *grounding.Case, e *guard.Evidence) []*guard.Claim {
	r := &guard.Reply{Text: c.Reply, Now: c.Now, Zone: time.UTC, Language: c.Lang, Said: c.Said}
	guard.Finder{}.Find(r)
	e.Match(r)
	var list []*guard.Claim
	for i := range r.Claims {
		if f := &r.Claims[i]; len(f.Sources) == 0 && (!f.Echo || f.Asserted) {
			list = append(list, f)
		}
	}
	return list
}

// score counts judged cases, and those judged wrong.
type score struct{ cases, wrong int }

// bench holds the scores by language and kind.
type bench struct {
	t       *testing.T
	scores  map[string]map[grounding.Kind]*score
	shown   map[string]int
	byScene map[string]int // faults
}

// add judges a case.
func (b *bench) add(c *grounding.Case, e *guard.Evidence) {
	held := judge(c, e)
	wrong := (len(held) > 0) != (c.Kind != grounding.True)
	for _, lang := range []string{c.Lang, "all"} {
		if b.scores[lang] == nil {
			b.scores[lang] = map[grounding.Kind]*score{}
		}
		if b.scores[lang][c.Kind] == nil {
			b.scores[lang][c.Kind] = &score{}
		}
		s := b.scores[lang][c.Kind]
		s.cases++
		if wrong {
			s.wrong++
		}
	}
	if wrong {
		b.byScene[fmt.Sprintf("%s %s", c.Name, c.Kind)]++
		b.explain(c, held)
	}
}

// explain prints a case that was judged wrong.
func (b *bench) explain(c *grounding.Case, held []*guard.Claim) {
	kind := fmt.Sprint(c.Kind, " ", c.Name, " ", c.Lang)
	if b.shown[string(c.Kind)]++; b.shown[string(c.Kind)] > *show {
		return
	}
	if c.Kind != grounding.True {
		b.t.Logf("passed, %s: %q for %q in %q\n%v", kind, c.Is, c.Was, c.Reply, c.Tools)
		return
	}
	for _, f := range held {
		near := ""
		if f.Nearest != nil {
			near = f.Nearest.Raw + " at " + f.Nearest.Path
		}
		b.t.Logf("held back, %s: %v %q (%v, %s, %v, nearest %s) in %q\n%v", kind, f.Kind, f.Text, f.Reason, f.Entity, f.Role, near, c.Reply, c.Tools)
	}
}

// table prints the share of replies that were held back, by language and kind.
func (b *bench) table() string {
	var s strings.Builder
	kinds := append([]grounding.Kind{grounding.True}, grounding.Kinds()...)
	fmt.Fprintf(&s, "%-5s", "")
	for _, k := range kinds {
		name := string(k)
		if k == grounding.True {
			name = "true"
		}
		fmt.Fprintf(&s, "%18s", name)
	}
	langs := []string{}
	for lang := range b.scores {
		langs = append(langs, lang)
	}
	sort.Strings(langs)
	for _, lang := range langs {
		fmt.Fprintf(&s, "\n%-5s", lang)
		for _, k := range kinds {
			v := b.scores[lang][k]
			if v == nil {
				v = &score{}
			}
			held := v.wrong
			if k != grounding.True {
				held = v.cases - v.wrong
			}
			fmt.Fprintf(&s, "%7d/%5d %4.1f", held, v.cases, 100*float64(held)/float64(max(v.cases, 1)))
		}
	}
	return s.String()
}

// gates hold how many of 1,000 changed values must be held back, by kind; the goal is 990 of each.
var gates = map[grounding.Kind]int{
	grounding.Digit: 990, grounding.Scale: 990, grounding.Currency: 990, grounding.Field: 990, grounding.Entity: 990,
	grounding.Day: 990, grounding.Rounding: 990,
}

// mostBlocked is how many of 1,000 true replies may be held back; the goal is 5.
const mostBlocked = 5

// TestGrounding: true replies pass, and a single changed value is held back.
func TestGrounding(t *testing.T) {
	if raceEnabled {
		t.Skip("one goroutine, and ten times as slow: it runs without the race detector")
	}
	b := &bench{t: t, scores: map[string]map[grounding.Kind]*score{}, shown: map[string]int{}, byScene: map[string]int{}}
	g, m := grounding.NewGenerator(*seed), grounding.NewMutator(*seed)
	for range *replies {
		text := g.Next()
		e := evidence(text)
		b.add(&grounding.Case{Text: *text}, e)
		for _, c := range m.Mutate(text) {
			b.add(&c, e)
		}
	}
	t.Logf("replies held back, by language and by what was changed:\n%s", b.table())
	if *show > 0 {
		t.Logf("faults by scene: %v", b.byScene)
	}
	for k, least := range gates {
		s := b.scores["all"][k]
		assert.GreaterOrEqual(t, 1000*(s.cases-s.wrong), least*s.cases, "changed by %s and passed", k)
	}
	s := b.scores["all"][grounding.True]
	assert.LessOrEqual(t, 1000*s.wrong, mostBlocked*s.cases, "true, and held back")
}
