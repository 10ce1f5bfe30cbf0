package shop

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

var update = flag.Bool("update", false, "write ../testdata/transcript.txt")

const rules = "../../../policies"

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// played plays all scenes once, for every test that looks at them.
var played = sync.OnceValues(func() (reports []report, err error) {
	built, err := build(context.Background(), scenes(), naive(Scripted), withLacuna(rules, Scripted))
	if err != nil {
		return nil, err
	}
	defer built.close()
	for r, err := range built.play(context.Background()) {
		if err != nil {
			return nil, err
		}
		reports = append(reports, r)
	}
	return reports, nil
})

func playedScene(t *testing.T, name string) report {
	t.Helper()
	reports, err := played()
	require.NoError(t, err)
	i := slices.IndexFunc(reports, func(r report) bool { return r.Scene == name })
	require.GreaterOrEqual(t, i, 0, name)
	return reports[i]
}

func TestStorefront(t *testing.T) {
	t.Parallel()
	reports, err := played()
	require.NoError(t, err)
	require.Len(t, reports, len(scenes()))
	t.Run("the usual loop", testUsual)
	t.Run("with Lacuna", testLacuna)

	t.Run("the transcript is as it was", func(t *testing.T) {
		var got bytes.Buffer
		require.NoError(t, transcript(&got, "", len(reports), all(reports)))
		name := filepath.Join("..", "testdata", "transcript.txt")
		if *update {
			require.NoError(t, os.WriteFile(name, got.Bytes(), 0o644))
		}
		want, err := os.ReadFile(name)
		require.NoError(t, err)
		assert.NoError(t, differ(name, string(want), got.String()))
	})
	for _, r := range reports {
		t.Run(r.Scene, func(t *testing.T) {
			limit := int64(9000) // 8 s are the tools', the rest is the machine's
			if r.Scene == "model-slow" {
				limit += 20_000 // the model has a clock of its own
			}
			assert.Less(t, r.Lacuna.TookMS, limit)
			for _, e := range r.Lacuna.Events {
				if e.Kind != "read" {
					continue
				}
				for _, raw := range []string{"Error", "127.0.0.1", "deadline", "EOF", "503"} {
					assert.NotContains(t, e.Text, raw, "no error's text reaches the model")
				}
			}
			for _, made := range []string{"189", "199.99", "149.99", "Alpine"} {
				assert.NotContains(t, r.Lacuna.Customer, made, "nothing made up reaches the customer")
			}
			assert.LessOrEqual(t, r.Lacuna.Orders, 1, "no order is placed twice")
		})
	}
}

func all(reports []report) iter.Seq2[report, error] {
	return func(yield func(report, error) bool) {
		for _, r := range reports {
			if !yield(r, nil) {
				return
			}
		}
	}
}

// What scenes are about, beyond the transcript: the servers' counters, and what the model saw.
func testLacuna(t *testing.T) {
	for _, c := range []struct {
		scene, customer, handoff string
		requests                 []count
		orders                   int
	}{
		{
			"pricing-cached", "The winter jacket costs €209.00. Price as of 14:08.", "",
			[]count{{"search", "semantic_search", 1}, {"pricing", "quote", 2}},
			0,
		},
		{
			"search-dead", "I found the winter jacket (JKT-114) and the down parka (PRK-207).", "",
			[]count{{"search", "semantic_search", 1}, {"search", "keyword_search", 1}},
			0,
		},
		{
			"volunteered", "I could not verify a price in my answer, so I did not send it.", "human",
			[]count{{"search", "semantic_search", 1}},
			0,
		},
		{
			"order-lost", "Your order may have gone through. Please don't place it again. Shall I pass you to a colleague?", "human",
			[]count{{"orders", "create_order", 1}},
			1,
		},
		{
			"model-slow", "The winter jacket costs €209.00. We have 14 in stock.", "",
			[]count{{"search", "semantic_search", 1}, {"inventory", "stock_level", 1}, {"pricing", "quote", 1}},
			0,
		},
	} {
		t.Run(c.scene, func(t *testing.T) {
			log := playedScene(t, c.scene).Lacuna
			assert.Equal(t, c.customer, log.Customer)
			assert.Equal(t, c.handoff, log.Handoff)
			assert.Equal(t, c.requests, log.Requests)
			assert.Equal(t, c.orders, log.Orders)
		})
	}
	t.Run("a mute model is asked once in a turn", func(t *testing.T) {
		var ruled []string
		for _, e := range playedScene(t, "model-slow").Lacuna.Events {
			if e.Kind == "ruled" {
				ruled = append(ruled, e.Text)
			}
		}
		assert.Equal(t, []string{"model/large: timeout -> fallback, by model/small"}, ruled)
	})
	t.Run("a tool that is left out is offered no more", func(t *testing.T) {
		var offered [][]string
		for _, e := range playedScene(t, "inventory-dead").Lacuna.Events {
			if e.Kind == "offered" {
				offered = append(offered, e.Tools)
			}
		}
		require.Len(t, offered, 3)
		assert.Contains(t, offered[1], "stock_level")
		assert.NotContains(t, offered[2], "stock_level")
	})
}

// A newcomer edits one number, plays the scene again, and sees another outcome.
func TestOneNumber(t *testing.T) {
	t.Parallel()
	edited := t.TempDir()
	require.NoError(t, os.CopyFS(edited, os.DirFS(rules)))
	name := filepath.Join(edited, "pricing.cel")
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	changed := strings.Replace(string(text), `duration("15m")`, `duration("3m")`, 1)
	require.NotEqual(t, string(text), changed)
	require.NoError(t, os.WriteFile(name, []byte(changed), 0o644))

	var out bytes.Buffer
	require.NoError(t, (&Settings{Scene: "pricing-cached", Policies: edited}).Play(t.Context(), &out))
	assert.Contains(t, out.String(), "timeout, timeout -> hard_fail; the cached value is too old\n")
	assert.Contains(t, out.String(), "CUSTOMER GETS   I can't quote prices right now. Shall I pass you to a colleague?\n")

	untouched := playedScene(t, "pricing-cached")
	before := untouched.text(untouched.Title)
	assert.Contains(t, before, "timeout, timeout -> cached\n")
	assert.Contains(t, before, "CUSTOMER GETS   The winter jacket costs €209.00. Price as of 14:08.\n")
}

func TestJSON(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	require.NoError(t, (&Settings{Scene: "volunteered", Policies: rules, JSON: true}).Play(t.Context(), &out))
	var got []report
	require.NoError(t, json.Unmarshal(out.Bytes(), &got))
	require.Len(t, got, 1)
	assert.Equal(t, "volunteered", got[0].Scene)
	assert.Equal(t, []string{"offered", "asked", "read", "offered", "wrote", "checked"}, kinds(got[0].Lacuna.Events))
}

func kinds(events []event) []string {
	var all []string
	for _, e := range events {
		all = append(all, e.Kind)
	}
	return all
}

// A player who interrupts is not answered from half a turn.
func TestCancelled(t *testing.T) {
	t.Parallel()
	sc, err := pick("all-hang")
	require.NoError(t, err)
	built, err := build(t.Context(), sc, naive(Scripted), withLacuna(rules, Scripted))
	require.NoError(t, err)
	defer built.close()
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	built[1].play(ctx)
	require.ErrorIs(t, built[1].err, context.DeadlineExceeded)
	assert.Empty(t, built[1].log.Customer)
}
