package state_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/state"
)

func TestDrilling(t *testing.T) {
	b := state.NewStore(state.Options{}).Breaker(state.Key{Server: "search", Tool: "semantic_search"})
	for range 9 {
		b.Came(0, at(0))
	}
	b.Came(state.Drill, at(0))
	b.Came(state.Timeout, at(s))
	assert.Equal(t, state.Drilling{Calls: 10, Fallbacks: 1, Drilled: 1, Total: 1}, b.Drilling(at(s)), "a tenth is not above a tenth")
	b.Came(state.BreakerOpen, at(11*s))
	assert.True(t, b.Drilling(at(11*s)).Suspended)
	assert.Equal(t, state.Drilling{Calls: 1, Fallbacks: 1, Total: 1, Suspended: true}, b.Drilling(at(65*s)), "the first ten seconds are forgotten")
	assert.Equal(t, state.Drilling{Total: 1}, b.Drilling(at(2*time.Minute)), "and the drill goes on")
	assert.Zero(t, b.Stats(at(time.Minute)).Calls, "no number of the breaker knows of it")
}
