package rules_test

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/debug"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

func TestFormat(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"a literal on one line stays there", `Policy{name:"a",server :"s"}`, `Policy{name: "a", server: "s"}`},
		{
			"a new line after a bracket makes a line an element",
			"Policy{\nname:\"a\", server:\"s\" }",
			"Policy{\n  name:   \"a\",\n  server: \"s\",\n}",
		},
		{"a comma that nothing needs goes", `Policy{name: "a", tools: ["x",],}`, `Policy{name: "a", tools: ["x"]}`},
		{
			"values below each other begin in one column, up to an empty line or a value of several lines",
			"Policy{\nname: \"a\",\ntimeout: duration(\"2s\"),\nretry: Retry{\nmax: 1},\neffect: Effect.READ,\n\n\nwhen_unavailable: [Omit{}]}",
			"Policy{\n  name:    \"a\",\n  timeout: duration(\"2s\"),\n  retry: Retry{\n    max: 1,\n  },\n  effect: Effect.READ,\n\n  when_unavailable: [Omit{}],\n}",
		},
		{
			"comments stay where they are",
			"// top\n\n\n// second\nPolicy{ // open\n  // before\n  name: \"a\" // behind\n  , // behind the comma\n  tools: [ \"x\", // x\n \"y\"\n // last\n ] // tools\n // closing\n} // end\n// after",
			"// top\n\n// second\nPolicy{  // open\n  // before\n  name: \"a\",  // behind\n  // behind the comma\n  tools: [\n    \"x\",  // x\n    \"y\",\n    // last\n  ],  // tools\n  // closing\n}  // end\n// after",
		},
		{
			"comments inside an expression",
			"{\"a\": // why\n x.y( // call\n 1, 2 // two\n) && // and\n// more\n!z // z\n|| q}",
			"{\n  \"a\":    // why\n    x.y(  // call\n      1,\n      2   // two\n    ) &&  // and\n        // more\n        !z ||  // z\n    q,\n}",
		},
		{
			"a long condition is broken at its operators",
			`Policy{name: "a", forbid: {"k": turn.purpose == Purpose.CHAT && (call.args.one > 1 || call.args.two > 2) && call.args.three.startsWith("a prefix of several words")}}`,
			"Policy{\n  name: \"a\",\n  forbid: {\n    \"k\":\n      turn.purpose == Purpose.CHAT &&\n      (call.args.one > 1 || call.args.two > 2) &&\n      call.args.three.startsWith(\"a prefix of several words\"),\n  },\n}",
		},
		{"a choice stays on its line", "Policy{name: \"a\", timeout: x?y:z}", "Policy{name: \"a\", timeout: x ? y : z}"},
		{"strings, raw strings and numbers as written", `[r"\d", 'it', """a"b""", 0x1F, 1e3, 2u, b"x", -1, - 1, a.?b, {?"k": v}, !! c]`, `[r"\d", 'it', """a"b""", 0x1F, 1e3, 2u, b"x", -1, -1, a.?b, {?"k": v}, !!c]`},
		{"line ends of Windows", "// a\r\nPolicy{\r\n  name: \"a\",\r\n}\r\n", "// a\nPolicy{\n  name: \"a\",\n}"},
		{
			"an only element that ends in a bracket needs no lines of its own",
			"[Omit{disclose: {\n\"en\": \"a\", \"de\": \"b\"}}]",
			"[Omit{disclose: {\n  \"en\": \"a\",\n  \"de\": \"b\",\n}}]",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := rules.Format("p.cel", []byte(c.in))
			require.NoError(t, err)
			assert.Equal(t, c.want+"\n", string(got))
			sameMeaning(t, c.in, string(got))
		})
	}
}

func TestFormatRefuses(t *testing.T) {
	_, err := rules.Format("p.cel", []byte("Policy{\n  name \"a\",\n}"))
	var load *rules.LoadError
	require.ErrorAs(t, err, &load)
	assert.Equal(t, "p.cel:2:8: missing colon after name", strings.SplitN(err.Error(), ";", 2)[0])
	assert.NotEmpty(t, load.Snippet(load.Problems[0]))
}

// Every policy file of the repository is in the canonical layout, but for those that are wrong on purpose.
func TestRepositoryIsFormatted(t *testing.T) {
	seen := 0
	require.NoError(t, filepath.WalkDir("..", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ".cel" || strings.Contains(filepath.ToSlash(name), "/testdata/parse/") {
			return err
		}
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		got, err := rules.Format(name, text)
		require.NoError(t, err)
		assert.Equal(t, string(text), string(got), "%s: run lacuna fmt -w", name)
		sameMeaning(t, string(text), string(got))
		seen++
		return nil
	}))
	assert.Greater(t, seen, 10)
}

// Whatever the layout of a text, formatting it keeps its meaning and its comments, and formatting it again changes nothing.
func TestFormatMangled(t *testing.T) {
	var sources []string
	for _, name := range []string{"testdata/good/full.cel", "../policies/pricing.cel", "../policies/claims.cel", "../policies/arguments.cel"} {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		sources = append(sources, string(text))
	}
	rapid.Check(t, func(t *rapid.T) {
		src := mangle(t, rapid.SampledFrom(sources).Draw(t, "source"))
		checkFormat(t, src)
	})
}

// The same of generated values.
func TestFormatGenerated(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkFormat(t, mangle(t, value4fmt(t, 4)))
	})
}

func FuzzFormat(f *testing.F) {
	for _, seed := range []string{"Policy{name: \"a\"}", "[// a\n1, // b\n]", "{\"a\": --- // c\n b}", "a ? // x\nb : c", "f(x,\n// y\n[1])"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, src string) {
		if file, _ := eval.Parse("p.cel", []byte(src)); file != nil && len(src) < 1<<16 {
			checkFormat(t, src)
		}
	})
}

type tester interface {
	require.TestingT
	Helper()
}

func checkFormat(t tester, src string) {
	t.Helper()
	once, err := rules.Format("p.cel", []byte(src))
	var load *rules.LoadError
	if errors.As(err, &load) {
		t.Errorf("does not parse: %v\n%s", err, src)
		t.FailNow()
	}
	require.NoError(t, err, src)
	twice, err := rules.Format("p.cel", once)
	require.NoError(t, err, src)
	require.Equal(t, string(once), string(twice), src)
	sameMeaning(t, src, string(once))
	require.Equal(t, comments(src), comments(string(once)), src)
}

func comments(src string) []string {
	var list []string
	for _, t := range eval.Tokens(src) {
		if t.Kind == eval.TokenComment {
			list = append(list, strings.TrimRight(t.Text, " \t\f"))
		}
	}
	return list
}

// sameMeaning compares two texts as a stock parser reads them.
func sameMeaning(t tester, a, b string) {
	t.Helper()
	env, err := cel.NewCustomEnv(cel.StdLib(), cel.OptionalTypes(), cel.EnableIdentifierEscapeSyntax())
	require.NoError(t, err)
	tree := func(src string) string {
		parsed, issues := env.Parse(src)
		if issues.Err() != nil {
			return "error"
		}
		return debug.ToDebugString(parsed.NativeRep().Expr())
	}
	require.Equal(t, tree(a), tree(b), a)
}

// mangle writes the tokens of a text with other blanks between them, and comments of its own.
func mangle(t *rapid.T, src string) string {
	var b strings.Builder
	r := rand.New(rand.NewPCG(1, rapid.Uint64().Draw(t, "layout")))
	blanks := []string{"", "", " ", " ", "\n", "\n\n\n", "\t", "\r\n", " // note\n", "\n // line\n", "\n\n// far\n\n"}
	plain := r.IntN(2) == 0
	var before eval.Token
	for i, tok := range eval.Tokens(src) {
		blank := blanks[r.IntN(len(blanks))]
		if plain && strings.Contains(blank, "//") && i%7 != 0 {
			blank = " "
		}
		wordy := func(k eval.Token) bool {
			return k.EndsValue() || k.Kind == eval.TokenOperator || k.Kind == eval.TokenPrefix
		}
		if i > 0 && blank == "" && wordy(before) && wordy(tok) {
			blank = " "
		}
		if before.Kind == eval.TokenComment && !strings.Contains(blank, "\n") {
			blank = "\n"
		}
		b.WriteString(blank + tok.Text)
		before = tok
	}
	return b.String()
}

// value4fmt generates a value of CEL, nested at most so deep.
func value4fmt(t *rapid.T, depth int) string {
	leaf := rapid.SampledFrom([]string{"a", "b.c", "1", "-2.5", `"text"`, `r"\d+"`, "true", "Effect.READ", `"""two
lines"""`, "(x.?y)", "z.`odd name`", "now", `duration("2s")`, `"` + strings.Repeat("long ", 20) + `"`})
	if depth == 0 {
		return leaf.Draw(t, "leaf")
	}
	sub := func() string { return value4fmt(t, depth-1) }
	list := func(each func() string) string {
		var parts []string
		for range rapid.IntRange(0, 4).Draw(t, "elements") {
			parts = append(parts, each())
		}
		comma := ""
		if len(parts) > 0 && rapid.Bool().Draw(t, "comma") {
			comma = ","
		}
		return strings.Join(parts, ",") + comma
	}
	field := func() string {
		return rapid.SampledFrom([]string{"name", "a_long_name_of_a_field", "k"}).Draw(t, "field") + ":" + sub()
	}
	entry := func() string {
		return rapid.SampledFrom([]string{`"key"`, `"a key that is a whole sentence"`, "Failure.TIMEOUT", `?"maybe"`, "a ? b : c"}).Draw(t, "key") + ":" + sub()
	}
	op := rapid.SampledFrom([]string{"&&", "||", "==", "+", "-", " in ", "<", "*"})
	switch rapid.IntRange(0, 9).Draw(t, "form") {
	case 0:
		return leaf.Draw(t, "leaf")
	case 1:
		return "[" + list(sub) + "]"
	case 2:
		return "{" + list(entry) + "}"
	case 3:
		return "Policy{" + list(field) + "}"
	case 4:
		return "(" + sub() + ")" + op.Draw(t, "op") + "(" + sub() + ")"
	case 5:
		return "x" + op.Draw(t, "op") + "y" + op.Draw(t, "op") + "(" + sub() + ")"
	case 6:
		return "(" + sub() + ")?" + "(" + sub() + "):" + "a?(" + sub() + "):c"
	case 7:
		return "xs.exists(e, (" + sub() + "))"
	case 8:
		return "!f(" + strings.TrimSuffix(list(sub), ",") + ")"
	default:
		return "- - (" + sub() + ")[" + sub() + "].g()"
	}
}
