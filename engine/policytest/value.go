package policytest

import (
	"slices"

	"github.com/lacuna-go/lacuna/eval"
)

// shape is the sort of a YAML value.
type shape uint8

const (
	null shape = iota + 1
	boolean
	number // its text is kept
	text
	list
	mapping
)

var shapeNames = [...]string{"", "null", "true or false", "a number", "a text", "a list", "a map"}

func (s shape) String() string { return shapeNames[s] }

// value is one YAML value with its place. Aliases are resolved; numbers and the order of maps are as written.
type value struct {
	at    eval.Pos
	shape shape
	text  string // of a scalar
	// plain: the text stands without quotes.
	plain   bool
	items   []*value
	entries []entry
}

type entry struct {
	key   string
	at    eval.Pos
	value *value
}

// get returns the value of a key, or nil.
func (v *value) get(key string) *value {
	if v == nil {
		return nil
	}
	for i := range v.entries {
		if v.entries[i].key == key {
			return v.entries[i].value
		}
	}
	return nil
}

// word returns the text of a scalar, "" of anything else and of nil.
func (v *value) word() string {
	if v == nil {
		return ""
	}
	return v.text
}

// without returns the map without some keys.
func (v *value) without(keys ...string) *value {
	if v == nil {
		return nil
	}
	out := *v
	out.entries = nil
	for _, e := range v.entries {
		if !slices.Contains(keys, e.key) {
			out.entries = append(out.entries, e)
		}
	}
	return &out
}

// merge lays a value over another: maps key by key, at every depth; everything else replaces. A null over a key unsets
// it. Neither argument is changed.
func merge(over, base *value) *value {
	switch {
	case over == nil:
		return base
	case base == nil || over.shape != mapping || base.shape != mapping:
		return over
	}
	out := *over
	out.entries = nil
	for _, e := range base.entries {
		mine := over.get(e.key)
		switch {
		case mine == nil:
			out.entries = append(out.entries, e)
		case mine.shape != null:
			out.entries = append(out.entries, entry{e.key, keyPos(over, e.key), merge(mine, e.value)})
		}
	}
	for _, e := range over.entries {
		if base.get(e.key) == nil {
			out.entries = append(out.entries, e)
		}
	}
	return &out
}

func keyPos(v *value, key string) eval.Pos {
	for _, e := range v.entries {
		if e.key == key {
			return e.at
		}
	}
	return v.at
}
