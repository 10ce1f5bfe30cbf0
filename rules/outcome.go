package rules

import "strings"

// Outcome is what a call came to. The zero Outcome is none yet.
type Outcome uint8

// The outcomes.
const (
	// OK: the tool answered.
	OK Outcome = iota + 1
	// Cached: an entry was served.
	Cached
	// Fallback: another tool answered.
	Fallback
	// Omit: there is no data, and the turn goes on.
	Omit
	// HardFail: there is no data, and the turn ends with a fixed text.
	HardFail
	// Refused: the call was wrong or not allowed; the tool is healthy.
	Refused
	// Uncertain: the request may have been executed although no answer came; the turn ends.
	Uncertain
	// Cancelled: the caller gave up.
	Cancelled
)

var outcomeNames = [...]string{"", "ok", "cached", "fallback", "omit", "hard_fail", "refused", "uncertain", "cancelled"}

// String returns the outcome in lower case, and "" for none.
func (o Outcome) String() string { return outcomeNames[o] }

// Ends reports whether the outcome ends the turn.
func (o Outcome) Ends() bool { return o == HardFail || o == Uncertain }

// Data reports whether the call gave the model data.
func (o Outcome) Data() bool { return o == OK || o == Cached || o == Fallback }

// upper returns an enum member's name as a rule writes it.
func upper(s string) string { return strings.ToUpper(s) }
