package grounding_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/internal/grounding"
)

// TestMutate: every kind of mutation writes a value that is another one, in the notation of the first.
func TestMutate(t *testing.T) {
	reply, marks, err := grounding.Marked("Die Jacke kostet {m:1.209,99 €|field=1.300,00 €}, Lieferung am {d:Mittwoch, 4. März}, noch {n:14} Stück.")
	require.NoError(t, err)
	assert.Equal(t, "Die Jacke kostet 1.209,99 €, Lieferung am Mittwoch, 4. März, noch 14 Stück.", reply)
	text := &grounding.Text{
		Lang: "de", Now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), Reply: reply, Marks: marks,
		Tools: []grounding.Tool{{Name: "shop.get", JSON: `{"price":1209.99,"stock":14,"delivery":"2026-03-04"}`}},
	}
	seen := map[grounding.Kind]bool{}
	for seed := range int64(20) {
		for _, c := range grounding.NewMutator(seed).Mutate(text) {
			seen[c.Kind] = true
			assert.NotEqual(t, c.Was, c.Is)
			assert.Contains(t, c.Reply, c.Is)
			switch c.Kind {
			case grounding.Rounding:
				assert.Contains(t, []string{"1.210,00 €", "15"}, c.Is)
			case grounding.Day:
				assert.Contains(t, []string{"Dienstag, 3. März", "Donnerstag, 5. März"}, c.Is)
			case grounding.Field:
				assert.Equal(t, "1.300,00 €", c.Is)
			default:
			}
		}
	}
	for _, k := range grounding.Kinds() {
		assert.Equal(t, k != grounding.Entity, seen[k], k)
	}
}

func TestMarked(t *testing.T) {
	for _, text := range []string{"{m:5", "{x:5}", "{5}", "{m:5|price=3}"} {
		_, _, err := grounding.Marked(text)
		assert.Error(t, err, text)
	}
	reply, marks, err := grounding.Marked("{p:5 %|-rounding} or {t:3 days|field=4 days|field=5 days}")
	require.NoError(t, err)
	assert.Equal(t, "5 % or 3 days", reply)
	assert.Equal(t, []grounding.Kind{grounding.Rounding}, marks[0].Keep)
	assert.Equal(t, []string{"4 days", "5 days"}, marks[1].Others[grounding.Field])
	assert.Equal(t, "3 days", reply[marks[1].Start:marks[1].End])
}
