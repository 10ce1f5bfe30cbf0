package shop

import (
	"fmt"
	"io"
	"iter"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	width  = 100
	column = 36 // of the table at the end
)

// preface has a place for what the model is called.
const preface = `Lacuna decides, in code, what a missing answer means, so that a language model never does.

Below, a shop's assistant answers customers while its servers fail. Each question is answered twice,
with the same faults and the same %s, which is told never to state a price that no tool
gave it:

  the usual loop   tries a tool 3 times, 30 s each (played 15 times faster here), then gives the
                   model the error and sends whatever the model writes
  with Lacuna      follows the rules in policies/: edit a number there, and play again

`

// transcript plays and writes each scene as soon as it is over, for somebody who has never heard of the project. What
// differs between two runs without meaning anything (ports, identifiers, fractions of a second) is written alike.
func transcript(w io.Writer, model string, scenes int, played iter.Seq2[report, error]) error {
	if model == "" {
		model = "scripted model"
	}
	if _, err := fmt.Fprintf(w, preface, model); err != nil {
		return err
	}
	var reports []report
	for r, err := range played {
		if err != nil {
			return err
		}
		reports = append(reports, r)
		title := r.Title
		if scenes > 1 {
			title = fmt.Sprintf("%d. %s", len(reports), r.Title)
		}
		if _, err := io.WriteString(w, normal(r.text(title))); err != nil {
			return err
		}
	}
	if scenes == 1 {
		return nil
	}
	_, err := io.WriteString(w, summary(reports))
	return err
}

func (r *report) text(title string) string {
	var b strings.Builder
	heading(&b, title)
	line(&b, "", r.Situation)
	line(&b, "Look at this: ", r.Look)
	b.WriteByte('\n')
	line(&b, "  customer asks   ", r.Question)
	if r.Truth != "" {
		line(&b, "  the truth is    ", r.Truth)
	}
	b.WriteString("\n  the usual loop\n")
	r.Usual.write(&b)
	b.WriteString("\n  with Lacuna\n")
	r.Lacuna.write(&b)
	b.WriteString("\n\n")
	return b.String()
}

func heading(b *strings.Builder, text string) {
	b.WriteString(text + "\n" + strings.Repeat("=", utf8.RuneCountInString(text)) + "\n")
}

func (s *side) write(b *strings.Builder) {
	var offered []string
	for _, e := range s.Events {
		switch e.Kind {
		case "offered":
			for _, tool := range offered {
				if !slices.Contains(e.Tools, tool) {
					line(b, "    tool removed    ", tool)
				}
			}
			offered = e.Tools
		case "wrote":
			if e.Text != s.Customer {
				line(b, label(e.Kind), e.Text)
			}
		default:
			line(b, label(e.Kind), e.Text)
		}
	}
	line(b, "    CUSTOMER GETS   ", s.Customer)
	if s.Handoff != "" {
		line(b, "    hand-off to     ", s.Handoff)
	}
	line(b, "    answered        ", s.took(true))
	line(b, "    servers saw     ", s.arrivals())
}

func label(kind string) string {
	return map[string]string{
		"asked":   "    model asks      ",
		"ruled":   "    rules decide    ",
		"read":    "    model reads     ",
		"told":    "    model is told   ",
		"wrote":   "    model writes    ",
		"failed":  "    model fails     ",
		"checked": "    reply checked   ",
		"ended":   "    turn ends       ",
	}[kind]
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
		all += fmt.Sprintf("; %d ORDERS IN THE BOOK", s.Orders)
	}
	return all
}

// took counts whole seconds: fractions are the machine's business, and so is all that nobody waited for. What was played
// faster is said as it is in life, and as it was here too where there is room.
func (s *side) took(room bool) string {
	seconds := s.TookMS / 1000
	switch {
	case seconds < 2:
		return "at once"
	case s.Speedup <= 1:
		return fmt.Sprintf("after %d s", seconds)
	case room:
		return fmt.Sprintf("after %d s (played in %d s)", seconds*int64(s.Speedup), seconds)
	default:
		return fmt.Sprintf("after %d s", seconds*int64(s.Speedup))
	}
}

func summary(reports []report) string {
	var b strings.Builder
	heading(&b, "What the customers got")
	row(&b, "", "the usual loop", "with Lacuna")
	for _, r := range reports {
		row(&b, r.Scene, r.Usual.took(false)+": "+r.Usual.Customer, r.Lacuna.took(false)+": "+r.Lacuna.Customer)
	}
	b.WriteString("One scene again: go run ./examples/storefront --scene NAME\n")
	return b.String()
}

func row(b *strings.Builder, name, usual, lacuna string) {
	left, right := wrap(usual, column), wrap(lacuna, column)
	for i := range max(len(left), len(right)) {
		text := fmt.Sprintf("%-18s  %-*s  %s", name, column, at(left, i), at(right, i))
		b.WriteString(strings.TrimRight(text, " ") + "\n")
		name = ""
	}
	b.WriteByte('\n')
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
	s = second.ReplaceAllString(s, "$1:00")
	return incident.ReplaceAllString(s, `"incident":"…"`)
}

var (
	port     = regexp.MustCompile(`127\.0\.0\.1:\d+`)
	incident = regexp.MustCompile(`"incident":"[^"]*"`)
	second   = regexp.MustCompile(`(T\d\d:\d\d):\d\d`)
)
