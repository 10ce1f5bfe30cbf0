package lint

import (
	"math/big"
	"time"

	"github.com/lacuna-go/lacuna/eval"
)

// value is a constant as rules write it.
type value struct {
	// unit is what it can be compared with: "number", "duration", "timestamp", a currency, "text", "bool", or an enumeration.
	unit string
	// num is set where the unit is ordered, text where it is not.
	num  *big.Rat
	text string
}

func (v value) equal(w value) bool {
	if v.unit != w.unit {
		return false
	}
	if v.num != nil && w.num != nil {
		return v.num.Cmp(w.num) == 0
	}
	return v.text == w.text
}

// ordered reports whether two values can be put in order.
func (v value) ordered(w value) bool { return v.unit == w.unit && v.num != nil && w.num != nil }

func truth(b bool) value {
	if b {
		return value{unit: "bool", text: "true"}
	}
	return value{unit: "bool", text: "false"}
}

func number(n int64, unit string) value { return value{unit: unit, num: new(big.Rat).SetInt64(n)} }

func instant(t time.Time) value {
	ns := new(big.Int).Mul(big.NewInt(t.Unix()), big.NewInt(int64(time.Second)))
	return value{unit: "timestamp", num: new(big.Rat).SetInt(ns.Add(ns, big.NewInt(int64(t.Nanosecond()))))}
}

func text(s string) value { return value{unit: "text", text: s} }

func member(typ, name string) value { return value{unit: typ, text: name} }

// valueOf reads a constant.
func valueOf(n eval.Node) (value, bool) {
	if s, ok := n.Str(); ok {
		return text(s), true
	}
	if b, ok := n.Bool(); ok {
		return truth(b), true
	}
	if d, ok := n.Duration(); ok {
		return number(int64(d), "duration"), true
	}
	if t, ok := n.Timestamp(); ok {
		return instant(t), true
	}
	if i, ok := n.Int(); ok {
		return number(i, "number"), true
	}
	if d, ok := n.Double(); ok {
		r := new(big.Rat).SetFloat64(d)
		return value{unit: "number", num: r}, r != nil
	}
	if typ, name, ok := n.Enum(); ok && isUpper(typ) {
		return member(typ, name), true
	}
	return amountOf(n)
}

// amountOf reads money("209.00", "EUR").
func amountOf(n eval.Node) (value, bool) {
	args := n.Operands()
	if n.Op() != "money" || len(args) != 2 {
		return value{}, false
	}
	amount, ok := args[0].Str()
	currency, also := args[1].Str()
	r, valid := new(big.Rat).SetString(amount)
	return value{unit: "money " + currency, num: r}, ok && also && valid
}

func isUpper(name string) bool { return name != "" && name[0] >= 'A' && name[0] <= 'Z' }
