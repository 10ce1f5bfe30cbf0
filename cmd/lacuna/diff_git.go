package main

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// policyDir returns the directory that an argument means: itself, or of git:REVISION:PATH a temporary copy, and what removes it.
func policyDir(ctx context.Context, arg string) (dir string, done func(), err error) {
	rest, ok := strings.CutPrefix(arg, "git:")
	if !ok {
		_, err := directories([]string{arg})
		return arg, func() {}, err
	}
	revision, path, ok := strings.Cut(rest, ":")
	if !ok || revision == "" || path == "" || strings.HasPrefix(revision, "-") {
		return "", nil, usage("%s: a revision is written git:REVISION:PATH, as git:HEAD:policies", arg)
	}
	dir, err = os.MkdirTemp("", "lacuna-diff-")
	if err != nil {
		return "", nil, &exit{code: exitFailed, err: err}
	}
	done = func() { _ = os.RemoveAll(dir) } // what is left over is the system's to clean
	if err := checkOut(ctx, revision, path, dir); err != nil {
		done()
		return "", nil, usage("%s: %w", arg, err)
	}
	return dir, done, nil
}

// checkOut writes the files below a path of a revision into a directory.
func checkOut(ctx context.Context, revision, path, dir string) error {
	var stderr bytes.Buffer
	// the path is relative to where the command runs, as ./ says
	cmd := exec.CommandContext(ctx, "git", "archive", "--format=tar", revision+":./"+filepath.ToSlash(path))
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		if text := strings.TrimSpace(stderr.String()); text != "" {
			return errors.New(text)
		}
		return err
	}
	return unpack(bytes.NewReader(out), dir)
}

// unpack writes the regular files of an archive below a directory.
func unpack(r io.Reader, dir string) error {
	archive := tar.NewReader(r)
	for {
		h, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		if !filepath.IsLocal(h.Name) {
			return fmt.Errorf("%s is no file below the path", h.Name)
		}
		name := filepath.Join(dir, filepath.FromSlash(h.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			return err
		}
		b, err := io.ReadAll(archive)
		if err != nil {
			return err
		}
		if err := os.WriteFile(name, b, 0o600); err != nil {
			return err
		}
	}
}
