package console

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/lacuna-go/lacuna/engine"
)

// reply is a reply that was judged, with its claims marked.
type reply struct {
	At     time.Time
	Record *engine.VerdictRecord
	// Pieces of the text that was judged, in their order; none where it is not in the record.
	Pieces []piece
	// Sent is what went out in its place, "" where that is the text itself.
	Sent   string
	Claims []claim
}

// piece is a stretch of text; with a claim's number, it is one.
type piece struct {
	Text   string
	Number int
	Class  string
}

// claim is a claim with its number in the text.
type claim struct {
	engine.ClaimRecord
	Number int
}

// Class says what the rules think of the claim.
func (c *claim) Class() string {
	switch {
	case len(c.Failed) > 0:
		return "failed"
	case len(c.Shadow) > 0:
		return "shadow"
	case c.Excused != "":
		return "excused"
	case !c.Covered:
		return "uncovered"
	case c.Sourced:
		return "sourced"
	}
	return "uncovered"
}

// Words say the same.
func (c *claim) Words() string {
	switch c.Class() {
	case "failed":
		return "no source that counts"
	case "shadow":
		return "would have been stopped"
	case "excused":
		return "excused"
	case "sourced":
		return "sourced"
	}
	return "no rule asks for its source"
}

// Why names conditions that did not hold, and what failed, in a line.
func (c *claim) Why() string {
	var parts []string
	if c.Reason != "" {
		parts = append(parts, c.Reason)
	}
	for _, id := range c.Unmet {
		_, key, _ := strings.Cut(id, "/")
		parts = append(parts, "not met: "+quoted(key))
	}
	return strings.Join(parts, "; ")
}

// replyOf marks the claims of a reply. Of one that did not go out as it was, the text is only in the inputs.
func replyOf(v *judged) *reply {
	r := &reply{At: v.At, Record: v.Record}
	for i := range v.Record.Claims {
		r.Claims = append(r.Claims, claim{v.Record.Claims[i], i + 1})
	}
	text := v.Record.Text
	switch v.Record.Verdict {
	case engine.Pass.String(), engine.Append.String(), engine.Flagged.String():
	default:
		r.Sent, text = text, ""
		if in := v.Record.Inputs; in != nil && in.Reply != nil {
			text = *in.Reply
			if missing := disclosed(in.Owed, text); missing != "" {
				text = strings.TrimPrefix(text+"\n\n"+missing, "\n\n")
			}
		}
	}
	r.Pieces = mark(text, r.Claims)
	return r
}

// disclosed is what had to be said and was put behind a reply before it was judged.
func disclosed(owed []string, text string) string {
	var missing []string
	for _, s := range owed {
		if !strings.Contains(text, s) {
			missing = append(missing, s)
		}
	}
	return strings.Join(missing, "\n")
}

// mark cuts a text at its claims. A claim that does not stand where it should, as in a text that was cut short, is not marked.
func mark(text string, claims []claim) []piece {
	if text == "" {
		return nil
	}
	var list []piece
	at := 0
	for i := range claims {
		c := &claims[i]
		from, to := c.Span[0], c.Span[1]
		if from < at || to > len(text) || from >= to || !utf8.ValidString(text[from:to]) || text[from:to] != c.Text {
			continue
		}
		if from > at {
			list = append(list, piece{Text: text[at:from]})
		}
		list = append(list, piece{text[from:to], c.Number, c.Class()})
		at = to
	}
	if at < len(text) {
		list = append(list, piece{Text: text[at:]})
	}
	return list
}
