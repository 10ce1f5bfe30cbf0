package browser_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const good = "The winter jacket costs €209.00, and we have 14 in stock."

// TestAServerDies keeps one page open while the pricing server dies, comes back, and while broken policies are saved. In each of the four
// states the text is asserted, and the page inspected.
func TestAServerDies(t *testing.T) {
	b := chrome(t)
	s := open(t, "12s", "10m")
	for range 20 {
		s.turn(good, "search/semantic_search", "pricing/quote", "inventory/stock_level")
	}
	b.open(s.url)
	b.eventually(`document.querySelector("#live")?.dataset.state === "live"`)
	require.Contains(t, b.text("#p-status"), "breakers are closed")
	b.inspect("1-healthy", allLooks)

	s.kill("pricing/quote")
	for range 3 {
		s.turn("The winter jacket is now only €189!", "pricing/quote")
	}
	b.eventually(`document.querySelector("#p-status").innerText.includes("is open")`)
	assert.Contains(t, b.text("#p-status"), "pricing/quote open")
	row := b.text(".breaker.s-open")
	assert.Contains(t, row, "pricing/quote")
	assert.Contains(t, row, "3 failures in a row")
	assert.Contains(t, row, "lets a probe in")
	b.eventually(`document.querySelector("#say").textContent.includes("pricing/quote is open")`)
	b.inspect("2-open", allLooks)

	s.revive("pricing/quote")
	b.eventually(`document.querySelector(".breaker")?.innerText.includes("half open")`)
	s.turn(good, "pricing/quote", "inventory/stock_level")
	b.eventually(`document.querySelector(".breaker").innerText.includes("ramping")`)
	assert.Contains(t, b.text(".breaker.s-ramping"), "lets in 10 % of conversations")
	b.inspect("3-ramping", allLooks)

	file := filepath.Join(s.dir, "pricing.cel")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, append([]byte("Policy{nme: \"x\", budget: 3}\n"), text...), 0o600))
	require.Error(t, s.eng.Reload(t.Context()))
	b.eventually(`document.querySelector("#p-status").innerText.includes("were refused")`)
	b.inspect("4-refused", allLooks)
	b.do(chromedp.Click(`#p-status .alert a`), chromedp.WaitReady("#p-refusal"))
	assert.Contains(t, b.text("#p-refusal"), "pricing.cel:")
	b.inspect("4-refused-where", twoLooks)
	b.clean()
}
