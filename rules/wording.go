package rules

import (
	"fmt"
	"strings"
	"time"
)

// join lists words: "a, b, c".
func join(words []string) string { return strings.Join(words, ", ") }

// either lists alternatives: "a, b or c".
func either(words []string) string {
	if len(words) < 2 {
		return join(words)
	}
	last := len(words) - 1
	return join(words[:last]) + " or " + words[last]
}

// briefly writes a duration in the largest unit that fits it: "8 s", "10 min", "1.5 h".
func briefly(t time.Duration) string {
	for _, u := range []struct {
		size time.Duration
		name string
	}{{day, "d"}, {time.Hour, "h"}, {time.Minute, "min"}, {time.Second, "s"}, {time.Millisecond, "ms"}} {
		if t >= u.size && t%u.size == 0 {
			return fmt.Sprintf("%d %s", t/u.size, u.name)
		}
	}
	if t == 0 {
		return "0 s"
	}
	return t.String()
}
