package rules

import (
	"math/big"
	"time"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/guard"
)

func (d *decoder) str(row *field, n eval.Node) (string, bool) {
	s, ok := n.Str()
	if !ok {
		d.mismatch(row, n)
		return "", false
	}
	if s == "" {
		d.fail(n.Pos(), "%s is empty", row.name)
		return "", false
	}
	return s, true
}

func (d *decoder) bool(row *field, n eval.Node) (bool, bool) {
	b, ok := n.Bool()
	if !ok {
		d.mismatch(row, n)
	}
	return b, ok
}

func (d *decoder) int(row *field, n eval.Node) (int, bool) {
	i, ok := n.Int()
	if !ok {
		d.mismatch(row, n)
		return 0, false
	}
	return int(i), d.inside(row, n, float64(i))
}

// fraction is a share as written, exactly.
type fraction struct{ num, den int64 }

func (d *decoder) share(row *field, n eval.Node) (fraction, bool) {
	x, ok := n.Double()
	if !ok {
		d.mismatch(row, n)
		return fraction{}, false
	}
	if !d.inside(row, n, x) {
		return fraction{}, false
	}
	f, ok := exactly(n.Text())
	if !ok {
		d.fail(n.Pos(), "%s has too many digits", row.name)
	}
	return f, ok
}

// exactly reads a number as the fraction that its digits say: 0.1 is 1/10, not the nearest double.
func exactly(text string) (fraction, bool) {
	r, ok := new(big.Rat).SetString(text)
	if !ok || !r.Num().IsInt64() || !r.Denom().IsInt64() || r.Denom().Int64() > 1_000_000_000 {
		return fraction{}, false
	}
	return fraction{r.Num().Int64(), r.Denom().Int64()}, true
}

func (d *decoder) duration(row *field, n eval.Node) (time.Duration, bool) {
	v, ok := n.Duration()
	switch {
	case ok:
		return v, d.inside(row, n, float64(v))
	case d.misread(n):
	case n.Call() == "duration":
		d.fail(n.Pos(), "%s takes a literal duration such as duration(\"2s\"), and %s is none", row.name, n.Text())
	default:
		d.mismatch(row, n)
	}
	return 0, false
}

func (d *decoder) time(row *field, n eval.Node) (time.Time, bool) {
	v, ok := n.Timestamp()
	switch {
	case ok:
	case d.misread(n):
	case n.Call() == "timestamp":
		d.fail(n.Pos(), "%s takes a literal timestamp such as timestamp(\"2036-01-01T00:00:00Z\"), and %s is none", row.name, n.Text())
	default:
		d.mismatch(row, n)
	}
	return v, ok
}

// misread reports the text of a duration or a time that is none.
func (d *decoder) misread(n eval.Node) bool {
	p := n.Misread()
	d.problems = append(d.problems, p...)
	return len(p) > 0
}

// inside reports whether a number or a duration is within the field's range, and says so if not.
func (d *decoder) inside(row *field, n eval.Node, x float64) bool {
	if row.span.none() || row.span.holds(x) {
		return true
	}
	d.fail(n.Pos(), "%s is %s, which is out of range: %s", row.name, n.Text(), row.span.text(row.kind))
	return false
}

func (d *decoder) currency(row *field, n eval.Node) (string, bool) {
	s, ok := n.Str()
	if !ok {
		d.mismatch(row, n)
		return "", false
	}
	if !guard.KnownCurrency(s) {
		d.fail(n.Pos(), "%s takes %s, and %q is none", row.name, row.words(), s)
		return "", false
	}
	return s, true
}

func (d *decoder) zone(row *field, n eval.Node) (*time.Location, bool) {
	s, ok := n.Str()
	if !ok {
		d.mismatch(row, n)
		return nil, false
	}
	zone, err := time.LoadLocation(s)
	if err != nil || s == "" || s == "Local" {
		d.fail(n.Pos(), "%s takes %s, and %q is none", row.name, row.words(), s)
		return nil, false
	}
	return zone, true
}
