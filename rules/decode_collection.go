package rules

import (
	"fmt"
	"time"

	"github.com/lacuna-go/lacuna/eval"
)

// list returns the elements of a list that must not be empty.
func (d *decoder) list(row *field, n eval.Node) ([]eval.Node, bool) {
	switch {
	case n.Shape() != eval.List:
		d.mismatch(row, n)
	case len(n.Elems()) == 0:
		d.fail(n.Pos(), "%s is an empty list: leave it out instead", row.name)
	case n.HasOptionalElem():
		d.fail(n.Pos(), "%s takes no question mark", row.name)
	default:
		return n.Elems(), true
	}
	return nil, false
}

// oneOrMore returns the elements of a list, or the node itself if it is none.
func (d *decoder) oneOrMore(row *field, n eval.Node) ([]eval.Node, bool) {
	if n.Shape() == eval.List {
		return d.list(row, n)
	}
	return []eval.Node{n}, true
}

// pair is one entry of a map with string keys.
type pair struct {
	key   string
	pos   eval.Pos
	value eval.Node
}

// pairs returns the entries of a map whose keys are literal strings, each once. Entries at fault are left out.
func (d *decoder) pairs(row *field, n eval.Node) (list []pair, ok bool) {
	if n.Shape() != eval.Map {
		d.mismatch(row, n)
		return nil, false
	}
	seen, ok := map[string]eval.Pos{}, true
	for _, e := range n.Entries() {
		key, is := e.Key.Str()
		first, twice := seen[key]
		switch {
		case !is:
			d.fail(e.Key.Pos(), "%s takes literal strings as keys, not %s", row.name, sort(e.Key))
		case key == "":
			d.fail(e.Key.Pos(), "%s has an empty key", row.name)
		case twice:
			d.fail(e.Key.Pos(), "%s has %q twice, first at %s", row.name, key, first)
		case d.sure(row, e):
			seen[key] = e.Key.Pos()
			list = append(list, pair{key, e.Key.Pos(), e.Value})
			continue
		}
		ok = false
	}
	return list, ok
}

// sure reports whether a map's entry is written without a question mark.
func (d *decoder) sure(row *field, e eval.Entry) bool {
	if e.Optional {
		d.fail(e.Key.Pos(), "%s takes no question mark", row.name)
	}
	return !e.Optional
}

// ramp decodes growing shares.
func (d *decoder) ramp(row *field, n eval.Node) ([]float64, bool) {
	if n.Shape() != eval.List || n.HasOptionalElem() {
		d.mismatch(row, n)
		return nil, false
	}
	var shares []float64
	last := 0.0
	for _, e := range n.Elems() {
		x, ok := e.Double()
		switch {
		case !ok:
			d.mismatch(row, e)
			return nil, false
		case x <= 0 || x >= 1:
			d.fail(e.Pos(), "%s holds %s; each share is above 0 and below 1", row.name, e.Text())
			return nil, false
		case x <= last:
			d.fail(e.Pos(), "%s does not grow: %s comes after %v", row.name, e.Text(), last)
			return nil, false
		}
		last = x
		shares = append(shares, x)
	}
	return shares, true
}

func (d *decoder) budgets(row *field, n eval.Node) (map[string]time.Duration, bool) {
	pairs, ok := d.pairs(row, n)
	budgets := map[string]time.Duration{}
	for _, p := range pairs {
		v, fine := d.duration(row.part(fmt.Sprintf("%s[%q]", row.name, p.key), kDuration), p.value)
		budgets[p.key] = v
		ok = ok && fine
	}
	return budgets, ok
}

// arguments decodes a map of names to literal values.
func (d *decoder) arguments(row *field, n eval.Node) (map[string]any, bool) {
	pairs, ok := d.pairs(row, n)
	args := map[string]any{}
	for _, p := range pairs {
		v, fine := d.argument(row, p.value)
		args[p.key] = v
		ok = ok && fine
	}
	return args, ok
}

func (d *decoder) argument(row *field, n eval.Node) (any, bool) {
	switch n.Shape() {
	case eval.Map:
		return d.arguments(row, n)
	case eval.List:
		list, ok := []any{}, true
		for _, e := range n.Elems() {
			v, fine := d.argument(row, e)
			list, ok = append(list, v), ok && fine
		}
		return list, ok
	default:
		return d.scalar(row, n)
	}
}

func (d *decoder) scalar(row *field, n eval.Node) (any, bool) {
	if s, ok := n.Str(); ok {
		return s, true
	}
	if b, ok := n.Bool(); ok {
		return b, true
	}
	if i, ok := n.Int(); ok {
		return i, true
	}
	if x, ok := n.Double(); ok {
		return x, true
	}
	if n.Text() == "null" {
		return nil, true
	}
	d.fail(n.Pos(), "%s takes literal values only, not %s", row.name, sort(n))
	return nil, false
}
