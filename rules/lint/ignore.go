package lint

import (
	"slices"
	"strings"

	"github.com/lacuna-go/lacuna/eval"
)

// marker begins a comment that silences findings: lacuna:ignore shadowed-step -- reason.
const marker = "lacuna:ignore"

// silencer is one such comment.
type silencer struct {
	comment eval.Comment
	ids     []string
	reason  string
	// line that it is for: its own, or the first one below that is no comment alone on its line.
	line int
	over lines
	used map[string]bool
}

// silence drops the findings that comments silence, and adds those about the comments.
func (l *linter) silence() []Finding {
	var all []*silencer
	for _, name := range l.set.Files() {
		all = append(all, silencersOf(l.set.File(name))...)
	}
	l.found = slices.DeleteFunc(l.found, func(f Finding) bool {
		hit := false
		for _, s := range all {
			hit = s.take(f) || hit
		}
		return hit
	})
	for _, s := range all {
		l.judge(s)
	}
	return l.found
}

// take reports whether the comment silences the finding.
func (s *silencer) take(f Finding) bool {
	at := s.comment.Pos.File == f.From.File && s.over.from <= f.From.Line && f.From.Line <= s.over.to
	above := s.comment.Pos.File == f.also.File && s.line == f.also.Line
	if !(at || above) || !slices.Contains(s.ids, f.ID) {
		return false
	}
	s.used[f.ID] = true
	return true
}

// judge finds comments that give no reason, silence nothing, or name no id.
func (l *linter) judge(s *silencer) {
	at := s.comment.Pos
	if len(s.ids) == 0 {
		l.reportAt("ignore-malformed", at, eval.Pos{}, "the comment names no finding").help("write // %s ID -- why it is meant", marker)
		return
	}
	for _, id := range s.ids {
		e, near, known := Find(id)
		switch {
		case !known:
			r := l.reportAt("ignore-malformed", at, eval.Pos{}, "there is no finding %q", id)
			if near != "" {
				r.help("did you mean %s?", near)
			}
		case !s.used[id] && (e.needs == needsNothing || l.have[e.needs]):
			l.reportAt("ignore-unused", at, eval.Pos{}, "there is no %s here to silence", id).help("delete the comment")
		case s.used[id] && s.reason == "":
			l.reportAt("ignore-without-reason", at, eval.Pos{}, "%s is silenced without a reason", id).help("say why behind it: // %s %s -- why it is meant", marker, id)
		}
	}
}

func silencersOf(f *eval.File) []*silencer {
	var list []*silencer
	comments := f.Comments()
	values := valuesOf(f.Root())
	for i, c := range comments {
		rest, ok := strings.CutPrefix(c.Text, marker)
		if !ok || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
			continue
		}
		s := &silencer{comment: c, line: c.Pos.Line, used: map[string]bool{}}
		ids, reason, _ := strings.Cut(rest, "--")
		s.ids, s.reason = strings.FieldsFunc(ids, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' }), strings.TrimSpace(reason)
		if c.Alone {
			s.line++
			for _, next := range comments[i+1:] { // further comments between it and what it is about
				if !next.Alone || next.Pos.Line != s.line {
					break
				}
				s.line++
			}
		}
		s.over = s.reach(values)
		list = append(list, s)
	}
	return list
}
