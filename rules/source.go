package rules

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/lacuna-go/lacuna/eval"
)

// maxDepth bounds how deep directories nest, so that a link to a directory above ends.
const maxDepth = 32

// source is one policy file as read.
type source struct {
	path  string
	bytes []byte
}

// readSources reads every *.cel file below the root, sorted by path. Links are followed; names that begin with a
// dot are skipped, among them the directories that a mounted ConfigMap keeps its files in.
func readSources(fsys fs.FS) ([]source, error) {
	var sources []source
	var walk func(dir string, depth int) error
	walk = func(dir string, depth int) error {
		if depth > maxDepth {
			return fmt.Errorf("directories nest deeper than %d, at %s: is there a link to one above?", maxDepth, dir)
		}
		entries, err := fs.ReadDir(fsys, dir)
		if err != nil {
			return fmt.Errorf("policies can't be read: %w", err)
		}
		for _, e := range entries {
			name := path.Join(dir, e.Name())
			if strings.HasPrefix(e.Name(), ".") {
				continue
			}
			info, err := fs.Stat(fsys, name)
			switch {
			case errors.Is(err, fs.ErrNotExist) && !strings.HasSuffix(name, ".cel"): // a link to nothing
				continue
			case err != nil:
				return fmt.Errorf("policies can't be read: %w", err)
			case info.IsDir():
				if err := walk(name, depth+1); err != nil {
					return err
				}
			case strings.HasSuffix(name, ".cel"):
				b, err := readFile(fsys, name)
				if err != nil {
					return err
				}
				sources = append(sources, source{name, b})
			}
		}
		return nil
	}
	err := walk(".", 0)
	slices.SortFunc(sources, func(a, b source) int { return cmp.Compare(a.path, b.path) })
	return sources, err
}

// readFile reads a file, and of one that is too large only so much that it shows.
func readFile(fsys fs.FS, name string) ([]byte, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, fmt.Errorf("policies can't be read: %w", err)
	}
	b, err := io.ReadAll(io.LimitReader(f, eval.MaxFileSize+1))
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, fmt.Errorf("policies can't be read: %w", err)
	}
	return b, nil
}

// digestOf returns the SHA-256, in hex, over each path and its bytes, each preceded by its length.
func digestOf(sources []source) string {
	h := sha256.New()
	part := func(b []byte) {
		_ = binary.Write(h, binary.BigEndian, uint64(len(b))) // a hash never fails
		h.Write(b)
	}
	for _, s := range sources {
		part([]byte(s.path))
		part(s.bytes)
	}
	return hex.EncodeToString(h.Sum(nil))
}
