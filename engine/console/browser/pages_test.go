package browser_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
)

// TestPages inspects every other page, with something to show on it.
func TestPages(t *testing.T) {
	b := chrome(t)
	s := open(t, "10m", "10m")
	s.turn(good, "search/semantic_search", "pricing/quote", "inventory/stock_level")
	unsourced := s.turn("The winter jacket is now only €189, and we have 14 in stock.", "pricing/quote", "inventory/stock_level")
	s.kill("inventory/stock_level")
	s.kill("pricing/quote")
	s.kill("search/semantic_search")
	last := ""
	for range 4 {
		last = s.turn("I found the winter jacket.", "search/semantic_search", "inventory/stock_level", "pricing/quote")
	}
	for name, page := range map[string]string{
		"tool": "tool?server=pricing&tool=quote", "turns": "turns", "turn": "turn?id=" + unsourced, "decision": "decision?id=" + last + "/3",
		"policies": "policies", "reloads": "reloads",
	} {
		b.open(s.url + page)
		b.inspect("page-"+name, twoLooks)
	}
	b.open(s.url + "policies")
	b.do(chromedp.Click(`.files a[href*="pricing.cel"]`), chromedp.WaitReady("#p-source"))
	b.inspect("page-policy", twoLooks)

	b.open(s.url + "turn?id=" + unsourced)
	assert.Contains(t, b.text("mark.failed"), "€189")
	assert.Contains(t, b.text(".claim.failed"), "209.00 EUR")
	assert.Contains(t, b.text(".claim.failed"), "pricing/quote:price.amount")
	b.clean()

	b.open(s.url + "turn?id=nope")
	b.inspect("page-missing", twoLooks) // that it is missing is an error to the browser
}
