package doctest_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
)

// schemaSource is where the fields of golden tests stand in a table.
const schemaSource = "engine/policytest/fields.go"

// schemaTable reads one of the tables of fields, as "caseFields", from its source.
func schemaTable(of string) string {
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, filepath.FromSlash(schemaSource)), nil, parser.SkipObjectResolution)
	if err != nil {
		return ""
	}
	var rows [][]string
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || spec.Names[0].Name != of || len(spec.Values) != 1 {
			return true
		}
		list, ok := spec.Values[0].(*ast.CompositeLit)
		if !ok {
			return true
		}
		for _, e := range list.Elts {
			row, ok := e.(*ast.CompositeLit)
			if !ok || len(row.Elts) < 3 {
				continue
			}
			rows = append(rows, []string{code(text(row.Elts[0])), text(row.Elts[1]), text(row.Elts[2])})
		}
		return false
	})
	if rows == nil {
		return ""
	}
	return table([]string{"field", "takes", "what it says"}, rows)
}

func text(e ast.Expr) string {
	lit, ok := e.(*ast.BasicLit)
	if !ok {
		return ""
	}
	s, err := strconv.Unquote(lit.Value)
	if err != nil {
		return lit.Value
	}
	return s
}
