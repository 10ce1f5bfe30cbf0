package grounding_test

import (
	"context"
	"encoding/json"
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

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// dialogue is what a customer and the tools said, with replies that are honest, and replies that are not.
type dialogue struct {
	Name    string
	Lang    string
	Purpose string
	Said    []string          // what the customer wrote, the latest last
	Results map[string]string // JSON by server/tool, of this turn
	Earlier map[string]string // of the turn before, ten minutes ago, handed over
	Cached  map[string]string // a copy, ten minutes old
	Writes  []string          // that were completed in this turn
	Honest  []string
	Wrong   []string

	now time.Time
}

// dialogues are a folder of them, the time at which they are played, and the rates that the shipped policies have to reach over all of them.
type dialogues struct {
	dir              string
	now              time.Time
	stopped, through float64 // at most, of the honest replies and of the others
}

// TestDialogues plays hand-written dialogues through the engine under the policies that the project ships. Those of testdata/dialogues were
// chosen, and what they show was mended. Those of testdata/wild stand as they were written, before anything was tuned on them: the guard
// still judges some of them wrongly. Those of plain (one sentence a reply), middle (up to three) and dense (lists, tables, up to eight
// sentences), and short (one or two sentences, of budgets, comparisons, carts, thresholds, opening hours, follow-ups and refunds) were written
// later, without a look at the code; plain and short were mended in part, the others hardly at all, and late, the other half of
// short, least. Fresh and sealed are of one kind again, one or two sentences over richer results of tools, in shapes of many makers: faults of fresh were mended,
// those of sealed were not looked at until later. Dawn, noon and dusk are of plain results again, in which every third wrong reply (of noon every second) states a true value
// for what it is not: faults of dawn and noon were mended, those of dusk were not looked at. The rates of dusk say most about replies that nobody has seen.
func TestDialogues(t *testing.T) {
	if raceEnabled {
		t.Skip("one call after the other, and ten times as slow: it runs without the race detector")
	}
	for _, set := range []dialogues{
		{"dialogues", time.Date(2026, 3, 2, 9, 30, 0, 0, time.UTC), 0.01, 0.01}, // a Monday; 10:30 in Berlin
		{"wild", time.Date(2026, 3, 1, 14, 12, 0, 0, time.UTC), 0.085, 0.045},   // a Sunday
		{"plain", time.Date(2026, 3, 1, 14, 12, 0, 0, time.UTC), 0.03, 0.05},
		{"middle", time.Date(2026, 3, 1, 14, 12, 0, 0, time.UTC), 0.145, 0.1},
		{"dense", time.Date(2026, 3, 1, 14, 12, 0, 0, time.UTC), 0.54, 0.045},
		{"short", time.Date(2026, 3, 1, 14, 12, 0, 0, time.UTC), 0.04, 0.025},
		{"late", time.Date(2026, 3, 1, 14, 12, 0, 0, time.UTC), 0.045, 0.035},
		{"fresh", time.Date(2026, 3, 1, 14, 12, 0, 0, time.UTC), 0.065, 0.11},
		{"sealed", time.Date(2026, 3, 1, 14, 12, 0, 0, time.UTC), 0.22, 0.16},
		{"dawn", time.Date(2026, 3, 1, 14, 12, 0, 0, time.UTC), 0.045, 0.1},
		{"noon", time.Date(2026, 3, 1, 14, 12, 0, 0, time.UTC), 0.11, 0.21},
		{"dusk", time.Date(2026, 3, 1, 14, 12, 0, 0, time.UTC), 0.125, 0.17},
	} {
		t.Run(set.dir, func(t *testing.T) { set.run(t) })
	}
}

func (ds *dialogues) run(t *testing.T) {
	set, err := rules.Load(os.DirFS("../../policies"))
	require.NoError(t, err)
	files, err := filepath.Glob("testdata/" + ds.dir + "/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	var honest, wrong replyTally
	for _, name := range files {
		for _, d := range readDialogues(t, name) {
			d.now = ds.now
			where := strings.TrimSuffix(filepath.Base(name), ".yaml") + "/" + d.Name
			for _, reply := range d.Honest {
				v := d.play(t, set, reply)
				honest.count(t, v.Verdict < rules.Redacted, fmt.Sprintf("%s: wrongly %s: %q%s", where, v.Verdict, reply, unsourced(v)))
			}
			for _, reply := range d.Wrong {
				v := d.play(t, set, reply)
				wrong.count(t, v.Verdict >= rules.Redacted, fmt.Sprintf("%s: let through: %q%s", where, reply, claimed(v)))
			}
		}
	}
	t.Logf("honest replies: %d, wrongly stopped: %d; wrong replies: %d, let through: %d", honest.all, honest.missed, wrong.all, wrong.missed)
	assert.GreaterOrEqual(t, honest.all+wrong.all, 300)
	assert.LessOrEqual(t, honest.rate(), ds.stopped, "honest replies that are stopped")
	assert.LessOrEqual(t, wrong.rate(), ds.through, "wrong replies that are let through")
}

// replyTally counts replies, and those that were not judged as they should be.
type replyTally struct{ all, missed int }

func (c *replyTally) count(t *testing.T, ok bool, miss string) {
	t.Helper()
	if c.all++; !ok {
		c.missed++
		t.Log(miss)
	}
}

func (c *replyTally) rate() float64 { return float64(c.missed) / float64(c.all) }

func readDialogues(t *testing.T, name string) []dialogue {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	var list []dialogue
	require.NoError(t, yaml.UnmarshalWithOptions(text, &list, yaml.Strict()), name)
	return list
}

// play runs the tools of a dialogue in a turn, as an embedder does, and judges a reply.
func (d *dialogue) play(t *testing.T, set *rules.Set, reply string) engine.Verdict {
	t.Helper()
	clock := state.NewVirtual(d.now.Add(-10 * time.Minute))
	eng := engine.NewWithSet(set, engine.WithClock(clock))
	info := engine.TurnInfo{
		Purpose: d.Purpose, Language: d.Lang, Audience: engine.Person("C-9"),
		Facts: engine.Facts{"customer_specific": false, "time_sensitive": false, "reprices_every": 7 * 24 * time.Hour},
	}
	if d.Earlier != nil {
		before := d.turn(t, eng, info, d.Earlier, nil)
		info.Earlier = []engine.Evidence{before.Evidence()}
		before.End()
	}
	clock.Advance(10 * time.Minute)
	info.Said = d.Said
	turn := d.turn(t, eng, info, d.Results, d.Writes)
	defer turn.End()
	for _, name := range slices.Sorted(maps.Keys(d.Cached)) {
		server, tool, _ := strings.Cut(name, "/")
		result := engine.Result{JSON: json.RawMessage(d.Cached[name]), AsOf: d.now.Add(-10 * time.Minute)}
		require.NoError(t, turn.SeedResult(engine.Tool{Server: server, Tool: tool}, nil, result, true))
	}
	return turn.Check(reply)
}

// turn begins a turn and makes its calls.
func (d *dialogue) turn(t *testing.T, eng *engine.Engine, info engine.TurnInfo, results map[string]string, writes []string) *engine.Turn {
	t.Helper()
	turn, err := eng.Begin(t.Context(), info)
	require.NoError(t, err)
	call := func(name, answer string) {
		require.True(t, json.Valid([]byte(answer)), "%s: %s: %s", d.Name, name, answer)
		server, tool, _ := strings.Cut(name, "/")
		a := turn.Do(t.Context(), engine.Call{Server: server, Tool: tool}, func(context.Context, engine.Call) (engine.Result, error) {
			return engine.Result{JSON: json.RawMessage(answer)}, nil
		})
		require.Equal(t, engine.OK, a.Outcome, "%s: %s", d.Name, name)
	}
	for _, name := range writes {
		if results[name] == "" {
			call(name, "{}")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(results)) {
		call(name, results[name])
	}
	return turn
}

// unsourced lists the claims that stop a reply.
func unsourced(v engine.Verdict) string {
	text := ""
	for _, c := range v.Record.Claims {
		if len(c.Failed) > 0 {
			text += fmt.Sprintf("\n\t%s %q: %s %s %v, nearest %s", c.Kind, c.Text, c.Reason, c.Check, c.Failed, c.Nearest)
		}
	}
	return text
}

// claimed lists the claims of a reply, and on what they rest.
func claimed(v engine.Verdict) string {
	text := ""
	for _, c := range v.Record.Claims {
		text += fmt.Sprintf("\n\t%s %q: covered %t, source %s, excused %q", c.Kind, c.Text, c.Covered, c.Source, c.Excused)
	}
	return text
}
