package main

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

const width = 110

const preface = `Lacuna decides, in code, what a missing answer means, so that a language model never does.

Below a shop's assistant answers customers while its servers fail. Each question is answered twice, with the same
model and the same faults:

  the usual loop   tries each tool 3 times, then gives the model the error and sends what the model writes.
                   Its 30 s timeouts are played 15 times faster here than in life.
  with Lacuna      follows the rules in policies/.

`

// transcript writes reports for somebody who has never heard of the project. What differs between two runs without
// meaning anything (ports, identifiers, fractions of a second) is written alike.
func transcript(w io.Writer, reports []report) {
	var b strings.Builder
	b.WriteString(preface)
	for i, r := range reports {
		scenes := fmt.Sprintf("%d. %s (--scene %s)", i+1, r.Title, r.Scene)
		fmt.Fprintf(&b, "%s\n%s\n", scenes, strings.Repeat("=", utf8.RuneCountInString(scenes)))
		line(&b, "", r.Situation)
		line(&b, "customer: ", r.Question)
		if r.Truth != "" {
			line(&b, "in truth: ", r.Truth)
		}
		b.WriteByte('\n')
		r.Usual.write(&b, "the usual loop")
		r.Lacuna.write(&b, "with Lacuna")
	}
	if len(reports) > 1 {
		summary(&b, reports)
	}
	fmt.Fprint(w, normal(b.String()))
}

func (s *side) write(b *strings.Builder, name string) {
	fmt.Fprintf(b, "  %s\n", name)
	var known []string
	for _, e := range s.Events {
		switch e.Kind {
		case "offered":
			if known == nil {
				line(b, "    tools         ", strings.Join(e.Tools, ", "))
			}
			for _, gone := range known {
				if !slices.Contains(e.Tools, gone) {
					line(b, "    tool gone     ", gone)
				}
			}
			known = e.Tools
		case "asked":
			line(b, "    model asks    ", e.Text)
		case "read":
			line(b, "    model reads   ", e.Text)
		case "told":
			line(b, "    model is told ", e.Text)
		case "wrote":
			line(b, "    model writes  ", e.Text)
		case "stopped":
			line(b, "    stopped       ", e.Text)
		}
	}
	line(b, "    CUSTOMER GETS ", s.Customer)
	if s.Handoff != "" {
		line(b, "    then          ", "hand-off: "+s.Handoff)
	}
	line(b, "    after         ", s.took())
	line(b, "    servers saw   ", s.arrivals())
	b.WriteByte('\n')
}

// arrivals writes the servers' counters, and the order book where anything is in it.
func (s *side) arrivals() string {
	var parts []string
	for _, c := range s.Requests {
		parts = append(parts, fmt.Sprintf("%s %d", c.Tool, c.Requests))
	}
	if len(parts) == 0 {
		parts = []string{"no request"}
	}
	all := strings.Join(parts, ", ")
	switch s.Orders {
	case 0:
	case 1:
		all += "; 1 order in the book"
	default:
		all += fmt.Sprintf("; %d orders in the book", s.Orders)
	}
	return all
}

// took rounds to a second: what is below is the machine's business.
func (s *side) took() string {
	d := (time.Duration(s.TookMS) * time.Millisecond).Round(time.Second)
	switch {
	case d == 0:
		return "under a second"
	case s.Speedup > 1:
		return fmt.Sprintf("%d s here, %d s in life", d/time.Second, d*time.Duration(s.Speedup)/time.Second)
	default:
		return fmt.Sprintf("%d s", d/time.Second)
	}
}

func summary(b *strings.Builder, reports []report) {
	b.WriteString("Side by side\n============\n")
	const column = 44
	row := func(name, left, right string) {
		l, r := wrap(left, column), wrap(right, column)
		for i := range max(len(l), len(r)) {
			text := fmt.Sprintf("%-18s %-*s  %s", name, column, at(l, i), at(r, i))
			b.WriteString(strings.TrimRight(text, " ") + "\n")
			name = ""
		}
	}
	row("", "the usual loop", "with Lacuna")
	for _, r := range reports {
		row(r.Scene, r.Usual.Customer+" ["+r.Usual.took()+"]", r.Lacuna.Customer+" ["+r.Lacuna.took()+"]")
	}
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}

// line writes text behind a label, continued under itself.
func line(b *strings.Builder, label, text string) {
	for _, l := range wrap(text, width-utf8.RuneCountInString(label)) {
		b.WriteString(strings.TrimRight(label+l, " ") + "\n")
		label = strings.Repeat(" ", utf8.RuneCountInString(label))
	}
}

// wrap cuts text into lines of at most n runes, at a space or after a comma where there is one.
func wrap(text string, n int) []string {
	runes := []rune(strings.ReplaceAll(text, "\n", " "))
	var lines []string
	for len(runes) > n {
		cut := n
		for i := n; i >= n/2; i-- {
			if runes[i] == ' ' || runes[i-1] == ',' {
				cut = i
				break
			}
		}
		lines = append(lines, string(runes[:cut]))
		runes = []rune(strings.TrimLeft(string(runes[cut:]), " "))
	}
	return append(lines, string(runes))
}

// normal writes alike what differs between runs.
func normal(s string) string {
	s = port.ReplaceAllString(s, "127.0.0.1:port")
	return incident.ReplaceAllString(s, `"incident":"…"`)
}

var (
	port     = regexp.MustCompile(`127\.0\.0\.1:\d+`)
	incident = regexp.MustCompile(`"incident":"[^"]*"`)
)
