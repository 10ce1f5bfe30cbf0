package main

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"

	"github.com/lacuna-go/lacuna/engine/policytest"
	"github.com/lacuna-go/lacuna/eval"
)

// The shape of JUnit's XML, as CI systems read it.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Time     string       `xml:"time,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Time     string      `xml:"time,attr"`
		Cases    []junitCase `xml:"testcase"`

		took time.Duration
	}
	junitCase struct {
		Name    string      `xml:"name,attr"`
		Class   string      `xml:"classname,attr"`
		File    string      `xml:"file,attr,omitempty"`
		Line    int         `xml:"line,attr,omitempty"`
		Time    string      `xml:"time,attr"`
		Failure *junitFault `xml:"failure"`
		Error   *junitFault `xml:"error"`
	}
	junitFault struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
)

// writeJUnit writes one testsuite a test file, a failure where a want does not hold, and an error where a case, a file or the policies
// are at fault.
func writeJUnit(w io.Writer, list []tested) error {
	all := junitSuites{}
	took := time.Duration(0)
	for i := range list {
		for _, s := range junitOf(&list[i]) {
			s.Time = seconds(s.took)
			all.Tests, all.Failures, all.Errors = all.Tests+s.Tests, all.Failures+s.Failures, all.Errors+s.Errors
			took += s.took
			all.Suites = append(all.Suites, s)
		}
	}
	all.Time = seconds(took)
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.6f", d.Seconds()) }

func junitOf(d *tested) []junitSuite {
	var list []junitSuite
	if len(d.Problems) > 0 {
		s := junitSuite{Name: d.Dir}
		for _, p := range d.Problems {
			c := junitCase{Name: "loads", Class: d.Dir, File: p.File, Line: p.Line, Time: seconds(0)}
			c.Error = &junitFault{Message: visible(p.Message), Type: "problem", Text: visible(fmt.Sprintf("%s:%d:%d: %s", p.File, p.Line, p.Col, p.Message))}
			s.add(c, 0)
		}
		list = append(list, s)
	}
	if d.report == nil {
		return list
	}
	for i := range d.report.Results {
		r := &d.report.Results[i]
		if len(list) == 0 || list[len(list)-1].Name != r.File {
			list = append(list, junitSuite{Name: r.File})
		}
		list[len(list)-1].add(junitCaseOf(r), r.Elapsed)
	}
	return list
}

func (s *junitSuite) add(c junitCase, took time.Duration) {
	s.Tests++
	if c.Failure != nil {
		s.Failures++
	}
	if c.Error != nil {
		s.Errors++
	}
	s.took += took
	s.Cases = append(s.Cases, c)
}

func junitCaseOf(r *policytest.Result) junitCase {
	c := junitCase{Name: visible(r.Name), Class: r.File, File: r.File, Line: r.Pos.Line, Time: seconds(r.Elapsed)}
	switch {
	case r.NotPlayed:
		c.Error = &junitFault{Message: "not played: its file has faults", Type: "problem"}
	case len(r.Problems) > 0:
		c.Error = &junitFault{Message: visible(r.Problems[0].Message), Type: "problem", Text: visible(lines(r.Problems))}
	case len(r.Diffs) > 0:
		d := r.Diffs[0]
		var b strings.Builder
		_ = r.WriteDiffs(&b, "") // a Builder never fails
		_ = r.WriteValues(&b, "")
		c.Failure = &junitFault{Message: visible(fmt.Sprintf("%s: want %s, got %s", d.Field, d.Want, d.Got)), Type: "want", Text: visible(b.String())}
	}
	return c
}

func lines(list []eval.Problem) string {
	var b strings.Builder
	for _, p := range list {
		b.WriteString(p.Error() + "\n")
	}
	return b.String()
}

// visible leaves out what XML has no form for.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return unicode.ReplacementChar
		}
		return r
	}, s)
}
