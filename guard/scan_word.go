package guard

import (
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

// asciiWord reads a word of ASCII letters; it returns false, and reads nothing, where the word goes on beyond them.
func (s *scanner) asciiWord() bool {
	text, start := s.text, s.pos
	h := hashSeed
	at, upper := start, 0
	for at < len(text) {
		c := text[at]
		l := c | 0x20
		if l < 'a' || l > 'z' {
			if c >= utf8.RuneSelf {
				return false
			}
			break
		}
		upper += int(^c>>5) & 1
		h = (h ^ uint64(l)) * hashPrime
		at++
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
	return true
}

// anyWord reads a word with letters of any alphabet, or goes on with the one before, from which only noise parts it.
func (s *scanner) anyWord() {
	t := token{start: int32(s.pos), kind: tokenWord, hash: hashSeed}
	upper, lower, letters := 0, 0, 0
	if last := len(s.out) - 1; s.gap == glued && last >= 0 && s.out[last].kind == tokenWord && !s.out[last].styled(styleWide) {
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
			t.hash = hashRune(t.hash, rune(c|0x20))
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
			t.hash = hashRune(t.hash, f)
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
	t.word = s.lex.find(t.hash)
	s.pos = int(t.end)
	s.add(t)
}

// wideWord reads the longest known word of a script without spaces, or one character (in Hangul: the rest of the word).
func (s *scanner) wideWord() {
	start, end := s.pos, s.pos
	h, best := hashSeed, 0
	var found *entry
	var foundHash uint64
	for n := 0; n < 8 && end < len(s.text); n++ {
		r, size := utf8.DecodeRuneInString(s.text[end:])
		if n == 0 && !s.lex.first[r] {
			end += size
			break
		}
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
		h = hashRune(h, r)
		end += size
		if e := s.lex.find(h); e != nil && !e.empty() {
			found, foundHash, best = e, h, end
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
	return e.cues == 0 && e.set == 0 && e.nation == 0 && e.class == classNone && e.month == 0 && e.weekday == 0 && e.unit == 0 && e.ordinal == 0 && e.action == 0 && e.holiday == 0 && e.hundredths == 0 && e.role == 0 && e.about == 0 && !e.suffix
}
