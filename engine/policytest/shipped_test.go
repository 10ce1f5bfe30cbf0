package policytest_test

import (
	"testing"

	"github.com/lacuna-go/lacuna/engine/policytest"
)

// TestShipped plays the golden tests of the policies that come with the project: they cover every side of every condition, and notice
// nearly every small change. What they do not notice are the later shares of a ramp, which take minutes of traffic, that a model's
// evidence is none, which holds for the server named model anyway, and known statements of kinds of which there is none.
func TestShipped(t *testing.T) {
	policytest.Run(t, "../../policies", policytest.WithAllTested(), policytest.WithCoverMin(100), policytest.WithMutateMin(95))
}
