package policytest

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/guard"
)

// inverse are the comparisons that hold exactly where another does not, and edges those that differ at the edge alone.
var (
	inverse = map[string]string{"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
	edges   = map[string]string{"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
)

// negate turns a condition or an operand around: a comparison by its operator, anything else by a !.
func (m *mutator) negate(n eval.Node, within eval.Pos) {
	op, at := n.Operator()
	switch {
	case n.Shape() == eval.Literal:
	case inverse[op] != "":
		m.add(Negate, at, op, inverse[op], within)
	case op == "!" && at == n.Pos():
		m.add(Negate, at, "!", "", within)
	default:
		m.add(Negate, n.Pos(), n.Text(), "!("+n.Text()+")", within)
	}
}

// expression mutates the operands, comparisons and thresholds of an expression.
func (m *mutator) expression(n eval.Node, within eval.Pos) {
	if m.threshold(n, within) {
		return
	}
	op, at := n.Operator()
	neutral := map[string]string{"&&": "true", "||": "false"}[op]
	for i, p := range n.Parts() {
		inner, _ := p.Operator()
		switch {
		case neutral != "" && inner != op:
			m.add(DropCondition, p.Pos(), p.Text(), neutral, within)
			if inner != "&&" && inner != "||" {
				m.negate(p, within)
			}
		case op == "?" && i == 0:
			m.negate(p, within)
		}
		m.expression(p, within)
	}
	if edges[op] != "" {
		m.add(MoveThreshold, at, op, edges[op], within)
	}
	if list := n.Parts(); op == "in" && len(list) == 2 && len(list[1].Elems()) > 1 {
		for _, e := range list[1].Elems() {
			m.dropElement(DropMember, e, within)
		}
	}
}

// threshold moves a literal both ways, and reports whether it is one.
func (m *mutator) threshold(n eval.Node, within eval.Pos) bool {
	move := func(texts ...string) bool {
		for _, t := range texts {
			if t != "" {
				m.add(MoveThreshold, n.Pos(), n.Text(), t, within)
			}
		}
		return true
	}
	if d, ok := n.Duration(); ok {
		return move(durationText(moved(d, 1)), durationText(moved(d, -1)))
	}
	if t, ok := n.Timestamp(); ok {
		return move(timestampText(t.Add(time.Hour)), timestampText(t.Add(-time.Hour)))
	}
	if i, ok := n.Int(); ok {
		return move(strconv.FormatInt(i+1, 10), strconv.FormatInt(i-1, 10))
	}
	if d, ok := n.Double(); ok && n.Shape() == eval.Literal {
		return move(doubleText(d*1.1), doubleText(d*0.9))
	}
	if args := n.Parts(); n.Call() == "money" && len(args) == 2 {
		amount, _ := args[0].Str()
		currency := args[1].Text()
		more, less := movedAmount(amount)
		if more != "" {
			return move("money(\""+more+"\", "+currency+")", "money(\""+less+"\", "+currency+")")
		}
	}
	return false
}

// moved is a duration a tenth more or less.
func moved(d time.Duration, sign time.Duration) time.Duration {
	by := (d / 10).Abs().Truncate(time.Millisecond)
	return d + sign*max(by, time.Millisecond)
}

func durationText(d time.Duration) string {
	if d < 0 {
		return ""
	}
	text := d.String()
	for _, none := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(text, none) {
			text = text[:len(text)-2]
		}
	}
	return `duration("` + text + `")`
}

func timestampText(t time.Time) string { return `timestamp("` + t.Format(time.RFC3339Nano) + `")` }

func doubleText(d float64) string {
	s := strconv.FormatFloat(math.Round(d*1e6)/1e6, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

// movedAmount is an amount a tenth more and less; "" of a text that is none.
func movedAmount(amount string) (more, less string) {
	if _, err := guard.ParseDecimal(amount); err != nil {
		return "", ""
	}
	f, err := strconv.ParseFloat(amount, 64)
	if err != nil {
		return "", ""
	}
	return strconv.FormatFloat(f*1.1, 'f', 2, 64), strconv.FormatFloat(f*0.9, 'f', 2, 64)
}
