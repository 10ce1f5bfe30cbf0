package eval

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"
)

// argument is one argument of a call, at its top level.
type argument struct {
	name string
	unboxed
	// written is a number as it was written, "" for anything else.
	written string
	// boxed is what else there is to a list, an object and a number that is no int; nil for the common rest.
	boxed *boxed
}

// boxed is an argument that is boxed at once. The others are when somebody asks for the box.
type boxed struct {
	// val is the value in CEL's box.
	val ref.Val
	// tree is a list or an object, decoded with json.Number; nil for a number.
	tree any
	// items are the elements of a list, and texts the same where all of them are.
	items []ref.Val
	texts []string
}

func byName(a, b argument) int { return cmp.Compare(a.name, b.name) }

// newArgument takes a decoded value: numbers as json.Number.
func newArgument(name string, v any) argument {
	a := argument{name: name}
	switch v := v.(type) {
	case string:
		a.kind, a.text = textScalar, v
	case bool:
		a.kind = boolScalar
		a.number, _ = flag(v)
	case json.Number:
		a.setNumber(string(v))
	default:
		a.kind, a.boxed = otherScalar, &boxed{val: jsonValue(v), tree: v}
		a.boxed.items = itemsOf(a.boxed.val)
		a.boxed.texts = textsOf(a.boxed.items)
	}
	return a
}

// setNumber makes it the number of a text: an int, a double, or, for a number that neither holds exactly, its text.
func (a *argument) setNumber(written string) {
	a.written = written
	if i, err := strconv.ParseInt(written, 10, 64); err == nil {
		a.kind, a.number = numberScalar, i
		return
	}
	v := numberValue(written)
	a.unboxed = unbox(v)
	if a.kind == otherScalar {
		a.boxed = &boxed{val: v}
	}
}

// value returns it in CEL's box.
func (a *argument) value() ref.Val {
	switch {
	case a.boxed != nil:
		return a.boxed.val
	case a.kind == textScalar:
		return types.String(a.text)
	case a.kind == boolScalar:
		return types.Bool(a.number != 0)
	}
	return types.Int(a.number)
}

// tree is a list or an object, decoded with json.Number; nil for anything else.
func (a *argument) tree() any {
	if a.boxed == nil {
		return nil
	}
	return a.boxed.tree
}

// items are the elements of a list, nil for anything else.
func (a *argument) items() []ref.Val {
	if a.boxed == nil {
		return nil
	}
	return a.boxed.items
}

// texts are the elements of a list of texts, nil for anything else.
func (a *argument) texts() []string {
	if a.boxed == nil {
		return nil
	}
	return a.boxed.texts
}

// native returns it as encoding/json writes it.
func (a *argument) native() any {
	switch {
	case a.tree() != nil:
		return a.boxed.tree
	case a.written != "":
		return json.Number(a.written)
	case a.kind == textScalar:
		return a.text
	}
	return a.number != 0
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
