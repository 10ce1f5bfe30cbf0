package rules

import (
	"strings"
	"unicode"

	"github.com/lacuna-go/lacuna/eval"
)

// maxName is the longest name, in bytes.
const maxName = 200

// name decodes the name of a policy, a server or a tool.
func (d *decoder) name(row *field, n eval.Node) (string, bool) {
	s, ok := n.Str()
	if !ok {
		d.mismatch(row, n)
		return "", false
	}
	return s, d.properName(row, n, s)
}

// properName reports whether a name can stand in decisions and messages: name/key and server/tool are read
// back from there.
func (d *decoder) properName(row *field, n eval.Node, s string) bool {
	why := ""
	switch {
	case s == "":
		why = "is empty"
	case len(s) > maxName:
		why = "is longer than 200 bytes"
	case strings.ContainsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }):
		why = "holds a blank"
	case strings.Contains(s, "*"):
		why = star(row.kind)
	case row.kind != kTool && row.kind != kTools && strings.Contains(s, "/"):
		why = "holds a slash"
	}
	if why != "" {
		d.fail(n.Pos(), "%s %s", row.name, why)
	}
	return why == ""
}

func star(k kind) string {
	switch k {
	case kServers:
		return "takes no *: leave it out for every server"
	case kTools:
		return "takes a * at the end of a prefix only; leave it out for every tool"
	default:
		return "takes no *"
	}
}

// servers decodes one server or a list of them.
func (d *decoder) servers(row *field, n eval.Node) ([]string, bool) {
	nodes, ok := d.oneOrMore(row, n)
	if !ok {
		return nil, false
	}
	return d.names(row, nodes, func(e eval.Node, s string) bool { return d.properName(row, e, s) })
}

// wordList decodes one string or a list of them.
func (d *decoder) wordList(row *field, n eval.Node) ([]string, bool) {
	nodes, ok := d.oneOrMore(row, n)
	if !ok {
		return nil, false
	}
	return d.names(row, nodes, func(e eval.Node, s string) bool {
		if s == "" {
			d.fail(e.Pos(), "%s holds an empty string", row.name)
		}
		return s != ""
	})
}

// tools decodes a list of tools and prefixes.
func (d *decoder) tools(row *field, n eval.Node) ([]Pattern, bool) {
	nodes, ok := d.list(row, n)
	if !ok {
		return nil, false
	}
	var list []Pattern
	_, whole := d.names(row, nodes, func(e eval.Node, s string) bool {
		text, prefix := strings.CutSuffix(s, "*")
		list = append(list, Pattern{Text: text, Prefix: prefix, Pos: e.Pos()})
		if prefix && text == "" {
			d.fail(e.Pos(), "%s %s", row.name, star(kTools))
			return false
		}
		return d.properName(row, e, text)
	})
	return list, whole
}

// names decodes strings that differ from each other and pass the check.
func (d *decoder) names(row *field, nodes []eval.Node, check func(eval.Node, string) bool) ([]string, bool) {
	var list []string
	seen, whole := map[string]bool{}, true
	for _, e := range nodes {
		s, ok := e.Str()
		if !ok {
			d.mismatch(row, e)
			whole = false
			continue
		}
		ok = check(e, s)
		if ok && seen[s] {
			d.fail(e.Pos(), "%s names %q twice", row.name, s)
			ok = false
		}
		seen[s] = true
		whole = whole && ok
		list = append(list, s)
	}
	return list, whole
}
