package engine

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/lacuna-go/lacuna/internal/spelling"
)

// kept are the fields that say what a line is about.
var kept = []string{"event", "id", "turn", "digest", "generation", "server", "tool", "outcome", "verdict"}

// logFields lists the names that lines have, besides kept; the names of whole records are among them.
func logFields() []string {
	names := []string{
		"cause", "failed", "fault", "incident", "redacted", "sampled", "would_stop", "from", "to", "reason", "error", "attempts_per_call", "candidate",
		"direction", "changes", "assumed", "result", "purpose", "calls", "tool_time", "budget", "clocks", "count", "disclosed", "unsourced", "operation", "by", "for",
	}
	for _, record := range []any{Record{}, VerdictRecord{}} {
		for f := range fieldsOf(reflect.TypeOf(record)) {
			if !slices.Contains(names, f) {
				names = append(names, f)
			}
		}
	}
	names = slices.DeleteFunc(names, func(n string) bool { return slices.Contains(kept, n) })
	slices.Sort(names)
	return names
}

// fieldsOf yields the names that a struct's fields have as JSON.
func fieldsOf(t reflect.Type) func(func(string) bool) {
	return func(yield func(string) bool) {
		for i := range t.NumField() {
			name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
			if name != "" && !yield(name) {
				return
			}
		}
	}
}

func redactableInLog(path string) error {
	root, _, _ := strings.Cut(path, ".")
	switch names := logFields(); {
	case slices.Contains(kept, root):
		return fmt.Errorf("the log can't be redacted at %q: lines are found by their %s", path, root)
	case !slices.Contains(names, root) || slices.Contains(strings.Split(path, "."), ""):
		hint := ""
		if near := spelling.Nearest(root, names); near != "" {
			hint = fmt.Sprintf("; did you mean %q?", near)
		}
		return fmt.Errorf("the log can't be redacted at %q: no line has it%s", path, hint)
	}
	return nil
}
