package guard

import "strings"

// countsState adds a claim for a number of records of a list that are said to be in a state, where another number of them is: "three orders are
// still processing" of two. Nothing else may restrict which of them are meant.
func (m *matcher) countsState(p *parser, i int) bool {
	r := m.reply
	n, ok := p.smallNumber(i)
	if !ok || i+2 >= len(r.tokens) || r.claimOver(i) != nil || i > 0 && r.tokens[i-1].kind == tokenWord && !r.tokens[i-1].has(cueCopula|cueHave) {
		return false
	}
	var ids wordIDs
	r.idsAt(i+1, &ids)
	noun := singular(strings.ToLower(r.Text[r.tokens[i+1].start:r.tokens[i+1].end]))
	state := m.stateBehind(i + 2)
	if state == "" {
		return false
	}
	var found *Source
	var last *group
	count := int64(0)
	for _, s := range m.index.sources {
		if s.Kind != Done || s.Origin != Field || s.group == last || !s.group.listed() || !strings.EqualFold(s.Raw, state) || !listIs(s.Path, noun, &ids) {
			continue
		}
		last, found = s.group, s
		count++
	}
	f := p.figureBefore(i)
	if found == nil || n.Equal(whole(count)) || f.n == 0 || f.next != i+1 {
		return false
	}
	p.emit(Quantity, &f, i, i+1)
	m.contradicted(len(r.Claims)-1, found)
	return true
}

// stateBehind returns the last word of the clause at token i, where nothing but "are" and "still" or their like stands before it.
func (m *matcher) stateBehind(i int) string {
	r := m.reply
	copula := false
	for j := i; j < min(len(r.tokens), i+4); j++ {
		t := &r.tokens[j]
		switch {
		case t.kind != tokenWord:
			return ""
		case t.has(cueCopula):
			copula = true
		case r.soundsAt(j, toneRest|toneFill) || t.hash == hashStill:
		case copula && (j+1 == len(r.tokens) || r.tokens[j+1].kind == tokenPunct):
			return r.Text[t.start:t.end]
		default:
			return ""
		}
	}
	return ""
}

var hashStill = hashWord("still")

// listIs reports whether the key of the last list in a path is a noun, or a word that means the same.
func listIs(path, noun string, ids *wordIDs) bool {
	at := strings.LastIndexByte(path, '[')
	if at < 0 {
		return false
	}
	words, n := fieldWords(lastKey(path[:at]))
	return n > 0 && (words[n-1] == noun || ids.has(lineOf(words[n-1])))
}
