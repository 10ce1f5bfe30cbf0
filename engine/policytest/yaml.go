package policytest

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/lacuna-go/lacuna/eval"
)

const (
	// MaxFileSize is the largest test file that is read, in bytes.
	MaxFileSize = 8 << 20
	maxDepth    = 100
	maxValues   = 1 << 20
)

// parse reads one YAML document. It returns nil, or what could be read, and the problems.
func parse(name string, src []byte) (*value, []eval.Problem) {
	if p := unreadable(name, src); p != nil {
		return nil, []eval.Problem{*p}
	}
	file, err := parseBytes(src)
	if err != nil {
		return nil, []eval.Problem{syntaxProblem(name, err)}
	}
	r := reader{file: name, anchors: map[string]*value{}}
	var docs []*value
	for _, d := range file.Docs {
		if d.Body == nil {
			continue
		}
		if _, ok := d.Body.(*ast.CommentGroupNode); ok {
			continue
		}
		docs = append(docs, r.value(d.Body, 0))
	}
	switch {
	case len(docs) == 0:
		return nil, []eval.Problem{{Pos: eval.Pos{File: name, Line: 1, Col: 1}, Message: "the file is empty"}}
	case len(docs) > 1:
		r.fail(docs[1].at, "the file holds more than one document: split it")
	}
	return docs[0], r.problems
}

// parseBytes takes no panic of the parser for more than a file that is not YAML.
func parseBytes(src []byte) (file *ast.File, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the file can't be read as YAML: %v", p)
		}
	}()
	return parser.ParseBytes(src, 0)
}

// unreadable finds what the parser would let pass, or show wrongly.
func unreadable(name string, src []byte) *eval.Problem {
	place := func(offset int) eval.Pos {
		before := src[:offset]
		start := bytes.LastIndexByte(before, '\n') + 1
		return eval.Pos{File: name, Line: bytes.Count(before, []byte{'\n'}) + 1, Col: utf8.RuneCount(before[start:]) + 1}
	}
	if len(src) > MaxFileSize {
		return &eval.Problem{Pos: place(0), Message: "the file is larger than 8 MiB"}
	}
	for i := 0; i < len(src); {
		r, size := utf8.DecodeRune(src[i:])
		switch {
		case r == utf8.RuneError && size <= 1:
			return &eval.Problem{Pos: place(i), Message: "the file is not UTF-8"}
		case r == 0xfeff:
			return &eval.Problem{Pos: place(i), Message: "a byte order mark (U+FEFF): save the file without one"}
		case r < ' ' && r != '\n' && r != '\r' && r != '\t':
			return &eval.Problem{Pos: place(i), Message: fmt.Sprintf("a control character (U+%04X)", r)}
		}
		i += size
	}
	return nil
}

var definedAt = regexp.MustCompile(` at \[(\d+):\d+\]$`)

func syntaxProblem(name string, err error) eval.Problem {
	p := eval.Problem{Pos: eval.Pos{File: name, Line: 1, Col: 1}, Message: err.Error()}
	var known yaml.Error
	if errors.As(err, &known) {
		p.Message = definedAt.ReplaceAllString(known.GetMessage(), " in line $1")
		if t := known.GetToken(); t != nil {
			p.Pos = posOf(name, t)
		}
	}
	return p
}

func posOf(file string, t *token.Token) eval.Pos {
	return eval.Pos{File: file, Line: max(t.Position.Line, 1), Col: max(t.Position.Column, 1)}
}

// reader turns the parser's nodes into values.
type reader struct {
	file     string
	anchors  map[string]*value
	values   int
	problems []eval.Problem
}

func (r *reader) fail(at eval.Pos, format string, args ...any) {
	r.problems = append(r.problems, eval.Problem{Pos: at, Message: fmt.Sprintf(format, args...)})
}

func (r *reader) value(n ast.Node, depth int) *value {
	v := &value{at: r.start(n), shape: null}
	if r.values++; depth > maxDepth || r.values > maxValues {
		if r.values <= maxValues+1 {
			r.fail(v.at, "the file nests too deep, or holds too much")
		}
		return v
	}
	switch n := n.(type) {
	case *ast.NullNode:
	case *ast.BoolNode:
		v.shape, v.text, v.plain = boolean, n.Token.Value, true
	case *ast.IntegerNode:
		v.shape, v.text, v.plain = number, n.Token.Value, true
	case *ast.FloatNode:
		v.shape, v.text, v.plain = number, n.Token.Value, true
	case *ast.InfinityNode:
		v.shape, v.text, v.plain = text, n.Token.Value, true
	case *ast.NanNode:
		v.shape, v.text, v.plain = text, n.Token.Value, true
	case *ast.StringNode:
		v.shape, v.text, v.plain = text, n.Value, n.Token.Type == token.StringType
	case *ast.LiteralNode:
		v.shape, v.text = text, n.Value.Value
	case *ast.SequenceNode:
		v.shape = list
		for _, e := range n.Values {
			v.items = append(v.items, r.value(e, depth+1))
		}
	case *ast.MappingNode:
		r.mapping(v, n.Values, depth)
	case *ast.MappingValueNode:
		r.mapping(v, []*ast.MappingValueNode{n}, depth)
	case *ast.AnchorNode:
		inner := r.value(n.Value, depth+1)
		r.anchors[n.Name.String()] = inner
		return inner
	case *ast.AliasNode:
		return r.alias(n, v)
	case *ast.TagNode:
		return r.tagged(n, v, depth)
	default:
		r.fail(v.at, "this is not understood here")
	}
	return v
}

// start is where a value begins: of a map in block style at its first key.
func (r *reader) start(n ast.Node) eval.Pos {
	if m, ok := n.(*ast.MappingNode); ok && !m.IsFlowStyle && len(m.Values) > 0 {
		return posOf(r.file, m.Values[0].Key.GetToken())
	}
	if m, ok := n.(*ast.MappingValueNode); ok {
		return posOf(r.file, m.Key.GetToken())
	}
	return posOf(r.file, n.GetToken())
}

func (r *reader) alias(n *ast.AliasNode, v *value) *value {
	known := r.anchors[n.Value.String()]
	if known == nil {
		r.fail(v.at, "no anchor &%s stands before this", n.Value.String())
		return v
	}
	return known
}

// tagged knows one tag: a text that looks like something else.
func (r *reader) tagged(n *ast.TagNode, v *value, depth int) *value {
	if n.Start.Value != "!!str" {
		r.fail(v.at, "the tag %s is not understood", n.Start.Value)
		return v
	}
	inner := *r.value(n.Value, depth+1)
	inner.shape, inner.plain = text, false
	return &inner
}

func (r *reader) mapping(v *value, values []*ast.MappingValueNode, depth int) {
	v.shape = mapping
	var merged []*value
	for _, e := range values {
		at := posOf(r.file, e.Key.GetToken())
		inner := r.value(e.Value, depth+1)
		if _, ok := e.Key.(*ast.MergeKeyNode); ok {
			merged = append(merged, inner)
			continue
		}
		key, ok := keyText(e.Key)
		if !ok {
			r.fail(at, "a key has to be a plain word")
			continue
		}
		if v.get(key) != nil {
			r.fail(at, "%q stands here twice", key)
			continue
		}
		v.entries = append(v.entries, entry{key, at, inner})
	}
	for _, m := range merged {
		if m.shape != mapping {
			r.fail(m.at, "<< takes a map")
			continue
		}
		*v = *merge(v, m)
	}
}

func keyText(k ast.MapKeyNode) (string, bool) {
	switch k := k.(type) {
	case *ast.StringNode:
		return k.Value, true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.NullNode:
		return strings.TrimSpace(k.GetToken().Value), true
	}
	return "", false
}
