package policytest

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
)

// maxValuesShown bounds the expressions that a failing case shows.
const maxValuesShown = 12

// WriteValues writes each condition that a case evaluated, with the value of every operand below it; of more than twelve, those that do
// not hold first:
//
//	false  pricing/well inside the repricing rate (policies/pricing.cel:26:47)
//	       facts.reprices_every >= duration("24h")
//	       facts.reprices_every  1h0m0s
func (r *Result) WriteValues(w io.Writer, indent string) error {
	shown := slices.Clone(r.Values)
	if len(shown) > maxValuesShown { // those that hold say the least
		slices.SortStableFunc(shown, func(a, b Value) int { return cmp.Compare(a.holds(), b.holds()) })
		shown = shown[:maxValuesShown]
	}
	for i := range shown {
		if err := shown[i].write(w, indent); err != nil {
			return err
		}
	}
	if more := len(r.Values) - len(shown); more > 0 {
		_, err := fmt.Fprintf(w, "%sand %d more: lacuna explain shows all\n", indent, more)
		return err
	}
	return nil
}

func (v *Value) holds() int {
	if v.Value == true {
		return 1
	}
	return 0
}

func (v *Value) write(w io.Writer, indent string) error {
	result := plainText(v.Value)
	if v.Error != "" {
		result = "error"
	}
	below := indent + strings.Repeat(" ", 7)
	lines := []string{
		fmt.Sprintf("%s%-5s  %s (%s)", indent, result, v.ID, v.At),
		below + v.Source,
	}
	if v.Error != "" {
		lines = append(lines, below+"error: "+v.Error)
	}
	column := 0
	for _, o := range v.Operands {
		column = max(column, width(o.Text))
	}
	for _, o := range v.Operands {
		lines = append(lines, below+padded(o.Text, column)+"  "+plainText(o.Value))
	}
	_, err := io.WriteString(w, strings.Join(lines, "\n")+"\n")
	return err
}

// plainText is a value on one line.
func plainText(v any) string { return cmp.Or(words(compact(v)), `""`) }
