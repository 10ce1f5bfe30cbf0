package guard

import "time"

// Result is what one tool call returned, as evidence.
type Result struct {
	Server, Tool string
	// JSON is the structured result, Text the unstructured one; either may be empty.
	JSON []byte
	Text string
	// Args is the JSON of the call's arguments: a value that equals one of them is echoed.
	Args []byte
	// AsOf is when the values were true at their origin, where the payload does not say; zero if nobody knows.
	AsOf time.Time
	// Cached marks a copy, Earlier a result of an earlier turn.
	Cached, Earlier bool
	Settings        Settings
}

// Settings says how to read a tool's results. The zero Settings reads what is written in them.
//
// A path names a field from the root ("price.amount", "items[*].price"), or is a bare key, which holds at any depth.
type Settings struct {
	// None: nothing of this tool is a source.
	None bool
	// Currency is the ISO 4217 code of amounts whose record names none.
	Currency string
	// MinorUnits lists the paths of amounts in hundredths, or whatever the currency's exponent is.
	MinorUnits []string
	// AsOf is the path of the time at which the values were true.
	AsOf string
	// Entity is the path of the name of what a record describes, as "items[*].sku".
	Entity string
	// Ignore lists the paths of values that are no source.
	Ignore []string
	// Copy: the tool serves copies, so its values count as cached.
	Copy bool
}

// noSettings are those of most tools.
var noSettings Settings

// kept returns a copy that stays, or one that is there and the same.
func (s *Settings) kept(like *Settings) *Settings {
	if s.same(&noSettings) {
		return &noSettings
	}
	if like != nil && s.same(like) {
		return like
	}
	made := *s
	return &made
}

// same reports whether settings are equal, for lists of which one is not a copy of the other.
func (s *Settings) same(o *Settings) bool {
	return s.None == o.None && s.Copy == o.Copy && s.Currency == o.Currency && s.AsOf == o.AsOf && s.Entity == o.Entity &&
		sameList(s.MinorUnits, o.MinorUnits) && sameList(s.Ignore, o.Ignore)
}

func sameList(a, b []string) bool {
	return len(a) == len(b) && (a == nil) == (b == nil) && (len(a) == 0 || &a[0] == &b[0])
}

// pathIs reports whether the path of a field, as "items[0].price", is one that pattern names.
func pathIs(path []byte, key, pattern string) bool {
	if pattern == "" {
		return false
	}
	if pattern == key {
		return true
	}
	i := 0
	for i < len(path) && pattern != "" {
		if pattern[0] == '*' && path[i] >= '0' && path[i] <= '9' {
			for i < len(path) && path[i] >= '0' && path[i] <= '9' {
				i++
			}
			pattern = pattern[1:]
			continue
		}
		if path[i] != pattern[0] {
			return false
		}
		i++
		pattern = pattern[1:]
	}
	return i == len(path) && pattern == ""
}

func anyPath(path []byte, key string, patterns []string) bool {
	for _, p := range patterns {
		if pathIs(path, key, p) {
			return true
		}
	}
	return false
}
