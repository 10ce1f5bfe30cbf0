package bench_test

import (
	"errors"
	"fmt"
	"reflect"
	"testing"
	"time"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/ext"
	"cel.dev/cel-go/interpreter"
	"github.com/stretchr/testify/require"
)

// celRecord is an object of cel-go with declared fields, whose values were boxed beforehand: the quickest that its documentation
// offers, without an allocation.
type celRecord struct {
	typ    *cel.Type
	types  map[string]*cel.Type
	fields map[string]ref.Val
}

func (r *celRecord) ConvertToNative(reflect.Type) (any, error) {
	return nil, errors.New("no native form")
}
func (r *celRecord) ConvertToType(ref.Type) ref.Val { return r.typ }
func (r *celRecord) Equal(other ref.Val) ref.Val    { return types.Bool(other == ref.Val(r)) }
func (r *celRecord) Type() ref.Type                 { return r.typ }
func (r *celRecord) Value() any                     { return r }

// The type of the record.
func (r *celRecord) HasTrait(t int) bool       { return r.typ.HasTrait(t) }
func (r *celRecord) TypeName() string          { return r.typ.TypeName() }
func (r *celRecord) ReflectType() reflect.Type { return nil }
func (r *celRecord) FieldNames() []string      { return nil }
func (r *celRecord) NewValue(types.Adapter, map[string]ref.Val) ref.Val {
	return types.NewErr("not built in a rule")
}
func (r *celRecord) Adapt(_ types.Adapter, v any) ref.Val { return v.(ref.Val) }
func (r *celRecord) FindFieldType(name string) (*types.FieldType, bool) {
	t, ok := r.types[name]
	return &types.FieldType{
		Type: t, IsSet: func(any) bool { return true },
		GetFrom: func(target any) (any, error) { return target.(*celRecord).fields[name], nil },
	}, ok
}

// celWorld is the activation: two typed objects.
type celWorld struct{ call, breaker *celRecord }

func (w *celWorld) ResolveName(name string) (any, bool) {
	switch name {
	case "call":
		return w.call, true
	case "breaker":
		return w.breaker, true
	}
	return nil, false
}
func (w *celWorld) Parent() interpreter.Activation { return nil }

func newCelWorld() *celWorld {
	return &celWorld{
		call: &celRecord{
			cel.ObjectType("call"),
			map[string]*cel.Type{"server": cel.StringType, "args": cel.MapType(cel.StringType, cel.DynType), "tags": cel.ListType(cel.StringType)},
			map[string]ref.Val{"server": types.String("s-0"), "args": types.NewRefValMap(types.DefaultTypeAdapter, map[ref.Val]ref.Val{types.String("sku"): types.String("JKT-114")}), "tags": types.NewRefValList(types.DefaultTypeAdapter, []ref.Val{types.String("outdoor"), types.String("winter")})},
		},
		breaker: &celRecord{
			cel.ObjectType("breaker"),
			map[string]*cel.Type{"state": cel.StringType, "open_for": cel.DurationType},
			map[string]ref.Val{"state": types.String("open"), "open_for": types.Duration{Duration: time.Minute}},
		},
	}
}

func newCelEnv(tb testing.TB) *cel.Env {
	tb.Helper()
	w := newCelWorld()
	env, err := cel.NewEnv(
		ext.Strings(), cel.Types(w.call, w.breaker), cel.Variable("call", w.call.typ), cel.Variable("breaker", w.breaker.typ),
	)
	require.NoError(tb, err)
	return env
}

func celCondition(i int) string {
	return fmt.Sprintf(`call.server == "s-%d" && breaker.state == "open" && !call.tags.exists(t, t == "customer_specific") && breaker.open_for < duration("%dm")`,
		i/applicable, 15+i)
}

// celPrograms compiles the conditions from one number to another.
func celPrograms(tb testing.TB, from, to int) []cel.Program {
	tb.Helper()
	env := newCelEnv(tb)
	var list []cel.Program
	for i := from; i < to; i++ {
		list = append(list, celProgram(tb, env, celCondition(i)))
	}
	return list
}

// celProgram compiles with the optimizations that cost nothing at run time.
func celProgram(tb testing.TB, env *cel.Env, text string) cel.Program {
	tb.Helper()
	checked, iss := env.Compile(text)
	require.NoError(tb, iss.Err())
	program, err := env.Program(checked, cel.EvalOptions(cel.OptOptimize))
	require.NoError(tb, err)
	return program
}
