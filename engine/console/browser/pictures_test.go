package browser_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/state"
)

// TestPictures draws the pictures of docs/console.md into the folder that PICTURES names: an hour in which the pricing server is gone for
// some minutes, at a time that is always the same.
func TestPictures(t *testing.T) {
	dir := os.Getenv("PICTURES")
	if dir == "" {
		t.Skip("PICTURES names no folder")
	}
	dir, err := filepath.Abs(dir)
	require.NoError(t, err)
	b := chrome(t)
	clock := state.NewVirtual(time.Date(2026, time.March, 2, 13, 0, 0, 0, time.UTC))
	s := openBy(t, clock, "30s", "150s")
	unsourced := ""
	for minute := range 58 {
		switch minute {
		case 12:
			s.kill("pricing/quote")
		case 21:
			s.revive("pricing/quote")
		case 38:
			s.kill("search/semantic_search")
		case 40:
			s.revive("search/semantic_search")
		case 55:
			s.kill("inventory/stock_level")
		}
		for i := range 4 + minute%3 {
			tools := []string{"pricing/quote", "inventory/stock_level"}
			if i%2 == 0 {
				tools = append([]string{"search/semantic_search"}, tools...)
			}
			reply := good
			if minute >= 55 {
				reply = "The winter jacket costs €209.00."
			}
			if minute == 56 && i == 1 {
				reply = "The winter jacket is now only €189."
			}
			id := s.turn(reply, tools...)
			if minute == 56 && i == 1 {
				unsourced = id
			}
			clock.Advance(time.Minute / time.Duration(4+minute%3))
		}
	}
	clock.Advance(10 * time.Second)
	for name, page := range map[string]string{"console-overview": "", "console-turn": "turn?id=" + unsourced} {
		for _, l := range []looks{{"light", 1120, false}, {"dark", 1120, true}} {
			b.dress(l)
			b.do(chromedp.EmulateViewport(l.width, 860))
			b.open(s.url + page)
			b.eventually(`document.querySelector("#live")?.dataset.state === "live"`)
			png, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(filepath.Join(dir, name+"-"+l.name+".png"), png, 0o600))
		}
	}
}
