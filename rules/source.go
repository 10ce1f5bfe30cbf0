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

// source is one file as read.
type source struct {
	path  string
	bytes []byte
}

// Sources are the files below a directory as one reading found them: every *.cel file, and others that were asked for. They
// are immutable, and safe for concurrent use.
type Sources struct {
	policies, others []source // sorted by path
	digest           string   // of the policies
}

// Read reads every *.cel file below the root of fsys, and every file whose name ends in one of also. Names that begin with a dot
// are skipped, among them the directories that a mounted ConfigMap keeps its files in; links are followed. A file that is larger than
// policies may be is read only so far that it shows.
func Read(fsys fs.FS, also ...string) (*Sources, error) {
	r := reader{fsys: fsys, also: also, found: &Sources{}}
	if err := r.walk(".", 0); err != nil {
		return nil, err
	}
	for _, list := range [][]source{r.found.policies, r.found.others} {
		slices.SortFunc(list, func(a, b source) int { return cmp.Compare(a.path, b.path) })
	}
	r.found.digest = digestOf(r.found.policies)
	return r.found, nil
}

// Digest returns that of a set of the policies, the SHA-256, in hex, over each path and its bytes, whether or not they load. Other files
// that were read are no part of it.
func (s *Sources) Digest() string { return s.digest }

// Fingerprint returns a text that is the same exactly if all files are: the digest, and that of the other files if there are any.
func (s *Sources) Fingerprint() string {
	if len(s.others) == 0 {
		return s.digest
	}
	return s.digest + " " + digestOf(s.others)
}

// Others returns the files that are no policies, by path. Their bytes must not be changed.
func (s *Sources) Others() map[string][]byte {
	files := make(map[string][]byte, len(s.others))
	for _, f := range s.others {
		files[f.path] = f.bytes
	}
	return files
}

// reader is one run of Read.
type reader struct {
	fsys  fs.FS
	also  []string
	found *Sources
}

func (r *reader) walk(dir string, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("directories nest deeper than %d, at %s: is there a link to one above?", maxDepth, dir)
	}
	entries, err := fs.ReadDir(r.fsys, dir)
	if err != nil {
		return fmt.Errorf("policies can't be read: %w", err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		if err := r.entry(path.Join(dir, e.Name()), depth); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) entry(name string, depth int) error {
	policy := strings.HasSuffix(name, ".cel")
	other := !policy && slices.ContainsFunc(r.also, func(ending string) bool { return strings.HasSuffix(name, ending) })
	info, err := fs.Stat(r.fsys, name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !policy: // a link to nothing
		return nil
	case err != nil:
		return fmt.Errorf("policies can't be read: %w", err)
	case info.IsDir():
		return r.walk(name, depth+1)
	case !policy && !other:
		return nil
	}
	b, err := readFile(r.fsys, name)
	if err != nil {
		return err
	}
	if policy {
		r.found.policies = append(r.found.policies, source{name, b})
	} else {
		r.found.others = append(r.found.others, source{name, b})
	}
	return nil
}

// readFile reads a file, and of one that is too large only so much that it shows.
func readFile(fsys fs.FS, name string) ([]byte, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, fmt.Errorf("policies can't be read: %w", err)
	}
	b, err := io.ReadAll(io.LimitReader(f, eval.MaxFileSize+1))
	err = errors.Join(err, f.Close())
	var named *fs.PathError
	switch {
	case err == nil:
		return b, nil
	case errors.As(err, &named):
		return nil, fmt.Errorf("policies can't be read: %w", err)
	}
	return nil, fmt.Errorf("policies can't be read: %s: %w", name, err)
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
