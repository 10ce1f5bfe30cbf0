package lint

import (
	"cmp"
	"slices"

	"github.com/lacuna-go/lacuna/eval"
)

// Severity says how much a finding matters. The zero Severity is none.
type Severity uint8

// The severities: a Note may well be meant, a Warning is hardly meant, with an Error the policies do not load.
const (
	Note Severity = iota + 1
	Warning
	Error
)

// String returns the severity in lower case.
func (s Severity) String() string {
	switch s {
	case Note:
		return "note"
	case Warning:
		return "warning"
	case Error:
		return "error"
	default:
		return ""
	}
}

// Finding is one thing that was found, as data. It is immutable.
type Finding struct {
	// ID of its entry in the [Catalogue].
	ID       string
	Severity Severity
	// From is the first rune of what it is about, To the place right behind the last. To is From where the end is not known. Both are the
	// zero Pos for a finding about the set as a whole.
	From, To eval.Pos
	// Message says what was found, on one line.
	Message string
	// Suggestion says what to write instead, and is "" where nobody can say.
	Suggestion string
	// Policy or Claims that it is in, by name; "" if none.
	Policy string

	// also is a second place above which a comment silences the finding: the policy's own, of what is about the whole of it.
	also eval.Pos
}

// sorted orders findings by position, then by id and message, and drops repeated ones.
func sorted(list []Finding) []Finding {
	slices.SortStableFunc(list, func(a, b Finding) int {
		return cmp.Or(a.From.Compare(b.From), cmp.Compare(a.ID, b.ID), cmp.Compare(a.Message, b.Message))
	})
	return slices.Compact(list)
}
