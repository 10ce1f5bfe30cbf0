package policytest_test

import (
	"testing"

	"github.com/lacuna-go/lacuna/engine/policytest"
)

// TestShipped plays the golden tests of the policies that come with the project.
func TestShipped(t *testing.T) { policytest.Run(t, "../../policies") }
