package eval

import "fmt"

// Reference evaluates with cel-go alone.
func (x *Expr) Reference(in *Input) (any, *Fault) {
	if fault := x.before(in); fault != nil {
		return nil, fault
	}
	v, fault := x.reference(in)
	if fault != nil {
		return nil, fault
	}
	return plain(v), nil
}

// Decides reports whether the quick form decides for this input, and whether cel-go has no part in it.
func (x *Expr) Decides(in *Input) (ok, alone bool) {
	in.env = x.env
	switch s := (scope{in: in}); {
	case x.quick != nil:
		_, ok = x.quick.run(s)
	case x.number != nil:
		_, ok = x.number(s)
	case x.text != nil:
		_, ok = x.text(s)
	}
	return ok, ok && !x.foreign
}

// Faults that TestDifferencesAreFound seeds, by what they do to one test of a quick form. Each reports whether there was
// something to break.
var Seeded = map[string]func(*Expr) bool{
	"goes on to the other test": seed(func(t *test) bool { t.yes, t.no = t.no, t.yes; return true }),
	"another relation":          seed(func(t *test) bool { t.rel = (t.rel + 1) % 3; return t.op == opNumber || t.op == opArgNumber }),
	"a number one off":          seed(func(t *test) bool { t.n++; return t.op == opNumber || t.op == opArgNumber }),
	"another member":            seed(func(t *test) bool { t.n <<= 1; return t.op == opMask }),
	"another text":              seed(func(t *test) bool { t.text += "x"; return t.op == opText || t.op == opArgText || t.op == opArgHolds }),
	"another argument":          seed(func(t *test) bool { t.name = "sku"; return t.op == opArgText || t.op == opArgTextIn || t.op == opArg }),
	"the field beside it":       seed(func(t *test) bool { t.field++; return t.op == opNumber || t.op == opText || t.op == opTextIn }),
	"the opposite of an operand": func(x *Expr) bool {
		if x.quick == nil || len(x.quick.funcs) == 0 {
			return false
		}
		of := x.quick.funcs[0]
		x.quick.funcs[0] = then(of, func(holds bool) (bool, bool) { return !holds, true })
		return true
	},
	"a value one off": func(x *Expr) bool {
		x.number = then(x.number, func(n int64) (int64, bool) { return n + 1, true })
		x.text = then(x.text, func(s string) (string, bool) { return s + "x", true })
		return x.number != nil || x.text != nil
	},
	"never undecided": func(x *Expr) bool {
		if x.quick == nil {
			return false
		}
		inner := *x.quick
		outer := inner
		outer.funcs = []operand[bool]{func(s scope) (bool, bool) { holds, _ := inner.run(s); return holds, true }}
		outer.tests = []test{{op: opFunc, yes: isTrue, no: isFalse}}
		x.quick = &outer
		return true
	},
}

func seed(change func(*test) bool) func(*Expr) bool {
	return func(x *Expr) bool {
		if x.quick == nil {
			return false
		}
		for i := range x.quick.tests {
			kept := x.quick.tests[i]
			if change(&x.quick.tests[i]) {
				return true
			}
			x.quick.tests[i] = kept
		}
		return false
	}
}

// Type names the type of the expression's value.
func (x *Expr) Type() string { return typeName(x.typ) }

// ReadBothWays reads arguments in the short way and in the long one. It returns what each came to, as text, and whether the short one
// could.
func ReadBothWays(raw []byte) (short, long string, ok bool) {
	r := argReader{text: string(raw), exact: true}
	list, ok := r.arguments(nil)
	if !ok {
		return "", "", false
	}
	other, err := decodeArguments(raw)
	if err != nil {
		return "", err.Error(), true
	}
	if canonical := canonicalOf(other, ""); r.exact && canonical != string(raw) {
		return "said to be canonical: " + string(raw), canonical, true
	}
	return shown(list), shown(other), true
}

func shown(list []argument) string {
	a := &Args{list: list, canonical: canonicalOf(list, "")}
	text := fmt.Sprintf("%s %v", a.canonical, plain(a.value()))
	for i := range list {
		text += fmt.Sprintf(" %s %v %q %v %v", list[i].name, list[i].unboxed, list[i].written, list[i].texts(), list[i].native())
	}
	return text
}

// SeededGroup are faults of a group, as Seeded are of one condition.
var SeededGroup = map[string]func(*Group) bool{
	"goes on to the wrong place": func(g *Group) bool {
		if len(g.tests) == 0 {
			return false
		}
		t := &g.tests[0]
		t.yes, t.no = t.no, t.yes
		return true
	},
	"shares what only looks alike": func(g *Group) bool {
		for i := 1; i < len(g.tests); i++ {
			if t := &g.tests[i]; t.op == opNumber && *t != g.tests[i-1] {
				t.field = g.tests[i-1].field
				return true
			}
		}
		return false
	},
	"one condition short": func(g *Group) bool {
		for i := range g.tests {
			if t := &g.tests[i]; min(t.yes, t.no) < -1 {
				t.yes, t.no = max(t.yes, -1), max(t.no, -1)
				return true
			}
		}
		return false
	},
	"skips what is below a neighbour": func(g *Group) bool {
		for i := range g.tests {
			if t := &g.tests[i]; t.no > int16(i+1) && int(t.no) < len(g.tests) {
				t.no++
				return true
			}
		}
		return false
	},
	"never undecided": func(g *Group) bool {
		inner := g.quick
		for i := range g.tests {
			at := &inner.tests[i]
			g.funcs = append(g.funcs, func(s scope) (bool, bool) { holds, _ := inner.test(at, s); return holds, true })
		}
		g.tests = append([]test(nil), g.tests...)
		for i := range g.tests {
			g.tests[i].op, g.tests[i].n = opFunc, int64(len(inner.funcs)+i)
		}
		return len(g.tests) > 0
	},
}
