package browser_test

import (
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestHands uses the console: by keyboard, its theme, its pause, and its forms.
func TestHands(t *testing.T) {
	b := chrome(t)
	s := open(t, "10m", "10m")
	s.turn(good, "pricing/quote", "inventory/stock_level")
	b.open(s.url)
	b.eventually(`document.querySelector("#live")?.dataset.state === "live"`)

	b.do(chromedp.KeyEvent(kb.Tab))
	assert.Equal(t, "Skip to the content", value[string](b, `document.activeElement.textContent`), "the first stop")
	assert.Greater(t, value[float64](b, `document.activeElement.getBoundingClientRect().top`), 0.0, "it is seen")
	b.do(chromedp.KeyEvent(kb.Enter))
	assert.Equal(t, "main", value[string](b, `document.activeElement.id`))

	value[chromedp.Void](b, `[...document.querySelectorAll(".breaker h3 a")].find(a => a.textContent === "pricing/quote").focus()`)
	for range 3 {
		s.turn(good, "pricing/quote")
	}
	b.eventually(`document.querySelector("#p-activity")?.innerText.includes("calls decided: 5")`)
	assert.Equal(t, "pricing/quote", value[string](b, `document.activeElement.textContent`), "what changes takes the focus from nobody")

	b.do(chromedp.Click("#pause"))
	s.turn(good, "pricing/quote")
	b.do(chromedp.Sleep(1200 * time.Millisecond))
	assert.Contains(t, b.text("#p-activity"), "calls decided: 5")
	b.do(chromedp.Click("#pause"))
	b.eventually(`document.querySelector("#p-activity")?.innerText.includes("calls decided: 6")`)

	b.do(chromedp.Click("#theme"), chromedp.Click("#theme"))
	b.open(s.url + "tool?server=pricing&tool=quote")
	assert.Equal(t, "dark", value[string](b, `document.documentElement.dataset.theme`), "it is kept")
	assert.Equal(t, "Theme: dark", b.text("#theme"))

	b.do(chromedp.SendKeys(`#p-controls input[name="reason"]`, "game day"), chromedp.Click(`#p-controls button[value="force_open"]`))
	b.eventually(`document.querySelector("#p-tool .badge")?.innerText.includes("open, forced")`)
	b.open(s.url)
	assert.Contains(t, b.text("#p-activity"), "mara forced the breaker open: game day")
	require.Contains(t, b.text("#p-status"), "pricing/quote open, forced,")
	b.clean()
}
