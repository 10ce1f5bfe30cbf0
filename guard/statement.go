package guard

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Contains reports whether text makes the statement: spacing, case and markup aside, its words and figures stand in
// text in this order with nothing between them, and neither end is the middle of a longer word or figure. The
// statement's closing punctuation may be missing. An empty statement is contained in every text.
//
// It takes time linear in both.
func Contains(text, statement string) bool {
	want := foldStatement(statement)
	return want == "" || len(newFolded(text).find(want)) > 0
}

// folded is a text without spacing, case and markup, with the place of every byte in the original.
type folded struct {
	text   string
	places []int32 // where each byte's character begins in the original
	ends   []int32 // and ends
}

// newFolded folds a text through the same scanner that finds claims.
func newFolded(text string) *folded {
	f := &folded{places: make([]int32, 0, len(text)), ends: make([]int32, 0, len(text))}
	var b strings.Builder
	b.Grow(len(text))
	tokens := scan(text, nil)
	for i := range tokens {
		f.token(&b, text, &tokens[i])
	}
	f.text = b.String()
	return f
}

// token appends what a token reads as.
func (f *folded) token(b *strings.Builder, text string, t *token) {
	put := func(s string, at, end int32) {
		b.WriteString(s)
		for range len(s) {
			f.places, f.ends = append(f.places, at), append(f.ends, end)
		}
	}
	switch t.kind {
	case tokenPunct, tokenSign:
		put(string(t.sym), t.start, t.end)
		return
	default:
	}
	for at := t.start; at < t.end; {
		r, size := utf8.DecodeRuneInString(text[at:])
		switch d := digitValue(r); {
		case d >= 0:
			put(string(rune('0'+d)), at, at+int32(size))
		case unicode.IsLetter(r) || unicode.IsMark(r) && !ignorable(r):
			if l := fold(r); l != 0 {
				put(string(l), at, at+int32(size))
			}
		}
		at += int32(size)
	}
}

// foldStatement folds a statement and drops the punctuation at its end.
func foldStatement(s string) string {
	return strings.TrimRight(newFolded(s).text, ".!?,;:…")
}

// find returns the places of a folded statement in the original text.
func (f *folded) find(want string) []Span {
	var list []Span
	for at := 0; at < len(f.text); {
		i := strings.Index(f.text[at:], want)
		if i < 0 {
			break
		}
		start, end := at+i, at+i+len(want)
		if f.border(start) && f.border(end) {
			list = append(list, Span{f.place(start), f.after(end)})
			at = end
			continue
		}
		at = start + 1
	}
	return list
}

// border reports whether a word or figure of the original begins or ends at pos.
func (f *folded) border(pos int) bool {
	if pos == 0 || pos == len(f.text) {
		return true
	}
	before, _ := utf8.DecodeLastRuneInString(f.text[:pos])
	after, _ := utf8.DecodeRuneInString(f.text[pos:])
	word := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	if !word(before) || !word(after) {
		point := before == '.' || before == ',' || after == '.' || after == ','
		return !point || !f.decimal(pos, before, after)
	}
	return f.places[pos] > f.ends[pos-1]
}

// decimal reports whether the mark beside pos is inside a figure, as in "50.30".
func (f *folded) decimal(pos int, before, after rune) bool {
	switch {
	case (after == '.' || after == ',') && unicode.IsDigit(before) && pos+1 < len(f.text):
		return f.text[pos+1] >= '0' && f.text[pos+1] <= '9' && f.places[pos+1] == f.ends[pos]
	case (before == '.' || before == ',') && unicode.IsDigit(after) && pos >= 2:
		return f.text[pos-2] >= '0' && f.text[pos-2] <= '9' && f.places[pos] == f.ends[pos-1]
	}
	return false
}

func (f *folded) place(pos int) int { return int(f.places[pos]) }

// after returns where the character before pos ends in the original.
func (f *folded) after(pos int) int { return int(f.ends[pos-1]) }
