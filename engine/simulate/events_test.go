package simulate_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine/simulate"
	"github.com/lacuna-go/lacuna/rules"
)

// TestTraces plays testdata/*: policies, events, and beside an event what its answer must hold.
func TestTraces(t *testing.T) {
	dirs, err := filepath.Glob("testdata/*/events.jsonl")
	require.NoError(t, err)
	require.NotEmpty(t, dirs)
	for _, file := range dirs {
		dir := filepath.Dir(file)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			set, err := rules.Load(os.DirFS(dir))
			require.NoError(t, err)
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			sim := simulate.NewEvents(set)
			for line := range strings.Lines(strings.TrimSpace(string(text))) {
				var wanted struct {
					Want map[string]any `json:"want"`
				}
				require.NoError(t, json.Unmarshal([]byte(line), &wanted))
				var rest map[string]any
				require.NoError(t, json.Unmarshal([]byte(line), &rest))
				delete(rest, "want")
				bare, err := json.Marshal(rest)
				require.NoError(t, err)
				events, err := simulate.ReadEvents(strings.NewReader(string(bare)))
				require.NoError(t, err)
				answer, err := sim.Play(events[0])
				require.NoError(t, err)
				b, err := json.Marshal(answer)
				require.NoError(t, err)
				var got map[string]any
				require.NoError(t, json.Unmarshal(b, &got))
				for k, v := range wanted.Want {
					assert.Equal(t, v, got[k], "%s of %s: %s", k, strings.TrimSpace(line), b)
				}
			}
		})
	}
}
