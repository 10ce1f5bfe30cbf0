package policytest_test

import (
	"testing"

	"github.com/lacuna-go/lacuna/engine/policytest"
)

// TestFields plays a directory in which every field of the schema changes the outcome of some case.
func TestFields(t *testing.T) { policytest.Run(t, "testdata/fields") }
