package eval

import (
	"fmt"
	"slices"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"

	"github.com/lacuna-go/lacuna/guard"
)

// Function is a function that an embedder adds to the language. It must be pure, quick and safe for concurrent
// use: a decision may call it at any time, any number of times. An error, and a panic, is the rule's error.
type Function struct {
	// Name is an identifier, or two joined by a dot ("shop.is_open").
	Name string
	// Params and Result are fact types: bool, int, double, string, duration, timestamp or money.
	Params []string
	Result string
	// Call gets and returns bool, int64, float64, string, time.Duration, time.Time or guard.Amount.
	Call func(args []any) (any, error)
}

func (f Function) check() error {
	if f.Call == nil {
		return fmt.Errorf("function %s has no Call", f.Name)
	}
	for _, t := range append(slices.Clone(f.Params), f.Result) {
		if celType(t) == nil {
			return fmt.Errorf("function %s: no type %q%s", f.Name, t, didYouMean(t, FactTypes()))
		}
	}
	return nil
}

func (f Function) option() cel.EnvOption {
	if err := f.check(); err != nil {
		return func(*cel.Env) (*cel.Env, error) { return nil, err }
	}
	var params []*cel.Type
	for _, p := range f.Params {
		params = append(params, celType(p))
	}
	return cel.Function(f.Name, cel.Overload("custom_"+f.Name, params, celType(f.Result), cel.FunctionBinding(f.bind)))
}

func (f Function) bind(args ...ref.Val) (result ref.Val) {
	defer func() {
		if recover() != nil {
			result = types.NewErr("function %s panicked", f.Name)
		}
	}()
	native := make([]any, len(args))
	for i, a := range args {
		native[i] = nativeScalar(a)
	}
	out, err := f.Call(native)
	if err != nil {
		return types.NewErr("function %s: %v", f.Name, err)
	}
	v, err := scalar(f.Result, out)
	if err != nil {
		return types.NewErr("function %s returned a wrong type: %v", f.Name, err)
	}
	return v
}

func nativeScalar(v ref.Val) any {
	switch v := v.(type) {
	case types.Bool:
		return bool(v)
	case types.Int:
		return int64(v)
	case types.Double:
		return float64(v)
	case types.String:
		return string(v)
	case types.Duration:
		return v.Duration
	case types.Timestamp:
		return v.Time
	case moneyValue:
		return guard.Amount(v.Amount)
	}
	return v.Value()
}

// recovered guards a function of ours: a panic in it is the rule's error, never the caller's.
func recovered(name string, f func() ref.Val) (result ref.Val) {
	defer func() {
		if recover() != nil {
			result = types.NewErr("function %s panicked", name)
		}
	}()
	return f()
}

// claimFunctions are the methods of claim and call.
func claimFunctions() []cel.EnvOption {
	shows := func(args ...ref.Val) ref.Val {
		return recovered("shows", func() ref.Val {
			o, ok1 := args[0].(*object)
			at, ok2 := args[1].(types.Timestamp)
			if !ok1 || !ok2 || o.in.Claim == nil {
				return types.NewErr("shows takes a timestamp")
			}
			return types.Bool(o.in.Claim.Shows(at.Time))
		})
	}
	money := func(args ...ref.Val) ref.Val {
		return recovered("money", func() ref.Val {
			o, ok := args[0].(*object)
			value, ok1 := args[1].(types.String)
			code, ok2 := args[2].(types.String)
			if !ok || !ok1 || !ok2 || o.in.Call == nil {
				return types.NewErr("call.money takes the names of two arguments")
			}
			a, err := o.in.Call.Args.money(string(value), string(code))
			if err != nil {
				return types.WrapErr(err)
			}
			return moneyValue{a}
		})
	}
	return []cel.EnvOption{
		cel.Function("shows", cel.MemberOverload("claim_shows_timestamp",
			[]*cel.Type{claimClass.typ, cel.TimestampType}, cel.BoolType, cel.FunctionBinding(shows))),
		cel.Function("money", cel.MemberOverload("call_money_string_string",
			[]*cel.Type{callClass.typ, cel.StringType, cel.StringType}, moneyType, cel.FunctionBinding(money))),
	}
}
