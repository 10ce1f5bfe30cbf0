package guard

import (
	"slices"
	"sort"
)

// What a sentence without a name speaks of is what the one before it has named: "How about the Cardholder? It's €42."

// keepToNamed takes the sources of a figure away that are of one record of a list, where its sentence names none of them, and the one that was
// named last, by the reply or else by the customer alone, is another, which has another value under the same key.
func (m *matcher) keepToNamed(c *Claim) {
	if c.Place != "reply" || len(c.Sources) == 0 || c.Derived || c.Negated || m.reply.tokens == nil || !c.Readings[0].single() {
		return
	}
	s := c.Sources[0]
	if s.Origin != Field || s.group == nil || m.contrasts(c, s) {
		return
	}
	named := m.namedLast(c, s)
	if named == nil {
		return
	}
	for _, o := range c.Sources {
		if o.Origin != Field || o.group == nil || near(o.group, named) || !o.group.beside(named) {
			return
		}
	}
	key := keyOf(s.Path)
	for _, o := range m.index.sources {
		if o.Kind == s.Kind && o.Origin == Field && o.Tool == s.Tool && o.Server == s.Server && keyOf(o.Path) == key && near(o.group, named) && !o.equals(s) {
			m.refuse(c, checkCarried)
			c.Nearest = o
			return
		}
	}
}

// equals reports whether two sources of one kind have one value.
func (s *Source) equals(o *Source) bool { return s.same(o) && s.ID == o.ID }

// beside reports whether o is another record of the list that g is of, or stands in.
func (g *group) beside(o *group) bool { return g.sibling(o) || g.elsewhere(o) }

// maxNamedBack bounds how many names before a claim are looked at.
const maxNamedBack = 48

// namedLast returns the only record beside that of s which the last sentence before the claim's names that names any; nil where the claim's own
// sentence names one. Where the reply has named none so far, it is the only one that the customer has named.
func (m *matcher) namedLast(c *Claim, s *Source) *group {
	end := sort.Search(len(m.mentions), func(i int) bool { return m.mentions[i].span.Start >= c.Sentence.End })
	var found *group
	from := 0 // where the sentence begins that names it
	for i := end - 1; i >= max(0, end-maxNamedBack); i-- {
		n := &m.mentions[i]
		if n.span.Start < from {
			return found
		}
		g := n.of(s.group)
		switch {
		case g == nil:
		case n.span.Start >= c.Sentence.Start, g == s.group, found != nil && g != found:
			return nil
		case found == nil:
			found, from = g, m.sentenceStart(n.span.Start)
		}
	}
	if found != nil || end > maxNamedBack {
		return found
	}
	m.hearNames()
	for i := range m.wanted {
		g := m.wanted[i].of(s.group)
		switch {
		case g == nil:
		case g == s.group, found != nil && g != found:
			return nil
		default:
			found = g
		}
	}
	return found
}

// sentenceStart returns where the sentence begins that holds a byte.
func (m *matcher) sentenceStart(at int) int {
	r := m.reply
	i := sort.Search(len(r.tokens), func(i int) bool { return int(r.tokens[i].start) >= at })
	return r.span(r.sentences[r.sentenceOf(i)]).Start
}

// of returns the record that a name is of, if that is g's or one beside it; nil where it names several.
func (n *mention) of(g *group) *group {
	var found *group
	for _, o := range n.label.groups {
		if near(o, g) {
			return g
		}
		if g.beside(o) {
			found = o
		}
	}
	return found
}

// contrasts reports whether the claim's sentence says that it speaks of another thing, or of several, tells by another figure of which, or has a word before the claim of which the
// record of s knows nothing: "The post would be Friday".
func (m *matcher) contrasts(c *Claim, s *Source) bool {
	r := m.reply
	own := s.allIDs()
	own.addText(s.Tool)
	in := r.sentences[r.sentenceOf(int(c.first))]
	if in.first > 0 && r.tokens[in.first].gap >= line || c.Kind == Time && int(c.first)-in.first < 2 {
		return true // an item of a list, and "The 9:30 is"
	}
	for i := range r.hours {
		if h := &r.hours[i]; h.first < c.first && int(h.first) >= in.first {
			return true
		}
	}
	for j := in.first; j < in.next; j++ {
		t := &r.tokens[j]
		switch o := r.claimOver(j); {
		case o != nil && o != c && j < int(c.first) && o.Kind != c.Kind && slices.ContainsFunc(o.Sources, func(t *Source) bool { return t.group != nil && near(t.group, s.group) }):
			return true // a figure of its record tells which one it is
		case o != nil:
		case r.cuesAt(j)&(cueMore|cueBoth) != 0, r.terms(j)&(termLowest|termHighest|termEach) != 0, slices.Contains(otherThings, t.hash), slices.Contains(insteadWords, t.hash), slices.Contains(versusWords, t.hash),
			j < int(c.first) && t.kind == tokenWord && t.end-t.start >= minKeyWord && t.word == nil && !r.saysOf(j, &own) && !m.saysKeyOf(j, s) && !(c.Kind == Time && r.opensAt(j)):
			return true
		}
	}
	return false
}

// opensAt reports whether the word at token j is a verb for what a time of day tells of a shop: no article stands before it.
func (r *Reply) opensAt(j int) bool {
	return j == 0 || r.tokens[j-1].kind != tokenWord || r.tokens[j-1].end-r.tokens[j-1].start > maxArticle || r.tokens[j-1].has(cueSelf) || r.tokens[j-1].sounds(toneIt)
}

// otherThings say that another thing is spoken of, or several.
var otherThings = hashWords("other", "others", "another", "alternative", "alternatively", "one", "ones", "all", "either", "second", "third", "first", "andere", "anderen", "anderer", "anderes", "alternativ", "alle", "zweite", "zweiten", "erste", "ersten",
	"autre", "autres", "second", "deuxième", "tous", "toutes", "otro", "otra", "otros", "otras", "segundo", "segunda", "todos", "todas", "altro", "altra", "altri", "altre", "secondo", "tutti", "tutte", "ander", "tweede", "allemaal",
	"outro", "outra", "outros", "outras", "annan", "andra", "annat", "alla")
