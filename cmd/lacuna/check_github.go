package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/lacuna-go/lacuna/rules/lint"
)

// writeAnnotations writes findings as commands of a GitHub Actions workflow, one a line.
func writeAnnotations(w io.Writer, list []checked) error {
	for _, c := range list {
		for _, f := range c.found {
			if _, err := fmt.Fprintln(w, annotation(f)); err != nil {
				return err
			}
		}
	}
	return nil
}

var annotationLevels = map[lint.Severity]string{lint.Note: "notice", lint.Warning: "warning", lint.Error: "error"}

func annotation(f lint.Finding) string {
	var properties []string
	add := func(name, value string) { properties = append(properties, name+"="+propertyEscapes.Replace(value)) }
	if f.From.File != "" {
		add("file", relative(f.From.File))
		add("line", fmt.Sprint(f.From.Line))
		if f.To.Line > f.From.Line {
			add("endLine", fmt.Sprint(f.To.Line)) // columns are for a single line only
		} else {
			add("col", fmt.Sprint(f.From.Col))
			if f.To.Col > f.From.Col {
				add("endColumn", fmt.Sprint(f.To.Col))
			}
		}
	}
	add("title", "lacuna: "+f.ID)
	return "::" + annotationLevels[f.Severity] + " " + strings.Join(properties, ",") + "::" + dataEscapes.Replace(sentence(f))
}

// What a workflow command can't hold as it is, in its message and in a property.
var (
	dataEscapes     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	propertyEscapes = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// relative is a path below the working directory where it lies there, with slashes.
func relative(name string) string {
	name = filepath.FromSlash(name)
	if filepath.IsAbs(name) {
		if wd, err := filepath.Abs("."); err == nil {
			if rel, err := filepath.Rel(wd, name); err == nil && filepath.IsLocal(rel) {
				name = rel
			}
		}
	}
	return filepath.ToSlash(filepath.Clean(name))
}
