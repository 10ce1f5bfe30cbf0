package guard

import "time"

// Reply is a text under examination: the final text to send, or one argument of a write.
type Reply struct {
	// Text is exactly what would be sent.
	Text string
	// Now and Zone resolve relative dates ("tomorrow") and decide what "today" is. A nil Zone is UTC.
	Now  time.Time
	Zone *time.Location
	// Language is a BCP 47 tag such as "en"; "" is unknown.
	Language string
	// Appended is the disclosure text that the engine put at the end of Text, or "".
	Appended string
	// Said is what the customer wrote in this turn.
	Said []string
	// Claims, in the order of the text.
	Claims []Claim
}
