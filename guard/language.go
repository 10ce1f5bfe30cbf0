package guard

import "unicode/utf8"

// commonWords are the most frequent words of the languages that the finder knows.
const commonWords = `= the and of to is you that it for with are this have your can not we der die das und ist nicht sie ich mit auf ein
= eine es zu den von für le la les et est vous des une pour dans que pas nous el los las y es que por con una para su se il lo gli e di
= che per non una sono os as o e não uma com que para de het een en van is niet dat op te och är att det som på inte en jag du
= ve bir bu için ile da de mi`

// foreignWords is how many words a text must have before it can be called foreign.
const foreignWords = 6

// Foreign reports, after [Finder.Find], whether the text is written in a language or script that the finder has no
// words for: then the absence of claims says nothing. Known are English, German, French, Spanish, Italian, Dutch,
// Portuguese, Swedish, and in figures and units Chinese, Japanese, Korean, Hindi and Turkish. A text in a language of
// which only amounts and numbers are known (see doc.go) is foreign as well. A text of less than six words is never
// foreign.
func (r *Reply) Foreign() bool {
	words, known := 0, 0
	tokens := r.tokens
	if len(r.skips) > 0 {
		r.all = scanAround(r.Text, r.lexicon(), nil, r.all[:0])
		tokens = r.all
	}
	for i := range tokens {
		t := &tokens[i]
		if t.kind != tokenWord {
			continue
		}
		words++
		if t.word != nil && t.word.tongues == 0 && !r.partly(t) || t.styled(styleWide) || r.devanagari(t) {
			known++
		}
	}
	return words >= foreignWords && (known*4 < words || r.lexicon().tongue != 0)
}

// devanagari reports whether a word is written in the script of Hindi.
func (r *Reply) devanagari(t *token) bool {
	c, _ := utf8.DecodeRuneInString(r.Text[t.start:])
	return c >= 0x900 && c <= 0x97F
}

// partly reports whether a word is written in a script of whose languages only amounts and numbers are known: Greek,
// Cyrillic, Hebrew, Arabic, Georgian.
func (r *Reply) partly(t *token) bool {
	c, _ := utf8.DecodeRuneInString(r.Text[t.start:])
	return c >= 0x370 && c <= 0x77F || c >= 0x10A0 && c <= 0x10FF || c >= 0x1C90 && c <= 0x1CBF
}

// addCommon makes the common words known.
func (x *lexicon) addCommon() {
	each(commonWords, func(_, word string) { x.at(word) })
}
