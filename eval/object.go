package eval

import (
	"fmt"
	"reflect"
	"slices"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"

	"github.com/lacuna-go/lacuna/guard"
)

// object is a typed value of a rule: a view of one part of the Input.
type object struct {
	class *class
	fieldReader
}

// The variables that are objects.
const (
	objCall = iota
	objTurn
	objFacts
	objBreaker
	objLatency
	objFailure
	objEntry
	objStep
	objClaim
	objSource
	objVars
	objectCount
)

var objectNames = map[string]int{
	"call": objCall, "turn": objTurn, "facts": objFacts, "breaker": objBreaker, "latency": objLatency,
	"failure": objFailure, "entry": objEntry, "step": objStep, "claim": objClaim, "source": objSource, "vars": objVars,
}

// object returns the variable's object; its memory is part of the Input.
func (in *Input) object(id int) *object {
	if in.objects == nil {
		in.objects = new([objectCount]object)
	}
	o := &in.objects[id]
	o.in = in
	if o.class == nil {
		o.class = in.env.classes[id]
	}
	switch id {
	case objBreaker:
		o.view = in.Breaker
	case objSource:
		o.source = in.Source
	}
	return o
}

func (in *Input) sources(list []*guard.Source) ref.Val {
	vals := make([]ref.Val, len(list))
	objs := make([]object, len(list))
	for i, s := range list {
		objs[i] = object{in.env.classes[objSource], fieldReader{in: in, source: s}}
		vals[i] = &objs[i]
	}
	return types.NewRefValList(types.DefaultTypeAdapter, vals)
}

// ConvertToNative is not supported.
func (o *object) ConvertToNative(t reflect.Type) (any, error) {
	return nil, fmt.Errorf("%s is no %v", o.class.name, t)
}

// ConvertToType gives the type.
func (o *object) ConvertToType(t ref.Type) ref.Val {
	if t == types.TypeType {
		return o.class.typ
	}
	return types.NewErr("%s can't be converted to %s", o.class.name, t.TypeName())
}

// Equal compares identities.
func (o *object) Equal(other ref.Val) ref.Val {
	p, ok := other.(*object)
	return types.Bool(ok && p.class == o.class && p.source == o.source && p.view == o.view)
}

// Type returns the object's type.
func (o *object) Type() ref.Type { return o.class.typ }

// Value returns the object itself, from which the fields' getters read.
func (o *object) Value() any { return o }

// class is the type of an object: its fields and how to read them.
type class struct {
	name   string // as people read it, "call"
	typ    *cel.Type
	fields map[string]*classField
}

type classField struct {
	name string
	typ  *cel.Type
	doc  string
	id   fieldID
	// get reads the field; an error is the rule's error.
	get func(*object) (ref.Val, error)
}

func newClass(name string, fields ...*classField) *class {
	c := &class{name: name, typ: types.NewObjectType("lacuna." + name), fields: map[string]*classField{}}
	for _, f := range fields {
		c.fields[f.name] = f
	}
	return c
}

// field is one that a reader reads by its id.
func field(id fieldID, name string, typ *cel.Type, doc string) *classField {
	return &classField{name, typ, doc, id, func(o *object) (ref.Val, error) { return o.value(id, typ) }}
}

// ownField is one that only its getter reads.
func ownField(name string, typ *cel.Type, get func(*object) (ref.Val, error)) *classField {
	return &classField{name: name, typ: typ, get: get}
}

// HasTrait implements ref.Type.
func (c *class) HasTrait(t int) bool { return c.typ.HasTrait(t) }

// TypeName implements ref.Type.
func (c *class) TypeName() string { return c.typ.TypeName() }

// ReflectType implements types.StructTypeDescriptor: none.
func (c *class) ReflectType() reflect.Type { return nil }

// FieldNames lists the fields, sorted.
func (c *class) FieldNames() []string {
	var names []string
	for n := range c.fields {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

// FindFieldType returns how to read a field.
func (c *class) FindFieldType(name string) (*types.FieldType, bool) {
	f, ok := c.fields[name]
	if !ok {
		return nil, false
	}
	return &types.FieldType{
		Type:  f.typ,
		IsSet: func(target any) bool { _, err := f.read(target); return err == nil },
		GetFrom: func(target any) (any, error) {
			return f.read(target)
		},
	}, true
}

func (f *classField) read(target any) (ref.Val, error) {
	o, ok := target.(*object)
	if !ok {
		return nil, errNotHere
	}
	return f.get(o)
}

// NewValue refuses: no rule builds such a value.
func (c *class) NewValue(types.Adapter, map[string]ref.Val) ref.Val {
	return types.NewErr("%s can't be built in a rule", c.name)
}

// Adapt passes objects through.
func (c *class) Adapt(_ types.Adapter, value any) ref.Val {
	if v, ok := value.(ref.Val); ok {
		return v
	}
	return types.NewErr("no %s", c.name)
}

// inputValue carries the Input into functions whose result depends on the turn's zone and language. No rule can name it.
type inputValue struct{ in *Input }

var inputType = types.NewOpaqueType("lacuna.input")

// ConvertToNative is not supported.
func (v *inputValue) ConvertToNative(reflect.Type) (any, error) { return nil, errNotHere }

// ConvertToType is not supported.
func (v *inputValue) ConvertToType(ref.Type) ref.Val { return types.NewErr("no conversion") }

// Equal is identity.
func (v *inputValue) Equal(other ref.Val) ref.Val { return types.Bool(v == other) }

// Type returns the hidden type.
func (v *inputValue) Type() ref.Type { return inputType }

// Value returns the Input.
func (v *inputValue) Value() any { return v.in }
