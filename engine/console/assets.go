package console

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"html/template"
	"io/fs"
	"net/http"
	"path"
)

//go:embed assets templates
var files embed.FS

// assets are the files that pages load, under an address that changes with their content.
type assets struct {
	base  string // as pages name it
	route string
	files map[string][]byte
}

func loadAssets() assets {
	a := assets{files: map[string][]byte{}}
	hash := sha256.New()
	list, _ := fs.ReadDir(files, "assets") // it is embedded
	for _, e := range list {
		b, _ := fs.ReadFile(files, "assets/"+e.Name())
		a.files[e.Name()] = b
		_, _ = hash.Write(b)
	}
	a.base = "assets/" + hex.EncodeToString(hash.Sum(nil))[:12]
	a.route = "/" + a.base + "/{name}"
	return a
}

func (a assets) serve(w http.ResponseWriter, r *http.Request) {
	b, ok := a.files[r.PathValue("name")]
	if !ok {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", typeOf(r.PathValue("name")))
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	_, _ = w.Write(b)
}

// typeOf does not ask the machine, whose answer varies.
func typeOf(name string) string {
	switch path.Ext(name) {
	case ".css":
		return "text/css; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	}
	return "application/octet-stream"
}

func parse(base string) *template.Template {
	return template.Must(template.New("console").Funcs(functions(base)).ParseFS(files, "templates/*.html"))
}
