package guard_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/guard"
)

// fastest returns the shortest time that each function took in many short rounds, one after the other in turn: what
// else runs beside them makes a round longer, but never shorter.
func fastest(rounds int, list ...func()) []time.Duration {
	least := make([]time.Duration, len(list))
	for round := range rounds {
		for i, f := range list {
			start := time.Now()
			f()
			if d := time.Since(start); round == 0 || d < least[i] {
				least[i] = d
			}
		}
	}
	return least
}

// timed skips a test that compares times where they say nothing.
func timed(t *testing.T) {
	t.Helper()
	if guard.RaceEnabled {
		t.Skip("times under the race detector say nothing")
	}
	if testing.Short() {
		t.Skip("compares times")
	}
}

// finding returns a function that examines text, with the buffers of a reply that is used again.
func finding(text string) func() {
	r := &guard.Reply{Text: text, Now: noon}
	return func() { guard.Finder{}.Find(r) }
}

func ratio(part, whole time.Duration) float64 { return float64(part) / float64(whole) }

// TestSpeedFind compares the finder with a single regular expression for money over the same text. The gates leave room
// for a loaded machine; what is measured is logged.
func TestSpeedFind(t *testing.T) {
	timed(t)
	for name, c := range map[string]struct {
		text string
		most float64
	}{"claims": {longReply, 0.15}, "plain": {plainReply, 0.033}} {
		d := fastest(400, finding(c.text), func() { moneyPattern.FindAllStringIndex(c.text, -1) })
		got := ratio(d[0], d[1])
		t.Logf("%s: %.4f of the regular expression", name, got)
		assert.LessOrEqual(t, got, c.most, name)
	}
}

// TestSpeedEvidence compares what a result costs with decoding it: keeping it, and reading every value of it too.
func TestSpeedEvidence(t *testing.T) {
	timed(t)
	keep := func() *guard.Evidence {
		e := guard.NewEvidence(noon, nil)
		e.Add(guard.Result{Server: "shop", Tool: "list", JSON: catalogue})
		return e
	}
	assert.Eventually(t, func() bool {
		d := fastest(400, func() { keep() }, func() { keep().Sources() }, func() {
			var v any
			_ = json.Unmarshal(catalogue, &v)
		})
		kept, read := ratio(d[0], d[2]), ratio(d[1], d[2])
		t.Logf("%.3f of json.Unmarshal to keep, %.3f to read", kept, read)
		return kept <= 0.05 && read <= 0.5
	}, 10*time.Second, time.Millisecond)
}

// worstUnits are repeated into texts that are made to be slow.
var worstUnits = []string{
	"7", "€", "*", "\u200b", "<a>", "<a", "<span ", "1 ", "1 1 1 ", "1-", "two ", "zwanzig ", `"`, "1/", "one and ", "a@", "a.",
	"a.a.a.", "€1 ", "1,", "the 1 ", "aA", "in ", "next ", "refunded ", "hundred ", "(", "(1", "&", "&#", "~", "`", "\\", "\n", "一", "百", "三百", "元", "May ", "monday ", "1.", "&euro;", "($", "a\u200b", "a*", "the day after ", "\xff", "2026 ", "4111 ",
	"1990 ", "1st ", "1. ", "2, ", "3& ",
}

// TestSpeedWorst compares texts that are made to be slow with half as much of the same, and with ordinary text. What is
// only noise, marks or digits may cost little more than that; the gates leave room for a loaded machine.
func TestSpeedWorst(t *testing.T) {
	timed(t)
	const size = 1 << 14
	ordinary := strings.Repeat(longReply+"\n\n", 1+size/len(longReply))[:size]
	noise := map[string]bool{"7": true, "€": true, "*": true, "\u200b": true, "<a>": true, "<a": true, "<span ": true, "(": true, "`": true}
	for _, unit := range worstUnits {
		most := 30.0
		if noise[unit] {
			most = 5
		}
		long, half := strings.Repeat(unit, size/len(unit)), strings.Repeat(unit, size/len(unit)/2)
		linear := assert.Eventually(t, func() bool {
			d := fastest(12, finding(long), finding(half), finding(ordinary))
			t.Logf("%q: %.2f of ordinary text, %.2f of half as much", unit, ratio(d[0], d[2]), ratio(d[0], d[1]))
			return ratio(d[0], d[1]) <= 3 && ratio(d[0], d[2]) <= most
		}, 10*time.Second, time.Millisecond)
		assert.True(t, linear, "%q is not linear, or too slow", unit)
	}
}

// reading returns a function that reads a result anew.
func reading(json string) func() {
	r := guard.Result{Server: "shop", Tool: "list", JSON: []byte(json), Args: []byte(`{"a":1}`)}
	return func() {
		e := guard.NewEvidence(noon, nil)
		e.Add(r)
		e.Sources()
	}
}

// TestSpeedEvidenceWorst compares results that are made to be slow with half as much of the same.
func TestSpeedEvidenceWorst(t *testing.T) {
	timed(t)
	for name, c := range map[string]struct{ open, unit, end string }{
		"units":       {`{"a":1`, `,"units":"1","x":2`, `}`},
		"nanos":       {`{"a":1`, `,"nanos":1`, `}`},
		"names":       {`{"currency":"EUR"`, `,"Mug":"1 EUR"`, `}`},
		"alternating": {`[1`, `,{"Mug":"1 EUR","Cup":"2 EUR"}`, `]`},
		"texts":       {`[1`, `,"€1 and €2"`, `]`},
		"inner":       {`[1`, `,"{\"price\":1}"`, `]`},
		"currencies":  {`[1`, `,{"currency":"EUR","price":1}`, `]`},
		"escapes":     {`["`, `\u20ac1`, `"]`},
		"letters":     {`["`, `x`, `"]`},
		"euros":       {`["`, `€`, `"]`},
		"digits":      {`["`, `7`, `"]`},
		"number":      {`[7`, `7`, `]`},
		"invalid":     {`["`, "\xff1", `"]`},
		"twice":       {`{"currency":"EUR"`, `,"price":1`, `}`},
		"lists":       {`[1`, `,[]`, `]`},
	} {
		long := c.open + strings.Repeat(c.unit, 1600) + c.end
		half := c.open + strings.Repeat(c.unit, 800) + c.end
		assert.Eventually(t, func() bool {
			d := fastest(8, reading(long), reading(half))
			t.Logf("%s: %.2f of half as much, %v", name, ratio(d[0], d[1]), d[0])
			return ratio(d[0], d[1]) <= 3
		}, 10*time.Second, time.Millisecond, name)
	}
}

// TestAllocations gates what an examination allocates where its reply is used again.
func TestAllocations(t *testing.T) {
	if guard.RaceEnabled {
		t.Skip("the race detector allocates")
	}
	for name, text := range map[string]string{"claims": longReply, "plain": plainReply, "digits": strings.Repeat("1 2,3 ", 100)} {
		find := finding(text)
		find()
		assert.Zero(t, testing.AllocsPerRun(50, find), name)
	}
	e := guard.NewEvidence(noon, nil)
	e.Add(guard.Result{Server: "shop", Tool: "list", JSON: catalogue})
	r := &guard.Reply{Text: longReply, Now: noon}
	guard.Finder{}.Find(r)
	e.Match(r)
	assert.Zero(t, testing.AllocsPerRun(50, func() { e.Match(r) }), "matching 13 claims")
	keep := func() *guard.Evidence {
		e := guard.NewEvidence(noon, nil)
		e.Add(guard.Result{Server: "shop", Tool: "list", JSON: catalogue})
		return e
	}
	assert.LessOrEqual(t, testing.AllocsPerRun(50, func() { keep() }), 5.0, "keeping a result of 156 values")
	assert.LessOrEqual(t, testing.AllocsPerRun(50, func() { keep().Sources() }), 20.0, "reading a result of 156 values")
}
