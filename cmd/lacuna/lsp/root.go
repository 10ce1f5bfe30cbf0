package lsp

import (
	"os"
	"path"
	"path/filepath"
	"strings"
)

// rootOf is the directory of the set that a file belongs to. Those that the client names come first. Else it is the outermost
// directory above the file, within the workspace, that is called policies or holds policy files itself; the file's own
// directory if there is none.
func rootOf(file string, named, folders []string) string {
	best := ""
	for _, dir := range named {
		if _, in := below(dir, file); in && len(dir) > len(best) {
			best = dir
		}
	}
	if best != "" {
		return best
	}
	own := path.Dir(file)
	limit := own
	for _, dir := range folders {
		if _, in := below(dir, file); in && len(dir) < len(limit) {
			limit = dir
		}
	}
	root := own
	for dir := own; len(dir) >= len(limit); dir = path.Dir(dir) {
		if path.Base(dir) == "policies" || dir != own && holdsPolicies(dir) {
			root = dir
		}
		if path.Dir(dir) == dir {
			break
		}
	}
	return root
}

func holdsPolicies(dir string) bool {
	entries, err := os.ReadDir(filepath.FromSlash(dir))
	if err != nil {
		return false
	}
	for _, e := range entries {
		if isPolicyFile(e.Name()) && !strings.HasPrefix(e.Name(), ".") {
			return true
		}
	}
	return false
}
