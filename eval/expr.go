package eval

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
)

// Expr is one compiled expression of a rule: the seam behind which its evaluation can change. It is immutable and safe
// for concurrent use; each evaluation reads one [Input] and never touches anything else.
type Expr struct {
	env      *Env
	file     *File
	from, to int32 // where it stands in the file, in runes
	hook     Hook
	want     Want
	vars     *Vars
	parts    []*Expr // of a WantKey
	*code

	made atomic.Pointer[made]
}

// code is what an expression was compiled to, wherever it stands: expressions of one text in one hook share it. It is immutable.
type code struct {
	*facts

	// At most one of these is set: what evaluates the expression without cel-go wherever it can. foreign: it asks cel-go for a part.
	quick   *quick
	number  operand[int64]
	text    operand[string]
	foreign bool
	charge  uint64 // what it costs then, its loops left out
}

// facts are what is known of an expression without its literals: expressions of one shape share them. They are immutable.
type facts struct {
	typ   *cel.Type
	paths []string

	static uint64
	loops  bool
	asks   bool // it calls what depends on the turn, or a program's own function
	scope  *cel.Env
}

// Pos returns the place of the expression's first rune.
func (x *Expr) Pos() Pos { return x.file.pos(x.from) }

// Source returns the expression as written.
func (x *Expr) Source() string { return x.file.slice(x.from, x.to) }

// Elements returns the elements of a key, each an expression of its own; nil of any other expression.
func (x *Expr) Elements() []*Expr { return x.parts }

// Const reports whether the expression reads no variable.
func (x *Expr) Const() bool { return len(x.paths) == 0 }

// AlwaysErrs returns the fault of an expression that reads nothing and yet comes to no value, such as 1 / 0 == 1; nil if
// it has a value, or may have one.
func (x *Expr) AlwaysErrs() *Fault {
	for _, part := range x.parts {
		if fault := part.AlwaysErrs(); fault != nil {
			return fault
		}
	}
	if !x.Const() || x.scope == nil || x.asks {
		return nil
	}
	_, fault := x.eval(&Input{})
	return fault
}

// Reads reports whether the expression reads the variable or field at a path such as "facts.reprices_every". The
// loop variable over evidence or claim.sources counts as source.
func (x *Expr) Reads(path string) bool {
	_, ok := slices.BinarySearch(x.paths, path)
	return ok
}

// Paths lists the variables and fields that the expression reads, sorted; not those that its vars read.
func (x *Expr) Paths() []string { return slices.Clone(x.paths) }

// callOnly names what the expression reads that the list hook has not, or "".
func (x *Expr) callOnly() string {
	for _, p := range x.paths {
		if p == "call.args" || p == "call.idempotency_key" || p == "call.money" {
			return p
		}
	}
	return ""
}

func (x *Expr) plan(a *ast.AST) []Problem {
	x.compileQuick(a)
	if x.quick == nil && x.number == nil && x.text == nil || x.foreign { // its faults are the policy's, before it goes live
		if _, err := x.program(); err != nil {
			return []Problem{{x.Pos(), err.Error()}}
		}
	}
	return nil
}

// asks reports whether a call depends on more than its arguments.
func asks(a *ast.AST, e ast.Expr) bool {
	if e.Kind() != ast.CallKind {
		return false
	}
	for _, id := range a.GetOverloadIDs(e.ID()) {
		if strings.HasPrefix(id, "custom_") || strings.HasSuffix(id, "_in") && strings.HasPrefix(id, "timestamp_") {
			return true
		}
	}
	return false
}

// eval is the one place where a rule runs.
func (x *Expr) eval(in *Input) (ref.Val, *Fault) {
	if fault := x.before(in); fault != nil {
		return nil, fault
	}
	s := scope{in: in}
	switch {
	case in.Traced():
	case x.quick != nil:
		if holds, ok := x.quick.run(s); ok {
			return types.Bool(holds), x.charged(in)
		}
	case x.number != nil:
		if n, ok := x.number(s); ok {
			return types.Duration{Duration: time.Duration(n)}, x.charged(in)
		}
	case x.text != nil:
		if text, ok := x.text(s); ok {
			return types.String(text), x.charged(in)
		}
	}
	return x.reference(in)
}

// charged adds what the expression can cost at most, its loops left out, and is no fault.
func (x *Expr) charged(in *Input) *Fault {
	in.cost += x.charge
	return nil
}

// reference evaluates with cel-go.
func (x *Expr) reference(in *Input) (ref.Val, *Fault) {
	program, err := x.program()
	if err != nil {
		return nil, x.fault(err)
	}
	var val ref.Val
	var det *cel.EvalDetails
	if x.loops && in.Context != nil {
		val, det, err = program.ContextEval(in.Context, in)
	} else {
		val, det, err = program.Eval(in)
	}
	x.meter(in, det)
	var fault *Fault
	if err != nil {
		val, fault = nil, x.fault(err)
	}
	if in.Traced() {
		x.note(in, val, fault)
	}
	return val, fault
}

// before refuses to start what the decision has no time or no cost left for.
func (x *Expr) before(in *Input) *Fault {
	in.env = x.env
	if in.Context != nil && in.Context.Err() != nil {
		return &Fault{x.Pos(), FaultDeadline, "the decision's time was over"}
	}
	if in.cost > MaxDecisionCost {
		return &Fault{x.Pos(), FaultCost, fmt.Sprintf("the decision has cost more than %d units", MaxDecisionCost)}
	}
	return nil
}

func (x *Expr) meter(in *Input, det *cel.EvalDetails) {
	if det != nil {
		if actual := det.ActualCost(); actual != nil {
			in.cost += *actual
			return
		}
	}
	if x.static > trackedFrom { // cut off by its limit
		in.cost += MaxExprCost
		return
	}
	in.cost += x.static
}

// Holds evaluates a condition.
func (x *Expr) Holds(in *Input) (bool, *Fault) {
	if fault := x.before(in); fault != nil {
		return false, fault
	}
	if x.quick != nil && !in.Traced() {
		if holds, ok := x.quick.run(scope{in: in}); ok {
			return holds, x.charged(in)
		}
	}
	v, fault := x.reference(in)
	if fault != nil {
		return false, fault
	}
	b, ok := v.(types.Bool)
	if !ok {
		return false, x.mistyped("a bool", v)
	}
	return bool(b), nil
}

// Duration evaluates a duration.
func (x *Expr) Duration(in *Input) (time.Duration, *Fault) {
	if fault := x.before(in); fault != nil {
		return 0, fault
	}
	if x.number != nil && !in.Traced() {
		if n, ok := x.number(scope{in: in}); ok {
			return time.Duration(n), x.charged(in)
		}
	}
	v, fault := x.reference(in)
	if fault != nil {
		return 0, fault
	}
	d, ok := v.(types.Duration)
	if !ok {
		return 0, x.mistyped("a duration", v)
	}
	return d.Duration, nil
}

// Text evaluates a text.
func (x *Expr) Text(in *Input) (string, *Fault) {
	if fault := x.before(in); fault != nil {
		return "", fault
	}
	if x.text != nil && !in.Traced() {
		if s, ok := x.text(scope{in: in}); ok {
			return s, x.charged(in)
		}
	}
	v, fault := x.reference(in)
	if fault != nil {
		return "", fault
	}
	s, ok := v.(types.String)
	if !ok {
		return "", x.mistyped("a string", v)
	}
	return string(s), nil
}

// Any evaluates an expression of any type to plain Go values, as encoding/json takes them: amounts and timestamps
// come out as text.
func (x *Expr) Any(in *Input) (any, *Fault) {
	v, fault := x.eval(in)
	if fault != nil {
		return nil, fault
	}
	return plain(v), nil
}

// Key evaluates a key to one text: keys are equal exactly if their elements are.
func (x *Expr) Key(in *Input) (string, *Fault) {
	b := []byte{'['}
	for i, part := range x.parts {
		v, fault := part.eval(in)
		if fault != nil {
			return "", fault
		}
		if i > 0 {
			b = append(b, ',')
		}
		text, err := keyText(v)
		if err != nil {
			return "", &Fault{part.Pos(), FaultConversion, err.Error()}
		}
		b = append(b, text...)
	}
	return string(append(b, ']')), nil
}

// keyText writes a value with its type, so that 1 and "1" differ.
func keyText(v ref.Val) ([]byte, error) {
	switch v.(type) {
	case types.Null, *types.Optional:
		return nil, errors.New("a key has no place for an absent value")
	}
	text, err := json.Marshal(plain(v))
	if err != nil {
		return nil, fmt.Errorf("a key can't hold a %s", typeName(v.Type().(*types.Type)))
	}
	return text, nil
}

func (x *Expr) mistyped(want string, v ref.Val) *Fault {
	return &Fault{x.Pos(), FaultConversion, fmt.Sprintf("is no %s but a %s", strings.TrimPrefix(want, "a "), v.Type().TypeName())}
}

// posOf returns the place of the first rune of the sub-expression with an id, or of the whole expression.
func (n Node) posOf(id int64) Pos {
	e := n.find(id)
	if e == nil {
		return n.Pos()
	}
	return Node{n.tree, e, -1}.Pos()
}

// written returns the file's own expression for one of the rewritten copy.
func (n Node) written(e ast.Expr) ast.Expr {
	if w := n.find(e.ID()); w != nil {
		return w
	}
	return n.expr
}

// find returns the sub-expression with an id, one that a macro was written with included.
func (n Node) find(id int64) (found ast.Expr) {
	walk(n.expr, func(e ast.Expr) {
		if found == nil && e.ID() == id {
			found = e
		}
	})
	if found == nil { // a part of a macro as written
		walk(n.expr, func(e ast.Expr) {
			if m, ok := n.tree.ast.SourceInfo().GetMacroCall(e.ID()); ok && found == nil {
				walk(m, func(e ast.Expr) {
					if found == nil && e.ID() == id {
						found = e
					}
				})
			}
		})
	}
	return found
}

// readPaths lists every variable, and every field chain on one, that an expression reads.
func readPaths(root ast.Expr) []string {
	var paths []string
	var collect func(e ast.Expr, loop map[string]string)
	collect = func(e ast.Expr, loop map[string]string) {
		if p := pathOf(e, loop); p != "" {
			paths = append(paths, p)
		}
		if e.Kind() == ast.CallKind && e.AsCall().IsMemberFunction() {
			if p := pathOf(e.AsCall().Target(), loop); p != "" {
				paths = append(paths, p+"."+e.AsCall().FunctionName())
			}
		}
		inner := loop
		if e.Kind() == ast.ComprehensionKind {
			c := e.AsComprehension()
			inner = map[string]string{c.AccuVar(): "", c.IterVar(): ""}
			for k, v := range loop {
				inner[k] = v
			}
			if p := pathOf(c.IterRange(), loop); p == "evidence" || strings.HasSuffix(p, ".sources") {
				inner[c.IterVar()] = "source"
			}
		}
		for _, c := range children(e) {
			collect(c, inner)
		}
	}
	collect(root, nil)
	slices.Sort(paths)
	return slices.Compact(paths)
}

// pathOf returns "a.b.c" for a chain of selects on a variable; loop maps loop variables to what they stand for.
func pathOf(e ast.Expr, loop map[string]string) string {
	switch e.Kind() {
	case ast.IdentKind:
		name := e.AsIdent()
		if alias, ok := loop[name]; ok {
			return alias
		}
		return name
	case ast.SelectKind:
		if base := pathOf(e.AsSelect().Operand(), loop); base != "" {
			return base + "." + e.AsSelect().FieldName()
		}
	default:
	}
	return ""
}
