package state_test

import (
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/lacuna-go/lacuna/state"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// epoch is where the tests' time begins.
var epoch = time.Date(2026, 3, 1, 14, 12, 0, 0, time.UTC)

// at is a moment of a test.
func at(d time.Duration) time.Time { return epoch.Add(d) }

var key = state.Key{Server: "pricing", Tool: "quote"}

// config is the breaker of the traces: 3 failures, 10 s open, 1 probe.
func config(change ...func(*state.Config)) state.Config {
	c := state.DefaultConfig()
	c.OpenFor, c.MaxOpenFor = 10*time.Second, 100*time.Second
	for _, f := range change {
		f(&c)
	}
	return c
}
