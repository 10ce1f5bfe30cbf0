package eval

import (
	"bytes"
	"fmt"
	"unicode"
	"unicode/utf8"
)

// maxNesting is how many brackets may be open at once in a policy file.
const maxNesting = 100

// readText decodes a file's bytes. It returns a File that is not parsed, or what makes the bytes no text.
func readText(name string, src []byte) (*File, []Problem) {
	large := len(src) > MaxFileSize
	if large { // its end would only cost time; the limit may fall inside a rune
		src = src[:MaxFileSize]
		for n := 1; n < utf8.UTFMax && len(src) > 0 && !utf8.Valid(src[len(src)-n:]); n++ {
			if utf8.RuneStart(src[len(src)-n]) {
				src = src[:len(src)-n]
				break
			}
		}
	}
	valid := validPrefix(src)
	f := newFile(name, string(src[:valid]))
	problem := func(offset int32, format string, args ...any) (*File, []Problem) {
		return nil, []Problem{newTree(f).problem(offset, format, args...)}
	}
	switch {
	case bytes.HasPrefix(src, []byte("[CEL]")), bytes.HasPrefix(src, []byte{64, 0, 0, 0}), bytes.HasPrefix(src, []byte{59, 1, 0, 0}):
		return problem(0, "this is a .CEL file of a microarray scanner, not a policy file")
	case bytes.HasPrefix(src, []byte{0xff, 0xfe}), bytes.HasPrefix(src, []byte{0xfe, 0xff}):
		return problem(0, "the file is UTF-16: save it as UTF-8")
	case valid < len(src):
		return problem(f.size, "byte 0x%02X is not UTF-8: save the file as UTF-8 "+
			"(a binary .CEL file of a microarray scanner is not a policy file)", src[valid])
	case large:
		return problem(f.size, "the file is larger than %d KiB: split it into several files", MaxFileSize>>10)
	}
	return f, nil
}

// validPrefix returns how many bytes are UTF-8.
func validPrefix(src []byte) int {
	if utf8.Valid(src) {
		return len(src)
	}
	for n := 0; ; {
		r, size := utf8.DecodeRune(src[n:])
		if r == utf8.RuneError && size <= 1 {
			return n
		}
		n += size
	}
}

// checkText looks for runes that a reader of the file would not see, or would see elsewhere, and for an empty
// file. It reports each kind of rune once, where it stands first.
func (f *tree) checkText() []Problem {
	var problems []Problem
	seen := map[string]bool{}
	at := 0 // the first token that ends beyond the rune
	for i, r := range f.runes {
		if ' ' <= r && r < 0x7f || r == '\n' || r == '\t' {
			continue
		}
		for at < len(f.tokens) && f.tokens[at].to <= int32(i) {
			at++
		}
		plain := at == len(f.tokens) || f.tokens[at].from > int32(i) || !f.prose(at)
		kind := f.invisible(i, r, plain)
		if kind == "" || seen[kind] {
			continue
		}
		seen[kind] = true
		problems = append(problems, f.problem(int32(i), "%s", kind))
	}
	if problems == nil && f.next(-1) < 0 {
		return []Problem{f.problem(0, "%s", f.emptyMessage())}
	}
	return problems
}

func (f *tree) emptyMessage() string {
	if len(f.tokens) > 0 {
		return "the file holds only comments: write Turn{...}, Policy{...}, Claims{...}, Known{...} or a list of them"
	}
	return "the file is empty: write Turn{...}, Policy{...}, Claims{...}, Known{...} or a list of them"
}

// prose reports whether a token holds free text: a comment or a string, closed or not.
func (f *tree) prose(at int) bool {
	t := f.tokens[at]
	return t.kind == tokenComment || t.kind == tokenString || t.kind == tokenBytes || f.unterminated(at) != ""
}

// invisible says what is wrong with a rune that shows nothing, "" if nothing is. Outside strings and comments
// (plain) that is every rune without ink.
func (f *tree) invisible(i int, r rune, plain bool) string {
	const escape = `; in a string, write the escape \u%04X`
	switch {
	case i == 0 && r == 0xfeff:
		return "the file starts with a byte order mark (U+FEFF): save it as UTF-8 without one"
	case r == 0:
		return "a NUL character: is this a text file?"
	case r == '\r':
		if i+1 < len(f.runes) && f.runes[i+1] == '\n' {
			return ""
		}
		return "a carriage return (U+000D) without a line feed: save the file with LF or CRLF line ends"
	case unicode.Is(unicode.Cc, r):
		return fmt.Sprintf("an invisible control character (U+%04X)"+escape, r, r)
	case r == 0x2028 || r == 0x2029:
		return fmt.Sprintf("an invisible line separator (U+%04X)"+escape, r, r)
	case unicode.Is(unicode.Bidi_Control, r):
		return fmt.Sprintf("an invisible character that changes the reading direction (U+%04X)"+escape, r, r)
	case 0xe0000 <= r && r <= 0xe007f:
		return fmt.Sprintf(`an invisible tag character (U+%04X); in a string, write the escape \U%08X`, r, r)
	case plain && (unicode.Is(unicode.Zs, r) || invisibleLetter(r)):
		return fmt.Sprintf("an invisible character (U+%04X) outside a string: replace it by a space or delete it", r)
	}
	return ""
}

// invisibleLetter reports whether a rune takes part in text without ink of its own: joiners, fillers, selectors.
func invisibleLetter(r rune) bool {
	return unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

func isForeignLetter(r rune) bool { return r >= 0x80 && unicode.In(r, unicode.Letter, unicode.Mark) }

// problem makes a Problem at a rune offset.
func (f *tree) problem(offset int32, format string, args ...any) Problem {
	return Problem{Pos: f.pos(offset), Message: fmt.Sprintf(format, args...)}
}
