package lsp

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// completion collects what could be written at a place.
type completion struct {
	*view
	snippets bool // the client takes ${1:placeholders}
	items    []completionItem
	replaced span
}

// complete lists what could be written at the place.
func (v *view) complete(offset int, snippets bool) []completionItem {
	c := &completion{view: v, snippets: snippets, items: []completionItem{}, replaced: v.text.span(offset, offset)}
	if v.inside {
		return c.items
	}
	if v.word >= 0 {
		c.replaced = v.text.span(v.text.tokens[v.word].From, v.text.tokens[v.word].To)
	}
	if owner := c.dotted(); owner >= 0 {
		c.afterDot(v.typeAt(owner))
		return c.items
	}
	top := v.top()
	switch {
	case v.literal() == nil:
		c.roots()
	case top.kind == frameStruct && top.key == "":
		c.fields(top)
	default:
		c.value()
	}
	return c.items
}

// dotted is the index of the token before the dot that the place follows, -1 for none.
func (c *completion) dotted() int {
	at := c.next
	if c.word >= 0 {
		at = c.word
	}
	return c.before(at)
}

// add adds an item. Its text may hold placeholders, which are left out for a client that takes none.
func (c *completion) add(label string, kind int, detail, doc, insert, sort string) {
	item := completionItem{
		Label: label, Kind: kind, Detail: detail, SortText: sort + label, FilterText: label,
		InsertTextFormat: formPlain, TextEdit: &textEdit{c.replaced, plainInsert(insert)},
	}
	if c.snippets && plainInsert(insert) != insert {
		item.InsertTextFormat, item.TextEdit.NewText = formSnippet, insert
	}
	if doc != "" {
		item.Documentation = &markup{"markdown", doc}
	}
	c.items = append(c.items, item)
}

// placeholder is a place of a snippet: $0 or ${1:text}.
var placeholder = regexp.MustCompile(`\$\{\d+:([^}]*)\}|\$\d+`)

func plainInsert(insert string) string { return placeholder.ReplaceAllString(insert, "$1") }

// afterDot offers fields, members and methods.
func (c *completion) afterDot(owner string) {
	if of, ok := strings.CutPrefix(owner, constantsOf); ok {
		e := c.lang.enum(of, c.index.purposes)
		for _, m := range e.Members {
			c.add(m, kindEnumMember, of, "", m, "")
		}
		return
	}
	if library, ok := strings.CutPrefix(owner, libraryOf); ok {
		for _, f := range c.lang.catalogue.Functions {
			if name, ok := strings.CutPrefix(f.Name, library+"."); ok {
				c.add(name, kindFunction, f.Form, functionDoc([]eval.CatalogueFunction{f}), name+"($0)", "")
			}
		}
		return
	}
	switch owner {
	case "facts":
		for _, name := range names(c.index.facts) {
			c.add(name, kindField, c.index.facts[name].typ, c.index.facts[name].doc, name, "0")
		}
	case "vars":
		for _, m := range c.vars() {
			c.add(m.name, kindField, c.varType(m.name), c.describeVar(m.name), m.name, "0")
		}
	case "JSON object":
		for _, name := range c.arguments() {
			c.add(name, kindField, "argument", "", name, "0")
		}
	}
	if variable := c.lang.variable(owner); variable != nil {
		for _, f := range variable.Fields {
			if owner == "call" && c.hook() == eval.HookList && (f.Name == "args" || f.Name == "idempotency_key") {
				continue
			}
			c.add(f.Name, kindField, f.Type, f.Doc, f.Name, "0")
		}
	}
	for _, f := range c.lang.methods(owner) {
		insert := f.Name + "($0)"
		if slices.Contains(loops, f.Name) {
			insert = f.Name + "(${1:x}, $0)"
		}
		if strings.Contains(f.Form, f.Name+"() ") {
			insert = f.Name + "()"
		}
		c.add(f.Name, kindMethod, f.Form, functionDoc([]eval.CatalogueFunction{f}), insert, "1")
	}
}

// arguments are the names that the text reads of call.args elsewhere.
func (c *completion) arguments() []string {
	var list []string
	for i, tok := range c.text.tokens {
		if i == c.word || tok.Kind != eval.TokenName {
			continue
		}
		if owner := c.before(i); owner >= 2 && c.text.tokens[owner].Text == "args" && c.text.tokens[c.text.prev(c.text.prev(owner))].Text == "call" {
			list = append(list, keyText(tok))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// fields offers the fields of a literal that are not given yet; required ones first.
func (c *completion) fields(f *frame) {
	var given []string
	for _, m := range c.text.members(f.open) {
		given = append(given, m.name)
	}
	for i, row := range c.lang.fieldsOf(f.name) {
		if slices.Contains(given, row.Field) && (c.word < 0 || keyText(c.text.tokens[c.word]) != row.Field) {
			continue
		}
		sort := fmt.Sprintf("%d%02d", map[bool]int{true: 0, false: 1}[row.Required], i)
		insert := row.Field + ": " + c.example(&row)
		if c.word >= 0 && c.follows() == ":" {
			insert = row.Field
		} else if !c.commaFollows() {
			insert += ","
		}
		c.add(row.Field, kindField, row.Type, fieldDoc(&row), insert, sort)
	}
}

// commaFollows reports whether the field is separated from the next one already.
func (c *completion) commaFollows() bool {
	from := c.next
	if c.word >= 0 {
		from = c.word + 1
	}
	for _, tok := range c.text.tokens[min(from, len(c.text.tokens)):] {
		if tok.Kind != eval.TokenComment {
			return tok.Kind == eval.TokenComma
		}
	}
	return false
}

// example is a value of a field with places to fill in.
func (c *completion) example(row *rules.FieldRow) string {
	switch {
	case len(row.Structs) == 1:
		return row.Structs[0] + "{$0}"
	case row.Structs != nil && row.Field == "when_unavailable":
		return "[\n  $0\n]"
	case row.Enum != "" && strings.HasPrefix(row.Type, "a list"):
		return "[" + row.Enum + ".$0]"
	case row.Enum != "" && strings.HasPrefix(row.Type, "a map"):
		return "{" + row.Enum + ".$0}"
	case row.Enum != "":
		return row.Enum + ".$0"
	case strings.HasPrefix(row.Type, "a duration"):
		return `duration("${1:2s}")`
	case strings.HasPrefix(row.Type, "a timestamp"):
		return `timestamp("${1:2036-01-01T00:00:00Z}")`
	case strings.HasPrefix(row.Type, "a map"):
		return "{$0}"
	case strings.HasPrefix(row.Type, "a list"):
		return "[$0]"
	case row.Hook == "" && (strings.Contains(row.Type, "string") || strings.Contains(row.Type, "name of") || strings.HasPrefix(row.Type, "a text")):
		return `"$0"`
	}
	return "$0"
}

// value offers what the field takes whose value the place is in.
func (c *completion) value() {
	f := c.literal()
	row := c.lang.field(f.name, f.key)
	if row == nil {
		return
	}
	if top := c.top(); top.kind == frameMap && top.key == "" && row.Enum == "" {
		return // a key is a sentence of one's own
	}
	if row.Hook == "" {
		c.literals(row)
		return
	}
	c.compared()
	for _, name := range c.hook().Variables() {
		c.addVariable(name)
	}
	c.expression()
}

// literals offers the structs and constants that a literal field takes.
func (c *completion) literals(row *rules.FieldRow) {
	for i, name := range row.Structs {
		c.add(name, kindClass, "", c.lang.structDoc(name), c.structInsert(name), fmt.Sprint(i))
	}
	if e := c.lang.enum(row.Enum, c.index.purposes); e != nil {
		for _, m := range e.Members {
			c.add(e.Name+"."+m, kindEnumMember, e.Name, enumDoc(e), e.Name+"."+m, "")
		}
	}
	switch {
	case strings.HasPrefix(row.Type, "true or false"):
		c.add("true", kindEnumMember, "", "", "true", "")
		c.add("false", kindEnumMember, "", "", "false", "")
	case strings.HasPrefix(row.Type, "a duration"):
		c.add("duration", kindFunction, "duration(string)", "", `duration("${1:2s}")`, "")
	case row.Field == "facts" && c.top().key != "":
		for _, typ := range eval.FactTypes() {
			c.add(typ, kindClass, "type of a fact", "", typ, "")
		}
	}
}

func (c *completion) structInsert(name string) string {
	var parts []string
	for _, r := range c.lang.fieldsOf(name) {
		if r.Required {
			parts = append(parts, r.Field+": "+strings.ReplaceAll(c.example(&r), "$0", fmt.Sprintf("$%d", len(parts)+2)))
		}
	}
	if parts == nil {
		return name + "{$0}"
	}
	return name + "{" + strings.Join(parts, ", ") + "}"
}

func (c *completion) addVariable(name string) {
	if v := c.lang.variable(name); v != nil {
		c.add(name, kindVariable, v.Type, variableDoc(v), name, "1")
	}
}

// compared offers the constants of the type that is compared to the left.
func (c *completion) compared() {
	at := c.next
	if c.word >= 0 {
		at = c.word
	}
	op := c.text.prev(at)
	if op >= 0 && c.text.tokens[op].Text == "[" {
		op = c.text.prev(op)
	}
	if op < 0 || !slices.Contains([]string{"==", "!=", "in"}, c.text.tokens[op].Text) {
		return
	}
	e := c.lang.enum(c.typeAt(c.text.prev(op)), c.index.purposes)
	if e == nil {
		return
	}
	for _, m := range e.Members {
		c.add(e.Name+"."+m, kindEnumMember, e.Name, enumDoc(e), e.Name+"."+m, "0")
	}
}

// expression offers vars, functions and enumerations.
func (c *completion) expression() {
	if c.vars() != nil {
		c.addVariable("vars")
	}
	seen := map[string]bool{}
	for _, f := range c.lang.catalogue.Functions {
		name, _, isCall := strings.Cut(f.Form, "(")
		if !isCall || name != f.Name || seen[name] {
			continue
		}
		seen[name] = true
		c.add(name, kindFunction, f.Form, functionDoc(c.lang.functions(name)), name+"($0)", "2")
	}
	for _, e := range c.lang.catalogue.Enums {
		one := c.lang.enum(e.Name, c.index.purposes)
		c.add(e.Name, kindEnum, "", enumDoc(one), e.Name, "3")
	}
}

// roots offers whole literals.
func (c *completion) roots() {
	for _, s := range []struct{ label, detail, insert string }{
		{"Policy", "a policy for a read", `Policy{
  name:    "${1:name}",
  doc:     "${2:what a wrong answer costs}",
  server:  "${3:server}",
  tools:   ["${4:tool}"],
  effect:  Effect.READ,
  timeout: duration("${5:2s}"),
  retry:   Retry{max: 1},

  when_unavailable: [Omit{disclose: "${6:I can't look that up right now.}"}],
}$0`},
		{"Policy (write)", "a policy for a write", `Policy{
  name:    "${1:name}",
  doc:     "${2:what a wrong answer costs}",
  server:  "${3:server}",
  tools:   ["${4:tool}"],
  effect:  Effect.WRITE,
  timeout: duration("${5:5s}"),

  when_unavailable: [HardFail{message: "${6:I can't do that right now.}", handoff: Handoff.HUMAN}],
  when_uncertain:   HardFail{message: "${7:That may have gone through.}", handoff: Handoff.HUMAN},
}$0`},
		{"Claims", "what a reply may state", `Claims{
  name:  "${1:money}",
  kinds: [Kind.${2:MONEY}],
  sourced_by: {
    "${3:a field of a result}":   source.origin == Origin.FIELD,
    "live, or its time is shown": !source.cached || claim.shows(source.as_of),
  },
  otherwise: Block{message: "${4:I could not verify that, so I did not send it.}"},
}$0`},
		{"Known", "a fixed statement", `Known{name: "${1:name}", text: "${2:Free shipping over €50.}"}$0`},
		{"Turn", "what every turn shares", `Turn{
  budget:    duration("8s"),
  purposes:  ["chat"],
  languages: ["en"],
  time_zone: "${1:UTC}",
}$0`},
	} {
		name, _, _ := strings.Cut(s.label, " ")
		c.add(s.label, kindSnippet, s.detail, c.lang.structDoc(name), s.insert, "")
	}
}
