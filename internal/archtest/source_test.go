package archtest_test

import (
	"errors"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// pkg is the parsed source of one folder, tests included. Its name is the folder's path under the module.
type pkg struct {
	name  string
	fset  *token.FileSet
	files []*file
}

type file struct {
	name string // under the module, with slashes
	test bool
	ast  *ast.File
	fset *token.FileSet
}

// packages parses every Go file of the module, and of no other module beside it.
func packages(t *testing.T) []*pkg {
	t.Helper()
	root := filepath.Join("..", "..")
	byName := map[string]*pkg{}
	require.NoError(t, filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name != root && (foreign(d.Name()) || exists(filepath.Join(name, "go.mod"))) {
				return fs.SkipDir
			}
			return nil
		}
		if filepath.Ext(name) != ".go" {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		add(t, byName, filepath.ToSlash(rel), string(text))
		return nil
	}))
	require.NotEmpty(t, byName)
	all := slices.Collect(maps.Values(byName))
	slices.SortFunc(all, func(a, b *pkg) int { return strings.Compare(a.name, b.name) })
	return all
}

// source makes a package of one file out of text, for the tests of the rules themselves.
func source(t *testing.T, name, text string) *pkg {
	t.Helper()
	byName := map[string]*pkg{}
	add(t, byName, name, text)
	return byName[path.Dir(name)]
}

func add(t *testing.T, byName map[string]*pkg, name, text string) {
	t.Helper()
	dir := path.Dir(name)
	p := byName[dir]
	if p == nil {
		p = &pkg{name: dir, fset: token.NewFileSet()}
	}
	parsed, err := parser.ParseFile(p.fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
	require.NoError(t, err)
	if ignored(parsed) {
		return
	}
	p.files = append(p.files, &file{name: name, test: strings.HasSuffix(name, "_test.go"), ast: parsed, fset: p.fset})
	byName[dir] = p
}

// foreign reports folders that the go command does not look into.
func foreign(dir string) bool {
	return dir == "testdata" || dir == "vendor" || strings.HasPrefix(dir, ".") || strings.HasPrefix(dir, "_")
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// ignored reports a file that is in no build: one whose constraint cannot hold without the tag "ignore". Files for
// other systems are in a build, and are read.
func ignored(f *ast.File) bool {
	for _, group := range f.Comments {
		if group.Pos() > f.Package {
			return false
		}
		for _, c := range group.List {
			if expr, err := constraint.Parse(c.Text); err == nil {
				return !expr.Eval(func(tag string) bool { return tag != "ignore" })
			}
		}
	}
	return false
}

type imported struct{ at, path string }

func (f *file) imports() []imported {
	var all []imported
	for _, spec := range f.ast.Imports {
		if p, err := strconv.Unquote(spec.Path.Value); err == nil {
			all = append(all, imported{f.at(spec), p})
		}
	}
	return all
}

// local returns the name under which the file refers to an imported package, or "" where it does not import it.
func (f *file) local(importPath string) string {
	for _, spec := range f.ast.Imports {
		if spec.Path.Value != strconv.Quote(importPath) {
			continue
		}
		if spec.Name != nil {
			return spec.Name.Name
		}
		return path.Base(importPath)
	}
	return ""
}

func (f *file) at(n ast.Node) string { return f.fset.Position(n.Pos()).String() }

// resolve binds the identifiers of the package's own files, tests left out. Imports stay unknown: what is asked here
// is only whether a name is a package's variable or something local that hides it.
func (p *pkg) resolve() (*types.Package, *types.Info) {
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Error: func(error) {}, Importer: noImports{}}
	var own []*ast.File
	for _, f := range p.files {
		if !f.test {
			own = append(own, f.ast)
		}
	}
	checked, _ := conf.Check(p.name, p.fset, own, info)
	return checked, info
}

type noImports struct{}

func (noImports) Import(string) (*types.Package, error) { return nil, errors.New("not loaded") }

// report fails the test with one line for each finding.
func report(t *testing.T, found []string) {
	t.Helper()
	for _, f := range found {
		t.Error(f)
	}
}
