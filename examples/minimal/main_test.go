package main

import (
	"os"
	"testing"

	"go.uber.org/goleak"
)

// TestMain plays from the repository's root, as the README says.
func TestMain(m *testing.M) {
	if err := os.Chdir("../.."); err != nil {
		panic(err)
	}
	goleak.VerifyTestMain(m)
}

func Example() {
	main()
	// Output:
	// the model reads: {"price":{"amount":"209.00","currency":"EUR"}}
	// the model reads: {"status":"unavailable","tool":"inventory__stock_level","retry":false,"note":"The tool did not answer. Do not call it again in this turn, and do not guess what it would have said. Tell the customer: I can't confirm stock right now.","incident":"a5788d5348c8"}
	// the model writes: The jacket is €189.
	// the customer gets (block): I could not verify a price in my answer, so I did not send it.
	// the model writes: The jacket is €209.
	// the customer gets (append): The jacket is €209.
	//
	// I can't confirm stock right now.
}
