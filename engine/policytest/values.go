package policytest

import (
	"context"
	"slices"
	"strings"

	"github.com/lacuna-go/lacuna/eval"
)

// Value is an expression that a case evaluated, with what it and each of its operands came to.
type Value struct {
	// ID of the condition, as "policy/key", or of the field.
	ID     string   `json:"id"`
	Pos    eval.Pos `json:"-"`
	At     string   `json:"at"`
	Source string   `json:"source"`
	// Value is plain data, nil where the expression erred; then Error says why.
	Value any    `json:"value"`
	Error string `json:"error,omitempty"`
	// Operands in the order of the file, literals and repetitions left out.
	Operands []Operand `json:"operands,omitempty"`
}

// Operand is a part of an expression with its value.
type Operand struct {
	Text  string `json:"text"`
	Value any    `json:"value"`
}

// values plays a case once more and returns what its expressions came to; nil where the player can't tell.
func (s *Suite) values(ctx context.Context, c *Case) []Value {
	if _, ours := s.options.player.(enginePlayer); !ours || s.Set == nil {
		return nil
	}
	played, err := s.perform(ctx, c, true, true)
	if err != nil {
		return nil
	}
	ids := map[*eval.Expr]string{}
	for _, u := range uses(s.Set) {
		ids[u.expr] = u.id
	}
	var list []Value
	for _, e := range played.trace.Evaluations() {
		_, condition := e.Value.(bool)
		if !e.Expr.Const() && (condition || e.Fault != nil) {
			list = append(list, valueOf(ids[e.Expr], e))
		}
	}
	return slices.CompactFunc(list, func(a, b Value) bool { return a.text() == b.text() })
}

func valueOf(id string, e eval.Traced) Value {
	v := Value{ID: id, Pos: e.Expr.Pos(), At: e.Expr.Pos().String(), Source: oneLine(e.Expr.Source()), Value: e.Value}
	if e.Fault != nil {
		v.Error = e.Fault.Message
	}
	seen := map[string]bool{v.Source: true}
	for _, o := range e.Operands {
		text := oneLine(o.Text)
		if seen[text] || isConstant(text) || o.Value == "error: "+v.Error {
			continue
		}
		seen[text] = true
		v.Operands = append(v.Operands, Operand{text, o.Value})
	}
	return v
}

// isConstant reports whether an operand is a list, a duration or a time as written, or an enum's member.
func isConstant(text string) bool {
	if strings.HasPrefix(text, "[") {
		return true
	}
	for _, name := range []string{`duration("`, `timestamp("`} {
		if rest, ok := strings.CutPrefix(text, name); ok && strings.IndexByte(rest, '"') == len(rest)-2 {
			return true
		}
	}
	first, member, ok := strings.Cut(text, ".")
	return ok && first != "" && first[0] >= 'A' && first[0] <= 'Z' && strings.ToUpper(member) == member
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func (v Value) text() string {
	var b strings.Builder
	_ = v.write(&b, "") // a Builder never fails
	return b.String()
}
