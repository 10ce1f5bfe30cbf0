package engine

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/lacuna-go/lacuna/internal/spelling"
)

// redactable are the inputs that can be left out, whole or in part.
var redactable = []string{
	"args", "facts", "audience", "conversation", "channel", "idempotency_key", "said", "reply", "results", "results.json", "results.text",
	"results.args",
}

// check says what is wrong with the options.
func (o *InputOptions) check() error {
	if o == nil {
		return nil
	}
	for _, path := range o.Redact {
		root, rest, _ := strings.Cut(path, ".")
		if root == "results" && rest != "" {
			part, _, _ := strings.Cut(rest, ".")
			root += "." + part
		}
		switch whole := []string{"audience", "conversation", "channel", "idempotency_key", "said", "reply"}; {
		case !slices.Contains(redactable, root) || slices.Contains(strings.Split(path, "."), ""):
			hint := ""
			if near := spelling.Nearest(root, redactable); near != "" {
				hint = fmt.Sprintf("; did you mean %q?", near)
			}
			return fmt.Errorf("inputs can't be redacted at %q: they are %s%s", path, strings.Join(redactable, ", "), hint)
		case rest != "" && slices.Contains(whole, root):
			return fmt.Errorf("inputs can't be redacted at %q: %s is no map", path, root)
		}
	}
	if o.MaxBytes < 0 {
		return fmt.Errorf("inputs can't be bounded to %d bytes", o.MaxBytes)
	}
	return nil
}

// left reports whether a root or a part of it was left out.
func (in *Inputs) left(root string) bool {
	of := func(path string) bool {
		return path == root || strings.HasPrefix(path, root+".") || strings.HasPrefix(path, root+"[")
	}
	return slices.ContainsFunc(in.Redacted, of) || slices.ContainsFunc(in.Truncated, of)
}

// redact leaves out what is asked for, and notes what there was.
func (in *Inputs) redact(paths []string) {
	for _, path := range paths {
		root, rest, _ := strings.Cut(path, ".")
		switch root {
		case "args":
			in.redactJSON(&in.Args, "args", rest)
			for i := range in.Results {
				in.redactJSON(&in.Results[i].Args, at("results", i)+".args", rest)
			}
		case "facts":
			in.redactFacts(in.Facts, rest)
			in.redactFacts(in.CallFacts, rest)
		case "results":
			in.redactResults(rest)
		case "said":
			in.redacted(len(in.Said) > 0, "said")
			in.Said = nil
		case "reply":
			in.redacted(in.Reply != nil, "reply")
			in.Reply = nil
		default:
			text := in.text(root)
			in.redacted(*text != "", root)
			*text = ""
		}
	}
	in.Redacted = outermost(in.Redacted)
}

// outermost sorts paths, and drops those that are a part of another one.
func outermost(paths []string) []string {
	slices.Sort(paths)
	var kept []string
	for _, p := range paths {
		in := func(whole string) bool {
			rest, ok := strings.CutPrefix(p, whole)
			return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
		}
		if !slices.ContainsFunc(kept, in) {
			kept = append(kept, p)
		}
	}
	return kept
}

// text is the input of a name that is one text.
func (in *Inputs) text(name string) *string {
	switch name {
	case "audience":
		return &in.Audience
	case "conversation":
		return &in.Conversation
	case "channel":
		return &in.Channel
	default:
		return &in.IdempotencyKey
	}
}

func (in *Inputs) redacted(there bool, path string) {
	if there {
		in.Redacted = append(in.Redacted, path)
	}
}

func (in *Inputs) redactFacts(facts map[string]any, name string) {
	for _, key := range slices.Sorted(maps.Keys(facts)) {
		if name == "" || name == "*" || key == name {
			in.redacted(true, "facts."+key)
			delete(facts, key)
		}
	}
}

func (in *Inputs) redactResults(rest string) {
	part, inner, _ := strings.Cut(rest, ".")
	for i := range in.Results {
		r, place := &in.Results[i], at("results", i)
		if part == "" || part == "json" {
			in.redactJSON(&r.JSON, place+".json", inner)
		}
		if part == "" || part == "args" {
			in.redactJSON(&r.Args, place+".args", inner)
		}
		if part == "" || part == "text" {
			in.redacted(r.Text != "", place+".text")
			r.Text = ""
		}
	}
}

func at(list string, i int) string { return list + "[" + strconv.Itoa(i) + "]" }

// redactJSON leaves a part of a JSON value out: "" is the whole. Numbers keep their text.
func (in *Inputs) redactJSON(value *json.RawMessage, place, path string) {
	if *value == nil {
		return
	}
	if path == "" {
		in.redacted(true, place)
		*value = nil
		return
	}
	dec := json.NewDecoder(bytes.NewReader(*value))
	dec.UseNumber()
	var v any
	if dec.Decode(&v) != nil {
		return // it was valid, as raw says
	}
	before := len(in.Redacted)
	in.remove(v, place, strings.Split(path, "."))
	if len(in.Redacted) == before {
		return // as it was written
	}
	if b, err := json.Marshal(v); err == nil {
		*value = b
	}
}

func (in *Inputs) remove(v any, place string, path []string) {
	switch v := v.(type) {
	case []any:
		for i := range v {
			in.remove(v[i], at(place, i), path)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			switch {
			case path[0] != "*" && key != path[0]:
			case len(path) == 1:
				in.redacted(true, place+"."+key)
				delete(v, key)
			default:
				in.remove(v[key], place+"."+key, path[1:])
			}
		}
	}
}

// maxInputs is the bound of what a record holds of customers' data, where none is given.
const maxInputs = 64 << 10

// part is an input whose size is not bounded by the policies.
type part struct {
	path string
	size int
	drop func()
}

// bound leaves out the largest parts until the others fit.
func (in *Inputs) bound(most int) {
	most = cmp.Or(most, maxInputs)
	parts, total := in.parts(), 0
	for _, p := range parts {
		total += p.size
	}
	slices.SortStableFunc(parts, func(a, b part) int { return cmp.Compare(b.size, a.size) })
	for _, p := range parts {
		if total <= most {
			break
		}
		p.drop()
		total -= p.size
		in.Truncated = append(in.Truncated, p.path)
	}
	in.Truncated = outermost(in.Truncated)
}

func (in *Inputs) parts() []part {
	list := []part{
		{"args", len(in.Args), func() { in.Args = nil }},
		{"said", sizeOf(in.Said), func() { in.Said = nil }},
		{"owed", sizeOf(in.Owed), func() { in.Owed = nil }},
		{"facts", sizeOf(in.Facts) + sizeOf(in.CallFacts), func() { in.Facts, in.CallFacts = nil, nil }},
	}
	if in.Reply != nil {
		list = append(list, part{"reply", len(*in.Reply), func() { in.Reply = nil }})
	}
	for i := range in.Results {
		r := &in.Results[i]
		list = append(list, part{at("results", i), len(r.JSON) + len(r.Text) + len(r.Args), func() { r.JSON, r.Text, r.Args = nil, "", nil }})
	}
	return list
}

func sizeOf(v any) int {
	b, err := json.Marshal(v)
	if err != nil { // plain data
		return 0
	}
	return len(b)
}
