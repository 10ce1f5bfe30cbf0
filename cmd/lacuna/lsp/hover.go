package lsp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lacuna-go/lacuna/eval"
)

// hover describes the name at the place, "" for what is not known.
func (v *view) hover() (string, eval.Token) {
	if v.word < 0 {
		return "", eval.Token{}
	}
	tok := v.text.tokens[v.word]
	return v.describe(keyText(tok)), tok
}

func (v *view) describe(name string) string {
	after := v.follows()
	top := v.top()
	switch {
	case after == "{" && v.lang.known(name):
		return v.lang.structDoc(name)
	case top.kind == frameStruct && top.key == "":
		if row := v.lang.field(top.name, name); row != nil {
			return fieldDoc(row)
		}
		return ""
	}
	if owner := v.before(v.word); owner >= 0 {
		return v.describeField(v.typeAt(owner), name, after)
	}
	if variable := v.lang.variable(name); variable != nil && after != "(" {
		return variableDoc(variable) + v.unseen(name)
	}
	if e := v.lang.enum(name, v.index.purposes); e != nil {
		return enumDoc(e)
	}
	if after == "(" {
		return functionDoc(slices.DeleteFunc(v.lang.functions(name), func(f eval.CatalogueFunction) bool {
			return !strings.HasPrefix(f.Form, name+"(")
		}))
	}
	if typ := v.nameType(name); typ != "" && !strings.HasPrefix(typ, libraryOf) {
		return fmt.Sprintf("**%s** (%s), an element.", name, typ)
	}
	return ""
}

// unseen says that a variable can't be read here.
func (v *view) unseen(name string) string {
	hook := v.hook()
	if hook == 0 || name == "vars" || slices.Contains(hook.Variables(), name) {
		return ""
	}
	return "\n\nIt can't be read here."
}

// follows is the text of the token behind the word.
func (v *view) follows() string {
	for _, tok := range v.text.tokens[v.word+1:] {
		if tok.Kind != eval.TokenComment {
			return tok.Text
		}
	}
	return ""
}

// describeField describes what follows a dot.
func (v *view) describeField(owner, name, after string) string {
	if after == "(" {
		return functionDoc(v.called(owner, name))
	}
	if of, ok := strings.CutPrefix(owner, constantsOf); ok {
		e := v.lang.enum(of, v.index.purposes)
		if !slices.Contains(e.Members, name) {
			return ""
		}
		return fmt.Sprintf("**%s.%s**, one of %s.\n\n%s: %s.", of, name, codes(e.Members), of, e.Doc)
	}
	switch owner {
	case "facts":
		if d, ok := v.index.facts[name]; ok {
			return strings.TrimSpace(fmt.Sprintf("**facts.%s** (%s), a fact that the program supplies.\n\n%s", name, d.typ, d.doc))
		}
		return ""
	case "vars":
		return v.describeVar(name)
	}
	if variable := v.lang.variable(owner); variable != nil {
		for _, f := range variable.Fields {
			if f.Name == name {
				return fmt.Sprintf("**%s.%s** (%s): %s", owner, f.Name, f.Type, f.Doc)
			}
		}
	}
	return ""
}

// called are the functions that a call may mean: those of the value's type, else all of the name.
func (v *view) called(owner, name string) []eval.CatalogueFunction {
	list := v.lang.functions(name)
	of := slices.DeleteFunc(slices.Clone(list), func(f eval.CatalogueFunction) bool {
		m := receiverForm.FindStringSubmatch(f.Form)
		return m == nil || m[1] != baseType(strings.TrimPrefix(owner, libraryOf))
	})
	if len(of) > 0 {
		return of
	}
	return list
}

func (v *view) describeVar(name string) string {
	for _, m := range v.vars() {
		if m.name != name {
			continue
		}
		typ := v.varType(name)
		if typ != "" {
			typ = " (" + typ + ")"
		}
		return fmt.Sprintf("**vars.%s**%s\n\n```cel\n%s\n```", name, typ, v.text.source(m.from, m.to))
	}
	return ""
}
