package guard

import (
	"math/bits"
	"unicode/utf8"
)

// Most of a reply makes no claim. So the finder first looks over the text for what a claim could begin with, and then
// reads only the sentences that hold such a thing, with at least one whole sentence and marginWords words on either
// side of them, for no rule looks farther. What is left out are whole sentences of plain words.
const (
	marginWords = 12
	minSkip     = 96 // bytes: leaving out less saves nothing
)

// skipper looks for the parts of a text that can be left out.
type skipper struct {
	text  string
	lex   *lexicon
	out   []Span
	pos   int
	from  int // where the part that is being looked at begins, or -1 near what may belong to a claim
	words int // since what may belong to a claim
	ends  int // of sentences, since then

	// The last sentences that certainly began, in a ring, and how many words stood before them.
	begun [8]struct{ at, words int }
}

// skippable appends the parts of text that can be left out to out.
func skippable(text string, lex *lexicon, out []Span) []Span {
	if len(text) < minSkip {
		return out
	}
	s := skipper{text: text, lex: lex, out: out}
	for s.plain(); s.pos < len(text); s.plain() {
		s.hot()
	}
	if s.from >= 0 {
		s.leave(len(text))
	}
	return s.out
}

// charSort says what a byte between words means to the skipper.
type charSort uint8

const (
	charHot   charSort = iota // may belong to a claim, or changes how the text after it is read
	charPart                  // parts words
	charColon                 // parts words where nothing is glued to it
	charEnd                   // may end a sentence
)

var charSorts = [256]charSort{
	' ': charPart, '\n': charPart, ',': charPart, ';': charPart, '(': charPart, ')': charPart, '\'': charPart, '-': charPart,
	':': charColon, '.': charEnd, '!': charEnd, '?': charEnd,
}

// plain goes on to the next thing that may belong to a claim.
func (s *skipper) plain() {
	if !s.eights() {
		s.ones()
	}
}

// ones is plain a word or a mark at a time.
func (s *skipper) ones() {
	for s.pos < len(s.text) {
		if c := s.text[s.pos] | 0x20; 'a' <= c && c <= 'z' {
			h, end := asciiHash(s.text, s.pos)
			if s.lex.openings.may(h) && s.begins(h, end) || end-s.pos >= 6 && s.compound(end) {
				return
			}
			s.pos = end
			s.words++
			continue
		}
		if s.hotMark() {
			return
		}
		s.pos++
	}
}

// eights is plain as long as there are eight bytes to look at, and reports whether it found anything.
func (s *skipper) eights() bool {
	text, lex := s.text, s.lex
	lead := -1 // where the word before begins, if it may begin a claim with the right word after it
	for {
		var passed int
		s.pos, lead, passed = lex.passWords(text, s.pos, lead)
		s.words += passed
		if s.pos+8 > len(text) {
			break
		}
		pos, words := s.pos, s.words
		if c := text[pos] | 0x20; c < 'a' || c > 'z' {
			if s.hotMark() {
				return true
			}
			s.pos = pos + 1
			continue
		}
		h, end := asciiHash(text, pos)
		if lead >= 0 && (lex.followers.may(h) || end < len(text) && text[end] >= utf8.RuneSelf) {
			if s.pos, s.words = lead, words-1; s.beginsHere() {
				return true
			}
			s.pos, s.words = pos, words
		}
		if lead = -1; lex.openings.may(h) && s.begins(h, end) || end-pos >= 6 && s.compound(end) {
			return true
		}
		s.pos = end
		s.words++
	}
	if lead >= 0 {
		s.pos, s.words = lead, s.words-1
	}
	return false
}

// passWords goes on from pos over words of up to seven letters, and the blanks and marks between them that part words, as long as
// none may belong to a claim. It returns where it came to, how many words it passed, and where the last of them begins if that may
// begin a claim with the right word after it, or -1. This is the innermost loop of the finder: it calls nothing, so that all that it
// counts stays in registers, and a word waits for the one before it only until it is known where that ends, which one bit of each
// byte tells.
func (x *lexicon) passWords(text string, pos, before int) (at, lead, words int) {
	lead = before
	for pos+8 <= len(text) {
		eight := load8(text, pos)
		small, others := letters(eight)
		stop := ^(eight | eight>>1) & (0x40 * eachByte) // of the bytes before "@": marks, digits and blanks
		upto := stop ^ (stop - 1)
		if stop == 0 || others&upto != 0 {
			break // a long word, or a byte of another sort
		}
		size := bits.TrailingZeros64(stop) / 8
		if size == 0 {
			if charSorts[byte(eight)] != charPart {
				break
			}
			pos++
			continue
		}
		h := mixBlock(0, small&(upto>>7))
		if lead >= 0 && x.followers.may(h) {
			break
		}
		next := -1
		if x.openings.may(h) {
			if x.sure.may(h) || text[pos+size] != ' ' || pos+size+1 >= len(text) || text[pos+size+1]|0x20 < 'a' || text[pos+size+1]|0x20 > 'z' {
				break
			}
			next = pos
		}
		if size >= 6 && x.numberStart(byte(eight), byte(eight>>8), byte(eight>>16)) {
			break
		}
		lead = next
		words++
		if pos += size; text[pos] == ' ' {
			pos++
		}
	}
	return pos, lead, words
}

// beginsHere is begins for the word at the skipper's place.
func (s *skipper) beginsHere() bool {
	h, end := asciiHash(s.text, s.pos)
	return s.begins(h, end)
}

// hotMark reports whether the mark at the skipper's place may belong to a claim.
func (s *skipper) hotMark() bool {
	switch charSorts[s.text[s.pos]] {
	case charColon:
		return !s.blankAt(s.pos + 1)
	case charEnd:
		return !s.sentenceEnd()
	case charPart:
		return false
	default:
	}
	return true
}

// asciiHash returns the hash of the ASCII letters at pos, and where they end.
func asciiHash(text string, pos int) (uint64, int) {
	h := uint64(0)
	for {
		small, others := letters(load(text, pos))
		n := bits.TrailingZeros64(others) / 8
		if n > 0 {
			h = mixBlock(h, small&(^uint64(0)>>(64-8*n)))
			pos += n
		}
		if n < 8 {
			return h, pos
		}
	}
}

// blankAt reports whether a blank, a line break or nothing stands at pos.
func (s *skipper) blankAt(pos int) bool {
	return pos >= len(s.text) || s.text[pos] == ' ' || s.text[pos] == '\n'
}

// compound reports whether the word up to end may be a number in one word.
func (s *skipper) compound(end int) bool {
	if !s.lex.numberStart(s.text[s.pos], s.text[s.pos+1], s.text[s.pos+2]) {
		return false
	}
	_, ok := s.lex.compoundNumber(s.text[s.pos:end])
	return ok
}

// begins reports whether a claim may begin with the word of hash h that ends at end: never where it needs another word
// after it and that does not follow.
func (s *skipper) begins(h uint64, end int) bool {
	e := s.lex.find(h)
	if e == nil || e.begins == beginsNever {
		return false
	}
	if e.own != beginsNever && e.begins == beginsAny || end >= len(s.text) {
		return true
	}
	switch s.text[end] {
	case ',', ';', '!', '?', ')':
		return false
	case ' ', '\n':
	default:
		return true
	}
	second, next := asciiHash(s.text, end+1)
	if next == end+1 || next < len(s.text) && s.text[next] >= 0x80 {
		return true
	}
	if e.phrase && s.lex.find(hashPhrase(h, second)) != nil {
		return true
	}
	t := token{kind: tokenWord, word: s.lex.find(second)}
	return t.follows()
}

// sentenceEnd notes where a sentence certainly ends; it returns false where the mark may be part of an address or a
// number.
func (s *skipper) sentenceEnd() bool {
	next := s.pos + 1
	if !s.blankAt(next) {
		switch s.text[next] {
		case '.', '!', '?', ')', '\'':
			return true
		}
		return false
	}
	if next+1 >= len(s.text) || s.text[next+1] < 'A' || s.text[next+1] > 'Z' || s.pos == 0 || s.text[s.pos-1]|0x20 < 'a' || s.text[s.pos-1]|0x20 > 'z' {
		return true
	}
	s.begun[s.ends%len(s.begun)].at, s.begun[s.ends%len(s.begun)].words = next+1, s.words
	if s.ends++; s.from < 0 && s.ends >= 2 && s.words >= marginWords {
		s.from = next + 1
	}
	return true
}

// hot passes over what may belong to a claim. The part before it ends a whole sentence earlier.
func (s *skipper) hot() {
	if s.from >= 0 {
		for back := 2; back <= min(s.ends, len(s.begun)); back++ {
			if b := &s.begun[(s.ends-back)%len(s.begun)]; s.words-b.words >= marginWords {
				s.leave(b.at)
				break
			}
		}
	}
	s.from, s.words, s.ends = -1, 0, 0
	for s.pos++; s.pos < len(s.text) && charSorts[s.text[s.pos]] == charHot; { // or a letter
		s.pos++
	}
}

// leave ends the part that is left out.
func (s *skipper) leave(end int) {
	if end-s.from >= minSkip {
		s.out = append(s.out, Span{s.from, end})
	}
}

// numberStart reports whether a number written as one word may begin with those ASCII letters.
func (x *lexicon) numberStart(a, b, c byte) bool {
	i := threeLetters(rune(a), rune(b), rune(c))
	return x.starting[i/64]&(1<<(i%64)) != 0
}

func threeLetters(a, b, c rune) int { return int(a&31)<<10 | int(b&31)<<5 | int(c&31) }

// freezeOpenings fills in what the skipper looks at.
func (x *lexicon) freezeOpenings() {
	for _, h := range x.ascii {
		e := x.words[h]
		if e.begins != beginsNever {
			x.openings.add(h)
		}
		if e.own != beginsNever && e.begins == beginsAny {
			x.sure.add(h)
		}
		if t := (token{kind: tokenWord, word: e}); t.follows() {
			x.followers.add(h)
		}
	}
	for _, h := range x.seconds {
		x.followers.add(h)
	}
	x.ascii, x.seconds = nil, nil
	for s := range x.starts {
		i := threeLetters(s[0], s[1], s[2])
		x.starting[i/64] |= 1 << (i % 64)
	}
}
