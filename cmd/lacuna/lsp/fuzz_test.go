package lsp

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/eval"
)

// Whatever the text, and wherever the place in it, every question gets an answer, and places go there and back.
func FuzzAnswers(f *testing.F) {
	paths, err := filepath.Glob("../../../policies/*.cel")
	require.NoError(f, err)
	for _, p := range paths {
		text, err := os.ReadFile(p)
		require.NoError(f, err)
		f.Add(string(text), uint16(len(text)/2), "x")
	}
	f.Add("Policy{forbid: {\"a\": turn.", uint16(25), "😀")
	f.Add("x.exists(s, s.)\r\r\n\u2028", uint16(14), "\"")
	f.Add("Policy{vars: {\"a\": vars.a}, forbid: {\"b\": vars.a.}}", uint16(49), "")
	f.Add("Claims{on: ", uint16(11), "")
	lang := newLanguage()
	f.Fuzz(func(t *testing.T, src string, where uint16, typed string) {
		if len(src) > 1<<14 {
			return
		}
		text := newPolicyText(src)
		offset := int(where) % (len(text.runes) + 1)
		for _, at := range []int{0, offset, len(text.runes)} {
			p := text.position(at)
			if back := text.offset(p); back != at {
				assert.Equal(t, '\n', text.runes[at], "only between a carriage return and a line feed there is no place")
			}
			text.offset(position{p.Line, p.Character + 100000})
		}
		typedIn := newPolicyText(text.change(text.span(offset, offset), typed))
		for _, x := range []*index{newIndex(nil), newIndex(parsed(src))} {
			v := &view{scope: scopeAt(typedIn, offset), lang: lang, index: x}
			v.complete(offset, true)
			v.hover()
			v.define()
			defineInTest(typedIn, offset, x)
			for name := range x.facts {
				x.span(x.facts[name])
			}
			for _, file := range x.files {
				symbols(textOf(file), file)
			}
		}
		formatted("a.cel", typedIn)
		set := newSet("")
		found, _ := set.look(map[string]string{"a.cel": typedIn.String()})
		for _, list := range found {
			fixes("a", typedIn, diagnostics(typedIn, list))
		}
		testFaults("a_test.yaml", src)
	})
}

func parsed(src string) map[string]*eval.File {
	file, _ := eval.Parse("a.cel", []byte(src))
	if file == nil {
		return nil
	}
	return map[string]*eval.File{"a.cel": file}
}
