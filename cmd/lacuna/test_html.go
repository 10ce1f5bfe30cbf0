package main

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"

	"github.com/lacuna-go/lacuna/engine/policytest"
)

//go:embed cover.html
var coverPage string

// coverHTMLFile is a file as the page shows it.
type coverHTMLFile struct {
	ID, Name, Percent string
	Covered, Sides    int
	Lines             []coverLine
	Missed            []coverHTMLMiss
}

type coverHTMLMiss struct {
	Line int
	Text string
}

// writeCoverHTML writes the coverage as one page that needs nothing else: no script, no font, no other file.
func writeCoverHTML(w io.Writer, c *policytest.Coverage, list []tested) error {
	page, err := template.New("cover").Funcs(template.FuncMap{
		"class": func(s coverState) string { return [...]string{"", "full", "half", "missed"}[s] },
		"words": coverState.words,
		"mark":  coverState.mark,
	}).Parse(coverPage)
	if err != nil {
		return err
	}
	data := struct {
		Percent        string
		Covered, Sides int
		Files          []coverHTMLFile
	}{Percent: percent(c.Percent())}
	data.Covered, data.Sides = c.Count()
	for i, f := range sourcesOf(c, list) {
		one := coverHTMLFile{ID: fmt.Sprintf("f%d", i+1), Name: f.File, Lines: f.lines()}
		one.Covered, one.Sides = f.Count()
		one.Percent = percent(policytest.Percent(one.Covered, one.Sides))
		for _, l := range one.Lines {
			for _, n := range l.Missed {
				one.Missed = append(one.Missed, coverHTMLMiss{l.Number, n.Text})
			}
		}
		data.Files = append(data.Files, one)
	}
	return page.Execute(w, data)
}
