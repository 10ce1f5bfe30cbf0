package rules_test

import (
	"fmt"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/rules"
)

// A tool has one plan, whoever asks first and however many tools there are; beyond 65,536 of them plans are made anew each time.
func TestPlansAreKept(t *testing.T) {
	set, err := rules.Load(fstest.MapFS{"p.cel": {Data: []byte(`Policy{name: "p", server: "s"}`)}})
	require.NoError(t, err)
	const askers, tools = 4, 3000
	plans := [askers][]*rules.Plan{}
	var wg sync.WaitGroup
	for a := range askers {
		wg.Go(func() {
			for i := range tools {
				plans[a] = append(plans[a], set.Plan("s", fmt.Sprint("t", i)))
			}
		})
	}
	wg.Wait()
	for i := range tools {
		for a := range askers {
			require.Same(t, plans[0][i], plans[a][i])
		}
		require.Equal(t, fmt.Sprint("t", i), plans[0][i].Tool)
		require.True(t, plans[0][i].Covered)
	}
	assert.NotSame(t, set.Plan("a", "bc"), set.Plan("ab", "c"))
	assert.NotSame(t, set.Plan("a", "b"), set.Plan("b", "a"))
	if raceEnabled {
		return
	}
	for i := range 1 << 16 {
		set.Plan("s", fmt.Sprint("t", i))
	}
	assert.Same(t, plans[0][0], set.Plan("s", "t0"))
	one, other := set.Plan("s", "t65535"), set.Plan("s", "t65535")
	assert.NotSame(t, one, other)
	assert.Equal(t, one.Tool, other.Tool)
}
