package lsp

import (
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/rules/lint"
)

const (
	// quiet is how long nothing may have been typed before a set is looked at, and longest how long typing may put that off.
	quiet, longest = 120 * time.Millisecond, time.Second
)

// set is one directory of policies, as its unsaved texts would have it.
type set struct {
	dir string // "" for a text that was never saved

	loading sync.Mutex // held while it is loaded
	loader  *rules.Loader
	parsed  map[string]*eval.File // every file as it last parsed

	// The rest belongs to the server's lock.
	index     *index
	timer     *time.Timer
	since     time.Time       // when the first change came that was not looked at; zero if none
	published map[string]bool // the files with diagnostics, by path
}

func newSet(dir string) *set {
	return &set{
		dir: dir, loader: rules.NewLoader(rules.WithDir(dir)), parsed: map[string]*eval.File{},
		index: newIndex(nil), published: map[string]bool{},
	}
}

// look loads the set and returns what is found, by the path of the file, and what it declares.
func (s *set) look(texts map[string]string) (map[string][]lint.Finding, *index) {
	s.loading.Lock()
	defer s.loading.Unlock()
	found := map[string][]lint.Finding{}
	loaded, err := s.loader.Load(newOverlay(filepath.FromSlash(s.dir), texts))
	var faults *rules.LoadError
	switch {
	case err == nil:
		s.parsed = map[string]*eval.File{}
		for _, name := range loaded.Files() {
			s.parsed[name] = loaded.File(name)
		}
		s.sort(found, lint.Check(loaded, lint.At(time.Now())))
	case errors.As(err, &faults):
		s.keep(faults)
		s.sort(found, lint.Faults(faults))
	default: // a directory that can't be read, or that is gone
		found[""] = []lint.Finding{{ID: "invalid-file", Severity: lint.Error, Message: err.Error()}}
	}
	return found, newIndex(s.parsed)
}

// keep takes over the files that parse. Of those that don't, what they last said still counts.
func (s *set) keep(faults *rules.LoadError) {
	broken := map[string]bool{}
	for _, p := range faults.Problems {
		broken[p.Pos.File] = true
	}
	parsed := maps.Clone(faults.Files)
	if parsed == nil {
		parsed = map[string]*eval.File{}
	}
	for name, file := range s.parsed {
		if parsed[name] == nil && broken[name] {
			parsed[name] = file
		}
	}
	s.parsed = parsed
}

// sort puts findings to their files. What is about the set as a whole stands at the Turn, else at the first file.
func (s *set) sort(found map[string][]lint.Finding, list []lint.Finding) {
	var home eval.Pos
	for _, name := range slices.Sorted(maps.Keys(s.parsed)) {
		for _, n := range rootsOf(s.parsed[name]) {
			if home.File == "" || n.TypeName() == "Turn" {
				home = n.Pos()
			}
		}
	}
	for _, f := range list {
		if f.From == (eval.Pos{}) {
			f.From, f.To = home, home
		}
		found[f.From.File] = append(found[f.From.File], f)
	}
}
