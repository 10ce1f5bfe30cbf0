package engine_test

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/state"
)

// BenchmarkBeside shows what a turn with one call and a reply costs by itself, with inputs recorded, and with a candidate.
func BenchmarkBeside(b *testing.B) {
	observer := engine.WithObserver(func(engine.Event) {})
	for _, c := range []struct {
		name      string
		options   []engine.Option
		candidate bool
	}{
		{"alone", nil, false},
		{"observed", []engine.Option{observer}, false},
		{"inputs", []engine.Option{observer, engine.WithInputs(engine.InputOptions{})}, false},
		{"candidate", nil, true},
	} {
		b.Run(c.name, func(b *testing.B) {
			eng, err := engine.New(fstest.MapFS{"p.cel": {Data: []byte(liveText)}}, append(c.options, engine.WithClock(state.NewVirtual(noon)))...)
			require.NoError(b, err)
			if c.candidate {
				eng.SetCandidate(eng.Set())
			}
			dispatch := answering(quote)
			b.ReportAllocs()
			for b.Loop() {
				turn, err := eng.Begin(b.Context(), engine.TurnInfo{ID: "t"})
				require.NoError(b, err)
				turn.Do(b.Context(), priceCall, dispatch)
				turn.Check("It costs €209.")
				turn.End()
			}
		})
	}
}
