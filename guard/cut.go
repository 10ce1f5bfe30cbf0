package guard

// sentence is a range of tokens.
type sentence struct{ first, next int }

// maxSentence is how many tokens a sentence has at most: the rules go over the sentence of each claim, and nobody writes longer ones.
const maxSentence = 400

// cutSentences divides the tokens into sentences: at the end of a sentence, a list item, a table row, a heading. The
// full stop of an abbreviation, an ordinal or a figure ends none.
func (r *Reply) cutSentences() {
	r.sentences = r.sentences[:0]
	first := 0
	for i := range r.tokens {
		if i+1 < len(r.tokens) && r.tokens[i].kind != tokenPunct && r.tokens[i+1].gap < line && i+1-first < maxSentence {
			continue // most
		}
		if i+1 == len(r.tokens) || i+1-first >= maxSentence || r.ends(i) {
			r.sentences = append(r.sentences, sentence{first, i + 1})
			first = i + 1
		}
	}
}

// ends reports whether a sentence ends after token i, which is not the last.
func (r *Reply) ends(i int) bool {
	t, next := &r.tokens[i], &r.tokens[i+1]
	switch next.gap {
	case broken:
		return true
	case line:
		return !r.wrapped(i)
	default:
	}
	if t.kind != tokenPunct {
		return false
	}
	switch t.sym {
	case '。', '！', '？', '；':
		return true
	case '!', '?', '…':
		return next.gap > glued || next.styled(styleWide)
	case '.':
		return next.gap > glued && !r.abbreviated(i)
	case ')', '"', '”', '»', '\'':
		if i > 0 && next.gap > glued {
			b := &r.tokens[i-1]
			return t.joined() && (b.is('!') || b.is('?') || b.is('.') && !r.abbreviated(i-1))
		}
	}
	return false
}

// wrapped reports whether the line break after token i only wraps a sentence.
func (r *Reply) wrapped(i int) bool {
	t, next := &r.tokens[i], &r.tokens[i+1]
	if t.kind == tokenPunct && t.sym != ',' && t.sym != '-' {
		return false
	}
	lower := next.kind == tokenWord && !next.styled(styleTitle) && !next.styled(styleWide)
	return lower || t.is(',') && next.kind != tokenPunct
}

// abbreviated reports whether the full stop at token i belongs to an abbreviation or an ordinal.
func (r *Reply) abbreviated(i int) bool {
	if i == 0 || !r.tokens[i].joined() {
		return false
	}
	b, next := &r.tokens[i-1], &r.tokens[i+1]
	lower := next.kind == tokenWord && !next.styled(styleTitle)
	switch {
	case b.kind == tokenWord && (b.end-b.start == 1 || b.has(cueAbbr)):
		return next.isDigits() || next.kind == tokenSign || lower || b.end-b.start == 1 && !next.styled(styleTitle) || next.is('-') || next.is('(')
	case b.isDigits() && b.size <= 2 && next.kind == tokenWord:
		return lower || next.word != nil && next.word.month != 0
	}
	return false
}

// sentenceOf returns the place in r.sentences of the sentence that holds token i.
func (r *Reply) sentenceOf(i int) int {
	low, high := 0, len(r.sentences)
	for low < high {
		mid := (low + high) / 2
		if r.sentences[mid].next <= i {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low
}

// span returns the bytes of a sentence.
func (r *Reply) span(s sentence) Span {
	return Span{int(r.tokens[s.first].start), int(r.tokens[s.next-1].end)}
}
