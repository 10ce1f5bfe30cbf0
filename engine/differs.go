package engine

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
)

// Differs lists the fields in which two records of a decision are not equal, sorted: none if one is the other's replay under policies
// of the same text. Places in files are left out, for they change with the name of the directory, and so are the generation and the
// inputs.
func (r *Record) Differs(other *Record) []string { return differs(r, other) }

// Differs lists the fields in which two records of a verdict are not equal, as [Record.Differs] does.
func (v *VerdictRecord) Differs(other *VerdictRecord) []string { return differs(v, other) }

func differs(a, b any) []string {
	x, y := comparable(a), comparable(b)
	var list []string
	for _, key := range slices.Sorted(maps.Keys(x)) {
		if !reflect.DeepEqual(x[key], y[key]) {
			list = append(list, key)
		}
		delete(y, key)
	}
	list = append(list, slices.Collect(maps.Keys(y))...)
	slices.Sort(list)
	return list
}

// comparable is a record as decoded JSON, without what says nothing about the decision.
func comparable(record any) map[string]any {
	b, err := json.Marshal(record)
	out := map[string]any{}
	if err != nil || json.Unmarshal(b, &out) != nil { // records are plain data
		return nil
	}
	for _, key := range []string{"generation", "inputs", "unmet_at"} {
		delete(out, key)
	}
	if _, verdict := out["verdict"]; verdict {
		delete(out, "id") // only what was recorded with inputs has one
	}
	faults, _ := out["faults"].([]any)
	for _, f := range faults {
		if f, ok := f.(map[string]any); ok {
			delete(f, "at")
		}
	}
	args, _ := out["arguments"].([]any)
	for _, c := range args {
		if c, ok := c.(map[string]any); ok {
			delete(c, "span") // in a text that is not kept as it was
		}
	}
	return out
}
