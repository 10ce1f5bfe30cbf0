package policytest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/guard"
)

// Diff is a field that came out otherwise than wanted.
type Diff struct {
	// Field is its path, as "claims[0].amount"; of a call in calls it begins with "calls[1].".
	Field string `json:"field"`
	// Pos of the want in the file.
	Pos eval.Pos `json:"-"`
	// Want and Got in JSON, words without their quotes.
	Want string `json:"want"`
	Got  string `json:"got"`

	want *value // as written, nil in a golden file
	got  any
}

// compare returns where a record, as decoded JSON, is not what is wanted.
func compare(path string, want *value, got any) []Diff {
	switch want.shape {
	case mapping:
		fields, ok := got.(map[string]any)
		if !ok {
			return []Diff{differs(path, want, got)}
		}
		var diffs []Diff
		for _, e := range want.entries {
			diffs = append(diffs, compare(join(path, e.key), e.value, fields[e.key])...)
		}
		return diffs
	case list:
		return compareList(path, want, got)
	default:
		if equal(want, got) {
			return nil
		}
		return []Diff{differs(path, want, got)}
	}
}

func compareList(path string, want *value, got any) []Diff {
	items, ok := got.([]any)
	if !ok && got == nil {
		items, ok = []any{}, true
	}
	if !ok || len(items) != len(want.items) {
		return []Diff{differs(path, want, got)}
	}
	if isOrderFree(path[strings.LastIndexByte(path, '.')+1:]) {
		if sameSet(want.items, items) {
			return nil
		}
		return []Diff{differs(path, want, got)}
	}
	var diffs []Diff
	for i := range items {
		diffs = append(diffs, compare(fmt.Sprintf("%s[%d]", path, i), want.items[i], items[i])...)
	}
	return diffs
}

// sameSet compares texts without their order.
func sameSet(want []*value, got []any) bool {
	var wants, gots []string
	for i := range want {
		s, ok := got[i].(string)
		if !ok || want[i].shape == list || want[i].shape == mapping {
			return false
		}
		wants, gots = append(wants, want[i].text), append(gots, s)
	}
	slices.Sort(wants)
	slices.Sort(gots)
	return slices.Equal(wants, gots)
}

// equal compares single values: numbers and decimals by their value, durations and times too, anything else by its text.
func equal(want *value, got any) bool {
	switch got := got.(type) {
	case nil:
		return want.shape == null
	case bool:
		return want.shape == boolean && strings.EqualFold(want.text, strconv.FormatBool(got))
	case json.Number:
		return (want.shape == number || want.shape == text) && same(want.text, got.String())
	case string:
		return want.shape != null && same(want.text, got) || want.shape == null && got == ""
	}
	return false
}

func same(want, got string) bool {
	if want == got {
		return true
	}
	a, errA := guard.ParseDecimal(want)
	b, errB := guard.ParseDecimal(got)
	if errA == nil && errB == nil {
		return a.Equal(b)
	}
	c, errA := time.ParseDuration(want)
	d, errB := time.ParseDuration(got)
	if errA == nil && errB == nil {
		return c == d
	}
	e, errA := time.Parse(time.RFC3339Nano, want)
	f, errB := time.Parse(time.RFC3339Nano, got)
	return errA == nil && errB == nil && e.Equal(f)
}

func differs(path string, want *value, got any) Diff {
	d := decoder{}
	return Diff{Field: path, Pos: want.at, Want: words(d.json(want)), Got: words(compact(got)), want: want, got: got}
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

func compact(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil { // it was decoded from JSON
		return nil
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

// words drops the quotes of a text that needs none.
func words(b []byte) string {
	var s string
	if json.Unmarshal(b, &s) == nil && s != "" && s == strings.TrimSpace(s) && !strings.ContainsAny(s, "\n\"") {
		return s
	}
	return string(b)
}
