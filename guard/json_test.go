package guard

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// leavesOf returns the scalars of a document as the walker reads them, each with its path.
func leavesOf(w *walker) []string {
	var list []string
	for i := range w.leaves {
		l := &w.leaves[i]
		list = append(list, fmt.Sprintf("%s=%d:%s", valid(string(w.pathOf(l))), l.kind, valid(w.textOf(l))))
	}
	return list
}

// valid replaces each byte that is no UTF-8, as encoding/json does.
func valid(s string) string { return string([]rune(s)) }

// decodedLeaves returns what encoding/json reads. A key that stands twice counts twice: people and models read both.
func decodedLeaves(dec *json.Decoder, path string) ([]string, error) {
	t, err := dec.Token()
	if err != nil {
		return nil, err
	}
	var list []string
	switch v := t.(type) {
	case json.Delim:
		for n := 0; dec.More(); n++ {
			at := fmt.Sprintf("%s[%d]", path, n)
			if v == '{' {
				name, err := dec.Token()
				if err != nil {
					return nil, err
				}
				at = name.(string)
				if path != "" {
					at = path + "." + at
				}
			}
			inner, err := decodedLeaves(dec, at)
			if err != nil {
				return nil, err
			}
			list = append(list, inner...)
		}
		_, err := dec.Token()
		return list, err
	case string:
		return []string{fmt.Sprintf("%s=%d:%s", path, leafString, v)}, nil
	case json.Number:
		return []string{fmt.Sprintf("%s=%d:%s", path, leafNumber, v)}, nil
	case bool:
		return []string{fmt.Sprintf("%s=%d:%v", path, leafOther, v)}, nil
	}
	return []string{fmt.Sprintf("%s=%d:null", path, leafOther)}, nil
}

// compareJSON fails where the walker and encoding/json read different values.
func compareJSON(t *testing.T, data []byte) {
	t.Helper()
	var w walker
	err := w.walk(string(data))
	if err == errTooMuch {
		return
	}
	require.Equal(t, json.Valid(data), err == nil, "%q", data)
	if err != nil {
		return
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	want, err := decodedLeaves(dec, "")
	require.NoError(t, err)
	require.Equal(t, want, leavesOf(&w), "%q", data)
}

var documents = []string{
	`{}`, `[]`, `""`, `0`, `-0`, `-0.0`, `1E400`, `2.09e2`, `2.09e+2`, `1e-7`, `null`, `true`, ` [ 1 , 2 ] `, `{"a":{"b":[{"c":1}]}}`,
	`{"a":1,"a":2}`, `{"":1}`, `{"a.b":[[],{}]}`, `"\ud83d\ude00"`, `"\ud83d"`, `"\ude00"`, `"\ud83d\u0041"`, `"\ud83d\ud83d\ude00"`, `"\u00e9\n\t\"\\\/"`,
	"\"\xff\xfe\"", "{\"\xc3\":1}", `"\u12"`, `"\x"`, `01`, `1.`, `.5`, `+1`, `1e`, `{"a"}`, `{"a":}`, `[1,]`, `{"a":1,}`, `[1 2]`, `nul`, `nulll`, `"`, `{`,
	"\"a\tb\"", "\"a\x00b\"", `[1]x`, "\ufeff{}", `20231130123456789012`, `"a` + strings.Repeat("x", 30) + `\u0041` + strings.Repeat("y", 30) + `"`, `- 1`, `-`, `{"a":"b"`,
}

func TestWalkerReadsAsEncodingJSON(t *testing.T) {
	for _, d := range documents {
		compareJSON(t, []byte(d))
	}
}

func FuzzWalker(f *testing.F) {
	for _, d := range documents {
		f.Add([]byte(d))
	}
	f.Fuzz(compareJSON)
}

func TestWalkerBounds(t *testing.T) {
	for name, doc := range map[string]string{
		"depth":       strings.Repeat("[", maxDepth+2) + strings.Repeat("]", maxDepth+2),
		"values":      "[" + strings.Repeat("1,", maxLeaves) + "1]",
		"long paths":  `{"` + strings.Repeat("k", 1<<19) + `":[` + strings.Repeat("1,", 2000) + "1]}",
		"bytes":       `"` + strings.Repeat("x", maxJSON) + `"`,
		"long escape": `"` + strings.Repeat(`\u0041`, maxJSON/6) + `"`,
	} {
		var w walker
		err := w.walk(doc)
		if name == "long escape" {
			require.NoError(t, err)
			assert.Len(t, w.textOf(&w.leaves[0]), maxJSON/6)
			continue
		}
		assert.Equal(t, errTooMuch, err, name)
	}
}

// TestWalkerIsUsedAgain reads documents with one walker, as a builder does, and each as if it were the first.
func TestWalkerIsUsedAgain(t *testing.T) {
	var w walker
	for range 2 {
		for _, d := range documents {
			var fresh walker
			want := fresh.walk(d)
			assert.Equal(t, want, w.walk(d))
			if want == nil {
				assert.True(t, slices.Equal(leavesOf(&fresh), leavesOf(&w)), d)
			}
		}
	}
}
