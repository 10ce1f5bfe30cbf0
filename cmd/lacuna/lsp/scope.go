package lsp

import (
	"strconv"
	"strings"

	"github.com/lacuna-go/lacuna/eval"
)

// scope is what surrounds a place in a text, whether or not it parses.
type scope struct {
	text   *text
	frames []frame // from the file inwards; the first is the file itself
	// word is the index of the name that the place is in or right behind, -1 for none.
	word int
	// next is the index of the first token that begins at or behind the place, or is the word.
	next int
	// inside: the place is inside a comment, a string or a number.
	inside bool
}

// frame is an open bracket.
type frame struct {
	open int    // the index of its token, -1 for the file
	name string // of a struct literal, a called function, or "[" "{" "("
	kind frameKind
	// key is the field of a struct literal or the key of a map whose value the place is in; "" where a name is to come.
	key string
}

type frameKind uint8

const (
	frameFile frameKind = iota
	frameStruct
	frameMap
	frameList
	frameCall
	frameParen // a parenthesis or an index
)

// scopeAt reads the tokens before a rune offset. Brackets that don't pair are passed over.
func scopeAt(t *text, offset int) *scope {
	s := &scope{text: t, word: -1, next: len(t.tokens), frames: []frame{{open: -1}}}
	before := -1 // the last token that is no comment
	for i, tok := range t.tokens {
		if tok.From >= offset {
			s.next = i
			break
		}
		if tok.To >= offset && tok.Kind == eval.TokenName {
			s.word, s.next = i, i
			break
		}
		if tok.To > offset || tok.To == offset && (tok.Kind == eval.TokenComment || open(tok)) {
			s.inside = tok.Kind == eval.TokenComment || tok.Kind == eval.TokenString || tok.Kind == eval.TokenLiteral || tok.Kind == eval.TokenOther
			s.next = i
			break
		}
		if tok.Kind != eval.TokenComment {
			s.step(i, before)
			before = i
		}
	}
	s.lostComma(before)
	return s
}

// open reports whether a token is a string without an end.
func open(t eval.Token) bool {
	return t.Kind == eval.TokenOther && strings.ContainsAny(t.Text[:1], "\"'rRbB")
}

func (s *scope) top() *frame { return &s.frames[len(s.frames)-1] }

func (s *scope) step(i, before int) {
	tok, top := s.text.tokens[i], s.top()
	switch tok.Kind {
	case eval.TokenOpen:
		s.push(i, before)
	case eval.TokenClose:
		if len(s.frames) > 1 {
			s.frames = s.frames[:len(s.frames)-1]
		}
	case eval.TokenComma:
		top.key = ""
	case eval.TokenColon:
		if before >= 0 && top.key == "" && (top.kind == frameStruct || top.kind == frameMap) {
			top.key = keyText(s.text.tokens[before])
		}
	default:
	}
}

func (s *scope) push(i, before int) {
	f := frame{open: i, name: s.text.tokens[i].Text}
	after := before >= 0 && s.text.tokens[before].EndsValue()
	named := before >= 0 && s.text.tokens[before].Kind == eval.TokenName
	switch {
	case f.name == "{" && named:
		f.kind, f.name = frameStruct, s.text.tokens[before].Text
	case f.name == "{":
		f.kind = frameMap
	case f.name == "[" && !after:
		f.kind = frameList
	case f.name == "(" && named:
		f.kind, f.name = frameCall, s.text.tokens[before].Text
	default:
		f.kind = frameParen
	}
	s.frames = append(s.frames, f)
}

// lostComma takes a name that begins a line, behind a value that ended on a line above, for the name of a field: a comma is
// still to come there.
func (s *scope) lostComma(before int) {
	top := s.top()
	if top.kind != frameStruct || top.key == "" || before < 0 || !s.text.tokens[before].EndsValue() {
		return
	}
	from := len(s.text.runes)
	if s.next < len(s.text.tokens) {
		from = s.text.tokens[s.next].From
	}
	if s.word >= 0 && strings.ContainsRune(string(s.text.runes[s.text.tokens[before].To:from]), '\n') {
		top.key = ""
	}
}

// keyText is the name of a field, or a key without its quotes.
func keyText(t eval.Token) string {
	if s, err := strconv.Unquote(t.Text); err == nil {
		return s
	}
	return strings.Trim(t.Text, "`\"'")
}

// literal is the innermost struct literal, nil for none.
func (s *scope) literal() *frame {
	for i := len(s.frames) - 1; i >= 0; i-- {
		if s.frames[i].kind == frameStruct {
			return &s.frames[i]
		}
	}
	return nil
}

// owner is the outermost struct literal: a Policy, a Claims, a Turn or a Known.
func (s *scope) owner() *frame {
	for i := range s.frames {
		if s.frames[i].kind == frameStruct {
			return &s.frames[i]
		}
	}
	return nil
}

// member is a field of a struct literal or an entry of a map.
type member struct {
	name     string
	key      int // the index of the token of its name
	from, to int // the indices of the tokens of its value, to exclusive
}

// members lists what stands in a bracket, up to its end or that of the text.
func (t *text) members(open int) []member {
	var list []member
	depth, before := 0, -1
	for i := open + 1; i < len(t.tokens); i++ {
		tok := t.tokens[i]
		switch {
		case tok.Kind == eval.TokenComment:
			continue
		case tok.Kind == eval.TokenOpen:
			depth++
		case tok.Kind == eval.TokenClose && depth == 0:
			return ended(list, i)
		case tok.Kind == eval.TokenClose:
			depth--
		case depth > 0:
		case tok.Kind == eval.TokenComma:
			list = ended(list, i)
		case tok.Kind == eval.TokenColon && before >= 0 && (len(list) == 0 || list[len(list)-1].to > 0):
			list = append(list, member{name: keyText(t.tokens[before]), key: before, from: i + 1})
		}
		before = i
	}
	return ended(list, len(t.tokens))
}

// ended closes the last member, if it is open.
func ended(list []member, to int) []member {
	if n := len(list); n > 0 && list[n-1].to == 0 {
		list[n-1].to = to
	}
	return list
}

// memberOf finds a member by its name.
func (t *text) memberOf(open int, name string) (member, bool) {
	for _, m := range t.members(open) {
		if m.name == name {
			return m, true
		}
	}
	return member{}, false
}

// source is the text of some tokens, without what is around them.
func (t *text) source(from, to int) string {
	for to > from && t.tokens[to-1].Kind == eval.TokenComment {
		to--
	}
	if from >= to {
		return ""
	}
	return string(t.runes[t.tokens[from].From:t.tokens[to-1].To])
}

// prev is the index of the last token before i that is no comment, -1 for none.
func (t *text) prev(i int) int {
	for i--; i >= 0 && t.tokens[i].Kind == eval.TokenComment; i-- {
	}
	return i
}

// opening is the index of the bracket that a closing one at i closes, -1 for none.
func (t *text) opening(i int) int {
	depth := 0
	for ; i >= 0; i-- {
		switch t.tokens[i].Kind {
		case eval.TokenClose:
			depth++
		case eval.TokenOpen:
			if depth--; depth == 0 {
				return i
			}
		default:
		}
	}
	return -1
}
