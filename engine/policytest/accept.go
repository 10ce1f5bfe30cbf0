package policytest

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/lacuna-go/lacuna/eval"
)

// Accepted is what [Suite.Accept] did.
type Accepted struct {
	// Files that were written, with the number of wants that changed in each.
	Files map[string]int
	// Refused are wants that have to be written by hand, and why.
	Refused []eval.Problem
}

// edit replaces a value of a test file by another.
type edit struct {
	at       eval.Pos
	from, to int // byte offsets
	text     string
}

// Accept writes what came out into the wants of a report that do not hold, in their files. Only values are replaced: a field is never
// added to a want, nor one taken away, and comments, order and layout stay. What it can't replace so it lists: a text over several
// lines, a list or a map that is not written on one line or holds maps, and one that several rows share and that came out
// differently. A case that can't be played is left as it is.
func (s *Suite) Accept(r *Report) (*Accepted, error) {
	out := &Accepted{Files: map[string]int{}}
	for _, f := range s.Files {
		list := s.edits(f, r, out)
		if len(list) == 0 {
			continue
		}
		name := filepath.FromSlash(f.Name)
		now, err := os.ReadFile(name)
		if err != nil {
			return out, err
		}
		if string(now) != f.src {
			return out, fmt.Errorf("%s has changed since it was read", f.Name)
		}
		if err := os.WriteFile(name, []byte(applied(f.src, list)), 0o644); err != nil {
			return out, err
		}
		out.Files[f.Name] = len(list)
	}
	out.Refused = eval.SortProblems(out.Refused)
	return out, nil
}

// edits lists those of a file, by place.
func (s *Suite) edits(f *File, r *Report, out *Accepted) []edit {
	refuse := func(at eval.Pos, format string, args ...any) {
		out.Refused = append(out.Refused, eval.Problem{Pos: at, Message: fmt.Sprintf(format, args...)})
	}
	byPlace := map[eval.Pos]edit{}
	clash := map[eval.Pos]bool{}
	for i := range r.Results {
		for _, d := range r.Results[i].Diffs {
			if d.want == nil || d.Pos.File != f.Name {
				continue
			}
			e, err := f.edit(d)
			switch before, twice := byPlace[d.Pos]; {
			case err != nil:
				refuse(d.Pos, "%s: %v: write it by hand", d.Field, err)
			case twice && before.text != e.text:
				refuse(d.Pos, "%s: cases that share this want come to different values", d.Field)
				clash[d.Pos] = true
			default:
				byPlace[d.Pos] = e
			}
		}
	}
	var list []edit
	for at, e := range byPlace {
		if !clash[at] {
			list = append(list, e)
		}
	}
	slices.SortFunc(list, func(a, b edit) int { return cmp.Compare(a.from, b.from) })
	return list
}

func applied(src string, list []edit) string {
	var b strings.Builder
	at := 0
	for _, e := range list {
		b.WriteString(src[at:e.from])
		b.WriteString(e.text)
		at = e.to
	}
	b.WriteString(src[at:])
	return b.String()
}

var (
	errLayout = errors.New("it does not stand on one line")
	errMaps   = errors.New("it holds maps, whose fields are yours to choose")
)

// edit replaces the value that is wanted by the one that came out.
func (f *File) edit(d Diff) (edit, error) {
	text, err := yamlText(d.got)
	if err != nil {
		return edit{}, err
	}
	from := f.offset(d.Pos)
	n := extent(f.src[from:], d.want)
	if n <= 0 {
		return edit{}, errLayout
	}
	return edit{d.Pos, from, from + n, text}, nil
}

// offset is the byte offset of a place.
func (f *File) offset(at eval.Pos) int {
	offset := 0
	for line := 1; line < at.Line; line++ {
		offset += strings.IndexByte(f.src[offset:], '\n') + 1
	}
	for col := 1; col < at.Col; col++ {
		for i := range f.src[offset:] {
			if i > 0 {
				offset += i
				break
			}
		}
	}
	return offset
}

// extent is how many bytes a value takes that begins a text, 0 where it does not end on its line.
func extent(src string, v *value) int {
	line, _, _ := strings.Cut(src, "\n")
	switch {
	case line == "":
		return 0
	case line[0] == '"' || line[0] == '\'':
		return quotedExtent(line)
	case line[0] == '[' || line[0] == '{':
		return bracketExtent(line)
	case v.shape != list && v.shape != mapping && v.text != "" && strings.HasPrefix(line, v.text):
		return len(v.text)
	case v.shape == null && strings.HasPrefix(line, "null"):
		return len("null")
	}
	return 0
}

func quotedExtent(line string) int {
	quote := line[0]
	for i := 1; i < len(line); i++ {
		switch {
		case line[i] == '\\' && quote == '"':
			i++
		case line[i] == quote && quote == '\'' && i+1 < len(line) && line[i+1] == quote:
			i++
		case line[i] == quote:
			return i + 1
		}
	}
	return 0
}

func bracketExtent(line string) int {
	depth := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '[', '{':
			depth++
		case ']', '}':
			if depth--; depth == 0 {
				return i + 1
			}
		case '"', '\'':
			if before := line[i-1]; before == ' ' || before == ',' || before == '[' || before == '{' || before == ':' {
				n := quotedExtent(line[i:])
				if n == 0 {
					return 0
				}
				i += n - 1
			}
		}
	}
	return 0
}

// bareText is what needs no quotes in YAML, and is no other type there.
var bareText = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_./-]*$`)

// yamlText writes a value as YAML on one line.
func yamlText(v any) (string, error) {
	switch v := v.(type) {
	case map[string]any:
		return "", errMaps
	case []any:
		var parts []string
		for _, e := range v {
			part, err := yamlText(e)
			if err != nil {
				return "", err
			}
			parts = append(parts, part)
		}
		return "[" + strings.Join(parts, ", ") + "]", nil
	case string:
		switch strings.ToLower(v) {
		case "true", "false", "null", "yes", "no", "on", "off", "y", "n":
		default:
			if bareText.MatchString(v) {
				return v, nil
			}
		}
		return string(compact(v)), nil
	case json.Number:
		return v.String(), nil
	}
	return string(compact(v)), nil
}
