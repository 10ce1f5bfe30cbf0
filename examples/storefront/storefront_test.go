package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

var update = flag.Bool("update", false, "write testdata/transcript.txt")

const rules = "../../policies"

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestStorefront(t *testing.T) {
	reports, err := play(t.Context(), scenes(), naive, withLacuna(rules))
	require.NoError(t, err)

	t.Run("the transcript is as it was", func(t *testing.T) {
		var got bytes.Buffer
		require.NoError(t, transcript(&got, reports))
		name := filepath.Join("testdata", "transcript.txt")
		if *update {
			require.NoError(t, os.WriteFile(name, got.Bytes(), 0o644))
		}
		want, err := os.ReadFile(name)
		require.NoError(t, err)
		assert.NoError(t, differ(name, string(want), got.String()))
	})
	for _, r := range reports {
		t.Run(r.Scene, func(t *testing.T) {
			assert.LessOrEqual(t, r.Lacuna.TookMS, int64(8500), "the turn's budget is 8 s")
			for _, e := range r.Lacuna.Events {
				if e.Kind != "read" {
					continue
				}
				for _, raw := range []string{"Error", "127.0.0.1", "deadline", "EOF", "503"} {
					assert.NotContains(t, e.Text, raw, "no error's text reaches the model")
				}
			}
			for _, made := range []string{"189", "199.99", "149.99"} {
				assert.NotContains(t, r.Lacuna.Customer, made, "no made-up price reaches the customer")
			}
			assert.LessOrEqual(t, r.Lacuna.Orders, 1, "no order is placed twice")
		})
	}
}

// A newcomer edits one number, plays the scene again, and sees another outcome.
func TestOneNumber(t *testing.T) {
	sc, err := pick("pricing-cached")
	require.NoError(t, err)
	said := func(dir string) string {
		return playOne(t, sc[0], withLacuna(dir)).Customer
	}
	edited := t.TempDir()
	require.NoError(t, os.CopyFS(edited, os.DirFS(rules)))
	name := filepath.Join(edited, "pricing.cel")
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	changed := strings.Replace(string(text), `duration("15m")`, `duration("3m")`, 1)
	require.NotEqual(t, string(text), changed)
	require.NoError(t, os.WriteFile(name, []byte(changed), 0o644))

	assert.Equal(t, "The winter jacket costs €209.00. Price as of 14:08.", said(rules))
	assert.Equal(t, "I can't quote prices right now. Shall I pass you to a colleague?", said(edited))
}
