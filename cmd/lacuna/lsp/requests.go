package lsp

import (
	"context"

	"github.com/creachadair/jrpc2"

	"github.com/lacuna-go/lacuna/eval"
)

// at is the place that a request is about.
func (s *server) at(req *jrpc2.Request) (*document, *view, int, error) {
	p, err := params[positionParams](req)
	if err != nil {
		return nil, nil, 0, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	d, err := s.document(p.TextDocument.URI)
	if err != nil {
		return nil, nil, 0, err
	}
	x := newIndex(nil)
	if d.policy() || d.test() {
		x = s.setOf(d).index
	}
	offset := d.text.offset(p.Position)
	return d, &view{scope: scopeAt(d.text, offset), lang: s.lang, index: x}, offset, nil
}

func (s *server) hover(_ context.Context, req *jrpc2.Request) (any, error) {
	d, v, _, err := s.at(req)
	if err != nil || !d.policy() {
		return nil, err
	}
	doc, tok := v.hover()
	if doc == "" {
		return nil, nil
	}
	return hover{markup{"markdown", doc}, d.text.span(tok.From, tok.To)}, nil
}

func (s *server) completion(_ context.Context, req *jrpc2.Request) (any, error) {
	d, v, offset, err := s.at(req)
	if err != nil {
		return nil, err
	}
	list := completionList{Items: []completionItem{}}
	if d.policy() {
		list.Items = v.complete(offset, s.takesSnippets())
	}
	return list, nil
}

func (s *server) takesSnippets() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.snippets
}

func (s *server) definition(_ context.Context, req *jrpc2.Request) (any, error) {
	d, v, offset, err := s.at(req)
	if err != nil {
		return nil, err
	}
	if !d.policy() {
		return s.locate(v.index, defineInTest(d.text, offset, v.index)), nil
	}
	here, there := v.define()
	if here != nil {
		tok := d.text.tokens[here.key]
		return []location{{d.uri, d.text.span(tok.From, tok.To)}}, nil
	}
	return s.locate(v.index, there), nil
}

// locate is where a declaration stands: in the client's own words, if it has the file open.
func (s *server) locate(x *index, d *declaration) any {
	if d == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	uri := uriOf(d.pos.File)
	for _, open := range s.documents {
		if open.path == d.pos.File || open.path == "" && d.pos.File == "untitled.cel" {
			uri = open.uri
		}
	}
	return []location{{uri, x.span(*d)}}
}

// opened is the document that a request names.
func (s *server) opened(uri string) (*document, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.document(uri)
}

func (s *server) documentSymbol(_ context.Context, req *jrpc2.Request) (any, error) {
	p, err := params[didOpenParams](req)
	if err != nil {
		return nil, err
	}
	d, err := s.opened(p.TextDocument.URI)
	if err != nil || !d.policy() {
		return []documentSymbol{}, err
	}
	if file, _ := eval.Parse(d.uri, []byte(d.text.String())); file != nil {
		return symbols(d.text, file), nil
	}
	return s.lastSymbols(d), nil
}

// lastSymbols outlines a text that does not parse as it last did.
func (s *server) lastSymbols(d *document) []documentSymbol {
	s.mu.Lock()
	defer s.mu.Unlock()
	set := s.setOf(d)
	if name, in := s.within(set, d); in {
		if file := set.index.files[set.place(name)]; file != nil {
			return symbols(textOf(file), file)
		}
	}
	return []documentSymbol{}
}

func (s *server) formatting(_ context.Context, req *jrpc2.Request) (any, error) {
	p, err := params[didOpenParams](req)
	if err != nil {
		return nil, err
	}
	d, err := s.opened(p.TextDocument.URI)
	if err != nil || !d.policy() {
		return []textEdit{}, err
	}
	return formatted(d.path, d.text), nil
}

func (s *server) codeAction(_ context.Context, req *jrpc2.Request) (any, error) {
	p, err := params[codeActionParams](req)
	if err != nil {
		return nil, err
	}
	d, err := s.opened(p.TextDocument.URI)
	if err != nil || !d.policy() {
		return []codeAction{}, err
	}
	return fixes(d.uri, d.text, p.Context.Diagnostics), nil
}
