package browser_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// tab is a page of a browser. What it complains of is collected.
type tab struct {
	t   *testing.T
	ctx context.Context
	axe string

	mu         sync.Mutex
	complaints []string
	foreign    []string // requests that went elsewhere
}

// chrome starts a browser, or skips the test where there is none.
func chrome(t *testing.T) *tab {
	t.Helper()
	bin := ""
	for _, name := range []string{os.Getenv("CHROME"), "chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil && name != "" {
			bin = found
			break
		}
	}
	if bin == "" {
		t.Skip("no Chromium is installed: the console is not tried in a browser")
	}
	axe, err := os.ReadFile(filepath.Join("node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Skip("the packages are not installed (npm ci in engine/console/browser): the console is not tried in a browser")
	}
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(bin), chromedp.NoSandbox, chromedp.Flag("disable-dev-shm-usage", true),
		chromedp.Flag("hide-scrollbars", true))
	alloc, cancel := chromedp.NewExecAllocator(context.Background(), opts...)
	t.Cleanup(cancel)
	ctx, cancel := chromedp.NewContext(alloc)
	t.Cleanup(cancel)
	tb := &tab{t: t, ctx: ctx, axe: string(axe)}
	require.NoError(t, chromedp.Listen(ctx, tb.listen))
	_, err = chromedp.Call(ctx, network.Enable, network.EnableParams{})
	require.NoError(t, err)
	_, err = chromedp.Call(ctx, cdplog.Enable, cdp.Empty{})
	require.NoError(t, err)
	return tb
}

// listen collects errors of the console, exceptions, violations of the content security policy, and requests to other origins.
func (b *tab) listen(ev any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch ev := ev.(type) {
	case *runtime.EventExceptionThrown:
		b.complaints = append(b.complaints, "exception: "+ev.ExceptionDetails.Text)
	case *runtime.EventConsoleAPICalled:
		if ev.Type == runtime.ConsoleAPICalledTypeError || ev.Type == runtime.ConsoleAPICalledTypeWarning {
			b.complaints = append(b.complaints, fmt.Sprintf("console.%s", ev.Type))
		}
	case *cdplog.EventEntryAdded:
		if ev.Entry.Level == cdplog.EntryLevelError || ev.Entry.Level == cdplog.EntryLevelWarning {
			b.complaints = append(b.complaints, ev.Entry.Source.String()+": "+ev.Entry.Text+" "+ev.Entry.URL)
		}
	case *network.EventRequestWillBeSent:
		if !strings.HasPrefix(ev.Request.URL, "http://127.0.0.1:") && !strings.HasPrefix(ev.Request.URL, "about:") {
			b.foreign = append(b.foreign, ev.Request.URL)
		}
	}
}

// clean asserts that nobody complained.
func (b *tab) clean() {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	assert.Empty(b.t, b.complaints, "errors and violations in the browser's console")
	assert.Empty(b.t, b.foreign, "requests to other origins")
}

func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, time.Minute)
	defer cancel()
	require.NoError(b.t, chromedp.Do(ctx, steps...))
}

// value evaluates an expression of JavaScript.
func value[T any](b *tab, expr string, opts ...chromedp.EvaluateOption) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, time.Minute)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expr, opts...))
	require.NoError(b.t, err, expr)
	return v
}

func (b *tab) open(url string) {
	b.t.Helper()
	b.do(chromedp.Navigate(url), chromedp.WaitReady("main"))
}

// eventually waits until an expression of JavaScript is true. A page that goes away meanwhile, as after a form, is asked again.
func (b *tab) eventually(expr string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, time.Minute)
	defer cancel()
	for {
		holds, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("Boolean("+expr+")"))
		if err == nil && holds {
			return
		}
		if ctx.Err() != nil {
			require.NoError(b.t, ctx.Err(), "%s never came true (%v); the page says:\n%s", expr, err, value[string](b, "document.body?.innerText ?? ''"))
		}
		time.Sleep(100 * time.Millisecond)
	}
}

func (b *tab) text(selector string) string {
	b.t.Helper()
	return value[string](b, fmt.Sprintf("document.querySelector(%q)?.innerText ?? ''", selector))
}

// looks is a way to look at a page.
type looks struct {
	name  string
	width int64
	dark  bool
}

// allLooks are for the four states, and twoLooks, which have each width and each theme once, for other pages.
var (
	allLooks = []looks{{"1280-light", 1280, false}, {"1280-dark", 1280, true}, {"360-light", 360, false}, {"360-dark", 360, true}}
	twoLooks = []looks{allLooks[0], allLooks[3]}
)

func (b *tab) dress(l looks) {
	b.t.Helper()
	scheme := "light"
	if l.dark {
		scheme = "dark"
	}
	b.do(chromedp.EmulateViewport(l.width, 800))
	_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"},
	}})
	require.NoError(b.t, err)
}

// inspect looks at the page that is open in the given ways: axe finds nothing, nothing has to be scrolled sideways, and a picture is kept where
// SCREENSHOTS names a folder.
func (b *tab) inspect(name string, ways []looks) {
	b.t.Helper()
	for _, l := range ways {
		b.dress(l)
		assert.Empty(b.t, b.violations(), "%s at %s: axe", name, l.name)
		wide := value[[]string](b, `[...document.querySelectorAll("body *")].filter(e => !e.closest("pre, .unseen, svg") && !e.classList.contains("skip") && e.getBoundingClientRect().right > document.documentElement.clientWidth + 1).map(e => e.outerHTML.slice(0, 120))
			.concat(document.documentElement.scrollWidth > document.documentElement.clientWidth ? ["the page itself"] : [])`)
		assert.Empty(b.t, wide, "%s at %s: wider than the window", name, l.name)
		if dir := os.Getenv("SCREENSHOTS"); dir != "" {
			png, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
			require.NoError(b.t, err)
			require.NoError(b.t, os.MkdirAll(dir, 0o755))
			require.NoError(b.t, os.WriteFile(filepath.Join(dir, name+"-"+l.name+".png"), png, 0o600))
		}
	}
	b.dress(allLooks[0])
}

// violations are what axe finds wrong, one a line.
func (b *tab) violations() []string {
	b.t.Helper()
	value[chromedp.Void](b, b.axe)
	raw := value[string](b, `axe.run(document, {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}).then(r => JSON.stringify(
		r.violations.map(v => v.id + ": " + v.help + " " + v.nodes.map(n => n.html.slice(0, 160) + " " + n.any.concat(n.all, n.none).map(c => c.message).join("; ")).join(" | "))))`,
		chromedp.EvalAwaitPromise)
	var list []string
	require.NoError(b.t, json.Unmarshal([]byte(raw), &list))
	return list
}
