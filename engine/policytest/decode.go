package policytest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/internal/spelling"
)

// decoder reads values strictly and collects what is wrong with them.
type decoder struct {
	problems []eval.Problem
}

func (d *decoder) fail(at eval.Pos, format string, args ...any) {
	d.problems = append(d.problems, eval.Problem{Pos: at, Message: fmt.Sprintf(format, args...)})
}

// field is one field of a map: a row of the schema, and how it is read. A null is read by nobody: the field is unset.
type field[T any] struct {
	name, takes, doc string
	read             func(d *decoder, into *T, v *value)
}

// object reads a map whose fields are known.
func object[T any](d *decoder, what string, fields []field[T], into *T, v *value) {
	if v.shape != mapping {
		d.fail(v.at, "%s takes a map, not %s", what, v.shape)
		return
	}
	for _, e := range v.entries {
		i := slices.IndexFunc(fields, func(f field[T]) bool { return f.name == e.key })
		if i < 0 {
			var names []string
			for _, f := range fields {
				names = append(names, f.name)
			}
			d.unknown(e.at, e.key, what, names)
			continue
		}
		if e.value.shape != null {
			fields[i].read(d, into, e.value)
		}
	}
}

func (d *decoder) unknown(at eval.Pos, name, what string, among []string) {
	if near := spelling.Nearest(name, among); near != "" {
		d.fail(at, "%s has no field %q; did you mean %q?", what, name, near)
		return
	}
	d.fail(at, "%s has no field %q: it takes %s", what, name, strings.Join(among, ", "))
}

func (d *decoder) text(v *value) string {
	switch v.shape {
	case text, number, boolean:
		return v.text
	default:
		d.fail(v.at, "a text belongs here, not %s", v.shape)
		return ""
	}
}

// texts reads one text or a list of them.
func (d *decoder) texts(v *value) []string {
	if v.shape != list {
		return []string{d.text(v)}
	}
	var out []string
	for _, e := range v.items {
		out = append(out, d.text(e))
	}
	return out
}

func (d *decoder) flag(v *value) bool {
	if v.shape != boolean {
		d.fail(v.at, "true or false belongs here, not %s", v.shape)
	}
	return strings.EqualFold(v.text, "true")
}

func (d *decoder) count(v *value) int {
	n, err := strconv.Atoi(v.text)
	if v.shape != number || err != nil || n < 0 {
		d.fail(v.at, "a count such as 3 belongs here, not %s", shown(v))
		return 0
	}
	return n
}

func (d *decoder) duration(v *value) time.Duration {
	t, err := time.ParseDuration(v.text)
	switch {
	case v.shape != text && v.shape != number, err != nil:
		d.fail(v.at, `a duration such as "5m" or "2500ms" belongs here, not %s`, shown(v))
		return 0
	case t < 0:
		d.fail(v.at, "a duration can't be below zero here")
		return 0
	}
	return t
}

func (d *decoder) instant(v *value) time.Time {
	t, err := time.Parse(time.RFC3339Nano, v.text)
	if v.shape != text || err != nil {
		d.fail(v.at, "a time such as 2026-03-01T14:12:00Z belongs here, not %s", shown(v))
		return time.Time{}
	}
	return t
}

// member reads one of some words.
func member[T fmt.Stringer](d *decoder, v *value, among []T) (found T) {
	var names []string
	for _, m := range among {
		if m.String() == v.text && v.shape == text {
			return m
		}
		names = append(names, m.String())
	}
	if near := spelling.Nearest(v.text, names); near != "" {
		d.fail(v.at, "%s is none of %s; did you mean %s?", shown(v), strings.Join(names, ", "), near)
	} else {
		d.fail(v.at, "%s is none of %s", shown(v), strings.Join(names, ", "))
	}
	return found
}

func shown(v *value) string {
	switch v.shape {
	case text, number, boolean:
		return fmt.Sprintf("%q", v.text)
	default:
		return v.shape.String()
	}
}
