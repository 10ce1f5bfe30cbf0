package eval_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lacuna-go/lacuna/eval"
)

// spanSamples hold every construct of the language, in layouts that try the ranges.
var spanSamples = []string{
	`a`, `-5`, `- 5`, `--5`, `---5`, `-(5)`, `!a`, `!!a`, `!!!a`, `!(!a)`, `!-5 == a`, `!!-5`, `a - -5`, `a - - -5`, `a--5`,
	`-5.f()`, `-a.b`, `!!a.b.c`, `!!(a.b).c[0]`, `(a)`, `((a))`, `( ( a + b ) ) * c`, `(a + b) * (c - d)`, `a + (b)`,
	`a && b && c && d && e`, `a || (b && c) || !(d)`, `(a ? b : c) ? (d) : e ? f : g`, `a ? b || c : d && e`,
	`.a.b`, `.f(x)`, `a.b.c(d).e`, `a.b(c)(`, `f()`, `f ( x , (y) )`, `f((x))`, `f((x) + (y))`, `a.f(b.g(c.h()))`,
	`a[b]`, `a[(b)]`, `a[b][c].d[e + f]`, `a.?b`, `a.?b.?c.orValue("x")`, `a[?b]`, `a[?"x"].?c`, "a.`b-c`.d", `a.b [ 0 ] . c`,
	`[a, (b), c + d]`, `[?a, b]`, `[]`, `[[a], [[b]]]`, `[1, 2][0]`, `(a)[0]`, `([a])[0].b`,
	`{}`, `{"a": b}`, `{a ? b : c : d, (e): (f), ?g: h}`, `{"a": {"b": [c]}}["a"].b`, `{"x": 1}.x`,
	`P{}`, `P{a: b}`, `a.b.P{c: (d), ?e: f, g: Q{h: [R{}]}}`, `.a.P{}`, `P{a: 1}.a`, "P{`in`: 1}",
	`has(a.b)`, `has((a).b.c)`, `!has(a.b) && has(c.d)`, `a.exists(x, x > 0)`, `(a).all(x, (x))`, `a.b.filter(x, x.y).map(z, z + 1)`,
	`a.map(x, x > 0, x.map(y, y))`, `a.exists_one(x, has(x.y) || x.z.exists(w, w == x))`, `a.?b.optMap(x, x + 1).orValue(0)`,
	`a.optFlatMap(x, x.?y)`, `[1].map(x, [x].map(y, y))[0]`, `math.greatest(a, b + 1)`, `math.least(1, -2) in [1, 2]`,
	`optional.of(a).or(b)`, `a.sortBy(x, -x)`, `a in b`, `a in (b)`, `a in [b] && c in {"d": e}`, `(a in b) == (c)`,
	`'a' + "b" + r"\c" + '''d''' + """e
f""" + r'''g'''`, `b"a" == br"b"`, `1u + 0x1Fu + 1.5e3 + .5 + 1e-9`, `true ? null : false`,
	"a // one\n + // two\n (b // three\n ) // four\n", "// first\nP{ // second\n  a: // third\n    (b), // fourth\n}\n// last",
	"{\n  // why\n  \"k\" // k\n  : // colon\n  (v)\n}", `"ä" + "🙂" == ü("x")`, `a == b ? c : d`, `a < b == c > d`, `a * b + c / d % e - f`,
}

// Each range, parsed by itself, is the expression it belongs to.
func TestSpan(t *testing.T) {
	pieces := 0
	for _, text := range spanSamples {
		pieces += checkSpans(t, text)
	}
	assert.Greater(t, pieces, 350)
}

func checkSpans(t *testing.T, text string) (pieces int) {
	f, problems := eval.Parse("a.cel", []byte(text))
	if problems != nil {
		return 0
	}
	for _, p := range f.Pieces() {
		again, problems := eval.Parse("piece.cel", []byte("("+p.Text+")")) // a line of nothing but --- is refused
		require.Empty(t, problems, "%q of %q", p.Text, text)
		require.Equal(t, p.Tree, again.Tree(), "%q of %q", p.Text, text)
		pieces++
	}
	return pieces
}

// The ranges are also as wide as an author sees them.
func TestSpanText(t *testing.T) {
	for _, c := range []struct {
		text   string
		pieces []string
	}{
		{`(a + b) * c`, []string{`(a + b) * c`, `(a + b)`, `a`, `b`, `c`}},
		{`!!a.b && c`, []string{`!!a.b && c`, `!!a.b`, `a`, `c`}},
		{`f((x), y)`, []string{`f((x), y)`, `(x)`, `y`}},
		{`a.b(c).d[e]`, []string{`a.b(c).d[e]`, `a.b(c).d`, `a.b(c)`, `a`, `c`, `e`}},
		{`a.map(x, x.b)`, []string{`a.map(x, x.b)`, `a`, `x.b`, `x`}},
		{`-5 + - 6`, []string{`-5 + - 6`, `-5`, `- 6`}},
		{`.a.b`, []string{`.a.b`, `.a`}},
		{`(a) ? (b) : (c)`, []string{`(a) ? (b) : (c)`, `(a)`, `(b)`, `(c)`}},
	} {
		f, problems := eval.Parse("a.cel", []byte(c.text))
		require.Empty(t, problems)
		var got []string
		for _, p := range f.Pieces() {
			got = append(got, p.Text)
		}
		assert.Equal(t, c.pieces, got, c.text)
	}
}

func TestNodePositions(t *testing.T) {
	f, problems := eval.Parse("a.cel", []byte("P{\n  größe: 1,\n}"))
	require.NotEmpty(t, problems)
	require.Nil(t, f)
	f, problems = eval.Parse("a.cel", []byte("// ö\r\nx.P{\r\n  one: (a ||\r\n    b), // ü\r\n  `t-o` : \"ä\" + c,\r\n  m: {\"k\": 1, (2) : [3, (4)], a ? b : c : d},\r\n}\r\n"))
	require.Empty(t, problems)
	root := f.Root()
	assert.Equal(t, "a.cel:2:1", root.Pos().String())
	assert.Equal(t, "x.P", root.TypeName())
	fields := root.Fields()
	require.Len(t, fields, 3)
	assert.Equal(t, "a.cel:3:3", fields[0].Pos.String())
	assert.Equal(t, "a.cel:3:8", fields[0].Value.Pos().String())
	assert.Equal(t, "(a ||\r\n    b)", fields[0].Value.Text())
	assert.Equal(t, "t-o", fields[1].Name)
	assert.Equal(t, "a.cel:5:3", fields[1].Pos.String())
	assert.Equal(t, `"ä" + c`, fields[1].Value.Text())
	entries := fields[2].Value.Entries()
	require.Len(t, entries, 3)
	assert.Equal(t, "a.cel:6:7", entries[0].Key.Pos().String())
	assert.Equal(t, "(2)", entries[1].Key.Text())
	assert.Equal(t, "a ? b : c", entries[2].Key.Text())
	assert.Equal(t, "d", entries[2].Value.Text())
	elems := entries[1].Value.Elems()
	assert.Equal(t, []string{"3", "(4)"}, []string{elems[0].Text(), elems[1].Text()})
	assert.Equal(t, "a.cel:6:25", elems[1].Pos().String())
	assert.Equal(t, "  one: (a ||", f.Line(3))
}

// Nothing about a file takes time beyond its size: 20 times the text takes about 20 times as long.
func BenchmarkParse(b *testing.B) {
	for _, policies := range []int{1, 10, 100, 1000} {
		text := policyFile(policies)
		b.Run(fmt.Sprintf("policies=%d", policies), func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				_, problems := eval.Parse("a.cel", text)
				require.Empty(b, problems)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(text))*1024, "ns/KB")
		})
	}
}

func BenchmarkSpans(b *testing.B) {
	for _, policies := range []int{1, 10, 100, 1000} {
		f, problems := eval.Parse("a.cel", policyFile(policies))
		require.Empty(b, problems)
		b.Run(fmt.Sprintf("policies=%d", policies), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				visitNode(f.Root())
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(policies), "ns/policy")
		})
	}
}

// visitNode asks for the place and text of every node, as a loader does.
func visitNode(n eval.Node) {
	n.Pos()
	n.Text()
	for _, f := range n.Fields() {
		visitNode(f.Value)
	}
	for _, e := range n.Elems() {
		visitNode(e)
	}
	for _, e := range n.Entries() {
		visitNode(e.Key)
		visitNode(e.Value)
	}
}

func policyFile(policies int) []byte {
	var b strings.Builder
	b.WriteString("[\n")
	for i := range policies {
		fmt.Fprintf(&b, `  Policy{
    name: "pricing-%d", server: "pricing", tools: ["quote_%d"], // measured: p50 140 ms
    timeout: duration("2500ms"), retry: Retry{max: 1, when: failure.transient},
    store: Store{when: !facts.customer_specific && !has(call.args.customer_id), key: [call.args.sku]},
    forbid: {"rests on a cached price": "pricing" in turn.cached, "not in a chat": turn.purpose == Purpose.CHAT},
    when_unavailable: [
      Cached{
        max_age: duration("15m"),
        require: {
          "filled by the pricing server": entry.server == "pricing",
          "well inside the repricing rate": facts.reprices_every >= duration("24h"),
        },
        disclose: {"en": "Price as of " + entry.as_of.clock() + ".", "de": "Preis von " + entry.as_of.clock() + " Uhr."},
      },
      HardFail{message: {"en": "I can't quote prices right now.", "de": "Ich kann keine Preise nennen."}, handoff: Handoff.HUMAN},
    ],
  },
`, i, i)
	}
	b.WriteString("]\n")
	return []byte(b.String())
}

// The same of expressions that nobody thought of.
func TestSpanGenerated(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := expression(rt, 4)
		f, problems := eval.Parse("a.cel", []byte(text))
		require.Empty(rt, problems, "%q", text)
		for _, p := range f.Pieces() {
			again, problems := eval.Parse("piece.cel", []byte("("+p.Text+")"))
			require.Empty(rt, problems, "%q of %q", p.Text, text)
			require.Equal(rt, p.Tree, again.Tree(), "%q of %q", p.Text, text)
		}
	})
}

// expression draws an expression with blanks and comments in odd places. What binds less tightly than its
// surroundings is put in parentheses, other things now and then.
func expression(t *rapid.T, depth int) string {
	pick := func(of ...string) string { return rapid.SampledFrom(of).Draw(t, "pick") }
	gap := func() string { return pick("", "", " ", "\n", " // c\n", "\t// ( [ {\n") }
	sub := func() string { return expression(t, depth-1) }
	unit := func() string { return "(" + gap() + sub() + gap() + ")" }
	if depth == 0 {
		return pick("a", "b1", ".c", "1", "-2", "0x1F", "1.5", "-.5", "3u", `"s"`, `'''t'''`, `r"\("`, `b"x"`, "true", "null", "[]", "{}", "P{}", ".p.Q{}")
	}
	member := func() string {
		name := pick("a", "b.c", unit(), "[a]", `{"k": 1}`, "f(x)", "P{n: 1}", `"s"`, "x.?y")
		return name + gap()
	}
	switch pick("binary", "logic", "ternary", "sign", "signs", "paren", "select", "call", "method", "index", "list", "map", "struct", "has", "macro", "opt") {
	case "binary":
		return unit() + gap() + pick("+", "-", "*", "/", "%", "<", "<=", "==", "!=", " in ") + gap() + unit()
	case "logic":
		op := pick("&&", "||")
		return unit() + op + gap() + unit() + gap() + op + unit() + op + member()
	case "ternary":
		return unit() + gap() + "?" + unit() + gap() + ":" + gap() + sub()
	case "sign":
		return pick("!", "-") + gap() + member()
	case "signs":
		return pick("a -", "a &&", "", "1 -\n", "[!!!a][0] ==") + pick("!!", "- -", "!!!", "-  -\n-", "! !") + gap() + member()
	case "paren":
		return unit()
	case "select":
		return member() + "." + gap() + pick("x", "in1", "`y-z`") + gap() + ".?w"
	case "call":
		return pick("f", ".g", "h ") + "(" + gap() + sub() + gap() + "," + sub() + ")"
	case "method":
		return member() + "." + gap() + "m" + gap() + "(" + sub() + gap() + ").n()"
	case "index":
		return member() + "[" + pick("", "?") + gap() + sub() + gap() + "]"
	case "list":
		return "[" + pick("", "?") + sub() + gap() + "," + gap() + unit() + pick("", ",") + "]"
	case "map":
		return "{" + pick("", "?") + sub() + gap() + ":" + gap() + sub() + "," + unit() + ":" + unit() + "}"
	case "struct":
		return pick("P", ".p.P", "p . Q ") + "{" + gap() + pick("", "?") + "n" + gap() + ":" + gap() + sub() + ", `m-1`: " + unit() + "}"
	case "has":
		return pick("", "!") + "has" + gap() + "(" + member() + ".x" + gap() + ")"
	case "macro":
		return member() + "." + pick("all", "exists", "filter", "map", "exists_one", "optMap") + "(v," + gap() + sub() + ")" + pick("", ".size()", "[0]")
	}
	return member() + ".?k" + gap() + pick("", "[?0]", ".optFlatMap(v, v.?w)", ".orValue("+sub()+")")
}

// Tokens cover everything but blanks, comments too.
func TestTokens(t *testing.T) {
	f, problems := eval.Parse("a.cel", []byte("P{ // one\r\n  `t-o`: r'\\' + 1.5e3in[-0x1Fu, b\"\"\"\n\"\"\"], // ü\n}"))
	require.Empty(t, problems)
	assert.Equal(t, []string{
		"P", "{", "// one", "`t-o`", ":", `r'\'`, "+", "1.5e3", "in", "[", "-", "0x1Fu", ",", "b\"\"\"\n\"\"\"", "]", ",", "// ü", "}",
	}, f.Tokens())
}
