package eval

import (
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
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
	spanScalar   // a duration
	memberScalar // of an enumeration
	textScalar
	otherScalar // a double, a list, a map, or what else has no place here
)

// numeric reports whether the value is its number.
func (v *unboxed) numeric() bool { return v.kind >= numberScalar && v.kind <= memberScalar }

// unbox unboxes a value.
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
		return unboxed{kind: spanScalar, number: int64(v.Duration)}
	case *enumValue:
		return unboxed{kind: memberScalar, number: int64(v.num)}
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
