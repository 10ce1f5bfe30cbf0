package guard

import (
	"strings"
	"sync"
)

// numbered finds the numbers and short codes in the texts of the evidence by the word that stands directly before them: "Locker 19, Station
// Road".
type numbered struct {
	once  sync.Once
	texts map[wordID][]*Source
}

// maxNumbered is how long a text is, in bytes, that is looked at for numbers behind words.
const maxNumbered = 120

// numberedBy returns the numbers and codes that stand behind a word. The slice is shared.
func (x *index) numberedBy(id wordID) []*Source {
	x.behind.once.Do(func() {
		x.behind.texts = map[wordID][]*Source{}
		for _, k := range x.results {
			w := walker{}
			if w.walk(k.json) != nil {
				continue
			}
			for i := range w.leaves {
				if l := &w.leaves[i]; l.kind == leafString && l.end-l.start <= maxNumbered && strings.IndexByte(w.textOf(l), ' ') > 0 {
					x.behind.add(w.textOf(l), func() *Source {
						return &Source{Origin: Text, Server: k.result.Server, Tool: k.result.Tool, Path: string(w.pathOf(l)), Raw: w.textOf(l)}
					})
				}
			}
		}
	})
	return x.behind.texts[id]
}

// add reads one text; source returns a source without its value.
func (n *numbered) add(text string, source func() *Source) {
	p := parser{reply: &Reply{Text: text}, tokens: scan(text, nil), lex: words()}
	for i := 0; i+1 < len(p.tokens); i++ {
		t := &p.tokens[i]
		if t.kind != tokenWord || p.tokens[i+1].joined() || t.word != nil && t.word.cues != 0 {
			continue
		}
		id := labelID(text[t.start:t.end])
		f, next := p.bareAt(i + 1)
		if id == 0 || next <= i+1 || f.words {
			continue
		}
		s := source()
		if s.Kind = ID; f.n > 0 {
			s.Kind, s.Amount = Quantity, f.values[0]
		}
		s.ID = text[p.tokens[i+1].start:p.tokens[next-1].end]
		n.texts[id] = append(n.texts[id], s)
	}
}

// renumbered returns the text of the evidence that has another number behind the word before the value, where none has this one; or nil.
func (v *bare) renumbered() *Source {
	r := v.m.reply
	if v.first == 0 || v.f.words || r.tokens[v.first].joined() || r.tokens[v.first-1].kind != tokenWord || v.taken() {
		return nil
	}
	written := strings.ToLower(r.Text[r.tokens[v.first-1].start:r.tokens[v.next-1].end])
	var said wordIDs
	r.addLabel(v.first-1, &said)
	var found *Source
	for _, id := range said.list[:said.n] {
		for _, s := range v.m.index.numberedBy(id) {
			if strings.EqualFold(s.ID, v.text) || strings.Contains(strings.ToLower(s.Raw), written) {
				return nil
			}
			if found == nil && (s.Kind == ID) == (v.f.n == 0) {
				found = s
			}
		}
	}
	return found
}

// taken reports whether the value is how often something is taken: "pouches 4 × €9.80".
func (v *bare) taken() bool {
	r := v.m.reply
	if v.next >= len(r.tokens) {
		return false
	}
	t := &r.tokens[v.next]
	return t.is('×') || t.is('*') || t.is('x') || t.kind == tokenWord && r.Text[t.start:t.end] == "x"
}
