package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// deepest is how far directories may nest, so that a link to one above ends.
const deepest = 32

// policyFiles lists the files that are named, and the *.cel files below the directories that are. Links are followed; names
// that begin with a dot are skipped, as when policies are loaded.
func policyFiles(paths []string) ([]string, error) {
	var files []string
	for _, path := range paths {
		info, err := os.Stat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil, usage("there is no file or directory %s", path)
		case err != nil:
			return nil, usage("%w", err)
		case !info.IsDir():
			files = append(files, path)
			continue
		}
		below, err := policiesBelow(path, 0)
		if err != nil {
			return nil, &exit{code: exitFailed, err: err}
		}
		files = append(files, below...)
	}
	return files, nil
}

func policiesBelow(dir string, depth int) ([]string, error) {
	if depth > deepest {
		return nil, fmt.Errorf("directories nest deeper than %d, at %s: is there a link to one above?", deepest, dir)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, e := range entries {
		name := filepath.Join(dir, e.Name())
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		info, err := os.Stat(name)
		switch {
		case errors.Is(err, fs.ErrNotExist): // a link to nothing
		case err != nil:
			return nil, err
		case info.IsDir():
			below, err := policiesBelow(name, depth+1)
			if err != nil {
				return nil, err
			}
			files = append(files, below...)
		case strings.HasSuffix(name, ".cel"):
			files = append(files, name)
		}
	}
	return files, nil
}

// replaceFile puts a text in the place of a file in one step, so that nobody reads half of it: of a link the file that it
// leads to. The file keeps its mode.
func replaceFile(name string, text []byte) error {
	target, err := filepath.EvalSymlinks(name)
	if err != nil {
		return err
	}
	old, err := os.OpenFile(target, os.O_WRONLY, 0) // one that may not be written is not replaced either
	if err != nil {
		return err
	}
	info, err := old.Stat()
	if err = errors.Join(err, old.Close()); err != nil {
		return err
	}
	next, err := os.CreateTemp(filepath.Dir(target), "."+filepath.Base(target)+".*")
	if err != nil {
		return err
	}
	if err := fill(next, text, info.Mode().Perm(), target); err != nil {
		return errors.Join(err, os.Remove(next.Name()))
	}
	return nil
}

func fill(next *os.File, text []byte, mode fs.FileMode, target string) error {
	_, err := next.Write(text)
	err = errors.Join(err, next.Chmod(mode), next.Sync(), next.Close())
	if err != nil {
		return err
	}
	return os.Rename(next.Name(), target)
}
