package eval

import (
	"context"
	"errors"
	"strings"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/interpreter"
)

// FaultKind classifies an error that a rule met while it ran.
type FaultKind uint8

// The kinds of fault. FaultOther is one that fits none of the rest, such as an invalid argument of a function.
const (
	FaultOther FaultKind = iota + 1
	FaultMissingKey
	FaultMissingFact
	FaultOverload
	FaultDivision
	FaultConversion
	FaultCost
	FaultDeadline
	FaultPanic
)

// String returns the kind in lower case.
func (k FaultKind) String() string {
	return name(k, "other", "missing_key", "missing_fact", "overload", "division", "conversion", "cost", "deadline", "panic")
}

// Fault is an error that a rule met while it ran. It is data: the decision counts it as the error table says,
// never as permission, and keeps it with its position.
type Fault struct {
	Pos     Pos
	Kind    FaultKind
	Message string
}

// Error returns "file:line:col: message".
func (f *Fault) Error() string { return f.Pos.String() + ": " + f.Message }

// fault turns an evaluation's error into a Fault with the position of the sub-expression that met it.
func (x *Expr) fault(err error) *Fault {
	var own *Fault
	if errors.As(err, &own) {
		return own
	}
	f := &Fault{Pos: x.Pos(), Message: err.Error()}
	var cancelled interpreter.EvalCancelledError
	switch {
	case errors.As(err, &cancelled) && cancelled.Cause == interpreter.CostLimitExceeded:
		f.Kind, f.Message = FaultCost, "the expression costs more than it may"
	case errors.Is(err, interpreter.InterruptError{}), errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		f.Kind, f.Message = FaultDeadline, "the decision's time was over"
	default:
		f.Kind = kindOf(f.Message)
	}
	var celErr *types.Err
	if errors.As(err, &celErr) && celErr.NodeID() > 0 {
		f.Pos = x.Node().posOf(celErr.NodeID())
	}
	return f
}

// kindOf reads the kind from cel-go's fixed texts: its errors have no types.
func kindOf(message string) FaultKind {
	has := func(parts ...string) bool {
		for _, p := range parts {
			if strings.Contains(message, p) {
				return true
			}
		}
		return false
	}
	switch {
	case has("no such key", "no such attribute", "index out of bounds", "no such field"):
		return FaultMissingKey
	case has("the fact "):
		return FaultMissingFact
	case has("no such overload", "unsupported index type"):
		return FaultOverload
	case has("division by zero", "divide by zero", "modulus by zero", "overflow"):
		return FaultDivision
	case has("internal error", "panicked"):
		return FaultPanic
	case has("conversion", "cannot convert", "can't be converted", "is no ", "invalid", "parse"):
		return FaultConversion
	}
	return FaultOther
}
