package eval

import (
	"cmp"
	"slices"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"
)

// unboxed is a single value without CEL's box, of those types that == may meet in an argument. The zero unboxed is none.
type unboxed struct {
	kind scalarKind
	// number is an int, a duration in nanoseconds, an enumeration's number, or a bool as 0 or 1.
	number int64
	text   string
}

type scalarKind uint8

const (
	noScalar scalarKind = iota
	numberScalar
	boolScalar
	textScalar
	otherScalar // a double, a list, a map, or what else has no place here
)

// unbox unboxes a value. An int, a duration and an enumeration are all numbers: their types are known from elsewhere.
func unbox(v ref.Val) unboxed {
	switch v := v.(type) {
	case types.String:
		return unboxed{kind: textScalar, text: string(v)}
	case types.Int:
		return unboxed{kind: numberScalar, number: int64(v)}
	case types.Bool:
		n, _ := flag(bool(v))
		return unboxed{kind: boolScalar, number: n}
	case types.Duration:
		return unboxed{kind: numberScalar, number: int64(v.Duration)}
	case *enumValue:
		return unboxed{kind: numberScalar, number: int64(v.num)}
	}
	return unboxed{kind: otherScalar}
}

// equal compares as CEL does across types: values of two types are never equal. What is no such value is left to it.
func (v *unboxed) equal(w *unboxed) (holds, ok bool) {
	if v.kind >= otherScalar || w.kind >= otherScalar {
		return false, false
	}
	return v.kind == w.kind && v.number == w.number && v.text == w.text, true
}

// argument is one argument of a call, at its top level.
type argument struct {
	name string
	unboxed
	// val is the value in CEL's box, items its elements where it is a list, and texts the same where all of them are.
	val   ref.Val
	items []ref.Val
	texts []string
}

// argumentsOf lists the arguments by name.
func argumentsOf(decoded map[string]any) []argument {
	list := make([]argument, 0, len(decoded))
	for name, v := range decoded {
		val := jsonValue(v)
		items := itemsOf(val)
		list = append(list, argument{name, unbox(val), val, items, textsOf(items)})
	}
	slices.SortFunc(list, func(a, b argument) int { return cmp.Compare(a.name, b.name) })
	return list
}

// itemsOf returns the elements of a list, and nil for any other value.
func itemsOf(v ref.Val) []ref.Val {
	list, ok := v.(traits.Lister)
	if !ok {
		return nil
	}
	items := []ref.Val{}
	for it := list.Iterator(); it.HasNext() == types.True; {
		items = append(items, it.Next())
	}
	return items
}

// textsOf returns the elements of a list of texts, and nil for an empty or another list.
func textsOf(items []ref.Val) []string {
	var texts []string
	for _, item := range items {
		s, ok := item.(types.String)
		if !ok {
			return nil
		}
		texts = append(texts, string(s))
	}
	return texts
}

// boxed returns the arguments as one CEL map.
func boxed(list []argument) ref.Val {
	m := make(map[ref.Val]ref.Val, len(list))
	for _, a := range list {
		m[types.String(a.name)] = a.val
	}
	return types.NewRefValMap(types.DefaultTypeAdapter, m)
}

// find returns an argument, or nil.
func (a *Args) find(name string) *argument {
	if a == nil {
		return nil
	}
	if len(a.list) <= 8 { // a scan is quicker than the search
		for i := range a.list {
			if a.list[i].name == name {
				return &a.list[i]
			}
		}
		return nil
	}
	i, ok := slices.BinarySearchFunc(a.list, name, func(e argument, n string) int { return cmp.Compare(e.name, n) })
	if !ok {
		return nil
	}
	return &a.list[i]
}
