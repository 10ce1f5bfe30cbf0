package shop

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// The usual loop is shown as it is: where nothing fails it is right, and what fails it makes up.
func testUsual(t *testing.T) {
	for _, c := range []struct {
		scene, customer string
		requests        []count
		orders          int
	}{
		{
			"healthy", "The winter jacket costs €209.00. We have 14 in stock.",
			[]count{{"search", "semantic_search", 1}, {"inventory", "stock_level", 1}, {"pricing", "quote", 1}},
			0,
		},
		{"flaky", "The winter jacket costs €209.00.", []count{{"search", "semantic_search", 1}, {"pricing", "quote", 2}}, 0},
		{"pricing-cached", "The winter jacket is now only €189!", []count{{"search", "semantic_search", 1}, {"pricing", "quote", 3}}, 0},
		{
			"inventory-dead", "The winter jacket costs €209.00. Yes, it is in stock.",
			[]count{{"search", "semantic_search", 1}, {"inventory", "stock_level", 3}, {"pricing", "quote", 1}},
			0,
		},
		{"order-lost", "Sorry, your order did not go through. Please try again.", []count{{"orders", "create_order", 3}}, 3},
	} {
		t.Run(c.scene, func(t *testing.T) {
			log := playedScene(t, c.scene).Usual
			assert.Equal(t, c.customer, log.Customer)
			assert.Equal(t, c.requests, log.Requests)
			assert.Equal(t, c.orders, log.Orders)
		})
	}
}
