package grounding

import (
	"embed"
	"fmt"
	"strings"
)

//go:embed templates
var files embed.FS

// templates are the sentences of one language by scene. A sentence names its values in braces.
type templates map[string][]string

// readTemplates reads the sentences of a language.
func readTemplates(lang string) templates {
	data, err := files.ReadFile("templates/" + lang + ".txt")
	if err != nil {
		panic(fmt.Sprintf("templates: %v", err)) // a file of this package
	}
	list, scene := templates{}, ""
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "["); ok {
			scene = strings.TrimSuffix(name, "]")
			continue
		}
		if line != "" {
			list[scene] = append(list[scene], strings.ReplaceAll(line, `\n`, "\n"))
		}
	}
	return list
}
