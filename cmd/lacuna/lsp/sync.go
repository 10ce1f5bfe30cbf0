package lsp

import (
	"context"
	"os"
	"path/filepath"

	"github.com/creachadair/jrpc2"

	"github.com/lacuna-go/lacuna/eval"
)

// open takes a text for a document.
func (s *server) open(uri, content string) *document {
	d := &document{uri: uri, path: pathOf(uri)}
	if d.policy() {
		d.text = newPolicyText(content)
	} else {
		d.text = newText(content)
	}
	s.documents[uri] = d
	return d
}

func (s *server) didOpen(_ context.Context, req *jrpc2.Request) (any, error) {
	p, err := params[didOpenParams](req)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changed(s.open(p.TextDocument.URI, p.TextDocument.Text), 0)
	return nil, nil
}

func (s *server) didChange(_ context.Context, req *jrpc2.Request) (any, error) {
	p, err := params[didChangeParams](req)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	d, err := s.document(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	t := d.text
	for _, c := range p.ContentChanges {
		if c.Range == nil {
			t = newText(c.Text)
		} else {
			t = newText(t.change(*c.Range, c.Text))
		}
	}
	s.changed(s.open(d.uri, t.String()), quiet)
	return nil, nil
}

func (s *server) didClose(_ context.Context, req *jrpc2.Request) (any, error) {
	p, err := params[didOpenParams](req)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	d, err := s.document(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	delete(s.documents, d.uri)
	s.changed(d, 0)
	return nil, nil
}

func (s *server) didSave(_ context.Context, req *jrpc2.Request) (any, error) {
	p, err := params[didOpenParams](req)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if d := s.documents[p.TextDocument.URI]; d != nil {
		s.changed(d, 0)
	}
	return nil, nil
}

// didChangeFiles looks again at the sets whose files changed on disk: written, renamed or deleted.
func (s *server) didChangeFiles(_ context.Context, req *jrpc2.Request) (any, error) {
	p, err := params[watchedFilesParams](req)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range p.Changes {
		file := pathOf(c.URI)
		for _, set := range s.sets {
			if _, in := below(set.dir, file); in && set.dir != "" {
				s.changed(&document{uri: c.URI, path: file}, quiet)
				break
			}
		}
	}
	return nil, nil
}

func (s *server) didChangeFolders(_ context.Context, req *jrpc2.Request) (any, error) {
	p, err := params[foldersParams](req)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	gone := map[string]bool{}
	for _, f := range p.Event.Removed {
		gone[pathOf(f.URI)] = true
	}
	var folders []string
	for _, f := range s.folders {
		if !gone[f] {
			folders = append(folders, f)
		}
	}
	for _, f := range p.Event.Added {
		folders = append(folders, pathOf(f.URI))
	}
	s.folders = folders
	return nil, nil
}

// textOf is the text of a file that was parsed.
func textOf(f *eval.File) *text { return newPolicyText(f.Text()) }

// readText reads a file that does not parse and is not open, so that its columns can be counted.
func readText(name string) *text {
	b, err := os.ReadFile(filepath.FromSlash(name))
	if err != nil || len(b) > eval.MaxFileSize {
		b = nil
	}
	return newPolicyText(string(b))
}
