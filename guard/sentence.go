package guard

import "time"

// SentenceText returns the sentence that holds the claim, and the claim's own text where the claim belongs to no reply.
func (c *Claim) SentenceText() string {
	c.ask(aheadSentence)
	if c.reply == nil || c.Sentence.Start < 0 || c.Sentence.End > len(c.reply.Text) || c.Sentence.Start >= c.Sentence.End {
		return c.Text
	}
	return c.reply.Text[c.Sentence.Start:c.Sentence.End]
}

// Shows reports whether the claim's own sentence, the next one or an appended disclosure shows the time at, as
// [Reply.Shows] does; a claim of no reply shows nothing.
func (c *Claim) Shows(at time.Time) bool {
	if c.reply == nil {
		return false
	}
	if c.reply.streamed && (at.IsZero() || !c.reply.shownIn(c.reply.Appended, at)) {
		c.ask(aheadNext)
	}
	return c.reply.Shows(c, at)
}
