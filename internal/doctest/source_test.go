package doctest_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
)

// literalOf returns the composite literal that a package variable of a source file begins with, nil if there is none.
func literalOf(name, variable string) *ast.CompositeLit {
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, filepath.FromSlash(name)), nil, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	var found *ast.CompositeLit
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if ok && spec.Names[0].Name == variable && len(spec.Values) == 1 {
			found, _ = spec.Values[0].(*ast.CompositeLit)
		}
		return found == nil
	})
	return found
}

// text returns the value of a string literal, "" for anything else.
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

// texts returns the string literals of a list.
func texts(e ast.Expr) []string {
	list, ok := e.(*ast.CompositeLit)
	if !ok {
		return nil
	}
	var all []string
	for _, e := range list.Elts {
		all = append(all, text(e))
	}
	return all
}

const layerSource = "internal/archtest/layers_test.go"

// layerTable shows which package may import which, and only the packages that are there.
func layerTable() string {
	list := literalOf(layerSource, "layers")
	if list == nil {
		return ""
	}
	var rows [][]string
	for _, e := range list.Elts {
		row, ok := e.(*ast.CompositeLit)
		if !ok || len(row.Elts) != 2 || !isPackage(text(row.Elts[0])) {
			continue
		}
		var may []string
		for _, kv := range row.Elts[1].(*ast.CompositeLit).Elts {
			if kv, ok := kv.(*ast.KeyValueExpr); ok && kv.Key.(*ast.Ident).Name == "may" {
				may = texts(kv.Value)
			}
		}
		rows = append(rows, []string{code(text(row.Elts[0])), strings.Join(present(may), " ")})
	}
	return table([]string{"package", "may import"}, rows)
}

func present(packages []string) []string {
	var list []string
	for _, p := range packages {
		if isPackage(p) {
			list = append(list, code(p))
		}
	}
	return list
}

func isPackage(name string) bool {
	found, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(name), "*.go"))
	return err == nil && len(found) > 0
}

// ownerTable shows whose own code imports which module; a module that nobody imports is left out.
func ownerTable() string {
	list := literalOf(layerSource, "owners")
	if list == nil {
		return ""
	}
	var rows [][]string
	for _, e := range list.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		module, owners := text(kv.Key), texts(kv.Value)
		var importing []string
		for _, o := range owners {
			if imports(o, module) {
				importing = append(importing, o)
			}
		}
		if importing != nil {
			rows = append(rows, []string{code(module), codes(importing)})
		}
	}
	return table([]string{"module", "only in"}, rows)
}

// actionTable shows the actions that a reply may report as done, by the stems that names of tools have.
func actionTable() string {
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, "guard", "done.go"), nil, parser.SkipObjectResolution)
	if err != nil {
		return ""
	}
	var lines []string
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok && spec.Names[0].Name == "actionTable" {
			lines = strings.Split(strings.TrimSpace(text(spec.Values[0])), "\n")
		}
		return lines == nil
	})
	var rows [][]string
	for _, line := range lines {
		stem, words, _ := strings.Cut(line, " = ")
		rows = append(rows, []string{code(stem), words})
	}
	if rows == nil {
		return ""
	}
	return table([]string{"in the tool's name", "what the reply says"}, rows)
}

// imports reports whether the package's own code imports a package of the module.
func imports(name, module string) bool {
	files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(name), "*.go"))
	if err != nil {
		return false
	}
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), f, nil, parser.ImportsOnly)
		if err != nil {
			continue
		}
		for _, spec := range parsed.Imports {
			if p := text(spec.Path); p == module || strings.HasPrefix(p, module+"/") {
				return true
			}
		}
	}
	return false
}
