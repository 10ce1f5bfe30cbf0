package guard_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/guard"
)

// keysOf returns a record of n different keys with that value.
func keysOf(n int, value string) string {
	var b strings.Builder
	b.WriteString(`{"price":5`)
	for i := range n {
		fmt.Fprintf(&b, `,"key_%d":%s`, i, value)
	}
	b.WriteString("}")
	return b.String()
}

// result is a tool's result, and whether it is too much evidence.
type result struct {
	json    string
	tooMuch bool
}

// hostile returns results that are made to be slow, to take memory, or to be read in two ways. Those that are too much source nothing, not
// even the amount of 5 EUR that each of them has.
func hostile() map[string]result {
	return map[string]result{
		"ten megabytes":    {`[5` + strings.Repeat(",5", 5<<20) + `]`, true},
		"a million keys":   {keysOf(1_000_000, "1"), true},
		"depth":            {strings.Repeat("[", 10_000) + `{"price":5}` + strings.Repeat("]", 10_000), true},
		"depth of records": {strings.Repeat(`{"a":`, 10_000) + `5` + strings.Repeat("}", 10_000), true},
		"many keys":        {keysOf(60_000, "{}"), true},
		"many values":      {keysOf(5_000, "1"), true},
		"many lists":       {`{"price":5,"a":[[]` + strings.Repeat(",[]", 300_000) + `]}`, true},
		"keys":             {keysOf(4_000, "true"), false},
		"a long string":    {`{"price":5,"a":"` + strings.Repeat("x", 1<<20-100) + `"}`, false},
		"a long key":       {`{"price":5,"` + strings.Repeat("x", 1<<20-100) + `":1}`, false},
		"a long escape":    {`{"price":5,"a":"` + strings.Repeat(`\u0041`, 170_000) + `"}`, false},
		"long paths":       {`{"price":5,"` + strings.Repeat("k", 1<<19) + `":[` + strings.Repeat("1,", 2000) + `1]}`, true},
		"a long number":    {`{"price":5,"amount":` + strings.Repeat("7", 1<<20-100) + `}`, false},
		"a high exponent":  {`{"price":5,"amount":1e999999999,"total":1E-999999999}`, false},
		"invalid UTF-8":    {`{"price":5,"a":"` + strings.Repeat("\xff\xc3", 1<<18) + `"}`, false},
		"invalid keys":     {`{"price":5,"` + strings.Repeat("\xff", 1<<18) + `":"` + "\xed\xa0\x80" + `"}`, false},
	}
}

// TestEvidenceHostile holds that hostile results are read in bounded memory, and that what is too much is no source.
func TestEvidenceHostile(t *testing.T) {
	for name, c := range hostile() {
		t.Run(name, func(t *testing.T) {
			e := guard.NewEvidence(noon, nil)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			e.Add(guard.Result{Server: "shop", Tool: "quote", JSON: []byte(c.json), Settings: guard.Settings{Currency: "EUR"}})
			r := &guard.Reply{Text: "It is €5.", Now: noon}
			guard.Finder{}.Find(r)
			e.Match(r)
			runtime.ReadMemStats(&after)
			require.Len(t, r.Claims, 1)
			if c.tooMuch {
				assert.Equal(t, guard.TooMany, r.Claims[0].Reason)
			} else {
				assert.Zero(t, r.Claims[0].Reason)
			}
			if !guard.RaceEnabled {
				assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(24<<20+256*len(c.json)), "bytes are allocated")
			}
		})
	}
}

// TestEvidenceKeysTwice holds that a key that stands twice counts twice: people and models read both.
func TestEvidenceKeysTwice(t *testing.T) {
	e := guard.NewEvidence(noon, nil)
	e.Add(guard.Result{Server: "shop", Tool: "quote", JSON: []byte(`{"currency":"EUR","price":5,"price":6}`)})
	for _, text := range []string{"It is €5.", "It is €6."} {
		r := &guard.Reply{Text: text, Now: noon}
		guard.Finder{}.Find(r)
		e.Match(r)
		assert.NotEmpty(t, r.Claims[0].Sources, text)
	}
}

// TestSpeedEvidenceKeys compares results of many different keys, and of many levels, with half as much of the same.
func TestSpeedEvidenceKeys(t *testing.T) {
	timed(t)
	for name, of := range map[string]func(n int) string{
		"keys":    func(n int) string { return keysOf(n, "1") },
		"records": func(n int) string { return keysOf(n, "{}") },
		"levels": func(n int) string {
			return `[5` + strings.Repeat(","+strings.Repeat("[", 60)+"1"+strings.Repeat("]", 60), n/60) + `]`
		},
	} {
		long, half := of(3600), of(1800)
		assert.Eventually(t, func() bool {
			d := fastest(8, reading(long), reading(half))
			t.Logf("%s: %.2f of half as much, %v", name, ratio(d[0], d[1]), d[0])
			return ratio(d[0], d[1]) <= 3
		}, 10*time.Second, time.Millisecond, name)
	}
}
