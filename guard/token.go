package guard

// token is one piece of a text with the noise taken out: markup, tags, entities, soft hyphens and other invisible
// characters leave no token, and the spans still count bytes of the original.
type token struct {
	start, end int32
	kind       tokenKind
	gap        gap
	style      style
	size       uint8  // of digits: how many, at most 255
	sym        rune   // of punctuation and signs: the character
	num        uint64 // of digits: the value, if size <= 18
	hash       uint64 // of words: of the folded letters
	word       *entry // what the lexicon knows of a word or sign, or nil
}

// tokenKind is what a token is made of.
type tokenKind uint8

const (
	tokenPunct  tokenKind = iota // a single character
	tokenWord                    // letters of one script
	tokenDigits                  // decimal digits
	tokenSign                    // a currency sign, % and their like
)

// gap is what separates a token from the one before it.
type gap uint8

const (
	glued  gap = iota // nothing
	thin              // a no-break or thin space, as inside a number
	blank             // one ordinary space
	apart             // several
	line              // a line break
	broken            // the end of a paragraph, a list item or a table row
)

// style holds what the markup around a token says.
type style uint8

const (
	styleUpper  style = 1 << iota // capitals only
	styleTitle                    // a capital first
	styleStruck                   // ~~so~~ or <del>so</del>
	styleQuoted                   // in quotation marks or code
	styleMixed                    // digits of more than one script
	styleWide                     // of a script without spaces
)

// Of no token, nothing holds.

func (t *token) is(s rune) bool      { return t != nil && t.kind == tokenPunct && t.sym == s }
func (t *token) has(c cue) bool      { return t != nil && t.word != nil && t.word.cues&c != 0 }
func (t *token) isDigits() bool      { return t != nil && t.kind == tokenDigits }
func (t *token) joined() bool        { return t != nil && t.gap == glued }
func (t *token) near() bool          { return t != nil && t.gap <= apart }
func (t *token) styled(s style) bool { return t != nil && t.style&s != 0 }

// close reports whether at most one line break stands before t.
func (t *token) close() bool { return t != nil && t.gap <= line }

// append joins the digits of next to those of t.
func (t *token) append(next token) {
	t.end = next.end
	t.style |= next.style & styleMixed
	size := int(t.size) + int(next.size)
	if size <= 18 {
		for range next.size {
			t.num *= 10
		}
		t.num += next.num
	}
	t.size = uint8(min(size, 255))
}
