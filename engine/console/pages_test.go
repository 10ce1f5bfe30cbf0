package console_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/console"
)

func TestOverviewSaysWhatIsDown(t *testing.T) {
	r := newRig(t, false)
	text := r.page("/")
	has(t, text, "All 2 breakers are closed")
	has(t, text, "New policies went live, as generation 1.")

	r.turn("The jacket is €209.00.", well, "pricing/quote", "stock/level")
	r.clock.Advance(time.Minute)
	for range 2 {
		r.turn("", nil, "pricing/quote")
	}
	text = r.page("/")
	has(t, text, "1 of 3 breakers is open")
	has(t, text, "2 failures in a row")
	has(t, text, "lets a probe in")
	has(t, text, `aria-label="Last hour: closed 12:00:00 to 12:01:00; open since 12:01:00`, "the timeline says the same in words")
	has(t, text, "An earlier answer was served, with its time.")
	has(t, text, "The reply was sent as it was written. 1 claim.")
}

func TestToolsChainStandsInWords(t *testing.T) {
	r := newRig(t, false)
	text := r.page("/tool?server=pricing&tool=quote")
	has(t, text, "Serve an earlier answer of this tool, at most 15 min old.")
	has(t, text, "Nothing is kept of this tool at the moment.")
	has(t, text, "Leave the answer out, and say so.")
	has(t, text, "by <b>pricing</b>")
	r.turn("", well, "pricing/quote")
	has(t, r.page("/tool?server=pricing&tool=quote"), "Earlier answers of this tool are kept.")

	text = r.page("/tool?server=search&tool=semantic")
	has(t, text, "Ask stock/level in its place.")
	has(t, text, "Its breaker is closed.")
	has(t, text, "End the turn with a fixed text, and pass it to a person.")
	assert.Equal(t, http.StatusNotFound, r.get("/tool?server=pricng&tool=x").StatusCode)
}

func TestDecisionInFull(t *testing.T) {
	const operand = "<code>facts.vip</code></dt><dd><code>false</code>"
	for _, c := range []struct {
		name          string
		inputs        bool
		contains, not string
	}{
		{"with its inputs, every condition has its operands", true, operand, "WithInputs"},
		{"without them, it is the record beside the policies", false, "recorded where the engine has WithInputs", operand},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRig(t, c.inputs)
			r.turn("", well, "pricing/quote")
			id := r.turn("", nil, "pricing/quote")
			text := r.page("/decision?id=" + url.QueryEscape(id+"/1"))
			for _, want := range []string{"taken", "not reached", "not for vips", "by <b>pricing</b>", "generation 1", "overloaded", c.contains} {
				has(t, text, want)
			}
			hasNot(t, text, c.not)
		})
	}
}

func TestDecisionUnderPoliciesThatAreGone(t *testing.T) {
	r := newRig(t, true)
	id := r.turn("", nil, "stock/level")
	for i := range 6 {
		r.files["shop.cel"].Data = append(r.files["shop.cel"].Data, "// "+string(rune('a'+i))+"\n"...)
		require.NoError(t, r.eng.Reload(t.Context()))
	}
	has(t, r.page("/decision?id="+id+"/1"), "are not at hand")
}

func TestReplyWithItsClaims(t *testing.T) {
	r := newRig(t, true)
	id := r.turn("It is €189, <b>really</b>, not €209.00.", well, "pricing/quote")
	text := r.page("/turn?id=" + id)
	assert.Regexp(t, `<mark class="failed">€189<a class="ref" href="#c0-1"[^>]*>1</a></mark>, &lt;b&gt;really&lt;/b&gt;, not <mark class="sourced">€209.00`, text)
	has(t, text, "<b>209.00 EUR</b> at <code>pricing/quote:price.amount</code>")
	has(t, text, "<h3>What went out instead</h3><blockquote>No.</blockquote>")
	assert.Equal(t, http.StatusNotFound, r.get("/turn?id=nope").StatusCode)
}

func TestReloadsShowErrorsAtTheirLines(t *testing.T) {
	r := newRig(t, false)
	r.files["bad.cel"] = file("Policy{\n  name: \"x\", sever: \"pricing\",\n}\n")
	require.Error(t, r.eng.Reload(t.Context()))
	has(t, r.page("/"), "The policies on disk were refused, with 1 fault; generation 1 stays live.")
	text := r.page("/reloads")
	has(t, text, "<code>bad.cel:2:14</code>")
	has(t, text, `  name: &#34;x&#34;, sever: &#34;pricing&#34;,`)
	has(t, text, `<span class="caret">             ^</span>`)
}

func TestLiveCoverage(t *testing.T) {
	r := newRig(t, false)
	has(t, r.page("/policies"), "0 turns were traced")
	r.turn("", well, "pricing/quote")
	r.turn("", nil, "pricing/quote")
	text := r.page("/policy?file=shop.cel")
	has(t, text, "in 2 traced turns")
	has(t, text, "taken 1×, never passed over", "the cached step")
	has(t, text, `pricing/not for vips <span class="ways">true 1×, never false</span>`)
	has(t, text, "reached 2×", "the policy, in both decisions")

	r.files["shop.cel"].Data = append(r.files["shop.cel"].Data, "// changed\n"...)
	require.NoError(t, r.eng.Reload(t.Context()))
	has(t, r.page("/policy?file=shop.cel"), "in 0 traced turns", "places mean something else now")
	assert.Equal(t, http.StatusNotFound, r.get("/policy?file=../../etc/passwd").StatusCode)
}

func TestAtMostSomeTurnsASecondAreTraced(t *testing.T) {
	r := newRig(t, false)
	for range 20 {
		r.turn("", well, "stock/level")
	}
	has(t, r.page("/policies"), "5 turns were traced")
	r.clock.Advance(time.Second)
	r.turn("", well, "stock/level")
	has(t, r.page("/policies"), "6 turns were traced")
}

func TestWithoutTracesNothingIsTraced(t *testing.T) {
	feed := console.NewFeed(console.WithTraced(0))
	eng, err := engine.New(directory(policies), feed.Options()...)
	require.NoError(t, err)
	r := &rig{t: t, eng: eng, feed: feed, c: console.New(eng, feed)}
	r.h = stripped(r)
	r.turn("", nil, "stock/level")
	has(t, r.page("/policies"), "0 turns were traced")
	has(t, r.page("/policy?file=shop.cel"), "reached 1×", "policies are counted all the same")
}

// allPages are the addresses of every page, once something has happened.
var allPages = []string{"/", "/?q=pri", "/tool?server=pricing&tool=quote", "/tool?server=search&tool=semantic", "/turns", "/turn?id=t-1", "/decision?id=t-1%2F1", "/policies", "/policy?file=shop.cel", "/reloads", "/nope"}

// busy has something on every page, all of it hostile.
func busy(t *testing.T, opts ...console.Option) *rig {
	t.Helper()
	r := newRig(t, true, opts...)
	const evil = `<img src=x onerror=alert(1)>`
	r.turn("It is €189 "+evil+` "'`+"</mark></script>", map[string]string{"pricing/quote": `{"price":{"amount":"209.00","currency":"EUR"},"` + `<img src=x>":1}`},
		"pricing/quote", "search/"+evil, evil+"/"+evil, "search/semantic")
	r.turn("", nil, "pricing/quote", "pricing/quote")
	require.NoError(t, r.eng.Operate(engine.Operation{Kind: engine.OpDrill, Server: "stock", Tool: "level", By: evil, Reason: evil}))
	r.files["bad.cel"] = file(`Policy{name: "` + evil + `", sever: "` + evil + `"}`)
	require.Error(t, r.eng.Reload(t.Context()))
	return r
}

func TestEverythingIsEscaped(t *testing.T) {
	r := busy(t)
	for _, path := range allPages {
		text := body(t, r.get(path))
		hasNot(t, text, "<img", path)
		hasNot(t, text, "onerror=alert(1)>", path)
		hasNot(t, text, "ZgotmplZ", path)
	}
	text := r.page("/turn?id=t-1")
	has(t, text, "&lt;img src=x onerror=alert(1)&gt;", "it is shown")
}

func TestNothingInlineAndNothingForeign(t *testing.T) {
	r := busy(t, console.WithAuthorizer(func(*http.Request, engine.Operation) (string, error) { return "mara", nil }))
	inline := regexp.MustCompile(`<style|\sstyle=|\son[a-z]+="|javascript:|<script(?:>| [^>]*>[^<])`)
	foreign := regexp.MustCompile(`(?:href|src|action)="(?:/|[a-z]+:)`)
	for _, path := range allPages {
		res := r.get(path)
		text := body(t, res)
		assert.Empty(t, inline.FindAllString(text, -1), path)
		assert.Empty(t, foreign.FindAllString(text, -1), "%s: every link is relative", path)
		has(t, res.Header.Get("Content-Security-Policy"), "default-src 'none'", path)
		hasNot(t, res.Header.Get("Content-Security-Policy"), "unsafe", path)
		assert.Equal(t, "no-store", res.Header.Get("Cache-Control"), path)
	}
}

func TestAnyPrefix(t *testing.T) {
	r := newRig(t, false)
	for _, c := range []struct{ path, to string }{{prefix, "lacuna/"}, {"/deep/er/ops", "ops/"}} {
		w := httptest.NewRecorder()
		http.StripPrefix(c.path, r.c).ServeHTTP(w, httptest.NewRequest(http.MethodGet, c.path, nil))
		assert.Equal(t, http.StatusPermanentRedirect, w.Code)
		assert.Equal(t, c.to, w.Header().Get("Location"), "relative, for something in front may have changed the path")
	}
	css := regexp.MustCompile(`href="(assets/[0-9a-f]+/console.css)"`).FindStringSubmatch(r.page("/"))
	require.NotNil(t, css)
	res := r.get("/" + css[1])
	assert.Equal(t, http.StatusOK, res.StatusCode)
	assert.Equal(t, "text/css; charset=utf-8", res.Header.Get("Content-Type"))
	has(t, res.Header.Get("Cache-Control"), "immutable")
	assert.Equal(t, http.StatusNotFound, r.get("/assets/000000000000/console.css").StatusCode)
}

func TestATableOfManyToolsIsSearched(t *testing.T) {
	r := newRig(t, false)
	for i := range 300 {
		r.turn("", well, "made/up_"+string(rune('a'+i%26))+string(rune('a'+i/26)))
	}
	text := r.page("/")
	has(t, text, "And 202 more: find one by its name.")
	text = r.page("/?q=UP_zb")
	has(t, text, "made/up_zb")
	hasNot(t, text, "made/up_aa</a></h3>")
	has(t, r.page("/?q=%3Cnone%3E"), "No tool has this in its name.")
}
