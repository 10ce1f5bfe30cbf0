package lsp

import (
	"github.com/lacuna-go/lacuna/eval"
)

// symbols outlines a file: its literals, and under each what else has a name.
func symbols(t *text, f *eval.File) []documentSymbol {
	list := []documentSymbol{}
	for _, n := range rootsOf(f) {
		if n.Shape() != eval.Struct {
			continue
		}
		s := symbol(t, n, n, n.TypeName(), symbolObject)
		for _, field := range n.Fields() {
			if name, ok := field.Value.Str(); ok && field.Name == "name" {
				s.Name, s.Detail = name, n.TypeName()
				s.SelectionRange = spanOf(t, field.Value)
			}
			s.Children = append(s.Children, fieldSymbol(t, field))
		}
		list = append(list, s)
	}
	return list
}

// fieldSymbol is a field, with the keys of its map or the kinds of its steps.
func fieldSymbol(t *text, field eval.Field) documentSymbol {
	from := t.at(field.Pos)
	s := symbol(t, field.Value, field.Value, field.Name, symbolProperty)
	s.Range.Start = t.position(from)
	s.SelectionRange = t.span(from, from+len([]rune(field.Name)))
	for _, e := range field.Value.Entries() {
		if key, ok := e.Key.Str(); ok && key != "" {
			child := symbol(t, e.Value, e.Key, key, symbolBoolean)
			child.Range.Start = child.SelectionRange.Start
			s.Children = append(s.Children, child)
		}
	}
	for _, e := range field.Value.Elems() {
		if name := e.TypeName(); name != "" {
			s.Children = append(s.Children, symbol(t, e, e, name, symbolObject))
		}
	}
	return s
}

func symbol(t *text, whole, selected eval.Node, name string, kind int) documentSymbol {
	if name == "" {
		name = "?"
	}
	s := documentSymbol{Name: name, Kind: kind, Range: spanOf(t, whole), SelectionRange: spanOf(t, selected)}
	if whole.Shape() == eval.Struct && whole.Pos() == selected.Pos() {
		s.SelectionRange = t.span(t.at(whole.Pos()), t.at(whole.Pos())+len([]rune(whole.TypeName())))
	}
	return s
}

func spanOf(t *text, n eval.Node) span {
	from := t.at(n.Pos())
	return t.span(from, from+runes(n))
}
