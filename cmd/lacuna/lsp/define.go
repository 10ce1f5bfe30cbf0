package lsp

import (
	"regexp"
	"strings"

	"github.com/lacuna-go/lacuna/eval"
)

// define finds where the name at the place is declared: in the text itself, as rune offsets, or elsewhere.
func (v *view) define() (here *member, there *declaration) {
	if v.word < 0 {
		return nil, v.defineString()
	}
	name := keyText(v.text.tokens[v.word])
	owner := v.before(v.word)
	if owner < 0 {
		return nil, nil
	}
	switch v.typeAt(owner) {
	case "vars":
		for _, m := range v.vars() {
			if m.name == name {
				return &m, nil
			}
		}
	case "facts":
		return nil, found(v.index.facts, name)
	case constantsOf + "Purpose":
		return nil, found(v.index.constants, name)
	}
	return nil, nil
}

// defineString finds the policy of the tool that a UseTool names.
func (v *view) defineString() *declaration {
	f := v.literal()
	if f == nil || f.name != "UseTool" || f.key != "tool" || v.next >= len(v.text.tokens) || v.text.tokens[v.next].Kind != eval.TokenString {
		return nil
	}
	server, tool := "", keyText(v.text.tokens[v.next])
	for _, owner := range []*frame{f, v.owner()} {
		if m, ok := v.text.memberOf(owner.open, "server"); ok && server == "" && m.from < len(v.text.tokens) {
			server = keyText(v.text.tokens[m.from])
		}
	}
	return found(v.index.tools, server+"/"+tool)
}

func found(all map[string]declaration, name string) *declaration {
	if d, ok := all[name]; ok {
		return &d
	}
	return nil
}

// quotedName finds what stands between quotes, or between blanks, commas and brackets, in a line of YAML.
var quotedName = regexp.MustCompile(`"[^"]*"|'[^']*'|[^\s\[\]{},:"'][^\[\]{},:"']*`)

// defineInTest finds the policy, or its condition, that a test file names at a place: "pricing/binds nobody", or pricing.
func defineInTest(t *text, offset int, x *index) *declaration {
	at := t.position(offset)
	from := t.starts[at.Line]
	line := string(t.runes[from:t.lineEnd(at.Line)])
	for _, m := range quotedName.FindAllStringIndex(line, -1) {
		begin, end := from+len([]rune(line[:m[0]])), from+len([]rune(line[:m[1]]))
		if offset < begin || offset > end {
			continue
		}
		name := strings.TrimSpace(strings.Trim(line[m[0]:m[1]], `"'`))
		if d := found(x.conditions, name); d != nil {
			return d
		}
		if d := found(x.policies, name); d != nil {
			return d
		}
		policy, _, _ := strings.Cut(name, "/")
		return found(x.policies, policy)
	}
	return nil
}
