package lsp

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing/fstest"
)

// overlay is a directory with unsaved texts in the place of its files.
type overlay struct {
	base    fs.FS
	unsaved fstest.MapFS // by path below the directory
}

func newOverlay(dir string, texts map[string]string) *overlay {
	o := &overlay{base: os.DirFS(dir), unsaved: fstest.MapFS{}}
	if dir == "" {
		o.base = fstest.MapFS{}
	}
	for name, text := range texts {
		o.unsaved[name] = &fstest.MapFile{Data: []byte(text), Mode: 0o600}
	}
	return o
}

// Open opens the unsaved text of a file, else the file.
func (o *overlay) Open(name string) (fs.File, error) {
	if o.unsaved[name] != nil {
		return o.unsaved.Open(name)
	}
	file, err := o.base.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return o.unsaved.Open(name)
	}
	return file, err
}

// ReadDir lists a directory, with texts that were never saved.
func (o *overlay) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(o.base, name)
	unsaved, errUnsaved := fs.ReadDir(o.unsaved, name)
	if errUnsaved != nil {
		return entries, err
	}
	for _, e := range unsaved {
		if !slices.ContainsFunc(entries, func(on fs.DirEntry) bool { return on.Name() == e.Name() }) {
			entries = append(entries, e)
		}
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	if len(unsaved) > 0 && errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return entries, err
}

// below returns the path of a file below a directory, and whether it lies there.
func below(dir, file string) (string, bool) {
	if dir == "" {
		return path.Base(file), true
	}
	return strings.CutPrefix(file, strings.TrimSuffix(dir, "/")+"/")
}
