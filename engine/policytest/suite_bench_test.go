package policytest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine/policytest"
)

// many writes policies, ten a file, each with five cases.
func many(b *testing.B, policies int) string {
	dir := b.TempDir()
	write := func(name, text string) {
		require.NoError(b, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	write("turn.cel", `Turn{purposes: ["chat", "checkout"], facts: {"special": bool, "reprices_every": duration}}`)
	for i := range policies / 10 {
		var cel, yaml strings.Builder
		yaml.WriteString("turn: {audience: C-9}\nfacts: {special: false, reprices_every: 168h}\ntests:\n")
		for j := range 10 {
			n := i*10 + j
			fmt.Fprintf(&cel, `Policy{
  name: "p%[1]d", server: "s%[1]d", effect: Effect.READ, timeout: duration("%[2]dms"), retry: Retry{max: 1},
  store: Store{when: !facts.special, key: [call.args.sku, call.args.currency], shared: true},
  forbid: {"too many": int(call.args.?n.orValue(0)) > 3},
  when_unavailable: [
    Cached{max_age: duration("15m"), require: {
      "of the server": entry.server == "s%[1]d", "repriced": facts.reprices_every >= duration("24h"),
      "binds nobody": turn.purpose == Purpose.CHAT, "for all": !facts.special && !has(call.args.customer_id),
    }, disclose: "As of " + entry.as_of.clock() + "."},
    HardFail{message: "Sorry %[1]d.", handoff: Handoff.HUMAN},
  ],
},
`, n, 1000+n)
			call := fmt.Sprintf("call: {server: s%d, tool: quote, args: {sku: A, currency: EUR", n)
			for _, c := range []string{
				call + "}}, want: {outcome: ok, attempts: 1}",
				call + "}}, failure: {kind: timeout}, cached: {age: 5m}, want: {outcome: cached, attempts: 2}",
				call + "}}, failure: {kind: timeout}, cached: {age: 5m}, turn: {purpose: checkout}, want: {outcome: hard_fail}",
				call + "}}, failure: {kind: timeout}, want: {outcome: hard_fail}",
				call + ", n: 20}}, want: {outcome: refused}",
			} {
				fmt.Fprintf(&yaml, "  - {name: %d %s, %s}\n", n, fmt.Sprint(yaml.Len()), c)
			}
		}
		write(fmt.Sprintf("f%d.cel", i), "[\n"+cel.String()+"]\n")
		write(fmt.Sprintf("f%d_test.yaml", i), yaml.String())
	}
	return dir
}

// BenchmarkSuite loads and plays 1,000 policies with 5,000 cases.
func BenchmarkSuite(b *testing.B) {
	dir := many(b, 1000)
	b.Run("load", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, err := policytest.Load(dir)
			require.NoError(b, err)
		}
	})
	suite, err := policytest.Load(dir)
	require.NoError(b, err)
	for _, c := range []struct {
		name string
		opts []policytest.Option
	}{{"run", nil}, {"run, with coverage", []policytest.Option{policytest.WithCoverage()}}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				require.True(b, suite.Run(b.Context(), c.opts...).OK())
			}
		})
	}
	b.Run("100 mutants", func(b *testing.B) {
		for b.Loop() {
			_, err := suite.Mutate(b.Context(), policytest.WithMutants(100))
			require.NoError(b, err)
		}
	})
}
