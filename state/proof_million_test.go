package state_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/state"
)

// TestModelMillion plays a million events on the handle that everybody uses. It takes some seconds.
func TestModelMillion(t *testing.T) {
	if testing.Short() || raced {
		t.Skip("some seconds of work, by one goroutine")
	}
	const events, perGame = 1_000_000, 100
	for seed := uint64(1); seed <= events/perGame; seed++ {
		_, err := newGame(seed, func(cfg state.Config) subject { return newHandle(cfg) }).play(perGame)
		require.NoError(t, err, "seed %d", seed)
	}
}
