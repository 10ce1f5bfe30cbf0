package lsp

import (
	"net/url"
	"path"
	"path/filepath"
	"strings"
)

// pathOf is the slash-separated path of a file's URI; "" for what is no file, such as a text that was never saved.
func pathOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" {
		return ""
	}
	p := u.Path
	if len(p) > 2 && p[0] == '/' && p[2] == ':' { // /C:/policies
		p = strings.ToUpper(p[1:2]) + p[2:]
	}
	return path.Clean(filepath.ToSlash(p))
}

// uriOf is the URI of a path.
func uriOf(p string) string {
	p = filepath.ToSlash(p)
	if !strings.HasPrefix(p, "/") {
		p = "/" + p
	}
	return (&url.URL{Scheme: "file", Path: p}).String()
}
