package eval

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"

	"github.com/lacuna-go/lacuna/guard"
	"github.com/lacuna-go/lacuna/internal/spelling"
)

// Facts are typed attributes of a turn or a call. They are immutable; a nil *Facts has none.
type Facts struct {
	schema *factSchema
	vals   []ref.Val   // by the schema's order; nil where not supplied
	items  [][]ref.Val // the elements of those that are lists
}

type factSchema struct {
	decls []FactDecl // sorted by name
	class *class
}

// FactTypes lists the types that a fact may have; each also as a list of it.
func FactTypes() []string {
	return []string{"bool", "int", "double", "string", "duration", "timestamp", "money"}
}

func celType(name string) *cel.Type {
	switch name {
	case "bool":
		return cel.BoolType
	case "int":
		return cel.IntType
	case "double":
		return cel.DoubleType
	case "string":
		return cel.StringType
	case "duration":
		return cel.DurationType
	case "timestamp":
		return cel.TimestampType
	case "money":
		return moneyType
	}
	return nil
}

func newFactSchema(decls []FactDecl) (*factSchema, []Problem) {
	s := &factSchema{decls: slices.Clone(decls)}
	slices.SortFunc(s.decls, func(a, b FactDecl) int { return cmp.Compare(a.Name, b.Name) })
	var fields []*classField
	var problems []Problem
	for i, d := range s.decls {
		t := celType(d.Type)
		if t == nil {
			problems = append(problems, Problem{d.Pos, fmt.Sprintf("fact %q has no type %q; a fact is one of %s, or a list [T] of one%s",
				d.Name, d.Type, strings.Join(FactTypes(), ", "), didYouMean(d.Type, FactTypes()))})
			continue
		}
		if d.List {
			t = cel.ListType(t)
		}
		fields = append(fields, ownField(d.Name, t, func(o *object) (ref.Val, error) {
			if o.in.Facts == nil || o.in.Facts.vals[i] == nil {
				return nil, fmt.Errorf("the fact %s was not supplied", d.Name)
			}
			return o.in.Facts.vals[i], nil
		}))
	}
	s.class = newClass("facts", fields...)
	return s, problems
}

func (s *factSchema) names() []string {
	var names []string
	for _, d := range s.decls {
		names = append(names, d.Name)
	}
	return names
}

func (s *factSchema) index(name string) int {
	i, ok := slices.BinarySearchFunc(s.decls, name, func(d FactDecl, n string) int { return cmp.Compare(d.Name, n) })
	if !ok {
		return -1
	}
	return i
}

// Facts checks values against the declared facts. Accepted are Go's bool, integers, floats, string, time.Duration,
// time.Time and guard.Amount and slices of them; a duration, a timestamp and an amount ("209.00 EUR") also as text. It fails on
// an undeclared name and on a value of another type. A nil value stays unsupplied.
func (e *Env) Facts(values map[string]any) (*Facts, error) {
	f := &Facts{schema: e.facts, vals: make([]ref.Val, len(e.facts.decls))}
	var few [8]string // which is more than most turns have
	names := few[:0]
	for n := range values {
		names = append(names, n)
	}
	slices.Sort(names)
	for _, n := range names {
		i := e.facts.index(n)
		if i < 0 {
			return nil, fmt.Errorf("the fact %q is not declared in Turn.facts%s", n, didYouMean(n, e.facts.names()))
		}
		if values[n] == nil {
			continue
		}
		v, err := factValue(e.facts.decls[i], values[n])
		if err != nil {
			return nil, fmt.Errorf("the fact %q: %w", n, err)
		}
		f.vals[i] = v
		if items := itemsOf(v); items != nil {
			f.setItems(i, items)
		}
	}
	return f, nil
}

// With returns the facts with those of over laid on top.
func (f *Facts) With(over *Facts) *Facts {
	switch {
	case over == nil:
		return f
	case f == nil:
		return over
	}
	merged := &Facts{schema: f.schema, vals: slices.Clone(f.vals), items: slices.Clone(f.items)}
	for i, v := range over.vals {
		if v == nil {
			continue
		}
		merged.vals[i] = v
		if items := over.itemsOf(i); items != nil || merged.items != nil {
			merged.setItems(i, items)
		}
	}
	return merged
}

func (f *Facts) setItems(i int, items []ref.Val) {
	if f.items == nil {
		f.items = make([][]ref.Val, len(f.vals))
	}
	f.items[i] = items
}

// itemsOf returns the items of a fact that is a list, and nil for any other.
func (f *Facts) itemsOf(i int) []ref.Val {
	if f.items == nil {
		return nil
	}
	return f.items[i]
}

// Map returns the supplied facts as text-friendly Go values, for records.
func (f *Facts) Map() map[string]any {
	if f == nil {
		return nil
	}
	m := map[string]any{}
	for i, v := range f.vals {
		if v != nil {
			m[f.schema.decls[i].Name] = plain(v)
		}
	}
	return m
}

func factValue(d FactDecl, value any) (ref.Val, error) {
	if !d.List {
		return scalar(d.Type, value)
	}
	rv := reflect.ValueOf(value)
	if rv.Kind() != reflect.Slice {
		return nil, fmt.Errorf("%T is no list of %s", value, d.Type)
	}
	list := make([]ref.Val, rv.Len())
	for i := range list {
		v, err := scalar(d.Type, rv.Index(i).Interface())
		if err != nil {
			return nil, fmt.Errorf("element %d: %w", i, err)
		}
		list[i] = v
	}
	return types.NewRefValList(types.DefaultTypeAdapter, list), nil
}

func scalar(typ string, value any) (ref.Val, error) {
	switch typ {
	case "bool":
		if b, ok := value.(bool); ok {
			return types.Bool(b), nil
		}
	case "string":
		if s, ok := value.(string); ok {
			return types.String(s), nil
		}
	case "int":
		if i, ok := wholeNumber(value); ok {
			return types.Int(i), nil
		}
	case "double":
		if d, ok := realNumber(value); ok {
			return types.Double(d), nil
		}
	case "duration":
		switch v := value.(type) {
		case time.Duration:
			return types.Duration{Duration: v}, nil
		case string:
			d, err := time.ParseDuration(v)
			if err == nil {
				return types.Duration{Duration: d}, nil
			}
		}
	case "timestamp":
		switch v := value.(type) {
		case time.Time:
			return types.Timestamp{Time: v}, nil
		case string:
			t, err := time.Parse(time.RFC3339Nano, v)
			if err == nil {
				return types.Timestamp{Time: t}, nil
			}
		}
	case "money":
		switch v := value.(type) {
		case guard.Amount:
			return moneyValue{v}, nil
		case string:
			number, code, _ := strings.Cut(v, " ")
			a, err := guard.ParseAmount(number, code)
			if err == nil && code == "" {
				return nil, fmt.Errorf("%q names no currency; write it as \"209.00 EUR\"", v)
			}
			if err == nil {
				return moneyValue{a}, nil
			}
		}
	}
	return nil, fmt.Errorf("%v (%T) is no %s", value, value, typ)
}

func wholeNumber(value any) (int64, bool) {
	switch v := value.(type) {
	case json.Number:
		i, err := v.Int64()
		return i, err == nil
	case float64:
		return int64(v), v == math.Trunc(v) && math.Abs(v) < 1<<53
	}
	rv := reflect.ValueOf(value)
	switch {
	case rv.CanInt():
		return rv.Int(), true
	case rv.CanUint() && rv.Uint() <= math.MaxInt64:
		return int64(rv.Uint()), true
	}
	return 0, false
}

func realNumber(value any) (float64, bool) {
	if d, ok := value.(float64); ok {
		return d, true
	}
	if n, ok := value.(json.Number); ok {
		d, err := n.Float64()
		return d, err == nil
	}
	i, ok := wholeNumber(value)
	return float64(i), ok
}

func didYouMean(word string, among []string) string {
	if near := spelling.Nearest(word, among); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return ""
}
