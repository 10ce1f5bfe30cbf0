package guard

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxTag bounds how far the scanner looks for the end of a tag, and maxEntity for that of an entity.
const (
	maxTag    = 256
	maxEntity = 10
)

// mark reads an ASCII character that is neither letter, digit nor space; size is its length in the text, where it
// may be a full-width form.
func (s *scanner) mark(r rune, size int) {
	switch r {
	case '*', '`', '~', '_':
		if s.markup(r, size) {
			return
		}
	case '\\':
		if s.pos+1 < len(s.text) && strings.IndexByte("$*_~`\\#-.+!|<>[](){}", s.text[s.pos+1]) >= 0 {
			s.pos++
			return
		}
	case '<':
		if n := s.tag(); n > 0 {
			s.pos += n
			return
		}
	case '&':
		if c, n := entity(s.text[s.pos:]); n > 0 {
			s.decoded(c, n)
			return
		}
	}
	t := token{start: int32(s.pos), end: int32(s.pos + size), sym: r}
	switch r {
	case '$', '%':
		t.kind = tokenSign
		t.hash = hashRune(r)
		t.word = s.lex.find(t.hash)
	case '"':
	default:
		s.punct(r, size)
		return
	}
	s.pos += size
	s.quotation(r)
	s.add(t)
}

// markup skips emphasis and code marks, and notes what they say; it returns false where the mark is a character of
// the text, as in "3 * 20", "~200" and "order_id".
func (s *scanner) markup(r rune, size int) bool {
	n := size
	for s.pos+n < len(s.text) && s.text[s.pos+n] == s.text[s.pos] && size == 1 {
		n++
	}
	before := s.gap > glued
	after := s.pos+n >= len(s.text) || s.text[s.pos+n] <= ' '
	switch {
	case r == '~' && n == 1, r == '*' && before && after:
		return false
	case r == '~':
		s.style ^= styleStruck
	case r == '`':
		s.style ^= styleQuoted
	}
	s.pos += n
	return true
}

// tag returns the length of the tag at pos, or 0, and notes struck text.
func (s *scanner) tag() int {
	rest := s.text[s.pos:]
	if len(rest) < 3 || !(rest[1] == '/' || rest[1] == '!' || 'a' <= rest[1]|0x20 && rest[1]|0x20 <= 'z') {
		return 0
	}
	end := 0
	for end+1 < min(len(rest), maxTag) && rest[1+end] != '<' && rest[1+end] != '>' && rest[1+end] != '\n' {
		end++
	}
	if end+1 >= min(len(rest), maxTag) || rest[1+end] != '>' {
		return 0
	}
	name, closing := strings.CutPrefix(rest[1:1+end], "/")
	if i := strings.IndexAny(name, " /"); i >= 0 {
		name = name[:i]
	}
	switch {
	case name == "s" || name == "del" || name == "strike":
		s.style &^= styleStruck
		if !closing {
			s.style |= styleStruck
		}
	case name == "code" || name == "pre" || name == "blockquote" || name == "q":
		s.style &^= styleQuoted
		if !closing {
			s.style |= styleQuoted
		}
	case name == "br" || name == "p" || name == "li" || name == "tr" || name == "div":
		s.space(broken)
	case name == "td" || name == "th":
		s.space(blank)
	}
	return end + 2
}

// decoded reads the character that an entity of n bytes stands for.
func (s *scanner) decoded(r rune, n int) {
	switch {
	case r == 0xA0 || r == ' ' || r == 0x2009 || r == 0x202F:
		s.pos += n
		s.space(thin)
	case ignorable(r):
		s.pos += n
	case digitValue(r) >= 0:
		d := digitValue(r)
		s.add(token{start: int32(s.pos), end: int32(s.pos + n), kind: tokenDigits, size: 1, num: uint64(d)})
		s.pos += n
	default:
		h := hashRune(r)
		t := token{start: int32(s.pos), end: int32(s.pos + n), sym: r, hash: h, word: s.lex.find(h)}
		if t.word != nil {
			t.kind = tokenSign
		}
		s.pos += n
		s.add(t)
	}
}

// entity returns the character that the entity at the start of text stands for, and its length, or 0 and 0.
func entity(text string) (rune, int) {
	if len(text) > maxEntity {
		text = text[:maxEntity]
	}
	end := strings.IndexByte(text, ';')
	if end < 2 {
		return 0, 0
	}
	name := text[1:end]
	if name[0] == '#' {
		base, digits := 10, name[1:]
		if digits != "" && digits[0]|0x20 == 'x' {
			base, digits = 16, digits[1:]
		}
		n, err := strconv.ParseUint(digits, base, 21)
		if err != nil || n == 0 || !utf8.ValidRune(rune(n)) {
			return 0, 0
		}
		return rune(n), end + 1
	}
	if r := entityNames(name); r != 0 {
		return r, end + 1
	}
	return 0, 0
}

func entityNames(name string) rune {
	switch name {
	case "euro":
		return '€'
	case "pound":
		return '£'
	case "yen":
		return '¥'
	case "cent":
		return '¢'
	case "dollar":
		return '$'
	case "curren":
		return '¤'
	case "percnt":
		return '%'
	case "nbsp":
		return 0xA0
	case "thinsp":
		return 0x2009
	case "shy":
		return 0xAD
	case "zwj":
		return 0x200D
	case "zwnj":
		return 0x200C
	case "ndash":
		return '–'
	case "mdash":
		return '—'
	case "minus":
		return '-'
	case "period":
		return '.'
	case "comma":
		return ','
	case "apos", "rsquo", "lsquo":
		return '\''
	case "quot":
		return '"'
	case "amp":
		return '&'
	case "lt":
		return '<'
	case "gt":
		return '>'
	}
	return 0
}

// quotation follows quotation marks. An inch mark opens none.
func (s *scanner) quotation(r rune) {
	if s.quote != 0 {
		if r == s.quote {
			s.quote = 0
			s.style &^= styleQuoted
		}
		return
	}
	switch r {
	case '"':
		if last := len(s.out) - 1; last >= 0 && s.gap == glued && s.out[last].isDigits() {
			return
		}
		s.quote = '"'
	case '“':
		s.quote = '”'
	case '„':
		s.quote = '“'
	case '«':
		s.quote = '»'
	case '「':
		s.quote = '」'
	default:
		return
	}
	s.quoted = len(s.out)
	s.style |= styleQuoted
}

// unquote ends a quotation at the end of its line; one that was never closed was none.
func (s *scanner) unquote() {
	if s.quote == 0 {
		return
	}
	for i := s.quoted; i < len(s.out); i++ {
		s.out[i].style &^= styleQuoted
	}
	s.quote = 0
	s.style &^= styleQuoted
}
