package guard

import (
	"slices"
	"time"
)

// Reply is a text under examination: the final text to send, or one argument of a write.
type Reply struct {
	// Text is exactly what would be sent.
	Text string
	// Now and Zone resolve relative dates ("tomorrow") and decide what "today" is. A nil Zone is UTC.
	Now  time.Time
	Zone *time.Location
	// Language is a BCP 47 tag such as "en"; "" is unknown.
	Language string
	// Appended is what the engine disclosed, or "": Text says it, at the end where the model did not say it itself.
	Appended string
	// Said is what the customer wrote in this turn.
	Said []string
	// Place is where the text stands: "" for a reply, or the path of a write's argument, as "args.note".
	Place string
	// Claims, in the order of the text.
	Claims []Claim

	lex       *lexicon // the words that it was read with
	skips     []Span   // what was not read, for it can hold no claim
	tokens    []token  // of the rest
	all       []token  // of the whole text, where that was asked for
	sentences []sentence
	facts     []facts // of the tokens of one sentence, while its claims are placed
	readings  []Reading
	tooMany   bool
	match     matcher
	heard     *Reply     // what the customer said, examined
	texts     []*Reply   // of arguments: the texts among them, until they are matched
	streamed  bool       // more text may follow
	quoting   bool       // a quotation is open at its end
	hours     []Claim    // the times of day, while the other claims are matched
	topics    term       // of what the customer said: what the latest message asks the amount of
	cues      cue        // of what the customer said: what the latest message asks about amounts
	rests     bool       // it asks for what is left
	counts    []Decimal  // the numbers in it that may count something
	said      []saidWord // while it is matched: the words of the tokens before saidTo
	saidTo    int
}

// reset empties the reply for another examination.
func (r *Reply) reset() {
	r.Claims = r.Claims[:0]
	r.readings, r.sentences = r.readings[:0], r.sentences[:0]
	r.tooMany = false
}

// claim appends an empty claim.
func (r *Reply) claim() *Claim {
	place := r.Place
	if place == "" {
		place = "reply"
	}
	n := len(r.Claims)
	r.Claims = slices.Grow(r.Claims, 1)[:n+1]
	c := &r.Claims[n]
	*c = Claim{}
	c.Place, c.reply = place, r
	return c
}

// zone is the turn's zone.
func (r *Reply) zone() *time.Location {
	if r.Zone == nil {
		return time.UTC
	}
	return r.Zone
}
