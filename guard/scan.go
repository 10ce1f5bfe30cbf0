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
	quote  rune  // the closing mark of the open quotation, or 0
	quoted int   // where it was opened
	lex    *lexicon
	out    []token
	letter wordHash // of the last word, if it was read letter by letter
	spelt  int      // the place of that word in out, or -1
}

// scan appends the tokens of text to out, read with the words of all texts.
func scan(text string, out []token) []token {
	return scanAround(text, words(), nil, out)
}

// scanAround is scan without the parts of the text that can be left out. The sentence after such a part begins anew.
func scanAround(text string, lex *lexicon, skips []Span, out []token) []token {
	s := scanner{text: text, lex: lex, out: out, gap: broken, spelt: -1}
	for _, skip := range skips {
		s.until(skip.Start)
		if s.pos == skip.Start && s.quote == 0 {
			s.pos, s.gap = skip.End, broken
		}
	}
	s.until(len(text))
	return s.out
}

// until reads up to end.
func (s *scanner) until(end int) {
	for s.pos < end {
		s.step()
	}
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
		if !plainMarks[c] {
			s.mark(rune(c), 1)
			return
		}
		s.punct(rune(c), 1)
	default:
		r, size := utf8.DecodeRuneInString(s.text[s.pos:])
		s.rune(r, size)
	}
}

// punct appends a mark that is no sign, and opens and closes no quotation.
func (s *scanner) punct(r rune, size int) {
	s.out = append(s.out, token{start: int32(s.pos), end: int32(s.pos + size), sym: r, gap: s.gap, style: s.style})
	s.pos += size
	s.gap = glued
}

// plainMarks are the ASCII marks that stand for themselves wherever they stand.
var plainMarks = [utf8.RuneSelf]bool{
	',': true, '.': true, ';': true, ':': true, '!': true, '?': true, '(': true, ')': true, '[': true, ']': true, '-': true, '/': true, '\'': true,
	'+': true, '=': true, '|': true, '#': true, '@': true,
}

// rune reads a token that begins with a character beyond ASCII.
func (s *scanner) rune(r rune, size int) {
	switch sort := runeSortOf(r); {
	case r == utf8.RuneError: // most often a byte that is no part of a character
		s.sign(r, size)
	case sort == runeLetter:
		s.word()
	case sort == runeSymbol:
		s.sign(r, size)
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

// runeSort tells the most frequent characters beyond ASCII from all others.
type runeSort uint8

const (
	runeOther  runeSort = iota
	runeLetter          // of a script with spaces between words
	runeSymbol          // stands for no ASCII character, and is no digit
)

// runeSorts holds the sorts of the characters up to the scripts without spaces.
var runeSorts = func() (list [0x3000]runeSort) {
	for i := range list {
		switch r := rune(i); {
		case r < utf8.RuneSelf, ignorable(r), wide(r), digitValue(r) >= 0, unicode.IsSpace(r):
		case unicode.IsLetter(r):
			list[i] = runeLetter
		case plain(r) == 0:
			list[i] = runeSymbol
		}
	}
	return list
}()

func runeSortOf(r rune) runeSort {
	if uint32(r) < uint32(len(runeSorts)) {
		return runeSorts[r]
	}
	return runeOther
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
	if last := len(s.out) - 1; last >= 0 {
		switch {
		case t.kind == tokenDigits && s.gap == glued && s.out[last].kind == tokenDigits:
			s.out[last].append(t)
			return
		case t.style&styleWide != 0 && s.gap == blank && s.out[last].styled(styleWide) && !hangul(s.first(t.start)):
			s.gap = glued // Chinese and Japanese part no words by blanks
		}
	}
	t.gap = s.gap
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
	s.sign(r, size)
}

// sign reads a character that stands for no ASCII one.
func (s *scanner) sign(r rune, size int) {
	h := mixBlock(0, load(s.text, s.pos)&(1<<(8*size)-1)) // of the bytes as they stand, as hashRune has it
	if r == utf8.RuneError {
		h = hashError
	}
	t := token{start: int32(s.pos), end: int32(s.pos + size), sym: r, hash: h, word: s.lex.find(h)}
	if t.word != nil {
		t.kind = tokenSign
	}
	s.pos += size
	s.quotation(r)
	s.add(t)
}

var hashError = hashRune(utf8.RuneError)

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
	end := s.pos
	for end < len(s.text) && '0' <= s.text[end] && s.text[end] <= '9' {
		if end-s.pos < 18 {
			t.num = t.num*10 + uint64(s.text[end]-'0')
		}
		end++
	}
	first := rune(0)
	if end > s.pos {
		first, t.size, t.end = '0', uint8(min(end-s.pos, 255)), int32(end)
		if end == len(s.text) || s.text[end] < utf8.RuneSelf {
			s.pos = end
			s.add(t)
			return
		}
	}
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

// first returns the character at pos.
func (s *scanner) first(pos int32) rune {
	r, _ := utf8.DecodeRuneInString(s.text[pos:])
	return r
}
