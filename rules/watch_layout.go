package rules

import (
	"os"
	"path/filepath"
	"strings"
)

// layout is where changes of the policies can come from, by the real path of a directory.
type layout map[string]*heeded

// heeded says which names in a directory count.
type heeded struct {
	all   bool // every name but hidden ones: policies lie here
	names map[string]bool
}

// maxLinks bounds how many links one path leads through, as systems do.
const maxLinks = 40

// survey finds what [Read] reads, and what decides where it reads.
func survey(dir string) layout {
	l := layout{}
	abs, err := filepath.Abs(dir)
	if err != nil { // the working directory is gone; a later look tries again
		return l
	}
	if top, ok := l.follow(abs); ok {
		l.walk(top, 0)
	}
	return l
}

func (l layout) at(dir string) *heeded {
	if l[dir] == nil {
		l[dir] = &heeded{names: map[string]bool{}}
	}
	return l[dir]
}

// follow returns the real path behind links, and notes every name that decides it: links, the last name, and the first
// one that is missing.
func (l layout) follow(path string) (dir string, ok bool) {
	dir, rest := root(path)
	for links := 0; len(rest) > 0; {
		name := rest[0]
		rest = rest[1:]
		if name == ".." {
			dir = filepath.Dir(dir)
			continue
		}
		full := filepath.Join(dir, name)
		info, err := os.Lstat(full)
		if err != nil {
			l.at(dir).names[name] = true
			return "", false
		}
		if info.Mode()&os.ModeSymlink == 0 {
			if len(rest) == 0 {
				l.at(dir).names[name] = true
			}
			dir = full
			continue
		}
		l.at(dir).names[name] = true
		target, err := os.Readlink(full)
		if links++; err != nil || links > maxLinks {
			return "", false
		}
		dir, rest = through(dir, target, rest)
	}
	return dir, true
}

// through continues a path behind a link that lies in dir.
func through(dir, target string, rest []string) (string, []string) {
	if filepath.IsAbs(target) {
		top, names := root(target)
		return top, append(names, rest...)
	}
	return dir, append(names(target), rest...)
}

func root(path string) (top string, rest []string) {
	volume := filepath.VolumeName(path)
	return volume + string(filepath.Separator), names(path[len(volume):])
}

// names splits a path, and keeps "..": it can't be cleaned away before links are followed.
func names(path string) []string {
	var list []string
	for name := range strings.FieldsFuncSeq(path, func(r rune) bool { return r < 128 && os.IsPathSeparator(uint8(r)) }) {
		if name != "." {
			list = append(list, name)
		}
	}
	return list
}

// walk notes a directory of policies and those below it, as [Read] goes.
func (l layout) walk(dir string, depth int) {
	if p := l.at(dir); p.all || depth > maxDepth {
		return
	}
	l.at(dir).all = true
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		below, ok := filepath.Join(dir, e.Name()), true
		if e.Type()&os.ModeSymlink != 0 {
			below, ok = l.follow(below)
		}
		if !ok {
			continue
		}
		if info, err := os.Stat(below); err == nil && info.IsDir() {
			l.walk(below, depth+1)
		}
	}
}
