package eval

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"

	"github.com/lacuna-go/lacuna/guard"
	"github.com/lacuna-go/lacuna/state"
)

// Effect says what repeating a call does. The zero Effect is none.
type Effect uint8

// The effects: Read changes nothing, Idempotent is a write that carries a key, Write must not be repeated.
const (
	Read Effect = iota + 1
	Idempotent
	Write
)

// String returns the effect in lower case.
func (e Effect) String() string { return name(e, "read", "idempotent", "write") }

// StepKind is the kind of a fallback step. The zero StepKind is none.
type StepKind uint8

// The kinds of step.
const (
	StepCached StepKind = iota + 1
	StepUseTool
	StepOmit
	StepHardFail
)

// String returns the kind in lower case.
func (k StepKind) String() string { return name(k, "cached", "use_tool", "omit", "hard_fail") }

// Handoff says to whom a turn is passed that the engine ended. The zero Handoff is none and means HandoffNone.
type Handoff uint8

// The hand-offs.
const (
	HandoffNone Handoff = iota + 1
	HandoffHuman
	HandoffRetryLater
)

// String returns the hand-off in lower case.
func (h Handoff) String() string { return name(max(h, HandoffNone), "none", "human", "retry_later") }

// Mode says whether a rule acts or only records what it would have done. The zero Mode means ModeEnforce.
type Mode uint8

// The modes.
const (
	ModeEnforce Mode = iota + 1
	ModeShadow
)

// String returns the mode in lower case.
func (m Mode) String() string { return name(max(m, ModeEnforce), "enforce", "shadow") }

// Scope says what a breaker covers. The zero Scope means ScopeTool.
type Scope uint8

// The scopes: one tool, or a whole server.
const (
	ScopeTool Scope = iota + 1
	ScopeServer
)

// String returns the scope in lower case.
func (s Scope) String() string { return name(max(s, ScopeTool), "tool", "server") }

func name[T ~uint8](value T, names ...string) string {
	if value == 0 || int(value) > len(names) {
		return ""
	}
	return names[value-1]
}

// enum is one enumeration of the language: constants of a type of their own.
type enum struct {
	name   string
	typ    *cel.Type
	values []*enumValue // by number; element 0 is unused
}

// enumValue is a member of an enumeration, as a CEL value.
type enumValue struct {
	enum *enum
	num  int
	name string // upper case
}

func newEnum(typ string, members ...string) *enum {
	e := &enum{name: typ, typ: types.NewOpaqueType("lacuna." + typ), values: []*enumValue{nil}}
	for i, m := range members {
		e.values = append(e.values, &enumValue{e, i + 1, strings.ToUpper(m)})
	}
	return e
}

func enumOf[T fmt.Stringer](typ string, members []T) *enum {
	var names []string
	for _, m := range members {
		names = append(names, m.String())
	}
	return newEnum(typ, names...)
}

// of returns the member with the number n; other numbers are an error.
func (e *enum) of(n int) (ref.Val, error) {
	if n < 1 || n >= len(e.values) {
		return nil, fmt.Errorf("the %s is not known", strings.ToLower(e.name))
	}
	return e.values[n], nil
}

// enumOf returns the enumeration of a type.
func (e *Env) enumOf(typ *cel.Type) *enum {
	for _, en := range enums {
		if en.typ == typ {
			return en
		}
	}
	return e.purpose
}

func (e *enum) members() []string {
	var names []string
	for _, v := range e.values[1:] {
		names = append(names, v.name)
	}
	return names
}

func (e *enum) options() []cel.EnvOption {
	opts := []cel.EnvOption{cel.Types(e.typ)}
	for _, v := range e.values[1:] {
		opts = append(opts, cel.Constant(e.name+"."+v.name, e.typ, v))
	}
	return opts
}

var (
	enumEffect  = newEnum("Effect", "read", "idempotent", "write")
	enumStep    = newEnum("Step", "cached", "use_tool", "omit", "hard_fail")
	enumState   = enumOf("State", state.States())
	enumFailure = enumOf("Failure", state.FailureKinds())
	enumKind    = enumOf("Kind", guard.Kinds())
	enumRole    = enumOf("Role", guard.Roles())
	enumOrigin  = enumOf("Origin", guard.Origins())
	enumAbout   = enumOf("About", guard.Abouts())
	enumSite    = enumOf("Site", guard.Sites())
	enumScope   = newEnum("Scope", "tool", "server")
	enumMode    = newEnum("Mode", "enforce", "shadow")
	enumHandoff = newEnum("Handoff", "none", "human", "retry_later")

	enums = []*enum{
		enumEffect, enumStep, enumState, enumFailure, enumKind, enumRole, enumOrigin, enumAbout,
		enumSite, enumScope, enumMode, enumHandoff,
	}
)

// EnumMembers returns the members of an enumeration in upper case, in the order of their values, and nil for an
// unknown one. The members of Purpose depend on the Turn and are not listed.
func EnumMembers(typ string) []string {
	for _, e := range enums {
		if e.name == typ {
			return e.members()
		}
	}
	return nil
}

// EnumNames lists the enumerations that every set of policies has.
func EnumNames() []string {
	var names []string
	for _, e := range enums {
		names = append(names, e.name)
	}
	return names
}

// EnumNumber returns the number of a member, counted from 1, and 0 for an unknown one. The numbers are those
// of the Go constants.
func EnumNumber(typ, member string) int {
	return slices.Index(EnumMembers(typ), member) + 1
}

// ConvertToNative is not supported: a rule never hands an enum to Go.
func (v *enumValue) ConvertToNative(t reflect.Type) (any, error) {
	return nil, fmt.Errorf("%s is no %v", v, t)
}

// ConvertToType gives the value's type, and an error for every other type.
func (v *enumValue) ConvertToType(t ref.Type) ref.Val {
	if t == types.TypeType {
		return v.enum.typ
	}
	return types.NewErr("%s can't be converted to %s", v, t.TypeName())
}

// Equal compares members.
func (v *enumValue) Equal(other ref.Val) ref.Val {
	o, ok := other.(*enumValue)
	return types.Bool(ok && o.enum == v.enum && o.num == v.num)
}

// Type returns the enumeration's type.
func (v *enumValue) Type() ref.Type { return v.enum.typ }

// Value returns the member's name.
func (v *enumValue) Value() any { return v.name }

// String returns the member as a rule writes it, "Effect.READ".
func (v *enumValue) String() string { return v.enum.name + "." + v.name }
