package rules

import (
	"regexp"
	"slices"
)

var (
	identifierForm = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	purposeForm    = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)
)

// reserved are CEL's words, which can't be written after a dot.
var reserved = []string{
	"as", "break", "const", "continue", "else", "false", "for", "function", "if", "import", "in", "let", "loop",
	"namespace", "null", "package", "return", "true", "var", "void", "while",
}

// identifier reports whether a rule can write the name after a dot.
func identifier(s string) bool {
	return identifierForm.MatchString(s) && !slices.Contains(reserved, s)
}
