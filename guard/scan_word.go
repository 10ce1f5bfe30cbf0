package guard

import (
	"math/bits"
	"strings"
	"unicode"
	"unicode/utf8"
)

// word reads a run of letters.
func (s *scanner) word() {
	if s.gap != glued || len(s.out) == 0 || s.out[len(s.out)-1].kind != tokenWord {
		if s.asciiWord() {
			return
		}
	}
	s.anyWord()
}

// The bytes of a word are looked at eight at a time.
const (
	eachByte  = 0x0101010101010101
	highs     = 0x80 * eachByte
	smallBits = 0x20 * eachByte // what small letters have and capitals have not
)

// letters returns, for eight bytes, those bytes in small letters and a mark in the highest bit of every byte that is no
// ASCII letter.
func letters(x uint64) (small, others uint64) {
	small = x | smallBits
	low := small &^ highs
	from := low + (0x80-'a')*eachByte
	beyond := low + (0x80-'z'-1)*eachByte
	return small, (^from | beyond | x) & highs
}

// load returns the eight bytes of text at pos, the first of them lowest; beyond the end they are zero.
func load(text string, pos int) uint64 {
	if pos+8 <= len(text) {
		return load8(text, pos)
	}
	x := uint64(0)
	for i := len(text) - 1; i >= pos; i-- {
		x = x<<8 | uint64(text[i])
	}
	return x
}

// load8 is load where the eight bytes are there; it is small enough to be inlined.
func load8(text string, pos int) uint64 {
	t := text[pos : pos+8]
	return uint64(t[0]) | uint64(t[1])<<8 | uint64(t[2])<<16 | uint64(t[3])<<24 |
		uint64(t[4])<<32 | uint64(t[5])<<40 | uint64(t[6])<<48 | uint64(t[7])<<56
}

// asciiWord reads a word of ASCII letters; it returns false, and reads nothing, where the word goes on beyond them.
func (s *scanner) asciiWord() bool {
	text, start := s.text, s.pos
	h, at, upper := uint64(0), start, 0
	for {
		x := load(text, at)
		small, others := letters(x)
		n := bits.TrailingZeros64(others) / 8
		if n > 0 {
			keep := ^uint64(0) >> (64 - 8*n)
			upper += bits.OnesCount64(^x & smallBits & keep)
			h = mixBlock(h, small&keep)
			at += n
		}
		if n < 8 {
			break
		}
	}
	if at < len(text) && text[at] >= utf8.RuneSelf {
		return false
	}
	style := s.style
	if upper > 0 {
		if text[start] < 'a' {
			style |= styleTitle
		}
		if upper == at-start {
			style |= styleUpper
		}
	}
	s.out = append(s.out, token{})
	t := &s.out[len(s.out)-1]
	t.start, t.end, t.kind, t.gap, t.style, t.hash = int32(start), int32(at), tokenWord, s.gap, style, h
	t.word = s.lex.find(h)
	s.pos, s.gap = at, glued
	if h == hashFeira || h == hashFeiras {
		s.joinFeira(h)
	}
	return true
}

var hashFeira, hashFeiras = hashWord("feira"), hashWord("feiras")

// joinFeira makes one word of a Portuguese weekday and its hyphen: "quinta-feira".
func (s *scanner) joinFeira(h uint64) {
	n := len(s.out)
	if n < 3 || s.out[n-1].gap != glued || s.out[n-2].gap != glued || !s.out[n-2].is('-') || s.out[n-3].kind != tokenWord {
		return
	}
	first := s.out[n-3].hash
	if h == hashFeiras {
		first = hashWord(strings.TrimSuffix(foldWordOf(s.text[s.out[n-3].start:s.out[n-3].end]), "s"))
	}
	whole := hashPhrase(first, hashFeira)
	e := s.lex.find(whole)
	if e == nil || e.weekday == 0 {
		return
	}
	t := &s.out[n-3]
	t.end, t.hash, t.word = s.out[n-1].end, whole, e
	s.out = s.out[:n-2]
}

// resume returns the hash of the word before, from which only noise parts the letters that follow.
func (s *scanner) resume(last int) wordHash {
	if s.spelt == last {
		return s.letter
	}
	var h wordHash // a word that was read at once is letters and nothing else
	for _, c := range []byte(s.text[s.out[last].start:s.out[last].end]) {
		h.byte(c | 0x20)
	}
	return h
}

// hashAr is that of "år", a year, and of "är", which is "are".
var hashAr = hashWord("år")

// anyWord reads a word with letters of any alphabet, or goes on with the one before, from which only noise parts it.
func (s *scanner) anyWord() {
	t := token{start: int32(s.pos), kind: tokenWord}
	var h wordHash
	upper, lower, letters := 0, 0, 0
	if last := len(s.out) - 1; s.gap == glued && last >= 0 && s.out[last].kind == tokenWord && !s.out[last].styled(styleWide) {
		h = s.resume(last)
		t = s.out[last]
		s.gap = t.gap
		s.out = s.out[:last]
		letters = 1
	}
	end := s.pos
	for end < len(s.text) {
		c := s.text[end]
		if c < utf8.RuneSelf {
			if l := c | 0x20; l < 'a' || l > 'z' {
				break
			}
			if c < 'a' {
				if letters == 0 {
					t.style |= styleTitle
				}
				upper++
			} else {
				lower++
			}
			letters++
			h.byte(c | 0x20)
			end++
			t.end = int32(end)
			continue
		}
		r, size := utf8.DecodeRuneInString(s.text[end:])
		if wide(r) || !unicode.IsLetter(r) && !unicode.IsMark(r) {
			if ignorable(r) {
				end += size
				continue
			}
			break
		}
		if f := fold(r); f != 0 {
			h.rune(f)
		}
		if unicode.IsUpper(r) {
			if letters == 0 {
				t.style |= styleTitle
			}
			upper++
		} else if unicode.IsLower(r) {
			lower++
		}
		letters++
		end += size
		t.end = int32(end)
	}
	if upper > 0 && lower == 0 && (letters == upper || t.styled(styleUpper)) {
		t.style |= styleUpper
	} else {
		t.style &^= styleUpper
	}
	t.hash = h.value()
	t.word = s.lex.find(t.hash)
	if t.hash == hashAr && s.lex.are != nil && strings.EqualFold(s.text[t.start:t.end], "är") {
		t.word = s.lex.are
	}
	s.pos = int(t.end)
	s.letter, s.spelt = h, len(s.out)
	s.add(t)
}

// wideWord reads the longest known word of a script without spaces, or one character (in Hangul: the rest of the word).
func (s *scanner) wideWord() {
	start, end := s.pos, s.pos
	var h wordHash
	best := 0
	var found *entry
	var foundHash uint64
	longest := int(s.lex.wide[wideSlot(s.first(int32(start)))])
	for n := 0; n < longest && end < len(s.text); n++ {
		r, size := utf8.DecodeRuneInString(s.text[end:])
		if r == ' ' && n > 0 { // "百 分 之"
			for end < len(s.text) && s.text[end] == ' ' && end-best < 64 {
				end++
			}
			r, size = utf8.DecodeRuneInString(s.text[end:])
			if hangul(r) {
				break
			}
		}
		if !wide(r) {
			break
		}
		h.rune(r)
		end += size
		sum := h.value()
		if e := s.lex.find(sum); e != nil && !e.empty() {
			found, foundHash, best = e, sum, end
		}
	}
	t := token{start: int32(start), kind: tokenWord, word: found, hash: foundHash, style: styleWide}
	if found == nil {
		_, size := utf8.DecodeRuneInString(s.text[start:])
		best = start + size
		for best < len(s.text) {
			r, size := utf8.DecodeRuneInString(s.text[best:])
			if !hangul(r) {
				break
			}
			best += size
		}
	}
	t.end = int32(best)
	s.pos = best
	s.add(t)
}

// empty reports whether an entry only carries the beginning of a phrase.
func (e *entry) empty() bool {
	return e.cues == 0 && e.set == 0 && e.nation == 0 && e.class == classNone && e.month == 0 && e.weekday == 0 && e.unit == 0 && e.ordinal == 0 && e.action == 0 && e.holiday == 0 && !e.opens && e.period == 0 && e.decade == 0 && e.hundredths == 0 && e.role == 0 && e.about == 0 && e.tones == 0 && e.terms == 0 && !e.suffix
}
