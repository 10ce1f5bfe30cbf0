package lint

import (
	"slices"
	"strings"
)

// never reports whether no case can hold, and says why of the first one.
func (s *scope) never(list []conjunction) (why string, never bool) {
	for i, c := range list {
		w, impossible := s.impossible(c)
		if !impossible {
			return "", false
		}
		if i == 0 {
			why = w
		}
	}
	return why, true
}

// impossible reports whether the tests of a conjunction exclude each other, or what is known of the values.
func (s *scope) impossible(c conjunction) (why string, impossible bool) {
	keys, byKey := c.byKey()
	for _, key := range keys {
		tests := byKey[key]
		if clash(tests) {
			return texts(tests), true
		}
		for _, k := range s.known(key, tests[0].vals[0].unit) {
			if clash(slices.Concat(tests, k.tests)) {
				return k.why, true
			}
		}
	}
	return "", false
}

// byKey sorts the tests by what they are about; the keys are in the order of the tests.
func (c conjunction) byKey() (keys []string, tests map[string][]test) {
	tests = map[string][]test{}
	for _, t := range c {
		if _, seen := tests[t.key]; !seen {
			keys = append(keys, t.key)
		}
		tests[t.key] = append(tests[t.key], t)
	}
	return keys, tests
}

// texts quotes the places of tests, with a ! before those that are to fail.
func texts(tests []test) string {
	var list []string
	for _, t := range tests {
		text := strings.Join(strings.Fields(t.node.Text()), " ")
		if t.not && t.node.Op() != "" && !strings.HasPrefix(text, "(") {
			text = "(" + text + ")"
		}
		if t.not {
			text = "!" + text
		}
		if !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return strings.Join(list, " | ")
}

// clash reports whether no value meets all of the tests, which are about one thing.
func clash(tests []test) bool {
	for _, t := range tests {
		if t.rel != isAmong {
			continue
		}
		// One of few values: it is enough to try them.
		return !slices.ContainsFunc(t.vals, func(v value) bool { return meets(v, tests) })
	}
	return emptyRange(tests)
}

func meets(v value, tests []test) bool {
	for _, t := range tests {
		switch t.rel {
		case isAmong:
			if !slices.ContainsFunc(t.vals, v.equal) {
				return false
			}
		case isNotAmong:
			if slices.ContainsFunc(t.vals, v.equal) {
				return false
			}
		default:
			if !compare(v, t.rel, t.vals[0]) {
				return false
			}
		}
	}
	return true
}

// emptyRange reports whether nothing lies between the bounds. Two bounds of different units are left alone: they never meet without an error.
func emptyRange(tests []test) bool {
	var low, high *test
	for i := range tests {
		t := &tests[i]
		switch t.rel {
		case isAbove, isAtLeast:
			if low == nil || compare(t.vals[0], isAbove, low.vals[0]) || t.rel == isAbove && t.vals[0].equal(low.vals[0]) {
				low = t
			}
		case isBelow, isAtMost:
			if high == nil || compare(t.vals[0], isBelow, high.vals[0]) || t.rel == isBelow && t.vals[0].equal(high.vals[0]) {
				high = t
			}
		default:
		}
	}
	if low == nil || high == nil || !low.vals[0].ordered(high.vals[0]) {
		return false
	}
	if compare(low.vals[0], isAbove, high.vals[0]) {
		return true
	}
	if !low.vals[0].equal(high.vals[0]) {
		return false
	}
	point := low.vals[0]
	return low.rel == isAbove || high.rel == isBelow || !meets(point, tests)
}
