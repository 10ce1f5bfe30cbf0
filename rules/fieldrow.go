package rules

import (
	"fmt"
	"strings"
	"time"

	"github.com/lacuna-go/lacuna/eval"
)

// FieldRow describes one field of a struct literal, for the docs, for editors, and for tests that must know every field.
type FieldRow struct {
	Struct, Field string
	// Type says what the field takes.
	Type string
	// Hook is where an expression of it runs (list, call, retry, step, claim); "" for a literal.
	Hook string
	// Runs is that hook exactly: what an expression of the field sees. The zero Hook for a literal.
	Runs eval.Hook
	// Enum is the enumeration whose constants it takes, alone or in a list; "" for none.
	Enum string
	// Structs are the literals that it takes, alone or in a list; nil for none.
	Structs []string
	// Range of a number or a duration; "" for any.
	Range string
	// Default as a rule would write it, or in words; "" for a required field.
	Default  string
	Required bool
	// Setting: the most specific policy that defines it wins, and a policy with a when may not hold it.
	Setting bool
	Doc     string
	// Erring says what an error of the expression counts as; "" for a literal.
	Erring string
}

// FieldTable lists every field of every struct literal of the language, struct by struct. (Flag{} has none.)
func FieldTable() []FieldRow {
	rows := make([]FieldRow, 0, len(fields))
	for _, f := range fields {
		row := FieldRow{
			Struct: f.in, Field: f.name, Type: f.words(), Default: written(f.def),
			Required: f.required, Setting: f.setting, Doc: f.doc, Erring: f.erring,
		}
		if !f.kind.literal() {
			row.Hook, row.Runs = hookName(f.hook), f.hook
		}
		row.Enum, row.Structs = f.parts()
		switch {
		case f.kind == kRamp:
			row.Range = "each above 0, below 1"
		case !f.span.none():
			row.Range = f.span.text(f.kind)
		}
		rows = append(rows, row)
	}
	return rows
}

// parts names the enumeration and the structs of which the field's value is made.
func (f *field) parts() (enum string, structs []string) {
	switch f.kind {
	case kEnum:
		return f.typ, nil
	case kKinds:
		return "Kind", nil
	case kRefusals:
		return "Failure", nil
	case kStruct:
		return "", []string{f.typ}
	case kSteps:
		return "", []string{"Cached", "UseTool", "Omit", "HardFail"}
	case kOtherwise:
		return "", []string{"Block", "Regenerate", "Redact", "Flag"}
	default:
		return "", nil
	}
}

// hookName is the word of a hook in the docs.
func hookName(h eval.Hook) string {
	switch h {
	case eval.HookList:
		return "list"
	case eval.HookCall:
		return "call"
	case eval.HookRetry:
		return "retry"
	case eval.HookStep, eval.HookCached, eval.HookRequire:
		return "step"
	default:
		return "claim"
	}
}

// written shows a default as a rule writes it.
func written(def any) string {
	switch v := def.(type) {
	case nil:
		return ""
	case note:
		return string(v)
	case time.Duration:
		return fmt.Sprintf("duration(%q)", plainDuration(v))
	case fmt.Stringer:
		return enumOf(v) + "." + upper(v.String())
	default:
		return fmt.Sprint(v)
	}
}

// plainDuration writes a duration without the zero parts that Go adds: 5m, not 5m0s.
func plainDuration(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}

// enumOf is the enumeration's name of a constant: that of its Go type.
func enumOf(v fmt.Stringer) string {
	name := fmt.Sprintf("%T", v)
	return name[strings.LastIndexByte(name, '.')+1:]
}
