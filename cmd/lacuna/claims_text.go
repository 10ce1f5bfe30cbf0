package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/lacuna-go/lacuna/guard"
)

// found writes the claims of a text for people.
type found struct {
	w      io.Writer
	colour bool
}

func (f *found) write(r *guard.Reply) {
	u := underliner{w: f.w, colour: f.colour}
	for i := range r.Claims {
		u.marks = append(u.marks, mark{r.Claims[i].Span, markFound})
	}
	u.write(r.Text)
	records := r.Records()
	if len(records) > 0 {
		_, _ = fmt.Fprintln(f.w)
	}
	for i := range records {
		_, _ = fmt.Fprintln(f.w, claimLine(&records[i]))
	}
	switch {
	case tooMany(r):
		_, _ = fmt.Fprintln(f.w, "note: the text holds more claims than are looked at")
	case r.Foreign():
		_, _ = fmt.Fprintln(f.w, "note: the text is in a language that the finder does not know, so it can hold claims that are not shown")
	case len(records) == 0:
		_, _ = fmt.Fprintln(f.w, "no claims")
	}
}

// claimLine says what a claim states.
func claimLine(c *guard.Record) string {
	parts := []string{claimValue(c)}
	if c.About != "" {
		parts = append(parts, "about "+c.About)
	}
	parts = append(parts, c.Flags...)
	return fmt.Sprintf("%s %q: %s", c.Kind, oneLine(c.Text), strings.Join(parts, ", "))
}

// claimValue writes what a claim can mean.
func claimValue(c *guard.Record) string {
	var s string
	switch {
	case c.Amount != "":
		s = either(append([]string{c.Amount}, c.Other...))
	case c.Start != "" && c.End != c.Start:
		s = either(append([]string{c.Start + " to " + c.End}, c.Other...))
	case c.Start != "":
		s = either(append([]string{c.Start}, c.Other...))
	case c.Min != "" && c.Max != "":
		s = c.Min + " to " + c.Max
	case c.Min != "":
		s = "at least " + c.Min
	case c.Max != "":
		s = "at most " + c.Max
	default:
		return c.Value
	}
	return s + unitOf(c)
}

// unitOf writes what an amount is counted in.
func unitOf(c *guard.Record) string {
	switch {
	case c.Kind == guard.Percent.String():
		return " %"
	case c.Kind == guard.Duration.String():
		return " s"
	case c.Currency != "":
		return " " + c.Currency
	case len(c.Currencies) > 0:
		return " " + either(c.Currencies)
	}
	return ""
}

// maxListed is how many possible meanings are listed.
const maxListed = 6

// either lists what something can mean.
func either(list []string) string {
	switch n := len(list); {
	case n == 1:
		return list[0]
	case n > maxListed:
		return fmt.Sprintf("%s or %d more", strings.Join(list[:maxListed], ", "), n-maxListed)
	default:
		return strings.Join(list[:n-1], ", ") + " or " + list[n-1]
	}
}

// isTerminal reports whether colours are wanted where the output goes.
func isTerminal(w io.Writer) bool {
	f, ok := under(w).(*os.File)
	if !ok || os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
