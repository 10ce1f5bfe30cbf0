package spelling_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/internal/spelling"
)

func TestNearest(t *testing.T) {
	fields := []string{"name", "max_age", "require", "disclose", "timeout", "when_unavailable", "when_uncertain", "open_for", "max", "on"}
	for word, want := range map[string]string{
		"maxage":           "max_age",
		"maxAge":           "max_age",
		"MAX-AGE":          "max_age",
		"requires":         "require",
		"reqiure":          "require",
		"discloze":         "disclose",
		"nmae":             "name",
		"nam":              "name",
		"time_out":         "timeout",
		"when_unavailible": "when_unavailable",
		"when_unavail":     "",
		"whenUncertian":    "when_uncertain",
		"mx":               "max",
		"ma":               "max",
		"names":            "name",
		"timeoutes":        "timeout",
		"maxx":             "max",
		"no":               "",
		"ON":               "on",
		"":                 "",
		"_":                "",
		"x":                "",
		"stock":            "",
		"name":             "name",
	} {
		assert.Equal(t, want, spelling.Nearest(word, fields), word)
	}
	assert.Equal(t, "READ", spelling.Nearest("raed", []string{"WRITE", "READ", "IDEMPOTENT"}))
	assert.Equal(t, "preise", spelling.Nearest("Preisé", []string{"preise"}))
	assert.Equal(t, "ab1", spelling.Nearest("ab3", []string{"ab1", "ab2"}), "the first of several")
	assert.Empty(t, spelling.Nearest("a", nil))
}
