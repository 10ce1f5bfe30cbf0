package lsp

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// language is what the server knows of the language: the tables that the pages of the project are made from.
type language struct {
	fields    []rules.FieldRow
	catalogue eval.Catalogue
}

func newLanguage() *language {
	return &language{fields: rules.FieldTable(), catalogue: eval.Catalog()}
}

// field is the row of a field, nil for an unknown one.
func (l *language) field(in, name string) *rules.FieldRow {
	for i := range l.fields {
		if l.fields[i].Struct == in && l.fields[i].Field == name {
			return &l.fields[i]
		}
	}
	return nil
}

// fieldsOf are the rows of a struct.
func (l *language) fieldsOf(in string) []rules.FieldRow {
	var rows []rules.FieldRow
	for _, r := range l.fields {
		if r.Struct == in {
			rows = append(rows, r)
		}
	}
	return rows
}

// known reports whether there is a struct literal of a name.
func (l *language) known(name string) bool { return name == "Flag" || l.fieldsOf(name) != nil }

func (l *language) variable(name string) *eval.CatalogueVariable {
	for i := range l.catalogue.Variables {
		if l.catalogue.Variables[i].Name == name {
			return &l.catalogue.Variables[i]
		}
	}
	return nil
}

// enum returns an enumeration; the members of Purpose are those of the set.
func (l *language) enum(name string, purposes []string) *eval.CatalogueEnum {
	for _, e := range l.catalogue.Enums {
		if e.Name == name {
			if name == "Purpose" {
				e.Members = purposes
			}
			return &e
		}
	}
	return nil
}

// functions are those of a name: what stands before a parenthesis, perhaps with the name of a library as in math.abs.
func (l *language) functions(name string) []eval.CatalogueFunction {
	var list []eval.CatalogueFunction
	for _, f := range l.catalogue.Functions {
		if (f.Name == name || strings.HasSuffix(f.Name, "."+name)) && strings.Contains(f.Form, name+"(") {
			list = append(list, f)
		}
	}
	return list
}

// receiverForm finds what a method is called on, and what it returns.
var receiverForm = regexp.MustCompile(`^(\w+)\.(\w+)\(.*?\)(?: -> (.*))?$`)

// methods are the functions that are called on a value of a type.
func (l *language) methods(typ string) []eval.CatalogueFunction {
	var list []eval.CatalogueFunction
	for _, f := range l.catalogue.Functions {
		m := receiverForm.FindStringSubmatch(f.Form)
		if m != nil && m[1] == baseType(typ) && m[2] == f.Name && !slices.ContainsFunc(list, func(g eval.CatalogueFunction) bool { return g.Name == f.Name }) {
			list = append(list, f)
		}
	}
	return list
}

// baseType is list for every list.
func baseType(typ string) string {
	if strings.HasPrefix(typ, "list") {
		return "list"
	}
	return typ
}

// elementType is that of a list, "" for an unknown one.
func elementType(typ string) string {
	elem, _ := strings.CutPrefix(typ, "list of ")
	if elem == typ {
		return ""
	}
	return elem
}

// fieldDoc describes a field as the tables do.
func fieldDoc(r *rules.FieldRow) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s.%s**: %s\n\nTakes %s", r.Struct, r.Field, r.Doc, r.Type)
	if r.Range != "" {
		b.WriteString("; " + r.Range)
	}
	b.WriteString(".")
	if r.Required {
		b.WriteString(" Required.")
	} else {
		b.WriteString("\n\nDefault: " + code(r.Default) + ".")
	}
	if r.Hook == "" {
		b.WriteString("\n\nLiteral.")
		return b.String()
	}
	fmt.Fprintf(&b, "\n\nAn expression, in the %s hook. It sees %s.\n\nAn error in it counts as: %s.", r.Hook, codes(r.Runs.Variables()), r.Erring)
	return b.String()
}

// structDoc lists the fields of a struct.
func (l *language) structDoc(name string) string {
	rows := l.fieldsOf(name)
	if rows == nil {
		return "**" + name + "{}** has no fields."
	}
	var b strings.Builder
	fmt.Fprintf(&b, "**%s{}**\n", name)
	for _, r := range rows {
		required := ""
		if r.Required {
			required = " (required)"
		}
		fmt.Fprintf(&b, "\n- `%s`%s: %s", r.Field, required, r.Doc)
	}
	return b.String()
}

func variableDoc(v *eval.CatalogueVariable) string {
	typ := ""
	if v.Type != "" {
		typ = " (" + v.Type + ")"
	}
	doc := fmt.Sprintf("**%s**%s, in %s. %s", v.Name, typ, v.Where, v.Doc)
	if len(v.Fields) == 0 {
		return doc
	}
	var names []string
	for _, f := range v.Fields {
		names = append(names, f.Name)
	}
	return doc + "\n\nFields: " + codes(names) + "."
}

func enumDoc(e *eval.CatalogueEnum) string {
	members := "those of the set"
	if len(e.Members) > 0 {
		members = codes(e.Members)
	}
	return fmt.Sprintf("**%s**: %s.\n\nMembers: %s.", e.Name, e.Doc, members)
}

func functionDoc(list []eval.CatalogueFunction) string {
	var parts []string
	for _, f := range list {
		parts = append(parts, fmt.Sprintf("`%s`\n\n%s\n\nExample: `%s` is `%s`.", f.Form, f.Doc, f.Example, f.Result))
	}
	return strings.Join(parts, "\n\n---\n\n")
}

func code(s string) string { return "`" + s + "`" }

func codes(list []string) string {
	var quoted []string
	for _, s := range list {
		quoted = append(quoted, code(s))
	}
	return strings.Join(quoted, " ")
}
