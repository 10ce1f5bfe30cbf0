package archtest_test

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// clockFile is where the library asks the machine for the time.
const clockFile = "state/clock.go"

// timers are the files that wait by the machine's own timer, and why the clock will not do.
var timers = map[string]string{
	clockFile:             "is the clock",
	"state/execution.go":  "is one Run of the clock",
	"state/prompt.go":     "is another clock's Run",
	"rules/watch_loop.go": "waits for the system's events and for time at once, and files change in no virtual time",
}

// spawners may start goroutines: timers of the clock, attempts and batches of the engine, connections to MCP
// servers, what serves clients, and test cases that are played at once.
var spawners = []string{clockFile, "state/execution.go", "engine/", "engine/mcpadapter/", "engine/proxy/", "engine/policytest/play.go"}

// realTime is what reads or waits for the machine's clock.
var realTime = map[string][]string{
	"time":    {"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker"},
	"context": {"WithTimeout", "WithTimeoutCause", "WithDeadline", "WithDeadlineCause"},
}

// shelves are package names under which anything could be put.
var shelves = []string{"util", "utils", "common", "types", "helpers", "helper", "misc", "base", "shared"}

var rules = []struct {
	name  string
	check func(*pkg) []string
	cases []snippet
}{
	{"no init", inits, []snippet{
		{"a function named init", "guard/a.go", "package guard\nfunc init() {}", 1},
		{"a method may be called so", "guard/a.go", "package guard\ntype t int\nfunc (t) init() {}", 0},
	}},
	{"no mutable package variables", mutations, []snippet{
		{"assigned", "guard/a.go", "package guard\nvar n int\nfunc f() { n = 1 }", 1},
		{"counted", "guard/a.go", "package guard\nvar n int\nfunc f() { n++ }", 1},
		{"an element assigned", "guard/a.go", "package guard\nvar m = map[string]int{}\nfunc f() { m[\"a\"] = 1 }", 1},
		{"a field assigned", "guard/a.go", "package guard\nvar s struct{ n int }\nfunc f() { s.n = 1 }", 1},
		{"deleted from", "guard/a.go", "package guard\nvar m = map[string]int{}\nfunc f() { delete(m, \"a\") }", 1},
		{"its address taken, to read it without a copy", "guard/a.go", "package guard\nvar n int\nfunc f() *int { return &n }", 0},
		{"a lock", "guard/a.go", "package guard\nimport \"sync\"\nvar mu sync.Mutex", 1},
		{"an atomic", "guard/a.go", "package guard\nimport \"sync/atomic\"\nvar n atomic.Int64", 1},
		{"a local of the same name", "guard/a.go", "package guard\nvar n int\nfunc f() { n := 0; n = n + 1; _ = n }", 0},
		{"a table that is only read", "guard/a.go", "package guard\nvar m = map[string]int{\"a\": 1}\nfunc f() int { return m[\"a\"] }", 0},
		{"a test's flag", "guard/a_test.go", "package guard\nvar n int\nfunc f() { n = 1 }", 0},
	}},
	{"time only through the clock", clocks, []snippet{
		{"asking for the time", "rules/a.go", "package rules\nimport \"time\"\nvar x = time.Now", 1},
		{"under another name", "rules/a.go", "package rules\nimport t \"time\"\nfunc f() { t.Sleep(1) }", 1},
		{"a context with a deadline of its own", "engine/a.go", "package engine\nimport \"context\"\nvar f = context.WithTimeout", 1},
		{"in the clock", clockFile, "package state\nimport \"time\"\nvar x = time.Now", 0},
		{"in an example", "examples/x/a.go", "package main\nimport \"time\"\nvar x = time.Now", 0},
		{"a duration is no time", "rules/a.go", "package rules\nimport \"time\"\nconst d = time.Second", 0},
		{"in a test", "rules/a_test.go", "package rules_test\nimport \"time\"\nvar x = time.Now", 0},
	}},
	{"no goroutine that the caller did not ask for", goroutines, []snippet{
		{"a go statement", "rules/a.go", "package rules\nfunc f() { go f() }", 1},
		{"a group", "rules/a.go", "package rules\nimport \"sync\"\nfunc f() { var wg sync.WaitGroup; wg.Go(f) }", 1},
		{"in the engine", "engine/a.go", "package engine\nfunc f() { go f() }", 0},
		{"in a package below the engine's folder", "engine/policytest/a.go", "package policytest\nfunc f() { go f() }", 1},
	}},
	{"every package says what it does", documented, []snippet{
		{"without a word", "guard/a.go", "package guard", 1},
		{"with a word", "guard/a.go", "// Package guard guards.\npackage guard", 0},
	}},
	{"a package is one noun", shelved, []snippet{
		{"a shelf", "guard/util/a.go", "package util", 1},
	}},
}

type snippet struct {
	name, file, text string
	findings         int
}

func TestHouseRules(t *testing.T) {
	all := packages(t)
	for _, rule := range rules {
		t.Run(rule.name, func(t *testing.T) {
			for _, p := range all {
				report(t, rule.check(p))
			}
			for _, c := range rule.cases {
				t.Run(c.name, func(t *testing.T) {
					assert.Len(t, rule.check(source(t, c.file, c.text)), c.findings)
				})
			}
		})
	}
}

func inits(p *pkg) []string {
	var found []string
	for _, f := range p.files {
		for _, d := range f.ast.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" {
				found = append(found, f.at(fn)+": a function named init")
			}
		}
	}
	return found
}

// mutations finds what a name shows. A variable changed through a pointer to it is not found.
func mutations(p *pkg) []string {
	checked, info := p.resolve()
	global := func(e ast.Expr) string {
		id := root(e)
		if v, ok := info.Uses[id].(*types.Var); ok && checked != nil && v.Parent() == checked.Scope() {
			return v.Name()
		}
		return ""
	}
	var found []string
	for _, f := range p.files {
		if f.test {
			continue
		}
		note := func(n ast.Node, what string, targets ...ast.Expr) {
			for _, e := range targets {
				if name := global(e); name != "" {
					found = append(found, fmt.Sprintf("%s: package variable %s is %s", f.at(n), name, what))
				}
			}
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				note(n, "assigned", n.Lhs...)
			case *ast.IncDecStmt:
				note(n, "assigned", n.X)
			case *ast.RangeStmt:
				if n.Tok == token.ASSIGN {
					note(n, "assigned", n.Key, n.Value)
				}
			case *ast.CallExpr:
				if id, ok := n.Fun.(*ast.Ident); ok && (id.Name == "delete" || id.Name == "clear") {
					note(n, "changed", n.Args[:1]...)
				}
			}
			return true
		})
		found = append(found, locks(f)...)
	}
	return found
}

// locks returns package variables of types that exist only to change.
func locks(f *file) []string {
	var found []string
	for _, d := range f.ast.Decls {
		decl, ok := d.(*ast.GenDecl)
		if !ok || decl.Tok != token.VAR {
			continue
		}
		for _, s := range decl.Specs {
			spec := s.(*ast.ValueSpec)
			sel, ok := spec.Type.(*ast.SelectorExpr)
			if !ok {
				continue
			}
			if from := f.selects(sel); from == "sync" || from == "sync/atomic" {
				found = append(found, fmt.Sprintf("%s: package variable %s is mutable by its type", f.at(spec), spec.Names[0].Name))
			}
		}
	}
	return found
}

// root returns the variable at the bottom of x, x.y, x[i] and *x, or nil.
func root(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		default:
			return nil
		}
	}
}

func clocks(p *pkg) []string {
	if p.name == "cmd" || strings.HasPrefix(p.name, "cmd/") || strings.HasPrefix(p.name, "examples/") {
		return nil
	}
	var found []string
	for _, f := range p.files {
		if f.test || timers[f.name] != "" {
			continue
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok {
				if from := f.selects(sel); slices.Contains(realTime[from], sel.Sel.Name) {
					found = append(found, fmt.Sprintf("%s: %s.%s, where only the clock tells the time", f.at(sel), from, sel.Sel.Name))
				}
			}
			return true
		})
	}
	return found
}

func goroutines(p *pkg) []string {
	if strings.HasPrefix(p.name, "cmd/") || strings.HasPrefix(p.name, "examples/") {
		return nil
	}
	var found []string
	for _, f := range p.files {
		if f.test || slices.Contains(spawners, f.name) || slices.Contains(spawners, p.name+"/") {
			continue
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt:
				found = append(found, f.at(n)+": a goroutine that the caller did not ask for")
			case *ast.CallExpr:
				if sel, ok := n.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Go" {
					found = append(found, f.at(n)+": a goroutine that the caller did not ask for")
				}
			}
			return true
		})
	}
	return found
}

func documented(p *pkg) []string {
	own := false
	for _, f := range p.files {
		if f.test {
			continue
		}
		own = true
		if f.ast.Doc != nil {
			return nil
		}
	}
	if !own {
		return nil
	}
	return []string{fmt.Sprintf("%s: package %s has no comment that says what it does", p.files[0].name, p.name)}
}

func shelved(p *pkg) []string {
	if name := strings.TrimSuffix(p.files[0].ast.Name.Name, "_test"); slices.Contains(shelves, name) {
		return []string{fmt.Sprintf("%s: a package named %s holds anything", p.files[0].name, name)}
	}
	return nil
}

// selects returns the import path whose name stands left of the dot, or "".
func (f *file) selects(sel *ast.SelectorExpr) string {
	id, ok := sel.X.(*ast.Ident)
	if !ok {
		return ""
	}
	for _, importPath := range []string{"time", "context", "sync", "sync/atomic"} {
		if f.local(importPath) == id.Name {
			return importPath
		}
	}
	return ""
}
