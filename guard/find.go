package guard

// Finder finds claims. The zero Finder is ready to use and safe for concurrent use.
type Finder struct{}

// Find fills r.Claims with the claims of r.Text, in the order of the text, and reuses the capacity of r.Claims and of
// the reply's own buffers: a reply that is used again is examined without allocation. Claims of an earlier Find on
// the same reply must not be read afterwards.
//
// It takes time linear in the text. At most 512 claims are found; where the text holds more, the last one carries the
// reason [TooMany].
func (Finder) Find(r *Reply) { r.examine(false) }

// examine finds the claims of a text; bare also yields plain numbers.
func (r *Reply) examine(bare bool) {
	r.lex = wordsOf(tongueOf(r.Language))
	r.skips = skippable(r.Text, r.lex, r.skips[:0])
	if t := r.read(bare); t != 0 {
		r.lex = wordsOf(t)
		r.skips = skippable(r.Text, r.lex, r.skips[:0])
		r.read(bare)
	}
}

// read finds the claims of a text around the parts that can be left out. It returns the tongue that the words tell and
// that they have not been read with, or 0: then the claims are not complete.
func (r *Reply) read(bare bool) tongue {
	r.reset()
	lex := r.lexicon()
	r.tokens = scanAround(r.Text, lex, r.skips, r.tokens[:0])
	r.hear()
	p := parser{reply: r, tokens: r.tokens, lex: lex, usual: usualIn(r.Language), bare: bare}
	p.run()
	if t := p.spoken(); t != 0 {
		return t
	}
	if len(r.Claims) == 0 {
		return 0
	}
	r.cutSentences()
	if r.tooMany {
		r.Claims[len(r.Claims)-1].Reason = TooMany
	}
	r.placeAll()
	return 0
}

// usualIn returns how "1.234" is usually meant; every language prefers the group.
func usualIn(string) reading { return readGroup }
