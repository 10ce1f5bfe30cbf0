package guard

import (
	"slices"
	"strings"
)

// oncePerPart takes the sources of a figure away that its sentence, its list or its table has stated before for something else,
// where the evidence knows the figure once, and its record holds another that is not stated there: "£16.15 for the goods plus
// £2.02, so £16.15 in total".
func (m *matcher) oncePerPart(c *Claim) {
	if c.Place != "reply" || m.reply.tokens == nil || !m.fromFields(c) || m.reply.refersBack(c) {
		return
	}
	n, sources := m.repeats(c)
	if n == 0 || n < len(sources) {
		return
	}
	c.note(aheadSentence)
	if start := lineStart(m.reply.Text, c.Span.Start); isItem(m.reply.Text[start:c.Span.Start]) {
		c.note(aheadAll) // the next lines may state what is missing
	}
	said := m.saidWith(c)
	if slices.ContainsFunc(c.Sources, func(s *Source) bool { return m.passedOver(s, said) }) {
		m.refuse(c, checkTwice)
	}
}

// statesAgain reports whether a figure that could only be derived was stated before in its sentence or list as that of a field, which
// it is not of, while another figure of that record goes unsaid there.
func (m *matcher) statesAgain(c *Claim) bool {
	if c.Kind != Money || c.Place != "reply" {
		return false
	}
	for i := range m.reply.Claims {
		o := &m.reply.Claims[i]
		if o.first >= c.first {
			break
		}
		if !m.fromFields(o) || o.Kind != Money || !o.Readings[0].Amount.Equal(c.Readings[0].Amount) || !m.reply.inBlock(o, c) {
			continue
		}
		c.note(aheadAll)
		if why, _ := m.reason(c); why != Misattributed {
			return false
		}
		said := m.saidWith(c)
		return slices.ContainsFunc(o.Sources, func(s *Source) bool { return m.passedOver(s, said) })
	}
	return false
}

// fromFields reports whether a claim is a single figure that tools returned, and a few fields hold.
func (m *matcher) fromFields(c *Claim) bool {
	switch c.Kind {
	case Money, Percent, Quantity:
	default:
		return false
	}
	if len(c.Sources) == 0 || m.reply.isFactor(c) || len(c.Sources) > maxRepeats || c.Derived || c.Approx || c.Echo && !c.Asserted || !c.Readings[0].single() || c.from {
		return false
	}
	return !slices.ContainsFunc(c.Sources, func(s *Source) bool { return s.Origin != Field || s.group == nil })
}

// maxRepeats bounds how often a figure is looked for in a list.
const maxRepeats = 8

// repeats counts the claims before c in its sentence, or in its list, that share a source with it, and returns the sources of all.
func (m *matcher) repeats(c *Claim) (n int, all []*Source) {
	for i := range m.reply.Claims {
		o := &m.reply.Claims[i]
		if o.first >= c.first {
			break
		}
		if o.Kind != c.Kind || !m.fromFields(o) || !slices.Contains(c.Sources, o.Sources[0]) || !m.reply.inBlock(o, c) {
			continue
		}
		if n++; n == 1 {
			all = slices.Clone(c.Sources)
		}
		for _, s := range o.Sources {
			if !slices.Contains(all, s) {
				all = append(all, s)
			}
		}
	}
	return n, all
}

// inBlock reports whether two claims stand in one sentence, or in lines of one list or table.
func (r *Reply) inBlock(o, c *Claim) bool {
	if o.Sentence == c.Sentence {
		return true
	}
	if c.block == 0 {
		c.block = int32(r.blockOf(c)) + 1
	}
	return o.Span.Start >= int(c.block)-1
}

// maxBlock bounds how long a list is, in bytes.
const maxBlock = 1 << 16

// blockOf returns where the list or table begins of which the claim's line is an item, or the byte behind the claim's first where it is none.
func (r *Reply) blockOf(c *Claim) int {
	first := c.Span.Start + 1
	for end := c.Span.Start; end >= 0 && c.Span.Start-end < maxBlock; end = first - 1 {
		start := lineStart(r.Text, end)
		if !isItem(r.Text[start:end]) {
			break
		}
		first = start
	}
	return first
}

// isItem reports whether a line is an item of a list, or a row of a table.
func isItem(line string) bool {
	line = strings.TrimLeft(line, " \t")
	if line == "" {
		return false
	}
	switch line[0] {
	case '-', '*', '|', '+':
		return true
	}
	if strings.HasPrefix(line, "•") {
		return true
	}
	rest := strings.TrimLeft(line, "0123456789")
	return rest != line && (strings.HasPrefix(rest, ". ") || strings.HasPrefix(rest, ") "))
}

// passedOver reports whether the record of s, or another of its list, holds a figure that is not among those said.
func (m *matcher) passedOver(s *Source, said []Decimal) bool {
	list, inList := listPath(s.Path)
	for _, o := range m.index.sources {
		if o.Kind != s.Kind || o.Origin != Field || o.group == nil || o.Tool != s.Tool || o.Server != s.Server || o.Role == RoleCost || o.Role == RoleStock || o.threshold() {
			continue
		}
		if slices.ContainsFunc(said, o.Amount.Equal) {
			if key, ok := listPath(o.Path); inList && ok && key == list && m.oftenIn(list, o) > count(said, o.Amount) {
				return true // it is said of fewer records than have it
			}
			continue
		}
		if near(o.group, s.group) && !o.group.inList(s.group) && !s.group.inList(o.group) {
			return true
		}
		if key, ok := listPath(o.Path); inList && ok && key == list {
			return true
		}
	}
	return false
}

// oftenIn returns how many records of a list have the value of s under its key.
func (m *matcher) oftenIn(list string, s *Source) (n int) {
	for _, o := range m.index.amount(s.Amount) {
		if key, ok := listPath(o.Path); ok && key == list && o.Kind == s.Kind && o.Tool == s.Tool && o.Server == s.Server {
			n++
		}
	}
	return n
}

// count returns how many of a list are a value.
func count(list []Decimal, v Decimal) (n int) {
	for _, d := range list {
		if d.Equal(v) {
			n++
		}
	}
	return n
}

// maxSaid bounds the figures of a list that are looked at.
const maxSaid = 32

// saidWith returns the figures of the claim's kind in its sentence or list, its own first.
func (m *matcher) saidWith(c *Claim) []Decimal {
	list := []Decimal{c.Readings[0].Amount}
	for i := range m.reply.Claims {
		o := &m.reply.Claims[i]
		if o.Kind == c.Kind && len(list) < maxSaid && o.Readings[0].single() && !o.Readings[0].Amount.Equal(list[0]) && (o.first < c.first && m.reply.inBlock(o, c) || o.first > c.first && m.reply.inBlock(c, o)) {
			list = append(list, o.Readings[0].Amount)
		}
	}
	return list
}

// refersBack reports whether a claim has an article before it, and nothing behind that tells what it is: "with the other train only the
// €10".
func (r *Reply) refersBack(c *Claim) bool {
	if c.first == 0 || !slices.Contains(definite[:], r.tokens[c.first-1].hash) {
		return false
	}
	if int(c.next) >= len(r.tokens) {
		return true
	}
	next := &r.tokens[c.next]
	return next.gap >= line || next.kind == tokenPunct && !next.is('(')
}

// definite are articles that refer to what was named before.
var definite = [...]uint64{
	hashWord("the"), hashWord("der"), hashWord("die"), hashWord("das"), hashWord("den"), hashWord("dem"), hashWord("le"), hashWord("la"),
	hashWord("les"), hashWord("el"), hashWord("los"), hashWord("las"), hashWord("il"), hashWord("i"), hashWord("gli"), hashWord("de"), hashWord("het"),
}

// isFactor reports whether a sign of multiplication stands beside the claim: a factor is stated again for the product.
func (r *Reply) isFactor(c *Claim) bool {
	times := func(i int) bool {
		return i >= 0 && i < len(r.tokens) && (r.tokens[i].sym == '×' || r.tokens[i].has(cueTimes))
	}
	return times(int(c.first)-1) || times(int(c.next))
}
