package eval_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common"
	"cel.dev/cel-go/ext"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/eval"
)

var updateParse = flag.Bool("update-parse", false, "rewrite testdata/parse/broken.golden")

// Every file below testdata/parse/broken, with exactly what Parse says about it.
func TestParseBroken(t *testing.T) {
	names, err := filepath.Glob("testdata/parse/broken/*.cel")
	require.NoError(t, err)
	require.Greater(t, len(names), 60)
	var got strings.Builder
	for _, name := range names {
		src, err := os.ReadFile(name)
		require.NoError(t, err)
		f, problems := eval.Parse(filepath.Base(name), src)
		assert.Nil(t, f, name)
		require.NotEmpty(t, problems, name)
		for _, p := range problems {
			assert.NotContains(t, p.Message, "\n", name)
			assertInText(t, p.Pos, src)
			got.WriteString(p.Error() + "\n")
		}
	}
	const golden = "testdata/parse/broken.golden"
	if *updateParse {
		require.NoError(t, os.WriteFile(golden, []byte(got.String()), 0o600))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	assert.Equal(t, string(want), got.String())
}

// assertInText checks that a position is a rune of the text, or its end.
func assertInText(t *testing.T, p eval.Pos, src []byte) {
	t.Helper()
	lines := strings.Split(string(src), "\n")
	require.GreaterOrEqual(t, p.Line, 1, p)
	require.LessOrEqual(t, p.Line, len(lines), p)
	require.GreaterOrEqual(t, p.Col, 1, p)
	require.LessOrEqual(t, p.Col, len([]rune(lines[p.Line-1]))+1, p)
}

func TestParse(t *testing.T) {
	for name, text := range map[string]string{
		"one value":         `Policy{name: "a"}`,
		"a list":            "// both\n[Policy{name: \"a\"}, Policy{name: \"b\"},]\n",
		"CRLF":              "Policy{\r\n  name: \"a\", // one\r\n}\r\n",
		"emoji in a string": `"👩‍👩‍👧 ❤️"`, // joined by invisible runes
		"emoji in comments": "// ❤️ and\u00a0a blank\na",
		"escapes":           `"\u202e\U000e0041\x41\101\n\"" + b"\xff\377" + r"\d" + '''\''''`,
		"least integer":     `-9223372036854775808`,
		"deep":              strings.Repeat("[", 100) + strings.Repeat("]", 100),
		"and, long":         "a" + strings.Repeat(" && a", 5000),
		"field names":       "P{for: 1, `in`: 2, and: 3, not: x.`is-it`}",
		"conditional key":   `{a ? "x" : "y": 1}`,
		"minus signs":       "1\n---2",
	} {
		t.Run(name, func(t *testing.T) {
			f, problems := eval.Parse("a.cel", []byte(text))
			require.Empty(t, problems)
			assert.True(t, f.Root().Valid())
		})
	}
}

// What is wrong with bytes that are no text, or text that no editor shows.
func TestParseBytes(t *testing.T) {
	large := "// " + strings.Repeat("x", eval.MaxFileSize) + "\na"
	for _, c := range []struct{ name, text, want string }{
		{"byte order mark", "\ufeffPolicy{}", "a.cel:1:1: the file starts with a byte order mark (U+FEFF): save it as UTF-8 without one"},
		{"UTF-16", "\xff\xfeP\x00", "a.cel:1:1: the file is UTF-16: save it as UTF-8"},
		{"Latin-1", "P{\n  name: \"\u00e4gr\xf6\xdfe\"}", "a.cel:2:13: byte 0xF6 is not UTF-8: save the file as UTF-8 (a binary .CEL file of a microarray scanner is not a policy file)"},
		{"overlong", "a\xc0\xaf", "a.cel:1:2: byte 0xC0 is not UTF-8: save the file as UTF-8 (a binary .CEL file of a microarray scanner is not a policy file)"},
		{"half a rune", "a\xe2\x82", "a.cel:1:2: byte 0xE2 is not UTF-8: save the file as UTF-8 (a binary .CEL file of a microarray scanner is not a policy file)"},
		{"microarray", "@\x00\x00\x00\x04\x00\x00\x00", "a.cel:1:1: this is a .CEL file of a microarray scanner, not a policy file"},
		{"NUL", "P{name: \"a\x00b\"}", "a.cel:1:11: a NUL character: is this a text file?"},
		{"escape sequence", "// \x1b[2J\nP{}", `a.cel:1:4: an invisible control character (U+001B); in a string, write the escape \u001B`},
		{"next line", "// \u0085P{}\nP{}", `a.cel:1:4: an invisible control character (U+0085); in a string, write the escape \u0085`},
		{"carriage return", "// a\rP{}\nP{}", "a.cel:1:5: a carriage return (U+000D) without a line feed: save the file with LF or CRLF line ends"},
		{"form feed", "a\fb", `a.cel:1:2: an invisible control character (U+000C); in a string, write the escape \u000C`},
		{"large", large, "a.cel:1:1048577: the file is larger than 1024 KiB: split it into several files"},
		{"large at half a rune", strings.Repeat("x", eval.MaxFileSize-1) + "€", "a.cel:1:1048576: the file is larger than 1024 KiB: split it into several files"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, problems := eval.Parse("a.cel", []byte(c.text))
			assert.Nil(t, f)
			require.Len(t, problems, 1)
			assert.Equal(t, c.want, problems[0].Error())
			assertInText(t, problems[0].Pos, []byte(c.text))
		})
	}
}

// All kinds at once, each once and in the order of the text.
func TestParseInvisible(t *testing.T) {
	_, problems := eval.Parse("a.cel", []byte("a\u200b\u200b\n\u202e\n\"\u202e\" + \"\\d\""))
	require.Len(t, problems, 2)
	assert.Equal(t, "a.cel:1:2", problems[0].Pos.String())
	assert.Equal(t, "a.cel:2:1", problems[1].Pos.String())
}

// What costs a parser most for its size.
func TestParseHostile(t *testing.T) {
	half := eval.MaxFileSize / 16
	for name, text := range map[string]string{
		"open brackets":   strings.Repeat("[", half),
		"closed brackets": strings.Repeat("]", half),
		"calls":           strings.Repeat("f(", half/2),
		"signs":           strings.Repeat("-", half),
		"negations":       strings.Repeat("!", half) + "a",
		"operators":       strings.Repeat("a+", half/2) + "a",
		"selections":      "a" + strings.Repeat(".a", half/2),
		"ternaries":       strings.Repeat("a?b:", half/4) + "c",
		"conjunctions":    strings.Repeat("a&&", half/3) + "a",
		"strings":         strings.Repeat(`"a"`, half/3),
		"open strings":    strings.Repeat("\"\n", half/2),
		"comments":        strings.Repeat("//\n", half/3) + "a",
		"comments inside": "a+" + strings.Repeat("//\n", half/3) + "a",
		"macros":          "[" + strings.Repeat("a.all(b,c),", half/11) + "]",
		"nested macros":   strings.Repeat("[1].map(x,", 90) + "x" + strings.Repeat(")", 90),
		"apostrophes":     strings.Repeat("'a'b", half/4) + "'",
		"wrong indents":   "{\n" + strings.Repeat("  [\n  ]\n", half/8),
		"far right":       "{" + strings.Repeat(" ", half) + strings.Repeat("[] --- ", half/8),
		"equals signs":    strings.Repeat("{", 90) + strings.Repeat("a=", half/2),
		"escapes":         `"` + strings.Repeat(`\d`, half/2) + `"`,
		"optional chain":  "a" + strings.Repeat(".?a.optMap(x, x)", 60),
		"elements":        "[" + strings.Repeat("1,", half/2) + "]",
		"entries":         "{" + strings.Repeat("1:1,", half/4) + "}",
	} {
		t.Run(name, func(t *testing.T) {
			f, problems := eval.Parse("a.cel", []byte(text))
			if f == nil {
				require.NotEmpty(t, problems)
				assertInText(t, problems[0].Pos, []byte(text))
				return
			}
			visitNode(f.Root())
		})
	}
}

// A file that loads is CEL for every parser: cel-go's generated one, which implements the grammar to the letter, reads
// the same tree from it.
func TestParseLikeGrammar(t *testing.T) {
	for _, text := range spanSamples {
		assertLikeGrammar(t, text)
	}
}

func assertLikeGrammar(t *testing.T, text string) {
	t.Helper()
	f, problems := eval.Parse("a.cel", []byte(text))
	if problems != nil {
		return
	}
	parsed, issues := grammarEnv().Parse(text)
	require.NoError(t, issues.Err(), "%q", text)
	require.Equal(t, eval.DumpAST(parsed.NativeRep().Expr()), f.Tree(), "%q", text)
}

var grammarEnv = sync.OnceValue(func() *cel.Env {
	env, err := cel.NewCustomEnv(
		cel.StdLib(), cel.EnableMacroCallTracking(), cel.EnableIdentifierEscapeSyntax(), cel.OptionalTypes(),
		ext.Strings(), ext.Math(), ext.Lists(), ext.Sets(), cel.ParserExpressionSizeLimit(eval.MaxFileSize),
	)
	if err != nil {
		panic(err)
	}
	return env
})

func FuzzParse(f *testing.F) {
	seedTexts(f)
	f.Fuzz(func(t *testing.T, text string) {
		file, problems := eval.Parse("a.cel", []byte(text))
		if file != nil {
			require.Empty(t, problems)
			if len(text) < 300 {
				assertLikeGrammar(t, text)
			}
			return
		}
		require.NotEmpty(t, problems)
		for _, p := range problems {
			assertInText(t, p.Pos, []byte(text))
			require.NotContains(t, p.Message, "\n")
			require.NotContains(t, p.Message, "Syntax error")
		}
	})
}

func FuzzSpan(f *testing.F) {
	seedTexts(f)
	f.Fuzz(func(t *testing.T, text string) { checkSpans(t, text) })
}

func seedTexts(f *testing.F) {
	for _, text := range spanSamples {
		f.Add(text)
	}
	names, err := filepath.Glob("testdata/parse/broken/*.cel")
	require.NoError(f, err)
	for _, name := range names {
		src, err := os.ReadFile(name)
		require.NoError(f, err)
		f.Add(string(src))
	}
	f.Add(string(policyFile(1)))
}

// cel-go sees the file's text as it would by its own means.
func TestParseSource(t *testing.T) {
	for _, text := range []string{"a", "a\n", "// ü🙂\r\n\r\na +\n b", "\n\na\n\n"} {
		f, problems := eval.Parse("a.cel", []byte(text))
		require.Empty(t, problems)
		got, want := f.Source(), common.NewStringSource(text, "a.cel")
		assert.Equal(t, want.Content(), got.Content())
		assert.Equal(t, want.Description(), got.Description())
		assert.Equal(t, want.LineOffsets(), got.LineOffsets())
		for offset := range int32(len([]rune(text)) + 1) {
			at, ok := want.OffsetLocation(offset)
			gotAt, gotOK := got.OffsetLocation(offset)
			assert.Equal(t, ok, gotOK)
			assert.Equal(t, at, gotAt)
			back, ok := got.LocationOffset(gotAt)
			assert.True(t, ok)
			assert.Equal(t, offset, back)
			line, _ := want.Snippet(at.Line())
			gotLine, _ := got.Snippet(at.Line())
			assert.Equal(t, line, gotLine)
		}
	}
}
