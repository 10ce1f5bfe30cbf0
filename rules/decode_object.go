package rules

import (
	"fmt"
	"slices"

	"github.com/lacuna-go/lacuna/eval"
)

// object is a decoded struct literal: the fields that were given and are well-formed.
type object struct {
	in   string
	node eval.Node
	// values by field, as the Go type of the field's kind.
	values map[string]any
	// at holds the position of every field that was given, well-formed or not.
	at map[string]eval.Pos
	// unclear: a field was not known, so that one that seems missing may be meant by it.
	unclear bool
	// short: a required field is missing.
	short bool
}

// object decodes a struct literal by the field table.
func (d *decoder) object(n eval.Node) object {
	o := object{in: n.TypeName(), node: n, values: map[string]any{}, at: map[string]eval.Pos{}}
	for _, f := range varsFirst(n.Fields()) {
		d.field(&o, f)
	}
	for i := range fields {
		if row := &fields[i]; row.in == o.in && row.required && !o.given(row.name) && !o.unclear {
			o.short = true
			d.fail(n.Pos(), "%s needs %s: %s", o.in, row.name, row.words())
		}
	}
	return o
}

// varsFirst puts vars before the fields that may read them.
func varsFirst(fields []eval.Field) []eval.Field {
	slices.SortStableFunc(fields, func(a, b eval.Field) int {
		switch {
		case a.Name == b.Name:
			return 0
		case a.Name == "vars":
			return -1
		case b.Name == "vars":
			return 1
		}
		return 0
	})
	return fields
}

func (d *decoder) field(o *object, f eval.Field) {
	row := fieldOf(o.in, f.Name)
	if row == nil {
		o.unclear = true
		d.fail(f.Pos, "%s has no field %s%s", o.in, f.Name, d.elsewhere(o.in, f.Name))
		return
	}
	if first, twice := o.at[f.Name]; twice {
		d.fail(f.Pos, "%s is given twice, first at %s", f.Name, first)
		return
	}
	o.at[f.Name] = f.Pos
	if f.Optional {
		d.fail(f.Pos, "%s takes no question mark: leave the field out instead", f.Name)
		return
	}
	if v, ok := d.value(row, f.Value); ok {
		o.values[f.Name] = v
	}
}

// get returns a decoded field, else the table's default, else the zero T.
func get[T any](o object, name string) T {
	if v, ok := o.values[name]; ok {
		return v.(T)
	}
	row := fieldOf(o.in, name)
	if row == nil {
		panic(fmt.Sprintf("%s has no field %s", o.in, name))
	}
	v, _ := row.def.(T)
	return v
}

// setting returns a field as a setting: unset unless it was given and well-formed.
func setting[T any](o object, name string) Setting[T] {
	v, ok := o.values[name]
	if !ok {
		return Setting[T]{}
	}
	return Setting[T]{&given[T]{v.(T), o.at[name]}}
}

// has reports whether a field was given and is well-formed.
func (o object) has(name string) bool {
	_, ok := o.values[name]
	return ok
}

// given reports whether a field was given at all.
func (o object) given(name string) bool {
	_, ok := o.at[name]
	return ok
}

// valueAt returns the place of a field's value.
func (o object) valueAt(name string) eval.Pos {
	for _, f := range o.node.Fields() {
		if f.Name == name {
			return f.Value.Pos()
		}
	}
	return eval.Pos{}
}

// whole reports whether everything that was given is well-formed, and nothing is missing.
func (o object) whole() bool { return !o.unclear && !o.short && len(o.values) == len(o.at) }
