package rules

import (
	"github.com/lacuna-go/lacuna/eval"
)

// Set is everything that one load read: immutable, and safe for concurrent use.
type Set struct {
	Turn Turn
	// Policies, Claims and Known are sorted by name, so that the order of files never shows.
	Policies []*Policy
	Claims   []*Claims
	Known    []*Known
	// Digest is the SHA-256, in hex, over every file's path and bytes.
	Digest string
	// Generation is the number that [WithGeneration] gave, which whoever publishes sets counts up.
	Generation uint64
	// Env compiled the expressions, and evaluates them.
	Env *eval.Env

	files map[string]*eval.File
	index *index
}

// File returns the parsed file of a position, or nil.
func (s *Set) File(name string) *eval.File { return s.files[name] }
