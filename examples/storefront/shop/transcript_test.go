package shop

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestWrap(t *testing.T) {
	assert.Equal(t, []string{""}, wrap("", 10))
	assert.Equal(t, []string{"short"}, wrap("short", 10))
	assert.Equal(t, []string{"at a", "space"}, wrap("at a space", 8))
	assert.Equal(t, []string{`{"a":1,`, `"b":2}`}, wrap(`{"a":1,"b":2}`, 9))
	assert.Equal(t, []string{"nowhereto", "cut"}, wrap("nowheretocut", 9))
	assert.Equal(t, []string{"€€€€", "€"}, wrap("€€€€€", 4))
}

func TestNormal(t *testing.T) {
	assert.Equal(t, `127.0.0.1:port {"incident":"…"}`, normal(`127.0.0.1:41233 {"incident":"i-7f2"}`))
	assert.Equal(t, `"as_of":"2026-03-02T13:08:00Z"`, normal(`"as_of":"2026-03-02T13:08:01Z"`))
}

func TestTook(t *testing.T) {
	assert.Equal(t, "at once", (&side{TookMS: 420, Speedup: 15}).took(true))
	assert.Equal(t, "after 5 s", (&side{TookMS: 5920}).took(true))
	assert.Equal(t, "after 90 s (played in 6 s)", (&side{TookMS: 6012, Speedup: 15}).took(true))
	assert.Equal(t, "after 90 s", (&side{TookMS: 6012, Speedup: 15}).took(false))
}

func TestDiffer(t *testing.T) {
	assert.NoError(t, differ("f", "a\nb\n", "a\nb\n"))
	assert.EqualError(t, differ("f", "a\nb\n", "a\nc\n"), "the transcript differs from f:2\n  want \"b\"\n  got  \"c\"")
	assert.Error(t, differ("f", "a\n", "a\nmore\n"))
}

func TestPick(t *testing.T) {
	all, err := pick("")
	assert.NoError(t, err)
	assert.Len(t, all, len(scenes()))
	one, err := pick("checkout")
	assert.NoError(t, err)
	assert.Equal(t, "checkout", one[0].name)
	_, err = pick("chekout")
	assert.EqualError(t, err, `no scene "chekout"; there are `+strings.Join(names(), ", "))
}
