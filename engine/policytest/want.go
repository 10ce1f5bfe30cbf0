package policytest

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/eval"
)

// shapeOf is what can be wanted of a record: its fields by name, or, without any, a single value.
type wanted struct {
	fields []wantedField
	// element is what a list holds, nil for no list.
	element *wanted
	// free: anything may be in it.
	free bool
}

type wantedField struct {
	name string
	of   *wanted
}

func (w *wanted) field(name string) *wanted {
	for _, f := range w.fields {
		if f.name == name {
			return f.of
		}
	}
	return nil
}

func (w *wanted) names() []string {
	var names []string
	for _, f := range w.fields {
		names = append(names, f.name)
	}
	return names
}

// decisionFields and verdictFields are what can be wanted: the fields of the records, by their names in JSON.
var (
	decisionFields = with(without(wantedOf(reflect.TypeFor[engine.Record]()), "inputs"), "model")
	verdictFields  = without(wantedOf(reflect.TypeFor[engine.VerdictRecord]()), "id", "inputs")
)

// without leaves out what only a log has.
func without(w *wanted, names ...string) *wanted {
	w.fields = slices.DeleteFunc(w.fields, func(f wantedField) bool { return slices.Contains(names, f.name) })
	return w
}

// with adds a field that holds anything.
func with(w *wanted, name string) *wanted {
	w.fields = append(w.fields, wantedField{name, &wanted{free: true}})
	return w
}

func wantedOf(t reflect.Type) *wanted {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case t.Kind() == reflect.Slice || t.Kind() == reflect.Array:
		return &wanted{element: wantedOf(t.Elem())}
	case t.Kind() != reflect.Struct || t.PkgPath() == "time":
		return &wanted{}
	}
	w := &wanted{}
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		if name != "" && name != "-" {
			w.fields = append(w.fields, wantedField{name, wantedOf(t.Field(i).Type)})
		}
	}
	return w
}

// want checks that a case wants nothing that a record cannot have.
func (d *decoder) want(v *value, w *wanted, what string) {
	switch {
	case w.free || v.shape == null:
	case w.element != nil:
		if v.shape != list {
			d.fail(v.at, "a list belongs here, not %s", v.shape)
			return
		}
		for _, e := range v.items {
			d.want(e, w.element, "an element of it")
		}
	case w.fields != nil:
		d.wantMap(v, w, what)
	case v.shape == list || v.shape == mapping:
		d.fail(v.at, "a single value belongs here, not %s", v.shape)
	}
}

func (d *decoder) wantMap(v *value, w *wanted, what string) {
	if v.shape != mapping {
		d.fail(v.at, "a map belongs here, not %s: the fields are %s", v.shape, strings.Join(w.names(), ", "))
		return
	}
	for _, e := range v.entries {
		of := w.field(e.key)
		switch {
		case of != nil:
			d.want(e.value, of, e.key)
		case w == verdictFields && decisionFields.field(e.key) != nil:
			d.fail(e.at, "a case with a reply wants a verdict, which has no %q: give its call a want of its own, under calls", e.key)
		case w == decisionFields && verdictFields.field(e.key) != nil:
			d.fail(e.at, "a case without a reply wants a decision, which has no %q", e.key)
		default:
			d.unknown(e.at, e.key, what, w.names())
		}
	}
}

// fill gives a call the names that it did not state, so that every play is the same.
func fill(c *Call, n int) {
	if c.ID == "" {
		c.ID = "call-" + strconv.Itoa(n)
	}
	if c.IdempotencyKey == "" {
		c.IdempotencyKey = "key-" + strconv.Itoa(n)
	}
}

func lineOf(at eval.Pos) string { return strconv.Itoa(at.Line) }

// orderFree are lists that a record sorts: an author need not.
var orderFree = []string{"unmet", "forbidden", "unavailable_when", "failed", "shadow"}

func isOrderFree(name string) bool { return slices.Contains(orderFree, name) }
