package guard

import (
	"unicode"
	"unicode/utf8"
)

// whole reports whether the scanner's next step is the same whatever text follows.
func (g *Gate) whole() bool {
	s := &g.scan
	rest := s.text[s.pos:]
	switch c := rest[0]; {
	case c == ' ' || c == '\t' || c == '\r' || c == '\n':
		return true
	case c == '*' || c == '`' || c == '~' || c == '_':
		return g.wholeMarks(c)
	case c == '\\':
		return len(rest) > 1
	case c == '<':
		return wholeTag(rest)
	case c == '&':
		return wholeEntity(rest)
	case c < utf8.RuneSelf && !isWord(rune(c)):
		return true
	}
	if !utf8.FullRuneInString(rest) {
		return false
	}
	r, size := utf8.DecodeRuneInString(rest)
	switch {
	case wide(r) && unicode.IsLetter(r):
		return wholeWide(rest)
	case isWord(r):
		return g.wholeWord(size)
	}
	return true
}

// isWord reports whether r is part of a word or number, or invisible in one.
func isWord(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r|0x20 && r|0x20 <= 'z' || '0' <= r && r <= '9'
	}
	return unicode.IsLetter(r) && !wide(r) || unicode.IsMark(r) || digitValue(r) >= 0 || ignorable(r)
}

// wholeWord reports whether the letters and digits at the scanner's place have ended. What was looked over once is not
// looked over again.
func (g *Gate) wholeWord(size int) bool {
	s := &g.scan
	at := max(g.edge, s.pos+size)
	for at < len(s.text) && utf8.FullRuneInString(s.text[at:]) {
		r, n := utf8.DecodeRuneInString(s.text[at:])
		if !isWord(r) {
			g.edge = at
			return true
		}
		at += n
	}
	g.edge = at
	return false
}

// wholeMarks reports whether the marks at the scanner's place have ended, and what follows them is known.
func (g *Gate) wholeMarks(mark byte) bool {
	s := &g.scan
	at := max(g.edge, s.pos+1)
	for at < len(s.text) && s.text[at] == mark {
		at++
	}
	g.edge = at
	return at < len(s.text)
}

// wholeWide reports whether the longest word of a script without spaces that may begin text is there.
func wholeWide(text string) bool {
	for n := 0; n <= maxWide; n++ {
		for len(text) > 0 && text[0] == ' ' {
			text = text[1:]
		}
		if !utf8.FullRuneInString(text) {
			return false
		}
		r, size := utf8.DecodeRuneInString(text)
		if !wide(r) {
			return true
		}
		if !hangul(r) {
			text = text[size:]
			continue
		}
		for hangul(r) {
			if text = text[size:]; !utf8.FullRuneInString(text) {
				return false
			}
			r, size = utf8.DecodeRuneInString(text)
		}
	}
	return true
}

// maxWide is how many characters the longest word of a script without spaces has that the scanner looks for.
const maxWide = 8

// wholeTag reports whether the tag that may begin text has ended, or is none.
func wholeTag(text string) bool {
	switch {
	case len(text) < 2:
		return false
	case !(text[1] == '/' || text[1] == '!' || 'a' <= text[1]|0x20 && text[1]|0x20 <= 'z'):
		return true
	}
	for i := 1; i < min(len(text), maxTag); i++ {
		if text[i] == '<' || text[i] == '>' || text[i] == '\n' {
			return true
		}
	}
	return len(text) >= maxTag
}

// wholeEntity reports whether the entity that may begin text has ended, or is none.
func wholeEntity(text string) bool {
	for i := 1; i < min(len(text), maxEntity); i++ {
		if c := text[i]; !('a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '#') {
			return true
		}
	}
	return len(text) >= maxEntity
}
