package main

import (
	"fmt"
	"strings"

	"github.com/lacuna-go/lacuna/engine/policytest"
	"github.com/lacuna-go/lacuna/eval"
)

// annotate writes an annotation as a GitHub workflow reads it from the output.
func (t *testFlags) annotate(level, title string, at eval.Pos, message string) {
	if t.format != "github" || t.asJSON {
		return
	}
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	data := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	where := ""
	if at != (eval.Pos{}) {
		where = fmt.Sprintf("file=%s,line=%d,col=%d,", property.Replace(at.File), at.Line, at.Col)
	}
	_, _ = fmt.Fprintf(t.stdout, "::%s %stitle=%s::%s\n", level, where, property.Replace(title), data.Replace(message))
}

func (t *testFlags) annotateAll(level, title string, list []eval.Problem) {
	for _, p := range list {
		t.annotate(level, title, p.Pos, p.Message)
	}
}

// annotateResult annotates a case that did not pass: each difference at its want.
func (t *testFlags) annotateResult(r *policytest.Result) {
	t.annotateAll("error", r.Name, r.Problems)
	for _, d := range r.Diffs {
		t.annotate("error", r.Name, d.Pos, fmt.Sprintf("%s: want %s, got %s", d.Field, d.Want, d.Got))
	}
}
