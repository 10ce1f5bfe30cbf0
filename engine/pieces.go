package engine

import (
	"strings"
	"time"
)

// pieces are short texts that are written one after the other and become parts of one string, so that all of them are one allocation.
type pieces struct {
	room  [256]byte
	used  int
	spans [16]span
	n     int
}

// span is where a text stands, and where it belongs.
type span struct {
	to       *string
	from, at int
}

// words writes a text that is made of others.
func (p *pieces) words(to *string, words ...string) {
	size := 0
	for _, w := range words {
		size += len(w)
	}
	if p.n == len(p.spans) || p.used+size > len(p.room) {
		p.share()
	}
	if size > len(p.room) {
		var b strings.Builder
		for _, w := range words {
			b.WriteString(w)
		}
		*to = b.String()
		return
	}
	from := p.used
	for _, w := range words {
		p.used += copy(p.room[p.used:], w)
	}
	p.spans[p.n] = span{to, from, p.used}
	p.n++
}

func (p *pieces) duration(to *string, d time.Duration) { p.words(to, d.String()) }

// positive is duration, but that no duration has no text.
func (p *pieces) positive(to *string, d time.Duration) {
	if d != 0 {
		p.duration(to, d)
	}
}

// share makes the string, and gives each its part.
func (p *pieces) share() {
	all := string(p.room[:p.used])
	for _, s := range p.spans[:p.n] {
		*s.to = all[s.from:s.at]
	}
	p.used, p.n = 0, 0
}
