package eval_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/eval"
)

func TestCheckExpression(t *testing.T) {
	const (
		duration = ` is no duration: write numbers with the units h, m, s and ms, as in "1m30s"; a day is "24h"`
		moment   = ` is no time: write date, time and zone, as in "2036-01-31T15:04:05Z" or "2036-01-31T15:04:05+01:00"`
	)
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"nothing", `duration("1m30s") + d > duration("-5ms") && {"a": 1, "b": 2}["a"] == 1 && s.matches(r"^\d+$")`, nil},
		{"struct", `a == Policy{}`, []string{"a.cel:1:6: Policy{} can't stand inside an expression"}},
		{"struct alone", `(google.protobuf.Duration{})`, []string{"a.cel:1:1: google.protobuf.Duration{} can't stand inside an expression"}},
		{"struct in a macro", "a.exists(x,\n  x == lacuna.Call{})", []string{"a.cel:2:8: lacuna.Call{} can't stand inside an expression"}},
		{"struct in a struct", `[A{b: C{}}]`, []string{
			"a.cel:1:2: A{} can't stand inside an expression", "a.cel:1:7: C{} can't stand inside an expression",
		}},
		{"keys", "{\"a\": 1,\n 'a': 2, 'b': 3,\n r'b': 4}", []string{
			"a.cel:2:2: the key 'a' is in line 1 already", "a.cel:3:2: the key r'b' is in line 2 already",
		}},
		{"numeric keys", `{1: 2, 1u: 3, 0x1: 4, "1": 5, 1.5: 6, 1.0: 7}`, []string{
			"a.cel:1:8: the key 1u is in line 1 already", "a.cel:1:15: the key 0x1 is in line 1 already",
			"a.cel:1:39: the key 1.0 is in line 1 already",
		}},
		{"other keys", `{true: 1, false: 2, true: 3, Failure.TIMEOUT: 4, Failure.TIMEOUT: 5}`, []string{
			"a.cel:1:21: the key true is in line 1 already", "a.cel:1:50: the key Failure.TIMEOUT is in line 1 already",
		}},
		{"keys in a macro", `a.?b.optMap(x, {1: 2, 1: 3})`, []string{"a.cel:1:23: the key 1 is in line 1 already"}},
		{"duration", `a > duration("2 minutes")`, []string{`a.cel:1:14: "2 minutes"` + duration}},
		{"duration of days", `duration("1d")`, []string{`a.cel:1:10: "1d"` + duration}},
		{"duration, too long", `duration("9999999999h")`, []string{`a.cel:1:10: "9999999999h"` + duration}},
		{"timestamp", `now < timestamp("2036-01-31")`, []string{`a.cel:1:17: "2036-01-31"` + moment}},
		{"timestamp, no such day", `timestamp("2036-02-30T00:00:00Z")`, []string{`a.cel:1:11: "2036-02-30T00:00:00Z"` + moment}},
		{"pattern", `call.tool.matches("[a")`, []string{"a.cel:1:19: this is no regular expression: missing closing ]: `[a`"}},
		{"pattern of a function", `matches(call.tool, "(")`, []string{"a.cel:1:20: this is no regular expression: missing closing ): `(`"}},
		{"macros", `has(a.b, c) || x.exists(y) && x.map(y, y, y, y) == x.optMap(y)`, []string{
			"a.cel:1:1: has() is written has(call.args.sku)", "a.cel:1:18: exists() is written list.exists(x, x > 0)",
			"a.cel:1:33: map() is written list.map(x, x + 1)", "a.cel:1:54: optMap() is written call.args.?qty.optMap(x, x + 1)",
		}},
		{"not macros", `all(x) || x.has(y)`, nil},
		{"not literal", `duration(x) > duration(a + "b") && timestamp(0) < now && s.matches(p)`, nil},
		{"several", `[duration("x"), timestamp("y")]`, []string{`a.cel:1:11: "x"` + duration, `a.cel:1:27: "y"` + moment}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, problems := eval.Parse("a.cel", []byte(c.text))
			require.Empty(t, problems)
			var got []string
			for _, p := range eval.CheckExpression(f.Root()) {
				got = append(got, p.Error())
			}
			assert.Equal(t, c.want, got)
		})
	}
	assert.Empty(t, eval.CheckExpression(eval.Node{}))
}
