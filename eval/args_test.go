package eval_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lacuna-go/lacuna/eval"
)

// The short way through arguments comes to what the long one does, and takes nothing that encoding/json refuses.
func TestArgumentsAreReadAlike(t *testing.T) {
	taken := 0
	for _, text := range []string{
		`{}`, ` { } `, `{"a":1}`, `{"b":"x","a":2.50,"c":true,"d":false,"e":null}`, `{"a":-0}`, `{"a":1e3}`, `{"a":1E+3}`, `{"a":12345678901234567890}`,
		`{"a":0.1,"b":[1,"x",null,{"c":"ä"}],"d":{"e":{}}}`, `{"tags":["a","b"]}`, `{"a":[]}`, "{\n\t\"a\" : \"b\" ,\r\n \"c\":[ ]\n}",
		`{"a":1,}`, `{"a":01}`, `{"a":1.}`, `{"a":.5}`, `{"a":+1}`, `{"a":1e}`, `{"a":tru}`, `{"a":nul}`, `{"a":"b}`, `{"a" 1}`, `{"a":1}{`, `{"a":1} x`, `{"a":1,"a":2}`, `{"a":null,"a":2}`,
		`{"a":"\u00e9"}`, `{"a":"é"}`, "{\"a\":\"\x01\"}", "{\"a\":\"\xff\"}", `{"a":--1}`, `{"a":1.5.2}`, `[1]`, `1`, ``, `{`, `{"a":[}`, `{"a":<b>}`, `{"a":"<b>&"}`, `{"a":[1}`, `{"":1}`,
	} {
		short, long, ok := eval.ReadBothWays([]byte(text))
		assert.Equal(t, long, short, text)
		taken += count(ok)
	}
	assert.Greater(t, taken, 10)
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune(`{}[]",:\ab01.-+eEtrufalsnd é`+"\t"))).Draw(t, "text")
		short, long, _ := eval.ReadBothWays([]byte(`{"a":` + text + `}`))
		require.Equal(t, long, short)
	})
}

// TestParseArgsAllocs holds that flat arguments cost few allocations: themselves, their list, and two texts of them.
func TestParseArgsAllocs(t *testing.T) {
	raw := []byte(`{"sku":"JKT-114","qty":2,"gift":true}`)
	_, err := eval.ParseArgs(raw)
	require.NoError(t, err)
	assert.LessOrEqual(t, testing.AllocsPerRun(100, func() { _, _ = eval.ParseArgs(raw) }), 7.0)
}
