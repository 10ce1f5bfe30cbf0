package rules_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/rules"
)

// manyPolicies are n policies as people write them, 20 a file, each with a chain, a retry, a key and four conditions.
func manyPolicies(n int) fstest.MapFS {
	fsys := fstest.MapFS{"turn.cel": {Data: []byte(`Turn{facts: {"vip": bool, "reprices_every": duration}}`)}}
	for from := 0; from < n; from += 20 {
		var b strings.Builder
		b.WriteString("[\n")
		for i := from; i < min(from+20, n); i++ {
			fmt.Fprintf(&b, `  Policy{
    name: "p%[1]d", server: "s%[2]d", tools: ["t%[1]d"], effect: Effect.READ,
    timeout: duration("2s"), retry: Retry{max: 1, when: failure.transient},
    store: Store{key: [call.args.sku, call.args.currency], when: !has(call.args.customer_id)},
    forbid: {"in a hurry": turn.remaining < duration("100ms"), "not for us": call.args.region in ["a", "b"] && !facts.vip},
    when_unavailable: [
      Cached{max_age: duration("15m"), require: {"weekly": facts.reprices_every >= duration("24h"), "ours": entry.server == "s%[2]d"}},
      Omit{disclose: "Tool %[1]d is out of order."},
    ],
  },
`, i, i%100)
		}
		b.WriteString("]\n")
		fsys[fmt.Sprintf("p%05d.cel", from)] = &fstest.MapFile{Data: []byte(b.String())}
	}
	return fsys
}

func TestLoadTenThousandPolicies(t *testing.T) {
	if testing.Short() || raceEnabled {
		t.Skip("takes seconds, and half a minute under the race detector")
	}
	fsys := fstest.MapFS{}
	for from := 0; from < 10_000; from += 500 {
		var b strings.Builder
		for i := from; i < from+500; i++ {
			fmt.Fprintf(&b, "  Policy{name: \"p%[1]d\", server: \"s%[2]d\", tools: [\"t%[1]d\"], forbid: {\"in a hurry\": turn.remaining < timeout},\n"+
				"    when_unavailable: [UseTool{tool: \"t%[3]d\"}, Omit{}]},\n", i, i/10, i/10*10+(i+1)%10)
		}
		text := strings.ReplaceAll("[\n"+b.String()+"]\n", "< timeout", `< duration("100ms")`)
		fsys[fmt.Sprintf("p%05d.cel", from)] = &fstest.MapFile{Data: []byte(text)}
	}
	began := time.Now()
	set, err := rules.Load(fsys)
	require.NoError(t, err)
	assert.Len(t, set.Policies, 10_000)
	t.Logf("10,000 policies with a condition and a chain each: %v", time.Since(began).Round(time.Millisecond))
}

func BenchmarkLoad(b *testing.B) {
	for _, n := range []int{10, 1000, 10_000} {
		b.Run(fmt.Sprintf("policies=%d", n), func(b *testing.B) {
			fsys := manyPolicies(n)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := rules.Load(fsys); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkReload changes ten policies in ten files, again and again.
func BenchmarkReload(b *testing.B) {
	for _, n := range []int{1000, 10_000} {
		b.Run(fmt.Sprintf("policies=%d", n), func(b *testing.B) {
			fsys, names := manyPolicies(n), []string{}
			for i := range 10 {
				names = append(names, fmt.Sprintf("p%05d.cel", n/10*i))
			}
			loader := rules.NewLoader()
			_, err := loader.Load(fsys)
			require.NoError(b, err)
			b.ReportAllocs()
			for round := 0; b.Loop(); round++ {
				for _, name := range names {
					text := string(fsys[name].Data)
					fsys[name] = &fstest.MapFile{Data: []byte(strings.Replace(text, fmt.Sprintf(`duration("%dms")`, 100+round), fmt.Sprintf(`duration("%dms")`, 101+round), 1))}
				}
				if _, err := loader.Load(fsys); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
