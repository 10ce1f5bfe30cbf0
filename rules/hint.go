package rules

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"github.com/lacuna-go/lacuna/guard"
)

// maxHints bounds the lines about claims that a model is given.
const maxHints = 5

// Hint says in one line, in fixed words, why the claim does not pass, and which value is nearest: "€219.00 is not in the tool
// results; nearest: 209.00 EUR at pricing/quote price.amount (difference 10.00)". It is "" for a claim that passes. Of a
// tool's answer it shows figures and paths, and no other text.
func (j *Judged) Hint() string {
	if j.Passes() {
		return ""
	}
	return j.why(short(j.Claim.Text), "is not in the tool results")
}

// why says what is wrong with the claim that subject names; unsourced is how to say that no value is its source.
func (j *Judged) why(subject, unsourced string) string {
	c := j.Claim
	switch {
	case j.Sourced:
		return subject + " is not allowed here" + j.notMet()
	case c.Kind == guard.Done:
		return subject + ": no call of this turn did that"
	case j.Reason == guard.TooMany.String():
		return "there are more values than are checked; state fewer"
	case j.Reason == guard.Misattributed.String():
		return subject + " belongs to another field or item" + found(c)
	case j.Reason == guard.CurrencyMismatch.String():
		return subject + " is in another currency" + found(c)
	case j.Reason == guard.WeekdayMismatch.String() && len(c.Readings) > 0:
		return fmt.Sprintf("%s: %s is a %s%s", subject, c.Figure(), c.Readings[0].Day.Weekday(), found(c))
	case j.Reason == guard.ApproxTooFar.String():
		return subject + " is too far from every value in the tool results" + found(c)
	case len(c.Sources) == 0:
		return subject + " " + unsourced + found(c)
	}
	s := c.Sources[0]
	switch j.Reason {
	case earlierTurn:
		return fmt.Sprintf("%s stands only in a result of an earlier turn, at %s", subject, spot(s))
	case stale:
		if s.AsOf.IsZero() {
			return fmt.Sprintf("%s stands only in a copy, at %s%s", subject, spot(s), j.notMet())
		}
		return fmt.Sprintf("%s stands only in a copy as of %s, at %s%s", subject, s.AsOf.UTC().Format(time.RFC3339), spot(s), j.notMet())
	}
	return fmt.Sprintf("%s stands at %s, which is not accepted for it%s", subject, spot(s), j.notMet())
}

// notMet names the first condition that is not met.
func (j *Judged) notMet() string {
	if len(j.Unmet) == 0 {
		return ""
	}
	_, key, _ := strings.Cut(j.Unmet[0].ID, "/")
	return " (not met: " + key + ")"
}

// found names the nearest value, where it stands, and how far off it is.
func found(c *guard.Claim) string {
	if c.Nearest == nil {
		return ""
	}
	d, ok := c.Difference()
	switch {
	case !ok:
		return "; nearest: " + c.Nearest.Figure() + " at " + spot(c.Nearest)
	case d.IsZero():
		return "; " + c.Nearest.Figure() + " stands at " + spot(c.Nearest)
	}
	off := guard.FigureOf(c.Kind, d.Abs(), "")
	if c.Kind == guard.Date {
		off = days(off)
	}
	return "; nearest: " + c.Nearest.Figure() + " at " + spot(c.Nearest) + " (difference " + off + ")"
}

func days(n string) string {
	if n == "1" {
		return "1 day"
	}
	return n + " days"
}

// spot names where a source stands: "pricing/quote price.amount". A path that holds anything but names is left out.
func spot(s *guard.Source) string {
	switch {
	case s.Origin == guard.User:
		return "the customer's own words"
	case s.Origin == guard.Known:
		return "the known statement " + s.Path
	case s.Server == "":
		return "several results"
	case s.Path == "" || len(s.Path) > maxSpot || strings.ContainsFunc(s.Path, notInPath):
		return s.Server + "/" + s.Tool
	}
	return s.Server + "/" + s.Tool + " " + s.Path
}

// maxSpot bounds a path that is shown, in bytes.
const maxSpot = 120

func notInPath(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-.[]", r)
}

// short is a claim's text on one line, cut where it is long.
func short(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	const most = 60
	n := 0
	for i := range text {
		if n++; n > most {
			return text[:i] + "…"
		}
	}
	return text
}

// hints are the lines about the claims that are refused, a flag aside, each once.
func hints(claims []Judged) []string {
	var list []string
	for i := range claims {
		if claims[i].Passes() {
			continue
		}
		if _, flag := claims[i].Failed[0].Otherwise.(Flag); flag {
			continue
		}
		if list = addLine(list, claims[i].Hint()); len(list) == maxHints {
			break
		}
	}
	return list
}

func addLine(list []string, line string) []string {
	for _, l := range list {
		if l == line {
			return list
		}
	}
	return append(list, line)
}

// Told is what the model is told of a Regenerated: the note, and a line for each claim that is refused, five at most.
func (j *Judgement) Told() string {
	if j.Note == "" {
		return ""
	}
	return strings.Join(append([]string{j.Note}, j.Hints...), "\n")
}
