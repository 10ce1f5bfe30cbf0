package rules

import (
	"os"
	"path/filepath"
	"strings"
)

// checkout returns the file that git has while it writes the files of the working tree that dir lies in, "" while it writes none.
func checkout(dir string) string {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return ""
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		abs = real
	}
	for at := abs; ; at = filepath.Dir(at) {
		if git := gitDir(at); git != "" {
			lock := filepath.Join(git, "index.lock")
			if _, err := os.Lstat(lock); err != nil {
				return ""
			}
			return lock
		}
		if at == filepath.Dir(at) {
			return ""
		}
	}
}

// gitDir returns where git keeps what belongs to the working tree at a directory, "" if there is none. In a linked working tree and
// in a submodule .git is a file that says where.
func gitDir(at string) string {
	git := filepath.Join(at, ".git")
	info, err := os.Stat(git)
	switch {
	case err != nil:
		return ""
	case info.IsDir():
		return git
	}
	text, err := os.ReadFile(git)
	to, ok := strings.CutPrefix(strings.TrimSpace(string(text)), "gitdir: ")
	if err != nil || !ok {
		return ""
	}
	if !filepath.IsAbs(to) {
		to = filepath.Join(at, to)
	}
	return to
}
