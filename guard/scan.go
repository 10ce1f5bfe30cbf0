package guard

import (
	"unicode"
	"unicode/utf8"
)

// scanner cuts a text into tokens. It goes over the text once; what it looks ahead at is bounded.
type scanner struct {
	text   string
	pos    int
	gap    gap
	style  style // of the markup that is open
	fence  bool  // inside a code block
	quote  rune  // the closing mark of the open quotation, or 0
	quoted int   // where it was opened
	lex    *lexicon
	out    []token
}

// scan appends the tokens of text to out.
func scan(text string, out []token) []token {
	s := scanner{text: text, lex: words(), out: out, gap: broken}
	for s.pos < len(text) {
		s.step()
	}
	return s.out
}

// step reads one token, or one piece of noise.
func (s *scanner) step() {
	c := s.text[s.pos]
	switch {
	case 'a' <= c|0x20 && c|0x20 <= 'z':
		s.word()
	case '0' <= c && c <= '9':
		s.digits()
	case c == ' ' || c == '\t' || c == '\r':
		s.pos++
		s.space(blank)
	case c == '\n':
		s.pos++
		if s.gap >= line {
			s.space(broken)
		}
		s.space(line)
		s.unquote()
	case c < utf8.RuneSelf:
		s.mark(rune(c), 1)
	default:
		r, size := utf8.DecodeRuneInString(s.text[s.pos:])
		s.rune(r, size)
	}
}

// rune reads a token that begins with a character beyond ASCII.
func (s *scanner) rune(r rune, size int) {
	switch {
	case ignorable(r):
		s.pos += size
	case r == 0xA0 || r >= 0x2000 && r <= 0x200A || r == 0x202F || r == 0x205F:
		s.pos += size
		s.space(thin)
	case r == 0x3000 || r == 0x1680:
		s.pos += size
		s.space(blank)
	case r == 0x2028 || r == 0x2029 || r == 0x85:
		s.pos += size
		s.space(broken)
	case wide(r) && unicode.IsLetter(r):
		s.wideWord()
	case digitValue(r) >= 0:
		s.digits()
	case unicode.IsLetter(r):
		s.word()
	default:
		s.symbol(r, size)
	}
}

// space widens the gap before the next token.
func (s *scanner) space(g gap) {
	if g == blank && s.gap == blank {
		g = apart
	}
	if g > s.gap {
		s.gap = g
	}
}

// add appends a token and closes the gap. Digits that only noise keeps apart are one run.
func (s *scanner) add(t token) {
	if last := len(s.out) - 1; t.kind == tokenDigits && s.gap == glued && last >= 0 && s.out[last].kind == tokenDigits {
		s.out[last].append(t)
		return
	}
	t.gap = s.gap
	if last := len(s.out) - 1; t.gap == blank && t.styled(styleWide) && last >= 0 && s.out[last].styled(styleWide) && !hangul(s.first(t.start)) {
		t.gap = glued // Chinese and Japanese part no words by blanks
	}
	t.style |= s.style
	s.gap = glued
	s.out = append(s.out, t)
}

// symbol reads a character that is neither letter, digit nor space; it may stand for an ASCII one.
func (s *scanner) symbol(r rune, size int) {
	if ascii := plain(r); ascii != 0 {
		s.mark(ascii, size)
		return
	}
	h := hashRune(hashSeed, r)
	t := token{start: int32(s.pos), end: int32(s.pos + size), sym: r, hash: h, word: s.lex.find(h)}
	if t.word != nil {
		t.kind = tokenSign
	}
	s.pos += size
	s.quotation(r)
	s.add(t)
}

// plain returns the ASCII character that r is another form of, or 0.
func plain(r rune) rune {
	switch {
	case r >= 0xFF01 && r <= 0xFF5E:
		return r - 0xFEE0
	case r == '٫':
		return '.'
	case r == '٬' || r == '،':
		return ','
	case r == '’' || r == '‘' || r == '′' || r == 'ʼ':
		return '\''
	case r == '‐' || r == '‑' || r == '−' || r == '﹣':
		return '-'
	case r == '٪' || r == '﹪':
		return '%'
	case r == '。':
		return '.'
	case r == '﹩':
		return '$'
	}
	return 0
}

// digits reads a run of decimal digits of any script.
func (s *scanner) digits() {
	t := token{start: int32(s.pos), kind: tokenDigits}
	first := rune(0)
	end := s.pos
	for end < len(s.text) {
		r, size := rune(s.text[end]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(s.text[end:])
		}
		d := digitValue(r)
		if d < 0 {
			if n := s.noise(end); n > 0 {
				end += n
				continue
			}
			break
		}
		if zero := r - rune(d); first == 0 {
			first = zero
		} else if zero != first {
			t.style |= styleMixed
		}
		if t.size < 255 {
			t.size++
		}
		if t.size <= 18 {
			t.num = t.num*10 + uint64(d)
		}
		end += size
		t.end = int32(end)
	}
	s.pos = int(t.end)
	s.add(t)
}

// noise returns the length of the invisible or decorative bytes at pos that may stand inside a word or number, or 0.
func (s *scanner) noise(pos int) int {
	if s.text[pos] < utf8.RuneSelf {
		return 0
	}
	r, size := utf8.DecodeRuneInString(s.text[pos:])
	if ignorable(r) || r >= 0x300 && r <= 0x36F {
		return size
	}
	return 0
}

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

// first returns the character at pos.
func (s *scanner) first(pos int32) rune {
	r, _ := utf8.DecodeRuneInString(s.text[pos:])
	return r
}

// empty reports whether an entry only carries the beginning of a phrase.
func (e *entry) empty() bool {
	return e.cues == 0 && e.set == 0 && e.nation == 0 && e.class == classNone && e.month == 0 && e.weekday == 0 && e.unit == 0 && e.ordinal == 0 && e.action == 0 && e.holiday == 0 && e.hundredths == 0 && e.role == 0 && e.about == 0
}
