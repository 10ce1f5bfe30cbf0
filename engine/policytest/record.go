package policytest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
)

// record is everything that came of a case, as decoded JSON.
type record struct {
	calls   []map[string]any
	verdict map[string]any
}

// record turns what was played into what is compared.
func (s *Suite) record(p *Played) *record {
	out := &record{}
	for i := range p.Calls {
		out.calls = append(out.calls, s.stable(p.Calls[i].decision()))
	}
	if p.Verdict != nil {
		out.verdict = s.stable(fieldsOf(p.Verdict))
	}
	return out
}

// stable makes positions relative to the directory, so that a record is the same from wherever the suite was loaded.
func (s *Suite) stable(fields map[string]any) map[string]any {
	dir := s.prefix()
	faults, _ := fields["faults"].([]any)
	for _, f := range faults {
		if f, ok := f.(map[string]any); ok {
			at, _ := f["at"].(string)
			f["at"] = strings.TrimPrefix(at, dir)
		}
	}
	return fields
}

// prefix is what positions of the suite begin with.
func (s *Suite) prefix() string {
	dir := filepath.ToSlash(filepath.Clean(s.Dir))
	if dir == "." {
		return ""
	}
	return dir + "/"
}

// compare returns where the record is not what the case wants.
func (r *record) compare(c *Case) []Diff {
	var diffs []Diff
	for i := range c.Calls {
		if w := c.Calls[i].want; w != nil {
			diffs = append(diffs, compare(fmt.Sprintf("calls[%d]", i), w, r.calls[i])...)
		}
	}
	switch {
	case c.want == nil:
	case r.verdict != nil:
		diffs = append(diffs, compare("", c.want, r.verdict)...)
	case len(r.calls) > 0:
		diffs = append(diffs, compare("", c.want, r.calls[len(r.calls)-1])...)
	}
	return diffs
}

// golden is the record as a file holds it: without what every edit of a policy changes.
func (r *record) golden() ([]byte, error) {
	out := map[string]any{}
	strip := func(fields map[string]any) map[string]any {
		kept := map[string]any{}
		for k, v := range fields {
			if k != "digest" && k != "generation" {
				kept[k] = v
			}
		}
		return kept
	}
	var calls []any
	for _, c := range r.calls {
		calls = append(calls, strip(c))
	}
	if calls != nil {
		out["calls"] = calls
	}
	if r.verdict != nil {
		out["verdict"] = strip(r.verdict)
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(out)
	return b.Bytes(), err
}
