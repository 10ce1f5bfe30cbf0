package eval

import (
	"fmt"
	"reflect"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"

	"github.com/lacuna-go/lacuna/guard"
)

var moneyType = types.NewObjectType("lacuna.Money", traits.ComparerType)

// moneyValue is an exact amount in a rule: equality across currencies is false, ordering across them an error.
type moneyValue struct{ guard.Amount }

// ConvertToNative is not supported.
func (m moneyValue) ConvertToNative(t reflect.Type) (any, error) {
	return nil, fmt.Errorf("money is no %v", t)
}

// ConvertToType gives the type, and text for string().
func (m moneyValue) ConvertToType(t ref.Type) ref.Val {
	switch t {
	case types.TypeType:
		return moneyType
	case types.StringType:
		return types.String(m.String())
	}
	return types.NewErr("money can't be converted to %s", t.TypeName())
}

// Equal is false across currencies.
func (m moneyValue) Equal(other ref.Val) ref.Val {
	o, ok := other.(moneyValue)
	return types.Bool(ok && m.Amount.Equal(o.Amount))
}

// Compare is an error across currencies.
func (m moneyValue) Compare(other ref.Val) ref.Val {
	o, ok := other.(moneyValue)
	if !ok {
		return types.NewErr("money can't be compared with %s", other.Type().TypeName())
	}
	n, err := m.Amount.Compare(o.Amount)
	if err != nil {
		return types.WrapErr(err)
	}
	return types.Int(n)
}

// Type returns the money type.
func (m moneyValue) Type() ref.Type { return moneyType }

// Value returns the guard.Amount.
func (m moneyValue) Value() any { return m.Amount }

func newMoney(value, currency ref.Val) ref.Val {
	v, ok1 := value.(types.String)
	c, ok2 := currency.(types.String)
	if !ok1 || !ok2 {
		return types.NewErr("money takes two strings, as money(\"209.00\", \"EUR\")")
	}
	a, err := guard.ParseAmount(string(v), string(c))
	if err != nil {
		return types.NewErr("%v", err)
	}
	return moneyValue{a}
}

func moneyFunctions() []cel.EnvOption {
	opts := []cel.EnvOption{
		cel.Types(moneyType),
		cel.Function("money", cel.Overload("money_string_string", []*cel.Type{cel.StringType, cel.StringType}, moneyType,
			cel.BinaryBinding(newMoney))),
	}
	for op, id := range map[string]string{
		operators.Less: "less_money", operators.LessEquals: "less_equals_money",
		operators.Greater: "greater_money", operators.GreaterEquals: "greater_equals_money",
	} {
		// No binding: the standard operator's own one calls Compare.
		opts = append(opts, cel.Function(op, cel.Overload(id, []*cel.Type{moneyType, moneyType}, cel.BoolType)))
	}
	return opts
}
