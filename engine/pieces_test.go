package engine

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestPieces(t *testing.T) {
	var p pieces
	texts := make([]string, 40)
	for i := range texts {
		if i%2 == 0 {
			p.words(&texts[i], "a", "/", strconv.Itoa(i))
		} else {
			p.positive(&texts[i], time.Duration(i-1))
		}
	}
	var full, over, last string
	long := strings.Repeat("x", len(p.room)-1)
	p.words(&full, "/", long)
	p.words(&over, "//", long)
	p.words(&last, "last")
	p.share()
	assert.Equal(t, "/"+long, full)
	assert.Equal(t, "//"+long, over)
	assert.Equal(t, "last", last)
	assert.Equal(t, []string{"a/0", "", "a/2", "2ns", "a/4"}, texts[:5])
	assert.Equal(t, []string{"a/36", "36ns", "a/38", "38ns"}, texts[36:], "more of them than one string takes")
}

func TestPiecesAreOneAllocation(t *testing.T) {
	texts := new([3]string)
	assert.EqualValues(t, 1, testing.AllocsPerRun(100, func() {
		var p pieces
		p.duration(&texts[0], time.Second)
		p.positive(&texts[1], 0)
		p.words(&texts[2], "pricing", "/", "quote")
		p.share()
	}))
	assert.Equal(t, [3]string{"1s", "", "pricing/quote"}, *texts)
}
